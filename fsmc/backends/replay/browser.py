"""A Chromium that looks the same every time, and a tab in it that shows one site."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fsmc.backends.replay.captures import VIEWPORT
from fsmc.backends.replay.tree import tree_lines
from fsmc.diagnostics import Diagnostic, Failure
from fsmc.resources import read_text

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, CDPSession, Page, Request

# Without the first one pictures differ by a grey level here and there from run to run.
FLAGS = (
    "--disable-partial-raster",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--hide-scrollbars",
    "--mute-audio",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)
CONTEXT: Mapping[str, Any] = {
    "viewport": {"width": VIEWPORT[0], "height": VIEWPORT[1]},
    "device_scale_factor": 1,
    "locale": "en-US",
    "timezone_id": "UTC",
    "reduced_motion": "reduce",
    "color_scheme": "light",
    "service_workers": "block",
    "offline": True,
}
# A caret that blinks would be in some pictures and not in others.
STILL = "*, *::before, *::after { caret-color: transparent !important; }"
OUTSIDE = (-8, -8)
"""Where the mouse rests while a page is looked at: over nothing."""


class ScriptError(Exception):
    """The page's own script failed."""


class LeftError(Exception):
    """The page is not the site any more: something led away from it."""


@dataclass(slots=True)
class Tab:
    """One page that shows the site, used from its first state on."""

    page: Page
    cdp: CDPSession
    mouse: tuple[int, int] = OUTSIDE

    async def call(self, function: str, *arguments: Any) -> Any:
        """Calls a function of hand.js. Raises ScriptError or LeftError where the site fails."""
        words = ",".join(json.dumps(a) for a in arguments)
        expression = f"(async () => JSON.stringify(await fsmcHand.{function}({words})))()"
        try:
            found = await self.cdp.send(
                "Runtime.evaluate",
                {
                    "expression": expression,
                    "returnByValue": True,
                    "awaitPromise": True,
                },
            )
        except browser_errors() as error:
            if "navigated" in str(error) and not self.page.is_closed():
                raise LeftError from error
            raise
        if (failed := found.get("exceptionDetails")) is not None:
            text = str(failed.get("exception", {}).get("description", failed["text"]))
            if "fsmcHand is not defined" in text:
                raise LeftError
            raise ScriptError(text.partition("\n")[0])
        return json.loads(found["result"].get("value", "null"))

    async def move(self, x: int, y: int) -> None:
        self.mouse = (x, y)
        await self.page.mouse.move(x, y)

    async def park(self) -> None:
        """Takes the mouse off the page, so that nothing is hovered."""
        if self.mouse != OUTSIDE:
            await self.move(*OUTSIDE)

    async def picture(self) -> bytes:
        """The window as it is, as a PNG."""
        found = await self.cdp.send(
            "Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True}
        )
        return base64.b64decode(found["data"])

    async def tree(self) -> list[str]:
        """The accessibility tree, compact."""
        found = await self.cdp.send("Accessibility.getFullAXTree")
        return tree_lines(found["nodes"])


@dataclass(slots=True)
class Chromium:
    """A browser process with a driver of its own: when it dies nothing else does."""

    browser: Browser
    index: str
    product: str
    outside: set[str] = field(default_factory=set)

    @asynccontextmanager
    async def tab(self) -> AsyncIterator[Tab]:
        """A new page that shows the site; nothing is kept from any page before."""
        context = await self.browser.new_context(**CONTEXT)
        try:
            yield await self._open(context)
        finally:
            with suppress(*browser_errors()):
                await context.close()

    async def _open(self, context: BrowserContext) -> Tab:
        page = await context.new_page()
        page.on("request", lambda request: self._note(request))
        page.on("crash", lambda _: _close_soon(context))
        await page.goto(self.index)
        await page.add_style_tag(content=STILL)
        cdp = await context.new_cdp_session(page)
        await cdp.send("Runtime.evaluate", {"expression": _hand()})
        return Tab(page, cdp)

    def _note(self, request: Request) -> None:
        base = self.index.rpartition("/")[0]
        if not request.url.startswith((f"{base}/", "data:", "blob:")):
            self.outside.add(request.url)


@asynccontextmanager
async def launched(executable: Path, site: Path) -> AsyncIterator[Chromium]:
    """A new browser for the site in a folder; it is closed at the end, whatever happens."""
    from playwright.async_api import async_playwright

    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=str(executable), args=[*FLAGS])
        try:
            session = await browser.new_browser_cdp_session()
            version = await session.send("Browser.getVersion")
            await session.detach()
            index = (site / "index.html").resolve().as_uri()
            yield Chromium(browser, index, version["product"])
        finally:
            with suppress(*browser_errors()):
                await browser.close()


def require_web() -> None:
    """Raises a Failure (FSM513) where a package that works a browser or its pictures is missing."""
    for package in ("playwright.async_api", "PIL.Image"):
        try:
            import_module(package)
        except ImportError as error:
            diagnostic = Diagnostic(
                code="FSM513",
                title="the packages that drive a browser are not installed",
                notes=(f"Python: {error}",),
                help="run `pip install 'fsmc[web]'`",
            )
            raise Failure((diagnostic,)) from error


def _hand() -> str:
    return read_text("fsmc.backends.replay", "hand.js")


def browser_errors() -> tuple[type[BaseException], ...]:
    """What Playwright raises when the browser fails."""
    from playwright.async_api import Error

    return (Error, TimeoutError)


def is_fault(error: BaseException) -> bool:
    """Whether an error is one of the environment: the browser, its driver, the way to them."""
    driver = type(error) is Exception  # that is all it says when it has died
    return driver or isinstance(error, (*browser_errors(), ConnectionError))


def _close_soon(context: BrowserContext) -> None:
    """Calls that wait for a page that crashed would wait for ever: closing it ends them."""
    import asyncio

    _closing.add(task := asyncio.ensure_future(context.close()))
    task.add_done_callback(_closing.discard)


_closing: set[Any] = set()
