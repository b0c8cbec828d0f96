"""The explorer: every state a world can reach, and what is true of them."""

from __future__ import annotations

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
    successors: Successors | None = None,
) -> Graph:
    """The graph of `world`, breadth first from its initial state.

    `agent_only` leaves the moves of other actors out. Where more than `max_states` states can be
    reached the graph is not `complete`, and its counts are lower bounds. `successors` is the engine;
    by default printed Python, to which `search.reference` is the definition.

        graph = explore(load("worlds/shop/shop.fsm"))
        len(graph.states), graph.edges, graph.levels
    """
    steps = compile_successors(world) if successors is None else successors
    if agent_only:
        agents = tuple(t.actor == "agent" for t in world.transitions)
        every = steps

        def steps(state):  # type: ignore[no-untyped-def]
            return (step for step in every(state) if agents[step[0]])

    return Graph(world, search(world, steps, max_states), agent_only)
