"""From syntax tree to lowered World: runs every phase of the model in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from fsmc.diagnostics import Collector, Source
from fsmc.model import header
from fsmc.model.answers import Finder, readings
from fsmc.model.data import columns_of, declare_enums, declare_tables
from fsmc.model.digest import digest
from fsmc.model.domains import Date, File, Value, contains
from fsmc.model.drafts import Clauses, Draft
from fsmc.model.elements import Elements
from fsmc.model.expr import Const, Expr
from fsmc.model.files import Files
from fsmc.model.finish import Finisher
from fsmc.model.goals import Goals
from fsmc.model.layout import lay_out
from fsmc.model.patches import read_patches, session_scope
from fsmc.model.places import Places
from fsmc.model.resolve import Resolver
from fsmc.model.scope import Ground, LetName, Scope, Unresolved, ValueName
from fsmc.model.texts import Texts
from fsmc.model.types import strip
from fsmc.model.views import Views, build_views
from fsmc.model.world import Goal, Kind, Picture, Property, Scenario, State, World
from fsmc.syntax import tree as t


class Lowering:
    """One compilation. `run` gives the world, or raises a Failure with all that was found."""

    def __init__(
        self, tree: t.WorldText, items: list[t.Item], files: Files, collector: Collector
    ) -> None:
        self.tree = tree
        self.items = items
        self.files = files
        self.collector = collector
        self.ground = Ground(collector)
        self.resolver = Resolver(self.ground)
        self.places = Places(self.ground, self.resolver)
        self.resolver.place_test = self.places.place_test
        self.settings = header.settings(self.ground, tree.settings)

    def run(self) -> World:
        self._later()
        header.names_once(self.ground, self.items)
        self._data()
        self._world_names()
        lay_out(self.places, self.items)
        header.entry(self.ground, self.tree.name, self.items, [p.name for p in self.places.pages])
        self.collector.stop_on_errors()
        clauses = Clauses(self.places, Texts(self.ground, self.resolver, self.files.sources))
        finisher = Finisher(self.places)
        elements = Elements(self.places, clauses, finisher)
        views = build_views(elements)
        read_patches(elements, self.items)
        self.collector.stop_on_errors()
        world = self._assemble(elements, finisher, views)
        self.collector.stop_on_errors()
        return replace(world, digest=digest(world))

    # ---- declarations -----------------------------------------------------------------------
    def _later(self) -> None:
        for item in self.items:
            if isinstance(item, t.Later):
                self.ground.refuse(
                    "FSM301", f"{item.what} come in a later version", item.span, "not yet"
                )

    def _data(self) -> None:
        self.ground.currency = self.settings.currency
        declare_enums(self.ground, [i for i in self.items if isinstance(i, t.EnumItem)])
        tables = [i for i in self.items if isinstance(i, t.TableItem)]
        declare_tables(self.ground, self.resolver, self.files, tables)
        if self.ground.bad_cells:
            self.collector.stop_on_errors()
        for item in tables:
            for column in columns_of(item):
                if column.variable:
                    self.ground.mutable[item.name.text, column.name.text] = -1

    def _world_names(self) -> None:
        names: dict[str, ValueName | LetName] = {}
        today = self.settings.today
        if today is not None:
            names["today"] = ValueName(Const(today, Date(today, today)), None, "setting")
        for item in self.items:
            if isinstance(item, t.LetItem):
                names[item.name.text] = LetName(item)
        self.places.world_scope = Scope(names)
        self.resolver.world_names = names

    # ---- everything together ----------------------------------------------------------------
    def _assemble(self, elements: Elements, finisher: Finisher, views: Views) -> World:
        drafts = elements.drafts
        finisher.prepare(drafts, self._waited_for())
        self.collector.stop_on_errors()
        labels = _labels(drafts)
        transitions = tuple(finisher.finish(i, d, labels[i], drafts) for i, d in enumerate(drafts))
        initial = self._start(finisher, drafts)
        found = Finder(self.places, elements.texts, readings(self.places, views, elements))
        goals = Goals(elements, session_scope(self.places), found)
        properties, families, scenarios = self._asked(goals, finisher)
        self._unused_definitions()
        return World(
            self.tree.name.text,
            self.tree.title.text,
            self.settings.currency,
            self.settings.locale,
            self.settings.today or 0,
            tuple(self.places.variables),
            tuple(self.ground.tables.values()),
            transitions,
            tuple(views.pages),
            tuple(views.dialogs),
            properties,
            families,
            scenarios,
            self._pictures(),
            initial,
            "" if self.files.folder is None else str(self.files.folder),
            "",
        )

    def _waited_for(self) -> frozenset[str]:
        """The patches that some goal waits for."""
        return frozenset(
            clause.patch.text
            for item in self.items
            if isinstance(item, t.GoalItem)
            for clause in item.clauses
            if isinstance(clause, t.After)
        )

    def _start(self, finisher: Finisher, drafts: list[Draft]) -> State:
        entry = next(i for i in self.items if isinstance(i, t.Entry))
        try:
            page = self.places.page_named(entry.place.name)
            args = self.places.args(entry.place, page, self.places.world_scope)
        except Unresolved:
            self.collector.stop_on_errors()
            raise
        start = finisher.start(page.pages[0], args, drafts)
        initial = tuple(self._value(start[i]) for i in range(len(self.places.variables)))
        self._is_inside(initial, entry)
        return initial

    def _value(self, settled: Expr) -> Value:
        assert isinstance(settled, Const)
        return settled.value

    def _is_inside(self, initial: State, entry: t.Entry) -> None:
        """Refuses a start whose arguments, locals or columns lie outside their domains."""
        for variable, value in zip(self.places.variables, initial, strict=True):
            if variable.kind is Kind.STATE or (value is None and variable.pages):
                continue
            if not contains(variable.domain, value):
                self.ground.refuse(
                    "FSM226",
                    f"`{variable.name}` starts outside its own domain",
                    variable.span or entry.span,
                    "its first value is not in it",
                    help="give it a value of its domain, or a larger domain",
                )

    def _asked(
        self, goals: Goals, finisher: Finisher
    ) -> tuple[tuple[Property, ...], tuple[Goal, ...], tuple[Scenario, ...]]:
        properties: list[Property] = []
        families: list[Goal] = []
        scenarios: list[Scenario] = []
        for item in self.items:
            try:
                match item:
                    case t.PropertyItem():
                        properties.append(goals.property(item))
                    case t.GoalItem():
                        families.append(goals.goal(item, finisher.fired))
                    case t.ScenarioItem():
                        scenarios.append(goals.scenario(item))
                    case _:
                        continue
            except Unresolved:
                continue
        return tuple(properties), tuple(families), tuple(scenarios)

    def _unused_definitions(self) -> None:
        for item in self.items:
            if isinstance(item, t.LetItem) and item.name.text not in self.resolver.used:
                self.resolver.check(item)

    def _pictures(self) -> tuple[Picture, ...]:
        """Every picture that a column names, and its file where there is one."""
        names = dict.fromkeys(
            value
            for table in self.ground.tables.values()
            for column in table.columns
            if isinstance(strip(column.domain), File)
            for value in column.values
            if isinstance(value, str)
        )
        return tuple(Picture(name, name if self._there(name) else None) for name in names)

    def _there(self, name: str) -> bool:
        if self.files.folder is None:
            return False
        try:
            return (self.files.folder / name).is_file()
        except OSError:
            return False


def _labels(drafts: list[Draft]) -> list[str]:
    """A name for each transition that no other has."""
    counts = Counter(d.name for d in drafts)
    taken = {d.name for d in drafts if counts[d.name] == 1}
    labels: list[str] = []
    for draft in drafts:
        label = draft.name
        if counts[draft.name] > 1:
            label = draft.name if draft.place is None else f"{draft.place.name}.{draft.name}"
            label = _free(label, taken)
            taken.add(label)
        labels.append(label)
    return labels


def _free(label: str, taken: Iterable[str]) -> str:
    unique, number = label, 2
    while unique in taken:
        unique, number = f"{label}_{number}", number + 1
    return unique


def lower(tree: t.WorldText, files: Files, collector: Collector, source: Source) -> World:
    """The world that a tree says. Raises a Failure with all diagnostics of the first bad phase."""
    files.sources.setdefault(source.file, source)
    return Lowering(tree, list(tree.items), files, collector).run()
