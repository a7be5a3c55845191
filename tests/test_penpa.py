"""The envelope of Penpa+ links, the lines inside, and cell numbers, without any genre."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlewright import penpa
from puzzlewright.errors import ParseError
from puzzlewright.grid import Edge, Grid
from puzzlewright.penpa import Layer, PenpaBoard

Change = Callable[[list[str]], None]


def lines_of(link: str) -> list[str]:
    return penpa.unpack(penpa.payload(link)).split("\n")


def changed(board: PenpaBoard, change: Change) -> str:
    """The base64 of a board's link after a change of the lines inside."""
    lines = lines_of(penpa.write(board))
    change(lines)
    return penpa.pack("\n".join(lines))


def replaced(number: int, value: object) -> Change:
    """A change that puts the JSON of `value`, or `value` if it is a text, into a line."""

    def change(lines: list[str]) -> None:
        lines[number] = value if isinstance(value, str) else json.dumps(value)

    return change


# The envelope


@given(st.text() | st.text(alphabet='zZ9QASE_"anul\n{}:,'))
def test_envelope_brings_back_any_text(text: str) -> None:
    text = text.encode("utf-8", "replace").decode("utf-8")
    assert penpa.unpack(penpa.pack(text)) == text


def test_substitutions_are_the_ones_of_penpa() -> None:
    text = '"surface","lineE","line","numberS","number","__a",null,"qa",zany'
    packed = zlib.decompress(base64.b64decode(penpa.pack(text)), wbits=-15).decode()
    assert packed == "zS,zE,zL,z1,zN,z_,zO,z9,zZany"


def test_padding_may_be_lost_and_plus_is_no_space() -> None:
    texts = [penpa.pack("x" * length + "é日本") for length in range(1, 40)]
    assert any("+" in text for text in texts) and any(text.endswith("==") for text in texts)
    for length, packed in enumerate(texts, 1):
        link = f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed.rstrip('=')}&l=solvedup"
        assert penpa.unpack(penpa.payload(link)) == "x" * length + "é日本"
        quoted = packed.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")
        assert penpa.unpack(penpa.payload(f"?m=solve&p={quoted}&a=JYrB")) == "x" * length + "é日本"


@pytest.mark.parametrize(
    ("packed", "message"),
    [
        ("a", "not base64, or it is cut"),
        ("ab*d", "not base64"),
        ("日本", "not base64"),
        ("////", "cannot be inflated"),
        (base64.b64encode(zlib.compress(b"square,5,5")).decode(), "cannot be inflated"),
        (penpa.pack("square" * 50)[:-8], "is cut"),
        (base64.b64encode(base64.b64decode(penpa.pack("square")) + b"more").decode(), "text after its end"),
        (base64.b64encode(zlib.compress(b"\xff\xfe", wbits=-15)).decode(), "does not hold UTF-8"),
    ],
)
def test_envelope_is_read_strictly(packed: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        penpa.read(packed, 100)


def test_bombs_are_not_inflated() -> None:
    deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = b"".join(deflater.compress(bytes(1024 * 1024)) for _ in range(200)) + deflater.flush()
    with pytest.raises(ParseError, match="inflates to more than the limit of 1048576 bytes"):
        penpa.unpack(base64.b64encode(bomb).decode())


@pytest.mark.parametrize("link", ["https://swaroopg92.github.io/penpa-edit/#m=edit&p=", "x#m=edit", "x#q=abc&p"])
def test_link_without_a_board_is_refused(link: str) -> None:
    with pytest.raises(ParseError, match="the part after p= is missing"):
        penpa.payload(link)


# The lines inside

FULL = Layer(
    surface={(0, 0): 4, (1, 2): 3},
    numbers={(0, 1): "5", (1, 1): "?"},
    symbols={(1, 0): (1, "square_M"), (0, 2): ([1, 0, 1], "arrow_cross")},
    borders={((0, 0), (0, 1)): 2, ((0, 1), (1, 1)): 3},
    crosses=frozenset({((0, 1), (0, 2)), ((0, 2), (1, 2))}),
    directions=(((0, 0), (0, 1), (1, 1)),),
    arrows=(((1, 2), (0, 2)), ((1, 0), (1, 1))),
)


def test_board_comes_back() -> None:
    board = PenpaBoard(2, 3, FULL, Layer(borders={((1, 0), (1, 1)): 3}), ("double choco",), "Zen, & = 3\nz", "null")
    assert penpa.read(penpa.payload(penpa.write(board)), 100) == board


def test_link_has_the_lines_that_other_readers_expect() -> None:
    lines = lines_of(penpa.write(PenpaBoard(2, 3, FULL, tags=("slant",)), ("evolomino",)))
    header = lines[0].split(",")
    assert len(lines) == 19 and len(header) >= 17
    assert header[:15] == ["square", "3", "2", "38", "0", "1", "1", "152", "114", "24", "24", "0", "0", "0", "0"]
    assert header[15:17] == ["Title: ", "Author: "]
    assert lines[1] == "[0,0,0,0]" and json.loads(lines[17]) == ["evolomino", "slant"]
    assert json.loads(lines[5]) == [16, 1, 1, 5, 1, 1]
    skeleton = {
        "command_redo", "command_undo", "command_replay", "surface", "number", "numberS", "symbol", "freeline",
        "freelineE", "thermo", "arrows", "direction", "squareframe", "polygon", "line", "lineE", "wall", "cage",
        "deletelineE", "killercages", "nobulbthermo",
    }  # fmt: skip
    for number in (3, 4, 14, 15):
        assert set(json.loads(lines[number])) == skeleton
    mode = json.loads(lines[2])
    assert mode == json.loads(lines[11]) and mode["grid"] == ["1", "2", "1"]
    assert mode["pu_a"]["edit_mode"] in mode["pu_a"] and mode["pu_q"]["edit_mode"] in mode["pu_q"]


def test_cell_and_border_numbers() -> None:
    # 2 x 3 cells lie in 6 x 7 points; a border runs between two corners, which come after the 42 middles.
    found = json.loads(lines_of(penpa.write(PenpaBoard(2, 3, FULL)))[3])
    assert found["surface"] == {"16": 4, "25": 3}
    assert found["number"] == {"17": ["5", 1, "1"], "24": ["?", 1, "1"]}
    assert found["symbol"] == {"18": [[1, 0, 1], "arrow_cross", 1], "23": [1, "square_M", 1]}
    assert found["direction"] == [[16, 17, 24]] and found["arrows"] == [[25, 18], [23, 24]]
    assert found["lineE"] == {"51,58": 2, "58,59": 3, str(3 * 42 + 17): 98, str(2 * 42 + 18): 98}


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_every_border_and_cross_comes_back(rows: int, cols: int, data: st.DataObject) -> None:
    edges: list[Edge] = list(Grid(rows, cols).edges())
    borders = dict.fromkeys([edge for edge in edges if data.draw(st.booleans())], 3)
    crosses = frozenset(edge for edge in edges if data.draw(st.booleans()))
    board = PenpaBoard(rows, cols, Layer(borders=borders, crosses=crosses))
    assert penpa.read(penpa.payload(penpa.write(board)), 100) == board


def test_margins_and_visible_cells() -> None:
    # The same marks on 2 x 3 cells, with margins of 1 above, 2 below, 3 to the left and 4 to the right.
    def widen(lines: list[str]) -> None:
        header = lines[0].split(",")
        lines[0] = ",".join([header[0], "10", "5", *header[3:]])
        lines[1] = "[1,2,3,4]"
        lines[3] = json.dumps({"surface": {str(index(0, 0)): 4, str(index(1, 2)): 3, str(index(-1, 0)): 4}})
        lines[4] = ""
        lines[5] = json.dumps([index(0, 0), 1, 1, index(1, 0) - index(0, 2), 1, 1])

    def index(row: int, col: int) -> int:
        return (row + 1 + 2) * 14 + col + 3 + 2

    def without_list(lines: list[str]) -> None:
        widen(lines)
        lines[5:] = ["[]"]

    def hole(lines: list[str]) -> None:
        widen(lines)
        lines[5] = json.dumps([index(0, 0), 2, index(1, 0) - index(0, 2), 1, 1])

    board = PenpaBoard(2, 3)
    for change in (widen, without_list):
        found = penpa.read(changed(board, change), 100)
        assert (found.rows, found.cols) == (2, 3)
        assert found.problem == Layer(surface={(0, 0): 4, (1, 2): 3})
    with pytest.raises(ParseError, match=r"line 6 of the text in the Penpa.* link: r1c2 is hidden"):
        penpa.read(changed(board, hole), 100)


def test_marks_beyond_the_board_are_left_out() -> None:
    # A border on the frame, a diagonal line, a corner's symbol, a candidate note, a cell outside.
    layer = {
        "lineE": {"50,51": 2, "51,59": 2, "58,58": 2, "1,8": 2, "x": 2, "9": 98},
        "symbol": {"58": [1, "circle_L", 1], "0": [1, "circle_L", 1]},
        "number": {"16": ["12", 1, "7"], "17": [" ", 1, "1"], "18": [7, 1, "1"]},
        "surface": {"3": 4, "1000000": 4},
        "direction": [[16, 9], [60, 70]],
    }
    found = penpa.read(changed(PenpaBoard(2, 3), replaced(3, layer)), 100).problem
    assert found == Layer(numbers={(0, 2): "7"}, directions=(((0, 0), None), (None, None)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (replaced(0, "3x3,5"), "open it in Penpa+"),
        (replaced(0, "hex,5,5"), "line 1 .*: the grid 'hex' is not square"),
        (replaced(0, "square,5"), "line 1 .*: the header ends"),
        (replaced(0, "square,5,five"), "line 1 .*: the number of rows 'five' is not"),
        (replaced(0, "square,5,-5"), "line 1 .*: the number of rows '-5' is not"),
        (replaced(0, "square,99999999,5"), "line 1 .*: the number of columns '99999999' is above the limit of 100"),
        (replaced(1, [0, 0, 0]), "line 2 .*: the margins are not four"),
        (replaced(1, [0, 0, 0, -1]), "line 2 .*: the margins are not four"),
        (replaced(1, {}), "line 2 .*: an object is not a list"),
        (replaced(1, [0, 0, True, 0]), "line 2 .*: true is not a whole number"),
        (replaced(1, "{"), "line 2 .*: not JSON"),
        (replaced(3, []), "line 4 .*: a list is not an object"),
        (replaced(3, {"surface": [1]}), "line 4 .*, surface: a list is not an object"),
        (replaced(3, {"surface": {"16": "4"}}), "line 4 .*, surface: '4' is not a whole number"),
        (replaced(3, {"surface": {"16": 10**30}}), "line 4 .*, surface: the number is too large"),
        (replaced(3, {"number": {"16": ["5"]}}), "line 4 .*, number: an entry has fewer than 3 parts"),
        (replaced(3, {"number": {"16": [[], 1, "1"]}}), "line 4 .*, number: a number is neither"),
        (replaced(3, {"symbol": {"16": [1, 2]}}), "line 4 .*, symbol: 2 is not a string"),
        (replaced(3, {"lineE": {"51,58": [2]}}), "line 4 .*, lineE: a list is not a whole number"),
        (replaced(3, {"direction": {"a": 1}}), "line 4 .*, direction: an object is not a list"),
        (replaced(3, {"arrows": [[16, None]]}), "line 4 .*, arrows: null is not a whole number"),
        (replaced(3, "[" * 200_000), "line 4 .*: this JSON is too"),
        (replaced(3, '{"surface":' * 50_000), "line 4 .*: this JSON is too"),
        (replaced(3, "9" * 10_000), "line 4 .*: this JSON is too"),
        (replaced(4, "1"), "line 5 .*: 1 is not an object"),
        (replaced(5, [3]), "line 6 .*: there is no cell '3' to be visible"),
        (replaced(5, [16, -5]), "line 6 .*: there is no cell '11' to be visible"),
        (replaced(5, [16, 2**31 - 1]), "line 6 .*: there is no cell"),
        (replaced(5, ["16"]), "line 6 .*: '16' is not a whole number"),
        (replaced(17, {}), "line 18 .*: an object is not a list"),
        (replaced(17, [5]), "line 18 .*: 5 is not a string"),
    ],
)
def test_lines_are_read_strictly(change: Change, message: str) -> None:
    with pytest.raises(ParseError, match=message) as caught:
        penpa.read(changed(PenpaBoard(2, 3, FULL), change), 100)
    assert "\n" not in str(caught.value)


def test_size_limit_counts_cells_and_not_margins() -> None:
    board = PenpaBoard(2, 30)
    assert penpa.read(penpa.payload(penpa.write(board)), 30).cols == 30
    with pytest.raises(ParseError, match="above the limit of 29"):
        penpa.read(penpa.payload(penpa.write(board)), 29)


def test_old_links_have_fewer_lines() -> None:
    def cut(lines: list[str]) -> None:
        del lines[6:]
        lines[0] = ",".join(lines[0].split(",")[:15])

    found = penpa.read(changed(PenpaBoard(2, 3, FULL, tags=("a",), title="b"), cut), 100)
    assert found == PenpaBoard(2, 3, FULL)


@pytest.mark.parametrize("kept", range(1, 6))
def test_cut_text_is_refused(kept: int) -> None:
    def cut(lines: list[str]) -> None:
        del lines[kept:]

    with pytest.raises(ParseError, match=r"line [246] of the text .* is cut: the line of the"):
        penpa.read(changed(PenpaBoard(2, 3, FULL), cut), 100)


@pytest.mark.parametrize("number", [1, 3, 5])
def test_only_the_answer_may_be_empty(number: int) -> None:
    with pytest.raises(ParseError, match=f"line {number + 1} .* is missing or empty"):
        penpa.read(changed(PenpaBoard(2, 3, FULL), replaced(number, " ")), 100)
    assert penpa.read(changed(PenpaBoard(2, 3, FULL), replaced(4, "")), 100).problem == FULL
