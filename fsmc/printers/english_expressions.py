"""English for expressions: a noun phrase for each value, a clause for each test, and its opposite.

Negation is pushed inwards ("is not above 0"), so that sentences stay readable; the meaning stays
the same. The rows for operators are in `english_clauses` and `english_nouns`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from fsmc.model.domains import Domain, Optional
from fsmc.model.expr import Bound, Column, Const, Each, Expr, Op, Slot
from fsmc.model.world import Kind, World
from fsmc.printers.english_clauses import CLAUSES, TESTS, element_word, value_word
from fsmc.printers.english_nouns import FOLDS, NOUNS
from fsmc.printers.english_words import humanise, possessive, value_words

WAS = "was:"


@dataclass(frozen=True, slots=True)
class Speaker:
    """Says expressions of one world; `names` are the phrases of bound names in scope."""

    world: World
    names: Mapping[str, str] = field(default_factory=dict)

    def noun(self, expr: Expr) -> str:
        """The value as a noun phrase: `the product's stock`, `Green tea`, `the cart`."""
        match expr:
            case Const(value=value, type=type_):
                return value_words(self.world, type_, value)
            case Slot(index=index):
                return self.slot(index)
            case Bound(name=name, type=type_):
                return self.names.get(name) or _unbound(name, type_)
            case Column(column=column, row=row):
                return f"{possessive(self.noun(row))} {humanise(column)}"
            case Op(name=name):
                if name in NOUNS:
                    return NOUNS[name](self, expr)
                return f"whether {self.clause(expr)}"
            case Each(kind=kind):
                if kind in TESTS:
                    return f"whether {self.clause(expr)}"
                return FOLDS[kind](self, expr)
            case _:
                assert_never(expr)

    def clause(self, expr: Expr, holds: bool = True) -> str:
        """The test as a clause: `the cart is empty`; of its opposite when `holds` is false."""
        match expr:
            case Const(value=value):
                return "always" if bool(value) == holds else "never"
            case Op(name=name) if name in CLAUSES:
                return CLAUSES[name](self, expr, holds)
            case Each(kind=kind) if kind in TESTS:
                return TESTS[kind](self, expr, holds)
            case _:
                return f"{self.noun(expr)} is {'on' if holds else 'off'}"

    def slot(self, index: int) -> str:
        """A variable: `the cart`; an argument of a page by what it is: `the product`."""
        variable = self.world.variables[index]
        owner, _, own = variable.name.rpartition(".")
        type_ = variable.domain.of if isinstance(variable.domain, Optional) else variable.domain
        word = value_word(type_, own)
        match variable.kind:
            case Kind.ARGUMENT | Kind.DIALOG_ARGUMENT if word != humanise(own):
                return f"the {word}"
            case Kind.PAGE:
                return "the page"
            case Kind.DIALOG:
                return "the open dialog"
            case Kind.BUDGET:
                return f"the number of times that {humanise(owner or own)} has happened"
            case Kind.FIRED:
                return f"{humanise(owner or own)}"
            case Kind.SHEET:
                return f"the sheet of {humanise(owner or own)}"
            case Kind.AGE:
                return f"the time left of the {humanise(owner or own)}"
            case Kind.DUE:
                return f"the steps since {humanise(owner or own)} is possible"
            case Kind.COLUMN:
                return f"the {humanise(own)} of every {humanise(owner)}"
            case Kind.ARGUMENT | Kind.DIALOG_ARGUMENT | Kind.STATE | Kind.LOCAL:
                shared = sum(v.name.rpartition(".")[2] == own for v in self.world.variables) > 1
                return f"the {humanise(own)}" + (
                    f" of {humanise(owner)}" if owner and shared else ""
                )
            case _:
                assert_never(variable.kind)

    def renamed(self, same: Mapping[str, str]) -> Speaker:
        """Speaks where bound names also go by others: `same` gives the old name of each new one."""
        also = {new: self.names[old] for new, old in same.items() if old in self.names}
        return replace(self, names={**self.names, **also})

    def open_link(self, label: str) -> str:
        """How to speak of a link whose label is known here, or only described."""
        return f"open the link with {label}"

    def inside(self, each: Each, article: str) -> Speaker:
        """Speaks about the elements of an Each: `that product`, `each product`."""
        kind = element_word(each.source, each.variable)
        phrase = f"{article} {kind}"
        if phrase in self.names.values():
            phrase = f"{article} other {kind}"
        return replace(self, names={**self.names, each.variable: phrase})


def _unbound(name: str, type_: Domain) -> str:
    if name.startswith(WAS):
        return "what it was at the start"
    return f"the {value_word(type_, name)}"
