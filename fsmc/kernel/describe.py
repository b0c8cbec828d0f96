"""States and calls as people and other programs read them, and back again."""

from __future__ import annotations

from fsmc.model.domains import Json, Optional, from_json, to_json
from fsmc.model.world import Args, State, Transition, Variable, World


def lives(variable: Variable, state: State) -> bool:
    """Whether the variable means something on the page of this state."""
    return not variable.pages or state[0] in variable.pages


def state_json(world: World, state: State) -> dict[str, Json]:
    """The page and every variable that lives on it, by name; members, rows and dates spelled out.

    {"page": "product", "product.p": "tea", "cart": ["mug"], "order": "draft", …}
    """
    return {
        variable.name: None if value is None else to_json(variable.domain, value)
        for variable, value in zip(world.variables, state, strict=True)
        if lives(variable, state)
    }


def state_from_json(world: World, data: dict[str, Json]) -> State:
    """The inverse of `state_json`. Raises ValueError or KeyError when `data` spells no state."""
    page = from_json(world.variables[0].domain, data["page"])
    found = [page]
    for variable in world.variables[1:]:
        if (variable.pages and page not in variable.pages) or data[variable.name] is None:
            found.append(None)
        else:
            found.append(from_json(variable.domain, data[variable.name]))
    return tuple(found)


def call_json(transition: Transition, args: Args) -> dict[str, Json]:
    """The arguments by parameter name."""
    return {
        p.name: None if v is None else to_json(p.domain, v)
        for p, v in zip(transition.params, args, strict=True)
    }


def args_from_json(transition: Transition, data: dict[str, Json]) -> Args:
    """The inverse of `call_json`. Raises ValueError or KeyError when it does not fit."""
    return tuple(
        None
        if data[p.name] is None and isinstance(p.domain, Optional)
        else from_json(p.domain, data[p.name])
        for p in transition.params
    )


def call_text(transition: Transition, args: Args) -> str:
    """A step as one word, such as `open(tea)` or `delivery(none)`."""
    spelled = [_word(value) for value in call_json(transition, args).values()]
    return f"{transition.label}({', '.join(spelled)})" if spelled else transition.label


def _word(value: Json) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case {"other": True}:
            return "other"
        case "":
            return '""'
        case _:
            return str(value)
