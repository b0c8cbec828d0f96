"""The site back end: a world as a static web site that people and agents use in a browser."""

from __future__ import annotations

from fsmc.backends.base import Artifacts, Feature
from fsmc.backends.site.build import SiteOptions, build_site
from fsmc.backends.site.lints import check_site
from fsmc.diagnostics import Diagnostic, Failure, Severity
from fsmc.model.domains import Json, Value
from fsmc.model.world import State, World


class SiteBackend:
    """See `fsmc.backends.base.Backend`."""

    name = "site"
    supports = frozenset(Feature)
    options = SiteOptions

    def check(self, world: World) -> tuple[Diagnostic, ...]:
        return check_site(world)

    def build(self, world: World, options: SiteOptions) -> Artifacts:
        errors = tuple(d for d in self.check(world) if d.severity is Severity.ERROR)
        if errors:
            raise Failure(errors)
        return build_site(world, options)

    def observe(self, world: World, reading: Json) -> State:
        """The state of a page, from what `fsmc.get()` or `fsmc.read().state` gives there."""
        state = tuple(_value(v) for v in reading)
        if len(state) != len(world.variables):
            raise ValueError(f"a state of {world.name} has {len(world.variables)} values")
        return state


def _value(data: Json) -> Value:
    if isinstance(data, list):
        return tuple(_value(v) for v in data)
    assert data is None or isinstance(data, bool | int | str)
    return data


BACKEND = SiteBackend()
