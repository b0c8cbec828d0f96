"""What stands before everything: the settings of a world, and that names are given once."""

from __future__ import annotations

from dataclasses import dataclass

from fsmc.diagnostics import Label, Span
from fsmc.model.resolve_types import date_value
from fsmc.model.scope import Ground, Unresolved
from fsmc.syntax import tree as t

SETTINGS = ("currency", "locale", "today")


@dataclass(frozen=True, slots=True)
class Settings:
    """`today` None: the world does not say."""

    currency: str = "EUR"
    locale: str = "en"
    today: int | None = None


def settings(ground: Ground, written: tuple[t.Setting, ...]) -> Settings:
    """The settings of the first line, with defaults for what it leaves out."""
    texts: dict[str, str] = {}
    today: int | None = None
    ground.once((s.name for s in written), "setting")
    for setting in written:
        word = setting.name.text
        if word not in SETTINGS:
            ground.unknown(
                "FSM208",
                f"there is no setting `{word}`",
                setting.name,
                SETTINGS,
                "not a setting",
                help="the settings are " + ", ".join(SETTINGS),
            )
        elif isinstance(setting.value, t.DateLiteral) != (word == "today"):
            ground.refuse(
                "FSM208",
                f"`{word}` is {'a date' if word == 'today' else 'a text'}",
                setting.value.span,
                "of another kind",
                help="write `today: @2026-06-01`" if word == "today" else f'write `{word}: "…"`',
            )
        elif isinstance(setting.value, t.DateLiteral):
            try:
                today = date_value(ground, setting.value)
            except Unresolved:
                continue
        else:
            texts[word] = setting.value.text
            if word == "locale" and texts[word] != "en":
                ground.refuse(
                    "FSM302",
                    f"the locale `{texts[word]}` is not known yet",
                    setting.value.span,
                    "only `en`",
                    help='write `locale: "en"`, or leave it out',
                )
    return Settings(texts.get("currency", "EUR"), texts.get("locale", "en"), today)


def names_once(ground: Ground, items: list[t.Item]) -> None:
    """Refuses two enums or tables, lets, patches, goals, properties or scenarios of one name."""
    seen: dict[tuple[str, str], Span] = {}
    for item in items:
        match item:
            case t.EnumItem(name=name) | t.TableItem(name=name):
                group = "type"
            case t.LetItem(name=name):
                group = "definition"
            case t.GoalItem(name=name):
                group = "goal"
            case t.PropertyItem(name=name):
                group = "property"
            case t.ScenarioItem(name=name):
                group = "scenario"
            case t.PatchItem(name=name):
                group = "patch"
            case _:
                continue
        if (group, name.text) in seen:
            ground.twice(name, seen[group, name.text], group)
        seen.setdefault((group, name.text), name.span)


def entry(ground: Ground, world: t.Name, items: list[t.Item], pages: list[str]) -> None:
    """Refuses a world without a page, without `start`, or with two of them."""
    entries = [i for i in items if isinstance(i, t.Entry)]
    if not pages:
        ground.refuse(
            "FSM231",
            "this world has no page",
            world.span,
            "nowhere to begin",
            help='add `page home "Home" { }` and `start home`',
        )
    elif not entries:
        ground.refuse(
            "FSM231",
            "this world does not say where it starts",
            world.span,
            "no `start`",
            help=f"add `start {pages[0]}` after the first line",
        )
    for extra in entries[1:]:
        ground.refuse(
            "FSM202",
            "there are two `start` lines",
            extra.span,
            "a second one",
            related=(Label(entries[0].span, "first here"),),
            help="keep one of them",
        )
