"""The entry point `fsmc`: finds the command; every way to fail becomes words and an exit code.

Exit codes: 0 good, 1 the user's text or data is wrong, 2 usage, 3 undetermined, 70 our bug.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import NoReturn

from fsmc import __version__
from fsmc.cli.exits import BUG, CLOSED, GOOD, INTERRUPTED, UNDETERMINED, WRONG


def run() -> NoReturn:
    """Runs the command line of this process and exits."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a sign that the terminal lacks is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    code = main(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError as error:  # what is left unwritten must not fail once more at the very end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = CLOSED if isinstance(error, BrokenPipeError) else code or _refused(error)
    sys.exit(code)


def main(arguments: list[str]) -> int:
    """Runs `fsmc ARGUMENTS` and gives its exit code."""
    if arguments == ["--version"]:  # before anything heavy is imported
        print(f"fsmc {__version__}")
        return GOOD

    from fsmc.cli.app import build_app
    from fsmc.cli.crash import record_crash
    from fsmc.cli.output import Output
    from fsmc.diagnostics import Failure

    output = Output()
    try:
        build_app()(args=arguments, prog_name="fsmc", obj=output)
    except Failure as failure:
        output.report(failure.diagnostics)
        return UNDETERMINED if failure.undetermined else WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return _refused(error)
    except SystemExit as done:
        if isinstance(done.__context__, BrokenPipeError):
            return CLOSED
        return done.code if isinstance(done.code, int) else GOOD
    except Exception as error:  # noqa: BLE001 - nothing is swallowed: it is told as our bug
        output.report([record_crash(error, arguments)])
        return BUG
    return GOOD


def _refused(error: OSError) -> int:
    """Tells on stderr what the system refuses (FSM525), whatever else was asked for."""
    from fsmc.cli.output import Output
    from fsmc.diagnostics import Diagnostic

    what = "the output" if error.filename is None else f"`{str(error.filename)[:80]}`"
    diagnostic = Diagnostic(
        "FSM525",
        f"the system refuses {what}: {error.strerror or error}",
        help="choose another name or place, or make room; then run the same command again",
    )
    Output().report([diagnostic])
    return WRONG


if __name__ == "__main__":
    run()
