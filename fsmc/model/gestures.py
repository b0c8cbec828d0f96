"""Reads `by`: routes of gestures, with verbs and roles from closed lists."""

from __future__ import annotations

from fsmc.diagnostics import Fix, Span
from fsmc.diagnostics.suggest import closest
from fsmc.model.domains import String
from fsmc.model.drafts import Clauses
from fsmc.model.expr import Expr
from fsmc.model.scope import Scope, Unresolved
from fsmc.model.world import Step, Target
from fsmc.syntax import tree as t

VERBS = (
    "click",
    "double_click",
    "right_click",
    "hover",
    "fill",
    "choose",
    "check",
    "pick",
    "drag",
    "press",
    "scroll",
    "upload",
)
ROLES = (
    "alert",
    "article",
    "banner",
    "button",
    "cell",
    "checkbox",
    "columnheader",
    "combobox",
    "dialog",
    "figure",
    "file",
    "form",
    "grid",
    "gridcell",
    "group",
    "heading",
    "img",
    "link",
    "list",
    "listbox",
    "listitem",
    "main",
    "mark",
    "menu",
    "menubar",
    "menuitem",
    "navigation",
    "option",
    "radio",
    "radiogroup",
    "region",
    "row",
    "rowheader",
    "search",
    "searchbox",
    "section",
    "separator",
    "slider",
    "spinbutton",
    "status",
    "switch",
    "tab",
    "table",
    "tablist",
    "tabpanel",
    "textarea",
    "textbox",
    "toolbar",
    "tooltip",
    "tree",
    "treeitem",
)
STRING = String()
_EXAMPLES = {
    "fill": 'fill textbox "Name" with "Ada"',
    "drag": 'drag article "Card" to region "Done"',
    "choose": 'choose "Red" from combobox "Colour"',
    "pick": 'pick "2026-06-01" from button "Date"',
    "scroll": 'scroll list "News"',
}
"""How gestures are written that have a form of their own."""


class Gestures:
    """Resolves the steps of routes."""

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses
        self.ground = clauses.ground
        self.texts = clauses.texts

    def routes(self, body: tuple[t.Clause, ...], scope: Scope) -> tuple[tuple[Step, ...], ...]:
        """One route for each `by` of a body; a route that cannot be read is left out."""
        found: list[tuple[Step, ...]] = []
        for clause in body:
            if isinstance(clause, t.By):
                try:
                    found.append(tuple(self._step(s, scope) for s in clause.steps))
                except Unresolved:
                    continue
        return tuple(found)

    def _known(self, name: t.Name, names: tuple[str, ...], what: str) -> str:
        if name.text not in names:
            near = closest(name.text, names)
            raise self.ground.refuse(
                "FSM207",
                f"`{name.text}` is no {what}",
                name.span,
                "not in the list",
                help=f"did you mean `{near}`?"
                if near
                else f"a {what} is one of " + ", ".join(names),
                fix=Fix(f"write `{near}`", name.span, near) if near else None,
            )
        return name.text

    def _target(self, written: t.GestureTarget, scope: Scope) -> Target:
        role = self._known(written.role, ROLES, "role of a widget")
        return Target(role, self.texts.label(written.label, scope).text)

    def _text(self, e: t.Expression | None, scope: Scope) -> Expr | None:
        if e is None:
            return None
        return self.texts.show(self.clauses.resolver.resolve(e, scope))

    def _not_whole(self, verb: str, span: Span) -> Unresolved:
        example = _EXAMPLES.get(verb, f'{verb} button "Label"')
        return self.ground.refuse(
            "FSM241",
            f"this `{verb}` does not say all that it needs",
            span,
            "what it is done with, and to what",
            help=f"write it like `{example}`",
        )

    def _step(self, written: t.Gesture | t.Drag | t.Press, scope: Scope) -> Step:
        verb = self._known(written.verb, VERBS, "gesture")
        if verb == "upload":
            raise self.ground.refuse(
                "FSM301", "uploads come in a later version", written.span, "not yet"
            )
        match written:
            case t.Gesture(target=target, text=text, pinned=pinned):
                if verb == "drag" or (verb == "fill" and text is None):
                    raise self._not_whole(verb, written.span)
                return Step(
                    verb,
                    self._target(target, scope),
                    self._text(text, scope),
                    None,
                    pinned.text if pinned else None,
                    None,
                    written.span,
                )
            case t.Drag(target=target, pinned=pinned, to=to, at=at, pinned_to=pinned_to):
                if at is not None:
                    raise self.ground.refuse(
                        "FSM301", "`at` of a drag comes with ordered sequences", at.span, "not yet"
                    )
                step = Step(
                    verb,
                    self._target(target, scope),
                    None,
                    self._target(to, scope),
                    pinned.text if pinned else None,
                    pinned_to.text if pinned_to else None,
                    written.span,
                )
                if verb != "drag" or (step.target, step.pinned) == (step.to, step.pinned_to):
                    raise self._not_whole(verb, written.span)
                return step
            case t.Press(value=value, target=target, pinned=pinned):
                if verb != "press" and (verb not in ("choose", "pick") or target is None):
                    raise self._not_whole(verb, written.span)
                return Step(
                    verb,
                    None if target is None else self._target(target, scope),
                    self._text(value, scope),
                    None,
                    pinned.text if pinned else None,
                    None,
                    written.span,
                )
