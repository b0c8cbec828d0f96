"""Numbers the expressions of a site: each is printed once, as a function of state and rows."""

from __future__ import annotations

from dataclasses import dataclass, field

from fsmc.backends.site.parts import Call, Frame
from fsmc.model.expr import Bound, Const, Expr
from fsmc.printers.javascript import JavaScript


@dataclass(slots=True)
class Expressions:
    """`x[number]` of world.js; arguments are the state and the frame's values, outermost first."""

    printer: JavaScript
    functions: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, expr: Expr, frame: Frame) -> int:
        return self._number(expr, frame.names)

    def call(self, call: Call, frame: Frame) -> list[object]:
        """A transition and the numbers of its arguments, as world.js has it."""
        return [call.transition, [self.number(a, frame) for a in call.args]]

    def function(self, expr: Expr, names: tuple[str, ...]) -> str:
        """A JavaScript function of the state and the named values."""
        params = ", ".join(("s", *(self.name(n) for n in names)))
        return f"({params}) => {self.printer.print(expr)}"

    def name(self, name: str) -> str:
        """How the printer spells a bound name."""
        from fsmc.model.domains import Nothing

        return self.printer.print(Bound(name, Nothing()))

    def _number(self, expr: Expr, names: tuple[str, ...]) -> int:
        text = self.function(expr, names)
        if text not in self.numbers:
            self.numbers[text] = len(self.functions)
            self.functions.append(text)
        return self.numbers[text]


def constant(expr: Expr) -> str | None:
    """The text of an expression that is one in every state."""
    if isinstance(expr, Const) and isinstance(expr.value, str):
        return expr.value
    return None
