"""Which optional paths a test proves not to be none, when it holds and when it fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
            yield from _common(_true, args)
        case Op(name="not", args=(part,)):
            yield from _false(part)
        case Op(name="ne", args=(a, b)):
            yield from _different(a, b)
        case Op(name="eq", args=(a, b)):
            yield from _same(a, b)
        case _:
            return


def _false(test: Expr) -> Iterator[Expr]:
    match test:
        case Op(name="or", args=args):
            for part in args:
                yield from _false(part)
        case Op(name="and", args=args):
            yield from _common(_false, args)
        case Op(name="not", args=(part,)):
            yield from _true(part)
        case Op(name="ne", args=(a, b)):
            yield from _same(a, b)
        case Op(name="eq", args=(a, b)):
            yield from _different(a, b)
        case Op(name="implies", args=(a, b)):
            yield from _true(a)
            yield from _false(b)
        case _:
            return


def _common(proves: Callable[[Expr], Iterator[Expr]], args: tuple[Expr, ...]) -> Iterator[Expr]:
    first, *rest = args
    others = [tuple(proves(part)) for part in rest]
    yield from (path for path in proves(first) if all(path in other for other in others))


def _different(a: Expr, b: Expr) -> Iterator[Expr]:
    if _none(b):
        yield a
    if _none(a):
        yield b


def _same(a: Expr, b: Expr) -> Iterator[Expr]:
    if not isinstance(b.type, Optional | Nothing):
        yield a
    if not isinstance(a.type, Optional | Nothing):
        yield b


def _none(expr: Expr) -> bool:
    return isinstance(expr, Const) and expr.value is None
