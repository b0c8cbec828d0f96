"""Finds or installs the Chromium to replay in: `python -m fsmc.backends.replay.chromium`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from fsmc.diagnostics import Diagnostic, Failure

ENVIRONMENT = "FSMC_CHROMIUM"
_PLAYWRIGHT = ("playwright", "install", "chromium-headless-shell")
_DEBIAN_PACKAGES = ("chromium-headless-shell", "chromium")
# The plain binaries come first: the distributions' launcher scripts add flags of their own.
_KNOWN_PLACES = (
    "/usr/lib/chromium/chromium-headless-shell",
    "chromium-headless-shell",
    "chrome-headless-shell",
    "/usr/lib/chromium/chromium",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
_PLAYWRIGHT_PATTERNS = (
    "chromium_headless_shell-*/*/headless_shell*",
    "chromium_headless_shell-*/*/chrome-headless-shell*",
    "chromium-*/*/chrome",
    "chromium-*/*/chrome.exe",
    "chromium-*/*/Chromium.app/Contents/MacOS/Chromium",
)


def find_chromium() -> Path | None:
    """The Chromium to use, or None: `FSMC_CHROMIUM`, else a headless shell, else any other.

    Raises a Failure (FSM511) when `FSMC_CHROMIUM` names something that cannot be run: quietly
    taking another browser than the one asked for would be worse.
    """
    if asked := os.environ.get(ENVIRONMENT):
        found = _runnable(asked)
        if found is None:
            raise Failure((_missing(f"`{ENVIRONMENT}` names `{asked}`, which cannot be run"),))
        return found
    places: list[str | Path] = [*_KNOWN_PLACES[:3], *_playwright_places(), *_KNOWN_PLACES[3:]]
    return next((found for place in places if (found := _runnable(place))), None)


def require_chromium() -> Path:
    """The Chromium to use; raises a Failure (FSM511) that says how to get one."""
    found = find_chromium()
    if found is None:
        raise Failure((_missing("no Chromium was found on this machine"),))
    return found


def install_chromium() -> Path:
    """Installs a headless Chromium and gives its path; a Chromium that is there already is kept.

    On Debian and its like, as root, from the distribution's packages; elsewhere Playwright's own
    build. Raises a Failure (FSM511) with the installer's last words.
    """
    if found := find_chromium():
        return found
    last = ""
    for command in _install_commands():
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        last = (done.stderr or done.stdout).strip().rpartition("\n")[2]
        if done.returncode == 0 and (found := find_chromium()):
            return found
    raise Failure((_missing("no Chromium could be installed", last),))


def _install_commands() -> Iterator[Sequence[str]]:
    if _can_use_apt():
        yield ("apt-get", "update", "-qq")
        for package in _DEBIAN_PACKAGES:
            yield ("apt-get", "install", "-y", "-qq", "--no-install-recommends", package)
        return
    yield (sys.executable, "-m", *_PLAYWRIGHT)


def _can_use_apt() -> bool:
    return shutil.which("apt-get") is not None and hasattr(os, "geteuid") and os.geteuid() == 0


def _missing(title: str, cause: str = "") -> Diagnostic:
    debian = f"apt-get install {_DEBIAN_PACKAGES[0]}"
    command = debian if shutil.which("apt-get") else " ".join(_PLAYWRIGHT)
    return Diagnostic(
        code="FSM511",
        title=title,
        notes=(f"installer: {cause}",) if cause else (),
        help=f"run `{command}`, or set {ENVIRONMENT} to the path of a Chromium or Chrome",
    )


def _runnable(place: str | Path) -> Path | None:
    found = shutil.which(place)
    return Path(found) if found else None


def _playwright_places() -> list[Path]:
    """The browsers that Playwright keeps, headless shells first, newest first."""
    root = _playwright_root()
    found: list[Path] = []
    for pattern in _PLAYWRIGHT_PATTERNS:
        found += sorted(root.glob(pattern), key=lambda path: _revision(root, path), reverse=True)
    return found


def _playwright_root() -> Path:
    if (chosen := os.environ.get("PLAYWRIGHT_BROWSERS_PATH")) and chosen != "0":
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ms-playwright"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "ms-playwright"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "ms-playwright"


def _revision(root: Path, path: Path) -> tuple[int, str]:
    number = re.search(r"-(\d+)$", path.relative_to(root).parts[0])
    return (int(number[1]) if number else 0, str(path))


def main(arguments: Sequence[str]) -> int:
    """Prints the path of the Chromium in use; with `--install` gets one first."""
    try:
        found = install_chromium() if "--install" in arguments else require_chromium()
    except Failure as failure:
        from fsmc.diagnostics.render import render_text

        print(render_text(failure.diagnostics, ()), end="", file=sys.stderr)
        return 1
    print(f"Chromium: {found}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
