"""A report's data made by hand: a shop with a page that is not reached; a failure and a fault."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from fsmc.backends.report.data import (
    Coverage,
    Difference,
    Fact,
    FailureCase,
    Fault,
    Finding,
    Frame,
    GoalFamily,
    GoalRow,
    Mark,
    PageEdge,
    PageNode,
    PageStates,
    PropertyRow,
    ReportData,
    Strip,
    Verdict,
)

SIZE = (1280, 720)


@lru_cache
def screenshot(title: str, rows: int, button: str = "") -> bytes:
    """A picture that looks a little like a shop."""
    picture = Image.new("RGB", SIZE, "#f7f7fb")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, 1280, 70), fill="#22315c")
    draw.text((40, 20), title, fill="white", font_size=28)
    for i in range(rows):
        x, y = 40 + (i % 3) * 410, 120 + (i // 3) * 260
        draw.rounded_rectangle((x, y, x + 380, y + 230), 14, fill="white", outline="#dde1ee")
        draw.rectangle(
            (x + 14, y + 14, x + 366, y + 140), fill=("#cfe3d6", "#d3d9f2", "#f2dcd0")[i % 3]
        )
        draw.text((x + 16, y + 156), f"Product {i + 1}", fill="#222", font_size=22)
    if button:
        draw.rounded_rectangle((540, 600, 740, 650), 10, fill="#3b5bdb")
        draw.text((570, 612), button, fill="white", font_size=22)
    out = BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()


def _strips() -> tuple[Strip, ...]:
    catalogue, covered = screenshot("All products", 6), screenshot("We use cookies", 6, "Accept")
    product, cart = (
        screenshot("Green tea", 1, "Add to cart"),
        screenshot("Your cart", 2, "Place order"),
    )
    frames = (
        Frame(
            "Press “Accept”", "catalogue › cookies", covered, SIZE, (640, 625), (540, 600, 200, 50)
        ),
        Frame("Open “Green tea”", "catalogue", catalogue, SIZE, (230, 240), (40, 120, 380, 230)),
        Frame(
            "Press “Add to cart”",
            "product (Green tea)",
            product,
            SIZE,
            (640, 625),
            (540, 600, 200, 50),
            said="Added",
        ),
        Frame(
            "Sells out: Blue mug",
            "product (Green tea)",
            product,
            SIZE,
            actor="env",
            said="Blue mug just sold out",
        ),
        Frame("Open “Cart”", "product (Green tea)", product, SIZE, (1200, 35), (1150, 15, 100, 40)),
        Frame("Press “Place order”", "checkout", cart, SIZE, (640, 625), (540, 600, 200, 50)),
        Frame("Done", "receipt", screenshot("Thank you", 0), SIZE),
    )
    frames = tuple(replace(f, number=str(i)) for i, f in enumerate(frames, start=1))
    one = Strip(
        "buy",
        "Order one Green tea with Express delivery, and nothing else.",
        Mark.GOOD,
        "6 steps, the shortest way",
        frames,
    )
    two = replace(one, task="Order one Blue mug with Express delivery.", frames=frames[2:])
    return (one, two)


def _failure() -> FailureCase:
    before = screenshot("Your cart", 2, "Place order")
    return FailureCase(
        "state",
        "The state after `remove(mug)` is not the one of the model",
        "checkout",
        "Press “Remove” for Blue mug",
        "It removes the product from the cart and sets the undo to the product.",
        1,
        (Difference("cart", "nothing", "Blue mug"), Difference("line 12", "button “Undo”", "–")),
        Frame("before the click", "checkout", before, SIZE, (1100, 300), (1050, 280, 100, 40)),
        Frame("what came", "checkout", before, SIZE),
        Frame("what should have come", "checkout", screenshot("Your cart", 1), SIZE),
    )


def sample(bad: bool = False) -> ReportData:
    """The report of a run in which all is well, or one in which a step fails."""
    good = ReportData(
        title="Corner Shop",
        headline="Every step does what the model says",
        lead="All 5,385 edges of the agent were done in Chromium 156 with real input, and after "
        "each of them the page was what the model says, to the last line.",
        mark=Mark.GOOD,
        verdicts=(
            Verdict(
                Mark.GOOD, "Explored completely", "939 states, 5,653 edges, largest distance 11"
            ),
            Verdict(Mark.GOOD, "All 5,385 edges conform", "restore, click, compare state and page"),
            Verdict(Mark.GOOD, "All 132 refusals say why", "and leave the state as it is"),
            Verdict(
                Mark.UNKNOWN, "24 of 120 trajectories replayed", "from the start, without restore"
            ),
        ),
        facts=(
            Fact("States", "939", "11 levels"),
            Fact("Edges", "5,653", "5,385 by the agent"),
            Fact("Goals", "7", "all can be reached"),
            Fact("Edges checked", "100 %", "5,385 of 5,385"),
            Fact("Failures", "0"),
            Fact("Environment faults", "0"),
        ),
        pages=(
            PageNode("catalogue", "All products", 420, 0, ("cookies",)),
            PageNode("product", "{name}", 220, 2),
            PageNode("checkout", "Your cart", 240, 1),
            PageNode("receipt", "Thank you", 59, 4),
            PageNode("returns_and_refunds", "Returns", 0, None),
        ),
        page_edges=(
            PageEdge(0, 0, 1200, (("query", 800), ("sorted", 400))),
            PageEdge(0, 1, 640, (("open", 640),)),
            PageEdge(0, 2, 210, (("open_cart", 210),)),
            PageEdge(1, 0, 480, (("home", 240), ("back", 240))),
            PageEdge(1, 1, 230, (("add", 230),)),
            PageEdge(1, 2, 240, (("open_cart", 240),)),
            PageEdge(2, 0, 240, (("home", 240),)),
            PageEdge(2, 2, 700, (("remove", 300), ("delivery", 400))),
            PageEdge(2, 3, 96, (("place_order", 96),)),
            PageEdge(3, 0, 59, (("more", 59),)),
            PageEdge(3, 3, 32, (("cancel", 32),)),
        ),
        start=0,
        coverage=(
            Coverage("States", 939, 939, 0, "restored twice, the page is the same"),
            Coverage("Edges", 5385, 5385, 0, "done with real input"),
            Coverage("Refusals", 132, 132, 0, "tried, and refused with their text"),
            Coverage("Trajectories", 24, 120, 0, "from the start to the goal"),
        ),
        goals=(
            GoalFamily(
                "buy",
                "Order one … with … delivery, and nothing else.",
                3,
                (
                    GoalRow(
                        "p: tea, d: express",
                        "Order one Green tea with Express delivery.",
                        6,
                        1,
                        20,
                        1,
                    ),
                    GoalRow(
                        "p: mug, d: express",
                        "Order one Blue mug with Express delivery.",
                        6,
                        10**15,
                        None,
                        2,
                    ),
                    GoalRow(
                        "p: strainer, d: express",
                        "Order one Strainer with Express delivery.",
                        None,
                        0,
                        None,
                        0,
                    ),
                ),
            ),
        ),
        strips=_strips(),
        strips_in_all=24,
        failures=(),
        failures_in_all=0,
        properties=(
            PropertyRow(
                "invariant",
                "nothing_free",
                "if the order is Placed, then the cart is not empty",
                Mark.GOOD,
                "true in all 939 states",
            ),
            PropertyRow(
                "reachable",
                "change_of_mind",
                "the order is Cancelled",
                Mark.GOOD,
                "after 8 steps: accept, open(tea), add, …",
            ),
        ),
        space=(
            PageStates("catalogue", 420, 2500, 0),
            PageStates("product", 220, 1300, 100),
            PageStates("checkout", 240, 1500, 28),
            PageStates("receipt", 59, 353, 4),
        ),
        findings=(
            Finding(
                "FSM411",
                Mark.WARNING,
                "`returns_and_refunds` is never reached",
                "no link leads there",
            ),
        ),
        faults=(),
        outside=(),
        never=("open_returns",),
        origin=(
            ("World", "corner_shop"),
            ("Digest", "f50ba08741487e60"),
            ("fsmc", "0.1.0"),
            ("Chromium", "156.0"),
        ),
    )
    if not bad:
        return good
    return replace(
        good,
        headline="One step does not do what the model says",
        lead="It is shown below, with the page before and after it.",
        mark=Mark.BAD,
        verdicts=(
            Verdict(Mark.BAD, "1 of 5,385 edges does not conform", "checkout: remove(mug)"),
            *good.verdicts[:1],
            *good.verdicts[2:],
        ),
        coverage=(replace(good.coverage[1], checked=5300, failed=1), *good.coverage[2:]),
        failures=(_failure(),),
        failures_in_all=1,
        faults=(Fault("the browser did not answer within 10 seconds", 2),),
    )
