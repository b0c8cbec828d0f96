"""From syntax tree to lowered World: runs every phase of the model in order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from fsmc.diagnostics import Collector, Label, Source, Span
from fsmc.diagnostics.suggest import closest
from fsmc.model.answers import Reading, readings
from fsmc.model.data import declare_enums, declare_tables
from fsmc.model.digest import digest
from fsmc.model.domains import Date, File, contains
from fsmc.model.drafts import Clauses, Draft
from fsmc.model.elements import Elements
from fsmc.model.expr import Const, Expr
from fsmc.model.files import Files
from fsmc.model.finish import Finisher
from fsmc.model.goals import Goals
from fsmc.model.places import NONE, Place, Places
from fsmc.model.resolve import Resolver
from fsmc.model.resolve_types import date_value
from fsmc.model.scope import Ground, LetName, Scope, Unresolved, ValueName
from fsmc.model.texts import Texts
from fsmc.model.world import (
    Dialog,
    Element,
    Goal,
    Kind,
    Page,
    PatchSurface,
    Picture,
    Property,
    Scenario,
    World,
)
from fsmc.syntax import tree as t

SETTINGS = ("currency", "locale", "today")


@dataclass(slots=True)
class Views:
    """Pages and dialogs as they are built, with the values that their titles show."""

    pages: list[Page]
    dialogs: list[Dialog]
    titles: dict[str, tuple[Expr, ...]]


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
        self.settings: dict[str, str | int] = {"currency": "EUR", "locale": "en", "today": 0}

    def run(self) -> World:
        self._later()
        self._settings()
        self._names()
        declare_enums(self.ground, [i for i in self.items if isinstance(i, t.EnumItem)])
        tables = [i for i in self.items if isinstance(i, t.TableItem)]
        declare_tables(self.ground, self.resolver, self.files, tables)
        for item in tables:
            for part in item.parts:
                if isinstance(part, t.ColumnItem) and part.variable:
                    self.ground.mutable[item.name.text, part.name.text] = -1
        self._world_names()
        self.places.build(self.items)
        self.collector.stop_on_errors()
        self.texts = Texts(self.ground, self.resolver, self.files.sources)
        clauses = Clauses(self.places, self.texts)
        finisher = Finisher(self.places)
        elements = Elements(self.places, clauses, finisher)
        views = self._views(elements)
        self._patches(elements)
        self._start_is_known()
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

    def _settings(self) -> None:
        for setting in self.tree.settings:
            word = setting.name.text
            if word not in SETTINGS:
                near = closest(word, SETTINGS)
                self.ground.refuse(
                    "FSM208",
                    f"there is no setting `{word}`",
                    setting.name.span,
                    "not a setting",
                    help=f"did you mean `{near}`?"
                    if near
                    else "the settings are " + ", ".join(SETTINGS),
                )
                continue
            is_date = isinstance(setting.value, t.DateLiteral)
            if is_date != (word == "today"):
                self.ground.refuse(
                    "FSM208",
                    f"`{word}` is {'a date' if word == 'today' else 'a text'}",
                    setting.value.span,
                    "",
                    help='write `today: @2026-06-01`, `currency: "EUR"`',
                )
                continue
            try:
                if isinstance(setting.value, t.DateLiteral):
                    self.settings[word] = date_value(self.ground, setting.value)
                else:
                    self.settings[word] = setting.value.text
            except Unresolved:
                continue
            if word == "locale" and self.settings[word] != "en":
                self.ground.refuse(
                    "FSM302",
                    f"the locale `{self.settings[word]}` is not known yet",
                    setting.value.span,
                    "only `en`",
                )
        self.ground.currency = str(self.settings["currency"])

    def _names(self) -> None:
        """Refuses two enums, tables, lets, goals, properties or scenarios of one name."""
        seen: dict[tuple[str, str], Span] = {}
        for item in self.items:
            match item:
                case t.EnumItem(name=name) | t.TableItem(name=name):
                    group = "type"
                case t.LetItem(name=name):
                    group = "definition"
                case t.GoalItem(name=name):
                    group = "goal"
                case t.PropertyItem(name=name):
                    group = "property"
                case t.ScenarioItem(name=name):
                    group = "scenario"
                case t.PatchItem(name=name):
                    group = "patch"
                case _:
                    continue
            if (group, name.text) in seen:
                self.ground.refuse(
                    "FSM202",
                    f"there are two things called `{name.text}`",
                    name.span,
                    f"a second {group} of this name",
                    related=(Label(seen[group, name.text], "first here"),),
                    help="rename one of them",
                )
            seen[group, name.text] = name.span

    def _world_names(self) -> None:
        today = int(self.settings["today"])
        names: dict[str, ValueName | LetName] = {}
        if any(s.name.text == "today" for s in self.tree.settings):
            names["today"] = ValueName(Const(today, Date(today, today)), None, "setting")
        for item in self.items:
            if isinstance(item, t.LetItem):
                self.ground.lets[item.name.text] = item
                names[item.name.text] = LetName(item)
        self.places.world_scope = Scope(names)
        self.resolver.world_names = names

    # ---- pages ------------------------------------------------------------------------------
    def _views(self, elements: Elements) -> Views:
        by_page: dict[int, list[Element]] = {p.pages[0]: [] for p in self.places.pages}
        own: dict[int, tuple[Element, ...]] = {}
        views = Views([], [], {})
        dialog_views: dict[str, tuple[Element, ...]] = {}
        numbers: Counter[str] = Counter()
        for scope in self.places.scopes:
            numbers[scope.kind] += 1
            prefix = scope.name if scope.kind == "page" else f"{scope.kind}{numbers[scope.kind]}"
            found = elements.scope(scope, prefix)
            if scope.kind == "page":
                own[scope.pages[0]] = found
            else:
                for page in scope.pages:
                    by_page[page].extend(found)
            for dialog in self.places.dialogs:
                if dialog.parent is scope:
                    dialog_views[dialog.name] = elements.scope(dialog, f"dialog-{dialog.name}")
        for place in self.places.pages:
            title = self._title(place, place.name, views)
            index = place.pages[0]
            dialogs = [d for d in self.places.dialogs if index in d.pages]
            ordered = sorted(dialogs, key=lambda d: (not d.forced, d.dialog))
            views.pages.append(
                Page(
                    index,
                    place.name,
                    title,
                    tuple(a.slot for a in place.arguments),
                    tuple(by_page[index]),
                    own.get(index, ()),
                    tuple(d.dialog for d in ordered if d.dialog is not None),
                    place.span,
                )
            )
        for place in self.places.dialogs:
            title = self._title(place, f"dialog {place.name}", views)
            views.dialogs.append(
                Dialog(
                    place.dialog or 0,
                    place.name,
                    title,
                    place.forced,
                    self.places.on_top(place),
                    dialog_views.get(place.name, ()),
                    place.span,
                )
            )
        return views

    def _title(self, place: Place, key: str, views: Views) -> Expr:
        assert place.title is not None
        try:
            shown = self.texts.interpolate(place.title, place.scope)
        except Unresolved:
            return NONE
        views.titles[key] = shown.values
        return shown.text

    # ---- patches ----------------------------------------------------------------------------
    def _patches(self, elements: Elements) -> None:
        scope = self._session_scope()
        for item in self.items:
            if not isinstance(item, t.PatchItem):
                continue
            if item.actor.text not in ("user", "env"):
                self.ground.refuse(
                    "FSM207",
                    f"`{item.actor.text}` is no actor",
                    item.actor.span,
                    "not in the list",
                    help="a patch belongs to `user` or `env`",
                )
                continue
            try:
                params, guards, inner = elements.own_params(item.params, scope)
            except Unresolved:
                continue
            draft = Draft(
                item.name.text,
                item.actor.text,
                params,
                None,
                guards,
                item.name.span,
                PatchSurface(),
                at_most=item.at_most,
                within=item.within,
            )
            elements.clauses.read(draft, item.body, inner)
            for guard in draft.guards:
                if guard.refusal is not None:
                    self.ground.refuse(
                        "FSM225",
                        "nobody reads the refusal of a patch",
                        guard.span,
                        "patches are not refused",
                        help="leave out `else`",
                    )
            elements.drafts.append(draft)

    def _session_scope(self) -> Scope:
        """What patches, goals and properties see: the world, and locals of `everywhere` alone."""
        scope = self.places.world_scope
        for place in self.places.scopes:
            if place.kind == "everywhere" and self.places.everywhere(place.pages):
                scope = scope.bind_all(
                    {n: b for n, b in place.scope.names.items() if n not in scope.names}
                )
        return scope

    # ---- the start --------------------------------------------------------------------------
    def _start_is_known(self) -> None:
        entries = [i for i in self.items if isinstance(i, t.Entry)]
        if not self.places.pages:
            self.ground.refuse(
                "FSM231",
                "this world has no page",
                self.tree.name.span,
                "nowhere to begin",
                help='add `page home "Home" { }` and `start home`',
            )
        elif not entries:
            first = self.places.pages[0].name
            self.ground.refuse(
                "FSM231",
                "this world does not say where it starts",
                self.tree.name.span,
                "no `start`",
                help=f"add `start {first}` after the first line",
            )
        for extra in entries[1:]:
            self.ground.refuse(
                "FSM202",
                "there are two `start` lines",
                extra.span,
                "a second one",
                related=(Label(entries[0].span, "first here"),),
                help="keep one of them",
            )

    def _start(self) -> tuple[int, tuple[Expr, ...]]:
        entry = next(i for i in self.items if isinstance(i, t.Entry))
        page = self.places.page_named(entry.place.name)
        return page.pages[0], self.places.args(entry.place, page, self.places.world_scope)

    # ---- everything together ----------------------------------------------------------------
    def _assemble(self, elements: Elements, finisher: Finisher, views: Views) -> World:
        waited = frozenset(
            c.patch.text
            for i in self.items
            if isinstance(i, t.GoalItem)
            for c in i.clauses
            if isinstance(c, t.After)
        )
        drafts = elements.drafts
        finisher.prepare(drafts, waited)
        labels = self._labels(drafts)
        transitions = tuple(finisher.finish(i, d, labels[i], drafts) for i, d in enumerate(drafts))
        try:
            page, args = self._start()
            start = finisher.start(page, args, drafts)
        except Unresolved:
            self.collector.stop_on_errors()
            raise
        initial = tuple(start[i].value for i in range(len(self.places.variables)))  # type: ignore[union-attr]
        self._initial_is_inside(initial)
        found = readings(
            self.places,
            tuple(views.pages),
            tuple(views.dialogs),
            views.titles,
            elements.sheet_tests,
        )
        properties, goals, scenarios = self._asked(elements, finisher, found)
        tables = tuple(self.ground.tables.values())
        folder = "" if self.files.folder is None else str(self.files.folder)
        return World(
            self.tree.name.text,
            self.tree.title.text,
            str(self.settings["currency"]),
            str(self.settings["locale"]),
            int(self.settings["today"]),
            tuple(self.places.variables),
            tables,
            transitions,
            tuple(views.pages),
            tuple(views.dialogs),
            properties,
            goals,
            scenarios,
            self._pictures(),
            initial,
            folder,
            "",
        )

    def _labels(self, drafts: list[Draft]) -> list[str]:
        counts = Counter(d.name for d in drafts)
        labels: list[str] = []
        taken: Counter[str] = Counter()
        for draft in drafts:
            label = draft.name
            if counts[draft.name] > 1 and draft.place is not None:
                label = f"{draft.place.name}.{draft.name}"
            taken[label] += 1
            labels.append(label if taken[label] == 1 else f"{label}_{taken[label]}")
        return labels

    def _asked(
        self, elements: Elements, finisher: Finisher, found: tuple[Reading, ...]
    ) -> tuple[tuple[Property, ...], tuple[Goal, ...], tuple[Scenario, ...]]:
        goals = Goals(elements, self._session_scope(), found)
        properties: list[Property] = []
        families: list[Goal] = []
        scenarios: list[Scenario] = []
        for item in self.items:
            try:
                match item:
                    case t.PropertyItem():
                        properties.append(goals.property(item))
                    case t.GoalItem():
                        families.append(goals.goal(item, finisher.fired, elements.drafts))
                    case t.ScenarioItem():
                        scenarios.append(goals.scenario(item, elements.drafts))
                    case _:
                        continue
            except Unresolved:
                continue
        return tuple(properties), tuple(families), tuple(scenarios)

    def _initial_is_inside(self, initial: tuple[object, ...]) -> None:
        for variable, value in zip(self.places.variables, initial, strict=True):
            if variable.kind not in (Kind.STATE, Kind.COLUMN, Kind.ARGUMENT):
                continue
            if value is None and variable.pages:
                continue
            if not contains(variable.domain, value):  # type: ignore[arg-type]
                self.ground.refuse(
                    "FSM226",
                    f"`{variable.name}` starts outside its own domain",
                    variable.span,
                    "its first value is not in it",
                )

    def _pictures(self) -> tuple[Picture, ...]:
        names: dict[str, None] = {}
        for table in self.ground.tables.values():
            for column in table.columns:
                if isinstance(column.domain, File):
                    names.update(dict.fromkeys(str(v) for v in column.values))
        found: list[Picture] = []
        for name in names:
            there = self.files.folder is not None and (self.files.folder / name).is_file()
            found.append(Picture(name, name if there else None))
        return tuple(found)


def lower(tree: t.WorldText, files: Files, collector: Collector, source: Source) -> World:
    """The world that a tree says. Raises a Failure with all diagnostics of the first bad phase."""
    files.sources.setdefault(source.file, source)
    return Lowering(tree, list(tree.items), files, collector).run()
