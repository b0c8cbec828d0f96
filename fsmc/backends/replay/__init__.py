"""Replay: every step of a world done on its site with real input, in a real browser."""

from fsmc.backends.replay.captures import VIEWPORT, Captures
from fsmc.backends.replay.plans import Plan, goal_plans
from fsmc.backends.replay.replay import replay
from fsmc.backends.replay.results import Check, Count, Difference, Played, Problem, ReplayResult
from fsmc.backends.replay.work import ReplayOptions

__all__ = [
    "VIEWPORT",
    "Captures",
    "Check",
    "Count",
    "Difference",
    "Plan",
    "Played",
    "Problem",
    "ReplayOptions",
    "ReplayResult",
    "goal_plans",
    "replay",
]
