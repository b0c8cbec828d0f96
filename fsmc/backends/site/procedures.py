"""How a transition is done on the page: which widgets of the place do it, by which routes."""

from __future__ import annotations

from dataclasses import dataclass, field

from fsmc.backends.site.hand import Gesture, Hand, Procedure
from fsmc.backends.site.parts import Bound, Call, Frame, Vertex
from fsmc.backends.site.views import Site, site_of
from fsmc.kernel.evaluate import evaluate
from fsmc.kernel.step import Absent, Enabled, status
from fsmc.model.domains import Value
from fsmc.model.expr import Bound as BoundName
from fsmc.model.expr import Expr
from fsmc.model.world import Args, BrowserBack, State, Transition, World

__all__ = ["Gesture", "Guide", "Procedure", "procedures"]


def procedures(
    world: World, state: State, transition: Transition, args: Args
) -> tuple[Procedure, ...]:
    """Every way to do `transition(args)` where `state` is shown; () where no widget does it.

    Several ways are several routes to the same step. A transition that would be refused has the
    same ways: its gestures are made and nothing changes.
    """
    return _guide(world).procedures(state, transition, args)


_guides: list[Guide] = []


def _guide(world: World) -> Guide:
    """The guide of the world asked for last, or a new one."""
    if not _guides or _guides[0].site.world is not world:
        _guides[:] = [Guide(site_of(world))]
    return _guides[0]


@dataclass(slots=True)
class Guide:
    """Knows where on a site each transition is done."""

    site: Site
    routes: dict[int, list[tuple[Frame, Vertex, Call]]] = field(default_factory=dict)
    fields: dict[int, list[Bound]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for vertex, frame in self.site.numbers.vertices:
            for call in vertex.finals:
                self.routes.setdefault(call.transition, []).append((frame, vertex, call))
        for bound in self.site.fields:
            self.fields.setdefault(bound.field.transition, []).append(bound)

    @property
    def world(self) -> World:
        return self.site.world

    def procedures(self, state: State, transition: Transition, args: Args) -> tuple[Procedure, ...]:
        if isinstance(status(self.world, transition, args, state), Absent):
            return ()
        place = self.place(state)
        found: list[Procedure] = []
        for frame, vertex, call in self.routes.get(transition.index, ()):
            if frame.place == place:
                bound = self._bound(frame, call.args, args, state)
                if bound is not None and self._speaks(vertex, call, bound, state):
                    found.append(Hand(self.world, state, frame, bound).route(vertex))
        for part in self.fields.get(transition.index, ()):
            if part.frame.place == place:
                bound = self._bound(part.frame, part.field.args, args[:-1], state)
                if bound is not None:
                    hand = Hand(self.world, state, part.frame, bound)
                    found += hand.field(part, args[-1])
        if isinstance(transition.surface, BrowserBack) and self._is_back(transition, state):
            found.append((Gesture("back", None, None, None),))
        return tuple(found)

    def place(self, state: State) -> str:
        """The place that a person sees: the dialog on top, else the page."""
        assert isinstance(state[0], int)
        for index in self.world.pages[state[0]].dialogs:
            if evaluate(self.world, self.world.dialogs[index].on_top, state, {}):
                return f"dialog {index}"
        return f"page {state[0]}"

    def _bound(
        self, frame: Frame, exprs: tuple[Expr, ...], args: Args, state: State
    ) -> dict[str, Value] | None:
        """The rows around an element that make its arguments `args`; None where none do."""
        found = {
            e.name: value
            for e, value in zip(exprs, args, strict=True)
            if isinstance(e, BoundName) and e.name in frame.names
        }
        if len(found) < len(frame.names):
            return None
        values = tuple(evaluate(self.world, e, state, found) for e in exprs)
        return found if values == args else None

    def _speaks(self, vertex: Vertex, call: Call, bound: dict[str, Value], state: State) -> bool:
        """Whether the last gesture of a route takes this transition, and none before it any."""
        above = vertex.parent
        while above is not None:
            if any(self._status(c, bound, state) != "absent" for c in above.finals):
                return False
            above = above.parent
        statuses = [(c, self._status(c, bound, state)) for c in vertex.finals]
        first = next((c for c, s in statuses if s == "enabled"), None)
        if first is None:
            first = next((c for c, s in statuses if s == "refused"), None)
        return first == call

    def _status(self, call: Call, bound: dict[str, Value], state: State) -> str:
        args = tuple(evaluate(self.world, a, state, bound) for a in call.args)
        found = status(self.world, self.world.transitions[call.transition], args, state)
        if isinstance(found, Enabled):
            return "enabled"
        return "absent" if isinstance(found, Absent) else "refused"

    def _is_back(self, transition: Transition, state: State) -> bool:
        """Whether the browser's Back takes this transition among all that it could take."""
        calls = [
            Call(t.index, ())
            for t in self.world.transitions
            if isinstance(t.surface, BrowserBack) and state[0] in t.pages
        ]
        statuses = [(c.transition, self._status(c, {}, state)) for c in calls]
        for wanted in ("enabled", "refused"):
            for index, found in statuses:
                if found == wanted:
                    return index == transition.index
        return False
