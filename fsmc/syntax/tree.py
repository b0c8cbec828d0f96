"""The syntax tree: a frozen class with its span for each rule, long as it is a list of them all.

Nothing is resolved here: names are words, expressions are as written. Constructs of later parts
(tools, workspaces, sequences, rows that come and go) are `Later` nodes, which resolve refuses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from fsmc.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Name:
    """A word of the author, without backticks."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Quoted:
    """A string with its escapes kept: `raw` is what stands between the quotes."""

    raw: str
    span: Span

    @property
    def text(self) -> str:
        """The characters that the string stands for, `{` and `}` read as themselves."""
        out: list[str] = []
        characters = iter(self.raw)
        for character in characters:
            out.append(next(characters, "") if character == "\\" else character)
        return "".join(out)


@dataclass(frozen=True, slots=True)
class Later:
    """A construct that the language reserves for a later part."""

    what: str
    span: Span


# ---- expressions ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class Amount:
    """A money literal, in hundredths."""

    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class DateLiteral:
    """`text` is the ISO date without its `@`."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class StringLiteral:
    value: Quoted
    span: Span


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool
    span: Span


@dataclass(frozen=True, slots=True)
class NoneLiteral:
    span: Span


@dataclass(frozen=True, slots=True)
class OtherLiteral:
    span: Span


@dataclass(frozen=True, slots=True)
class NameRef:
    name: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Dot:
    of: Expression
    member: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Index:
    of: Expression
    at: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    function: Name
    args: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Comprehension:
    variable: Name
    source: Expression
    where: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Aggregate:
    function: Name
    body: Expression
    over: Comprehension
    span: Span


@dataclass(frozen=True, slots=True)
class Unary:
    """operator: not, -."""

    operator: str
    operand: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Binary:
    """operator: implies, or, and, ==, !=, <, <=, >, >=, in, not in, +, -, *, /."""

    operator: str
    left: Expression
    right: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class IfElse:
    test: Expression
    then: Expression
    otherwise: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Group:
    inner: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class SetElement:
    value: Expression
    present: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class SetLiteral:
    elements: tuple[SetElement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class MapEntry:
    """`key` is a Name where it was written as a bare word before `:`."""

    key: Name | Expression
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class MapLiteral:
    entries: tuple[MapEntry, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class SetFrom:
    """A set by comprehension."""

    body: Expression
    over: Comprehension
    span: Span


@dataclass(frozen=True, slots=True)
class SequenceLiteral:
    elements: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Destination:
    name: Name
    args: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class AtPlace:
    place: Destination
    span: Span


Expression: TypeAlias = (
    Number | Amount | DateLiteral | StringLiteral | Truth | NoneLiteral | OtherLiteral | NameRef
    | Dot | Index | Call | Aggregate | Unary | Binary | IfElse | Group | SetLiteral | MapLiteral
    | SetFrom | SequenceLiteral | AtPlace
)  # fmt: skip

# ---- types ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NamedType:
    name: Name
    span: Span


@dataclass(frozen=True, slots=True)
class FileType:
    span: Span


@dataclass(frozen=True, slots=True)
class RangeType:
    """Ends are Number, Amount or DateLiteral; a minus sign is already in the value."""

    low: Number | Amount | DateLiteral
    high: Number | Amount | DateLiteral
    step: Number | Amount | DateLiteral | None
    span: Span


@dataclass(frozen=True, slots=True)
class EnumMember:
    name: Name
    text: Quoted | None
    span: Span


@dataclass(frozen=True, slots=True)
class EnumType:
    members: tuple[EnumMember, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class SetType:
    of: Name
    at_most: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class SequenceType:
    of: Name
    at_most: int | None
    per: Name | None
    span: Span


@dataclass(frozen=True, slots=True)
class MapType:
    key: Name
    of: NamedType | RangeType
    at_most: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class TextSame:
    """`=u.name`: the text of a place argument's column."""

    path: Path
    span: Span


@dataclass(frozen=True, slots=True)
class TextType:
    alternatives: tuple[Quoted | TextSame | OtherLiteral, ...]
    span: Span


BaseType: TypeAlias = (
    NamedType | FileType | RangeType | EnumType | SetType | SequenceType | MapType | TextType
)


@dataclass(frozen=True, slots=True)
class TypeRef:
    base: BaseType
    optional: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Parameter:
    """Either typed (`type` set, perhaps with a `default`) or drawn from a source."""

    name: Name
    type: TypeRef | None
    default: Expression | None
    source: Expression | None
    span: Span


# ---- data ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Setting:
    name: Name
    value: Quoted | DateLiteral
    span: Span


@dataclass(frozen=True, slots=True)
class Include:
    path: Quoted
    span: Span


@dataclass(frozen=True, slots=True)
class Entry:
    place: Destination
    span: Span


@dataclass(frozen=True, slots=True)
class EnumItem:
    name: Name
    members: tuple[EnumMember, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Otherwise:
    code: Name | None
    text: Quoted
    span: Span


@dataclass(frozen=True, slots=True)
class Key:
    columns: tuple[Name, ...]
    pattern: Quoted | None
    otherwise: Otherwise | None
    span: Span


@dataclass(frozen=True, slots=True)
class Capacity:
    count: int
    otherwise: Otherwise | None
    span: Span


@dataclass(frozen=True, slots=True)
class ColumnItem:
    free: bool
    variable: bool
    name: Name
    type: TypeRef
    default: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class CellItem:
    name: Name
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class RowItem:
    name: Name
    cells: tuple[CellItem, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class TableItem:
    free: bool
    name: Name
    source: Quoted | None
    parts: tuple[Key | Capacity | ColumnItem | RowItem, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class VariableItem:
    name: Name
    type: TypeRef
    initial: Expression
    lasts: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class StateItem:
    variables: tuple[VariableItem, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class LetItem:
    name: Name
    params: tuple[Parameter, ...] | None
    value: Expression
    span: Span


# ---- transitions ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlacePath:
    """What can be written: a name followed by `.member` and `[index]` parts."""

    name: Name
    parts: tuple[Name | Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Path:
    name: Name
    members: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Assign:
    """operator: :=, +=, -=."""

    place: PlacePath
    operator: str
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Loop:
    variable: Name
    source: Expression
    where: Expression | None
    body: tuple[Effect, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Branch:
    test: Expression
    body: tuple[Effect, ...]
    span: Span


Effect: TypeAlias = Assign | Loop | Branch | Later


@dataclass(frozen=True, slots=True)
class When:
    test: Expression
    otherwise: Otherwise | None
    span: Span


@dataclass(frozen=True, slots=True)
class Do:
    """`stages` are joined by `then`."""

    stages: tuple[tuple[Effect, ...], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Goto:
    place: Destination
    span: Span


@dataclass(frozen=True, slots=True)
class Leave:
    """`back` as a clause: leaves the dialog."""

    span: Span


@dataclass(frozen=True, slots=True)
class Says:
    text: Quoted
    span: Span


@dataclass(frozen=True, slots=True)
class GestureTarget:
    role: Name
    label: Quoted | Path
    span: Span


@dataclass(frozen=True, slots=True)
class Gesture:
    verb: Name
    target: GestureTarget
    text: Expression | None
    pinned: Quoted | None
    span: Span


@dataclass(frozen=True, slots=True)
class Drag:
    verb: Name
    target: GestureTarget
    pinned: Quoted | None
    to: GestureTarget
    at: Expression | None
    pinned_to: Quoted | None
    span: Span


@dataclass(frozen=True, slots=True)
class Press:
    """`press "Enter"`; also `pick e from …`: a verb, a value and perhaps a target."""

    verb: Name
    value: Expression
    preposition: str | None
    target: GestureTarget | None
    pinned: Quoted | None
    span: Span


@dataclass(frozen=True, slots=True)
class By:
    steps: tuple[Gesture | Drag | Press, ...]
    span: Span


Clause: TypeAlias = LetItem | When | Do | Goto | Leave | By | Says | Later


# ---- places --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LocalItem:
    variables: tuple[VariableItem, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ActionItem:
    name: Name
    params: tuple[Parameter, ...]
    label: Quoted | Path | None
    body: tuple[Clause, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class LinkItem:
    name: Name
    label: Quoted | Path
    to: Destination
    body: tuple[Clause, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class BackItem:
    to: Destination | None
    span: Span


@dataclass(frozen=True, slots=True)
class Declared:
    """`field x: D = v`: variable, setter and widget in one."""

    name: Name
    type: TypeRef
    initial: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class MemberOf:
    """`field t in chosen`: membership as a widget."""

    name: Name
    place: PlacePath
    span: Span


@dataclass(frozen=True, slots=True)
class FieldItem:
    subject: Declared | PlacePath | MemberOf
    widget: Name
    label: Quoted | Path
    body: tuple[Clause, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class SortItem:
    key: Expression
    descending: bool
    present: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class ListItem:
    variable: Name
    source: Expression
    where: Expression | None
    sort: tuple[SortItem, ...]
    paged: int | None
    elements: tuple[ElementItem, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class SectionItem:
    title: Quoted
    present: Expression | None
    elements: tuple[ElementItem, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ShowItem:
    items: tuple[Expression, ...]
    present: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class EmptyItem:
    text: Quoted
    span: Span


@dataclass(frozen=True, slots=True)
class DialogItem:
    name: Name
    params: tuple[Parameter, ...]
    title: Quoted
    condition: Expression | None
    elements: tuple[ElementItem, ...]
    span: Span


ElementItem: TypeAlias = (
    LocalItem | FieldItem | ActionItem | LinkItem | BackItem | ListItem | SectionItem | ShowItem
    | EmptyItem | DialogItem
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PageItem:
    name: Name
    params: tuple[Parameter, ...]
    title: Quoted
    elements: tuple[ElementItem, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class OnItem:
    pages: tuple[Name, ...]
    elements: tuple[ElementItem, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class EverywhereItem:
    exceptions: tuple[Name, ...]
    elements: tuple[ElementItem, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class PatchItem:
    actor: Name
    name: Name
    params: tuple[Parameter, ...]
    at_most: int | None
    within: int | None
    body: tuple[Clause, ...]
    span: Span


# ---- goals ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GoalClause:
    """kind: where, reach, avoid, keep, answer."""

    kind: str
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Allow:
    places: tuple[PlacePath, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class After:
    patch: Name
    span: Span


@dataclass(frozen=True, slots=True)
class GoalItem:
    name: Name
    params: tuple[Parameter, ...]
    text: Quoted
    clauses: tuple[LetItem | GoalClause | Allow | After | Later, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class PropertyItem:
    """kind: invariant, reachable, eventually."""

    kind: str
    name: Name
    test: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class PlayItem:
    """kind: take, refused, absent."""

    kind: str
    name: Name
    args: tuple[Expression, ...]
    text: Quoted | None
    span: Span


@dataclass(frozen=True, slots=True)
class ScenarioItem:
    name: Name
    plays: tuple[PlayItem, ...]
    span: Span


Item: TypeAlias = (
    Include | Entry | EnumItem | TableItem | StateItem | LetItem | PageItem | OnItem
    | EverywhereItem | PatchItem | GoalItem | PropertyItem | ScenarioItem | Later
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class WorldText:
    """One file, parsed."""

    name: Name
    title: Quoted
    settings: tuple[Setting, ...]
    items: tuple[Item, ...]
    span: Span
