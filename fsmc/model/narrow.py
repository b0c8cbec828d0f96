"""Which optional paths a test proves not to be none, when it holds and when it fails."""

from __future__ import annotations

from collections.abc import Iterator

from fsmc.model.domains import Nothing, Optional
from fsmc.model.expr import Const, Expr, Op


def when_true(test: Expr) -> tuple[Expr, ...]:
    """The paths that are not none wherever `test` holds."""
    return tuple(dict.fromkeys(_true(test)))


def when_false(test: Expr) -> tuple[Expr, ...]:
    """The paths that are not none wherever `test` fails."""
    return tuple(dict.fromkeys(_false(test)))


def _true(test: Expr) -> Iterator[Expr]:
    match test:
        case Op(name="and", args=args):
            for part in args:
                yield from _true(part)
        case Op(name="or", args=args):
            first, *rest = (set(_true(part)) for part in args)
            yield from (p for p in _true(args[0]) if p in first.intersection(*rest))
        case Op(name="not", args=(part,)):
            yield from _false(part)
        case Op(name="ne", args=(a, b)):
            if _none(b):
                yield a
            if _none(a):
                yield b
        case Op(name="eq", args=(a, b)):
            if not isinstance(b.type, Optional | Nothing):
                yield a
            if not isinstance(a.type, Optional | Nothing):
                yield b
        case _:
            return


def _false(test: Expr) -> Iterator[Expr]:
    match test:
        case Op(name="or", args=args):
            for part in args:
                yield from _false(part)
        case Op(name="and", args=args):
            first, *rest = (set(_false(part)) for part in args)
            yield from (p for p in _false(args[0]) if p in first.intersection(*rest))
        case Op(name="not", args=(part,)):
            yield from _true(part)
        case Op(name="eq", args=(a, b)):
            if _none(b):
                yield a
            if _none(a):
                yield b
        case Op(name="implies", args=(a, _)):
            yield from _true(a)
        case _:
            return


def _none(expr: Expr) -> bool:
    return isinstance(expr, Const) and expr.value is None
