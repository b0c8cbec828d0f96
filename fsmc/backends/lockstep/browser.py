"""Opens Chromium so that the same page gives the same pixels, and keeps one page of a site open."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page, Playwright

from fsmc.backends.lockstep.options import HEIGHT, WIDTH
from fsmc.resources import read_text

FLAGS = (
    "--disable-partial-raster", "--force-color-profile=srgb", "--font-render-hinting=none",
    "--hide-scrollbars", "--mute-audio", "--no-first-run", "--disable-extensions",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-gpu", "--disable-quic",
)  # fmt: skip
LOCAL = ("file:", "data:", "blob:", "about:")


@dataclass(slots=True)
class Session:
    """A page that shows the site, with what went wrong in it."""

    browser: Browser
    context: BrowserContext
    page: Page
    errors: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    async def call(self, name: str, *args: Any) -> dict[str, Any]:
        """A function of `page.js`. Raises SiteError when the site's own script failed in it."""
        found: dict[str, Any] = await self.page.evaluate(
            "([name, args]) => fsmcReplay[name](...args)", [name, list(args)]
        )
        if "error" in found:
            raise SiteError(str(found["error"]))
        return found

    async def screenshot(self) -> bytes:
        """A PNG of the window as it is, without a caret."""
        return await self.page.screenshot(type="png", caret="hide", animations="disabled")

    async def park(self) -> None:
        """The mouse where it touches nothing."""
        await self.page.mouse.move(WIDTH - 1, HEIGHT - 1)

    def took_errors(self) -> tuple[str, ...]:
        """The errors of the site's script since the last call."""
        found = tuple(self.errors)
        self.errors.clear()
        return found

    async def close(self) -> None:
        await self.browser.close()


class SiteError(Exception):
    """The site's own script threw: a fault of the site, not of the environment."""


async def launch(playwright: Playwright, executable: Path) -> Browser:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return await playwright.chromium.launch(
        executable_path=str(executable), args=[*FLAGS, *(("--no-sandbox",) if root else ())]
    )


async def open_site(browser: Browser, site: Path) -> Session:
    """A fresh session, with storage and history of its own, at the site's first address."""
    context = await browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=1, locale="en-US",
        timezone_id="UTC", reduced_motion="reduce", color_scheme="light", offline=True,
    )  # fmt: skip
    await context.add_init_script(read_text("fsmc.backends.lockstep", "page.js"))
    page = await context.new_page()
    page.set_default_timeout(15_000)
    session = Session(browser, context, page)
    page.on("pageerror", lambda error: session.errors.append(str(error)))
    page.on(
        "request",
        lambda r: None if r.url.startswith(LOCAL) else session.outside.append(r.url),
    )
    await page.goto((site.resolve() / "index.html").as_uri())
    return session
