"""Builds the nodes of items: data, places, transitions, goals."""

from __future__ import annotations

from lark import Token

from fsmc.diagnostics import Span
from fsmc.syntax import tree as t
from fsmc.syntax.build import Children, only, whole
from fsmc.syntax.build_expressions import ExpressionBuilder


class ItemBuilder(ExpressionBuilder):
    def start(self, c: Children) -> t.WorldText:
        settings = only(c[2:], t.Setting)
        items = tuple(item for item in c[2:] if not isinstance(item, t.Setting))
        return t.WorldText(self.name(c[0]), self.quoted(c[1]), settings, items, self.span)

    def items(self, c: Children) -> t.WorldText:
        """An included file: items under no header of their own."""
        nowhere = Span(self.file, self.base, self.base)
        title = t.Quoted("", nowhere)
        return t.WorldText(t.Name("included", nowhere), title, (), tuple(c), self.span)

    def setting(self, c: Children) -> t.Setting:
        value = self.quoted(c[1]) if c[1].type == "STRING" else self._date(c[1])
        return t.Setting(self.name(c[0]), value, self.span)

    def _date(self, token: Token) -> t.DateLiteral:
        return t.DateLiteral(str(token)[1:], self.token_span(token))

    def _text_or_none(self, token: Token | None) -> t.Quoted | None:
        return None if token is None else self.quoted(token)

    def _int_or_none(self, token: Token | None) -> int | None:
        return None if token is None else whole(token)

    # ---- data -------------------------------------------------------------------------------
    def include(self, c: Children) -> t.Include:
        return t.Include(self.quoted(c[0]), self.span)

    def entry(self, c: Children) -> t.Entry:
        return t.Entry(c[0], self.span)

    def enum(self, c: Children) -> t.EnumItem:
        return t.EnumItem(self.name(c[0]), tuple(c[1:]), self.span)

    def key(self, c: Children) -> t.Key:
        otherwise = c[-1] if isinstance(c[-1], t.Otherwise) else None
        tokens = only(c, Token)
        columns = tuple(self.name(k) for k in tokens if k.type != "STRING")
        pattern = next((self.quoted(k) for k in tokens if k.type == "STRING"), None)
        return t.Key(columns, pattern, otherwise, self.span)

    def capacity(self, c: Children) -> t.Capacity:
        return t.Capacity(whole(c[0]), c[1], self.span)

    def column(self, c: Children) -> t.ColumnItem:
        free, variable, name, kind, default = c
        return t.ColumnItem(
            free is not None, variable is not None, self.name(name), kind, default, self.span
        )

    def cell(self, c: Children) -> t.CellItem:
        return t.CellItem(self.name(c[0]), c[1], self.span)

    def row(self, c: Children) -> t.RowItem:
        return t.RowItem(self.name(c[0]), only(c[1:], t.CellItem), self.span)

    def table(self, c: Children) -> t.TableItem:
        return t.TableItem(
            c[0] is not None, self.name(c[1]), self._text_or_none(c[2]), tuple(c[3:]), self.span
        )

    def variable(self, c: Children) -> t.VariableItem:
        return t.VariableItem(self.name(c[0]), c[1], c[2], self._int_or_none(c[3]), self.span)

    def state(self, c: Children) -> t.StateItem:
        return t.StateItem(tuple(c), self.span)

    def let(self, c: Children) -> t.LetItem:
        return t.LetItem(self.name(c[0]), c[1], c[2], self.span)

    # ---- places -----------------------------------------------------------------------------
    def page(self, c: Children) -> t.PageItem:
        return t.PageItem(self.name(c[0]), c[1] or (), self.quoted(c[2]), tuple(c[3:]), self.span)

    def on(self, c: Children) -> t.OnItem:
        pages = tuple(self.name(p) for p in only(c, Token))
        return t.OnItem(pages, tuple(c[len(pages) :]), self.span)

    def everywhere(self, c: Children) -> t.EverywhereItem:
        names = tuple(self.name(p) for p in only(c, Token))
        elements = tuple(e for e in c if e is not None and not isinstance(e, Token))
        return t.EverywhereItem(names, elements, self.span)

    def local(self, c: Children) -> t.LocalItem:
        return t.LocalItem(tuple(c), self.span)

    def dialog(self, c: Children) -> t.DialogItem:
        return t.DialogItem(
            self.name(c[0]), c[1] or (), self.quoted(c[2]), c[3], tuple(c[4:]), self.span
        )

    def sort(self, c: Children) -> t.SortItem:
        return t.SortItem(c[0], c[1] is not None, c[2], self.span)

    def list(self, c: Children) -> t.ListItem:
        sorts = only(c[3:], t.SortItem)
        paged, *elements = c[3 + len(sorts) :]
        return t.ListItem(
            self.name(c[0]), c[1], c[2], sorts, self._int_or_none(paged), tuple(elements), self.span
        )

    def show(self, c: Children) -> t.ShowItem:
        return t.ShowItem(tuple(c[:-1]), c[-1], self.span)

    def empty(self, c: Children) -> t.EmptyItem:
        return t.EmptyItem(self.quoted(c[0]), self.span)

    def section(self, c: Children) -> t.SectionItem:
        return t.SectionItem(self.quoted(c[0]), c[1], tuple(c[2:]), self.span)

    def declared(self, c: Children) -> t.Declared:
        return t.Declared(self.name(c[0]), c[1], c[2], self.span)

    def member_of(self, c: Children) -> t.MemberOf:
        return t.MemberOf(self.name(c[0]), c[1], self.span)

    def field(self, c: Children) -> t.FieldItem:
        return t.FieldItem(c[0], self.name(c[1]), c[2], c[3] or (), self.span)

    def link(self, c: Children) -> t.LinkItem:
        return t.LinkItem(self.name(c[0]), c[1], c[2], c[3] or (), self.span)

    def back(self, c: Children) -> t.BackItem:
        return t.BackItem(c[0], self.span)

    def text_label(self, c: Children) -> t.Quoted:
        return self.quoted(c[0])

    def path_label(self, c: Children) -> t.Path:
        path: t.Path = c[0]
        return path

    def body(self, c: Children) -> tuple[t.Clause, ...]:
        return tuple(c)

    # ---- transitions ------------------------------------------------------------------------
    def action(self, c: Children) -> t.ActionItem:
        return t.ActionItem(self.name(c[0]), c[1] or (), c[2], c[3], self.span)

    def at_most(self, c: Children) -> tuple[str, int]:
        return ("at_most", whole(c[0]))

    def within(self, c: Children) -> tuple[str, int]:
        return ("within", whole(c[0]))

    def patch(self, c: Children) -> t.PatchItem:
        actor, name, params, *limits, body = c
        bounds = dict(limits)
        return t.PatchItem(
            self.name(actor), self.name(name), params or (),
            bounds.get("at_most"), bounds.get("within"), body, self.span,
        )  # fmt: skip

    def when(self, c: Children) -> t.When:
        return t.When(c[0], c[1], self.span)

    def block(self, c: Children) -> tuple[t.Effect, ...]:
        return tuple(c)

    def do(self, c: Children) -> t.Do:
        return t.Do(tuple(c), self.span)

    def assign(self, c: Children) -> t.Assign:
        return t.Assign(c[0], str(c[1]), c[2], self.span)

    def loop(self, c: Children) -> t.Loop:
        return t.Loop(self.name(c[0]), c[1], c[2], c[3], self.span)

    def branch(self, c: Children) -> t.Branch:
        return t.Branch(c[0], c[1], self.span)

    def goto(self, c: Children) -> t.Goto:
        return t.Goto(c[0], self.span)

    def leave(self, c: Children) -> t.Leave:
        return t.Leave(self.span)

    def says(self, c: Children) -> t.Says:
        return t.Says(self.quoted(c[0]), self.span)

    # ---- gestures ---------------------------------------------------------------------------
    def pinned(self, c: Children) -> t.Quoted:
        return self.quoted(c[0])

    def target(self, c: Children) -> t.GestureTarget:
        return t.GestureTarget(self.name(c[0]), c[1], self.span)

    def gesture(self, c: Children) -> t.Gesture:
        return t.Gesture(self.name(c[0]), c[1], c[2], c[3], self.span)

    def drag(self, c: Children) -> t.Drag:
        return t.Drag(self.name(c[0]), c[1], c[2], c[3], c[4], c[5], self.span)

    def press(self, c: Children) -> t.Press:
        target = next(iter(only(c, t.GestureTarget)), None)
        pinned = next(iter(only(c, t.Quoted)), None)
        return t.Press(self.name(c[0]), c[1], None, target, pinned, self.span)

    def by(self, c: Children) -> t.By:
        return t.By(tuple(c), self.span)

    # ---- goals ------------------------------------------------------------------------------
    def goal(self, c: Children) -> t.GoalItem:
        return t.GoalItem(self.name(c[0]), c[1] or (), self.quoted(c[2]), tuple(c[3:]), self.span)

    def _clause(self, kind: str, c: Children) -> t.GoalClause:
        return t.GoalClause(kind, c[0], self.span)

    def goal_where(self, c: Children) -> t.GoalClause:
        return self._clause("where", c)

    def reach(self, c: Children) -> t.GoalClause:
        return self._clause("reach", c)

    def avoid(self, c: Children) -> t.GoalClause:
        return self._clause("avoid", c)

    def keep(self, c: Children) -> t.GoalClause:
        return self._clause("keep", c)

    def answer(self, c: Children) -> t.GoalClause:
        return self._clause("answer", c)

    def allow(self, c: Children) -> t.Allow:
        return t.Allow(tuple(c), self.span)

    def after(self, c: Children) -> t.After:
        return t.After(self.name(c[0]), self.span)

    def _property(self, kind: str, c: Children) -> t.PropertyItem:
        return t.PropertyItem(kind, self.name(c[0]), c[1], self.span)

    def invariant(self, c: Children) -> t.PropertyItem:
        return self._property("invariant", c)

    def reachable(self, c: Children) -> t.PropertyItem:
        return self._property("reachable", c)

    def eventually(self, c: Children) -> t.PropertyItem:
        return self._property("eventually", c)

    def took(self, c: Children) -> t.PlayItem:
        return t.PlayItem("take", self.name(c[0]), c[1] or (), None, self.span)

    def refused(self, c: Children) -> t.PlayItem:
        return t.PlayItem("refused", self.name(c[0]), c[1] or (), self.quoted(c[2]), self.span)

    def absent(self, c: Children) -> t.PlayItem:
        return t.PlayItem("absent", self.name(c[0]), c[1] or (), None, self.span)

    def scenario(self, c: Children) -> t.ScenarioItem:
        return t.ScenarioItem(self.name(c[0]), tuple(c[1:]), self.span)
