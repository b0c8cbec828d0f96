"""The explorer: every state a world can reach, and what is true of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fsmc.explore.graph import Graph
from fsmc.explore.search import Successors, search
from fsmc.model.world import World
from fsmc.printers.python_step import compile_successors

__all__ = ["MAX_STATES", "Graph", "explore"]

MAX_STATES = 1_000_000


def explore(
    world: World,
    max_states: int = MAX_STATES,
    agent_only: bool = False,
    engine: Callable[[World], Successors] = compile_successors,
) -> Graph:
    """The graph of `world`, breadth first from its initial state.

    `agent_only` leaves the moves of other actors out. Where more than `max_states` states can be
    reached the graph is not `complete`, and its counts are lower bounds. `engine` makes what gives
    the steps of a state: printed Python, to which `search.reference` is the definition.

        graph = explore(load("worlds/corner_shop/corner_shop.fsm"))
        len(graph.states), graph.edges, graph.levels
    """
    moves = world
    if agent_only:
        moves = replace(
            world, transitions=tuple(t for t in world.transitions if t.actor == "agent")
        )
    return Graph(world, search(world, engine(moves), max_states), agent_only)
