"""Tables: keys, inline rows, CSV files and all that can be wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import codes, found, world

from fsmc.model.world import Table

PAGE = 'page home "Home" { }\n'
TEA = 'table Tea from "tea.csv" { key id  id: text  price: money  var stock: 0..2 }\n' + PAGE


def csv(folder: Path, text: str | bytes) -> Path:
    (folder / "tea.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def table(text: str, folder: Path) -> Table:
    return world(text, folder).tables[0]


def test_a_file_gives_keys_and_values(tmp_path: Path) -> None:
    tea = table(TEA, csv(tmp_path, "id,price,stock\nmint,4.50,2\nchai,3,0\n"))
    assert tea.keys == ("mint", "chai")
    assert tea.row_names == (None, None)
    assert tea.column("price").values == (450, 300)
    assert tea.column("stock").values == (2, 0)


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffid,price,stock\nmint,4.50,2\n",
        "id,price,stock\r\nmint,4.50,2\r\n",
        "id,price,stock\rmint,4.50,2",
        " id , price,stock\n mint ,4.50 , 2\n",
        "\nid,price,stock\n\nmint,4.50,2\n\n",
        'id,price,stock\n"mint","4.50","2"\n',
        "stock,more,price,id\n2,x,4.5,mint\n",
    ],
    ids=["mark", "windows", "mac", "spaces", "blank lines", "quotes", "other order and columns"],
)
def test_files_as_programs_write_them(text: str, tmp_path: Path) -> None:
    tea = table(TEA, csv(tmp_path, text))
    assert tea.keys == ("mint",)
    assert [tea.column(c).values for c in ("price", "stock")] == [(450,), (2,)]


def test_texts_keep_quotes_commas_line_breaks_and_spaces(tmp_path: Path) -> None:
    text = 'table Note from "tea.csv" { id: text  body: text }\n' + PAGE
    note = table(text, csv(tmp_path, 'id,body\na," say ""hi"", \nthen"\n'))
    assert note.column("body").values == (' say "hi", \nthen',)
    assert note.keys == ("1",)


@pytest.mark.parametrize(
    ("cell", "type", "value"),
    [
        ("yes", "bool", True),
        ("FALSE", "bool", False),
        ("-4.5", "money", -450),
        ("2026-06-02", "date", 20606),
        ("", "0..9?", None),
        ("", "text?", None),
        ("", "text", ""),
        ("a;b;a", "set of Size", (0, 1)),
        ("", "set of Size", ()),
        ("b", "Size", 1),
        ("x", 'enum { x, y "Why" }', 0),
        ("pic.svg", "file", "pic.svg"),
        ("tea", '"tea" | "mug"', "tea"),
    ],
)
def test_cells(cell: str, type: str, value: object, tmp_path: Path) -> None:
    text = f'enum Size {{ a, b }}\ntable T from "tea.csv" {{ v: {type}  w: text }}\n{PAGE}'
    assert table(text, csv(tmp_path, f"v,w\n{cell},w\n")).column("v").values == (value,)


@pytest.mark.parametrize(
    ("cell", "type"),
    [
        ("4.505", "money"), ("4,50", "money"), ("4.-5", "money"), ("--4.50", "money"),
        ("1_000", "money"), ("€4", "money"), ("1_0", "0..99"), ("+5", "0..99"), ("5.0", "0..99"),
        ("10", "0..9"), ("5", "0..9 step 2"), ("20260602", "date"), ("2026-02-30", "date"),
        ("2.6.2026", "date"), ("maybe", "bool"), ("c", "Size"), ("a;c", "set of Size"),
        ("a;b", "set of Size at most 1"), ("what", '"tea" | other'), ("x", "map of Size to 0..1"),
        ("a", "Other"),
    ],
)  # fmt: skip
def test_cells_that_spell_nothing(cell: str, type: str, tmp_path: Path) -> None:
    text = (
        f'enum Size {{ a, b }}\ntable T from "tea.csv" {{ v: {type}  w: text }}\n'
        f'table Other {{ n: text  row one {{ n: "a" }} }}\n{PAGE}'
    )
    assert codes(text, csv(tmp_path, f'v,w\n"{cell}",w\n')) == ["FSM502"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "FSM502"),
        ("id,price,stock\n", "FSM502"),
        ("id,price\nmint,4.50\n", "FSM502"),
        ("id,price,stock\nmint,4.50\n", "FSM502"),
        ("id,price,stock\nmint,4.50,2,3\n", "FSM502"),
        ('id,price,stock\n"mint,4.50,2\n', "FSM502"),
        ('id,price,stock\n"mint"x,4.50,2\n', "FSM502"),
        ("id,price,stock,price\nmint,4.50,2,3\n", "FSM502"),
        ("id,price,stock\nmint,4.50,2\nmint,3.00,1\n", "FSM503"),
        ("id,price,stock\n,4.50,2\n", "FSM503"),
        (b"id,price,stock\n\xff,4.50,2\n", "FSM501"),
    ],
)
def test_files_that_are_wrong(text: str | bytes, code: str, tmp_path: Path) -> None:
    assert codes(TEA, csv(tmp_path, text)) == [code]


def test_a_file_with_thousands_of_bad_cells_is_told_of_a_few(tmp_path: Path) -> None:
    lines = "".join(f"t{i},free,2\n" for i in range(5000))
    assert codes(TEA, csv(tmp_path, "id,price,stock\n" + lines)) == ["FSM502"] * 5


def test_the_line_of_a_bad_cell_is_marked(tmp_path: Path) -> None:
    from fsmc.compile import compile_text
    from fsmc.diagnostics import Failure, Source

    text = 'id,price,stock\n"a\u2028\x85b",1,1\nmint,cheap,2\n'
    with pytest.raises(Failure) as caught:
        compile_text(
            Source("demo.fsm", f'world demo "Demo"\nstart home\n{TEA}'), csv(tmp_path, text)
        )
    span = caught.value.diagnostics[0].span
    assert span is not None
    assert text[span.start : span.end] == "mint,cheap,2"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    csv(tmp_path, "")
    assert found(TEA.replace("tea.csv", "teas.csv"), tmp_path) == [
        ("FSM501", "there is no file `teas.csv`")
    ]
    assert codes(TEA) == ["FSM501"]
    assert codes(TEA.replace("tea.csv", "."), tmp_path) == ["FSM501"]
    assert codes(TEA.replace("tea.csv", "a\0b"), tmp_path) == ["FSM501"]
    assert codes(TEA.replace("tea.csv", "a" * 5000), tmp_path) == ["FSM501"]


def test_inline_rows_defaults_and_references() -> None:
    text = """
        enum Size { small, large }
        table Tea { key code  code: text  size: Size = small  friend: Tea?  price: money = 4
          row mint { code: "m"  friend: chai }
          row chai { code: "c"  size: large  friend: none  price: 2.50 } }
    """
    tea = world(text + PAGE).tables[0]
    assert tea.keys == ("m", "c")
    assert tea.row_names == ("mint", "chai")
    assert tea.column("size").values == (0, 1)
    assert tea.column("friend").values == (1, None)
    assert tea.column("price").values == (400, 250)


def test_two_columns_may_spell_a_row() -> None:
    text = """
        table Room { key floor, door  floor: 0..9  door: text
          row a { floor: 1 door: "a" }  row b { floor: 1 door: "b" } }
        state { mine: Room = Room["1,b"] }
    """
    made = world(text + PAGE)
    assert made.tables[0].keys == ("1,a", "1,b")
    assert made.initial[-1] == 1


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ('{ key id  id: text  row a { id: "1" }  row b { id: "1" } }', "FSM503"),
        ('{ id: text  row a { id: "1" }  row a { id: "2" } }', "FSM503"),
        ('{ key id  id: text  row a { id: "1" }  row a { id: "2" } }', "FSM503"),
        ('{ id: text  row a { id: "1" id: "2" } }', "FSM202"),
        ('{ id: text  id: text  row a { id: "1" } }', "FSM202"),
        ('{ key id  key id  id: text  row a { id: "1" } }', "FSM202"),
        ('{ id: text  row a { id: "1" nam: 2 } }', "FSM205"),
        ('{ key ix  id: text  row a { id: "1" } }', "FSM205"),
        ("{ id: text  row a { } }", "FSM502"),
        ("{ id: text }", "FSM502"),
        ('{ id: text  row a { id: if true then "1" else "2" } }', "FSM502"),
        ("{ n: 0..9  row a { n: count(x for x in T) } }", "FSM502"),
        ("{ n: 0..9  row a { n: a.n } }", "FSM502"),
        ("{ n: 0..9  row a { n: 12 } }", "FSM226"),
        ('{ n: 0..9 = "x"  row a { n: 1 } }', "FSM210"),
        ('{ var n: text  row a { n: "1" } }', "FSM227"),
        ("{ n: Tee  row a { n: 1 } }", "FSM203"),
        ('{ key "m{n}"  n: 0..9  row a { n: 1 } }', "FSM301"),
        ("{ free n: 0..9  row a { n: 1 } }", "FSM301"),
        ("{ capacity 4  n: 0..9  row a { n: 1 } }", "FSM301"),
    ],
)
def test_tables_that_are_wrong(table: str, code: str) -> None:
    assert codes(f"table T {table}\n{PAGE}") == [code]


def test_a_broken_table_silences_those_who_use_it() -> None:
    text = """
        table Tea { id: text }
        table Cup { tea: Tea  row one { tea: mint } }
        state { mine: Tea? = none  cup: Cup? = none }
        page home "Home" { list t in Tea { show t.id } show mine.id when mine != none }
    """
    assert codes(text) == ["FSM502"]


def test_names_of_enums_and_tables() -> None:
    assert codes("enum text { a }\n" + PAGE) == ["FSM202"]
    assert codes("enum A { a }\ntable A { n: 0..1  row r { n: 0 } }\n" + PAGE) == ["FSM202"]
    assert codes("enum A { a, a }\n" + PAGE) == ["FSM202"]
    assert codes('enum A { a "Same", b "Same" }\n' + PAGE) == ["FSM202"]
    assert codes('enum A { a "B", b }\n' + PAGE) == ["FSM202"]
