"""Links, pzprv3 files and the parts of link bodies, without any genre."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlewright import pzpr
from puzzlewright.errors import ParseError
from puzzlewright.scan import Lines, Scan, natural, quoted, size


def refused(scan: Scan) -> ParseError:
    """The error that says what is wrong with a cursor's end."""
    with pytest.raises(ParseError) as caught:
        scan.end()
    return caught.value


# Numbers and sizes


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "+3", "03", "3.0", " 3", "3 ", "1e3", "x", "٣", "³", "1_000", "9" * 10**6]
)
def test_natural_refuses_everything_but_plain_positive_numbers(text: str) -> None:
    with pytest.raises(ParseError, match="the side"):
        natural(text, "the side")


def test_size_says_the_limit() -> None:
    assert size("100", "1", 100) == (100, 1)
    with pytest.raises(ParseError, match=r"line 3: a board of 101 x 5 cells is above the limit of 100 x 100 cells"):
        size("101", "5", 100, "line 3")
    with pytest.raises(ParseError, match="limit of 7 x 7"):
        size("5", "8", 7)


def test_quoted_is_one_line() -> None:
    assert quoted("a\nb\u2028c\x00") == r"'a\nb\u2028c\x00'"
    assert quoted("x" * 100, 5) == "'xxxxx...'"


# Links

HOSTS = [
    "https://puzz.link/p?",
    "http://puzz.link/p?",
    "puzz.link/p?",
    "https://puzz.link/p.html?",
    "http://pzv.jp/p.html?",
    "https://pzv.jp/p?",
    "https://pzprxs.vercel.app/p?",
    "https://pzplus.tck.mn/p?",
    "https://pzplus.tck.mn/p.html?",
    "https://puzz.link/p?type=editor&",
    "https://puzz.link/p?type=player&other=1&",
    "?",
    "",
]


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("suffix", ["", "_edit", "_play"])
@pytest.mark.parametrize("end", ["", "/"])
def test_link_names_genre_columns_and_rows(host: str, suffix: str, end: str) -> None:
    pid, rows, cols, scan = pzpr.read_link(f"{host}evolmino{suffix}/5/2/i100d00009{end}", 100)
    assert (pid, rows, cols, scan.rest) == ("evolmino", 2, 5, "i100d00009")


def test_positions_count_from_the_start_of_the_link() -> None:
    *_, scan = pzpr.read_link("https://puzz.link/p?evolmino/5/2/i100", 100)
    scan.take("cells")
    assert str(scan.fail("odd")) == "character 35 of the link: odd"
    assert str(refused(scan)) == "character 35 of the link: text after the end of the board: '100'"


@pytest.mark.parametrize("link", ["evolmino/4/3", "evolmino/4/3/", "evolmino/4/3//"])
def test_body_may_be_empty(link: str) -> None:
    pid, rows, cols, scan = pzpr.read_link(link, 100)
    assert (pid, rows, cols, scan.rest) == ("evolmino", 3, 4, "")


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("x?evolmino", "character 11 of the link: the number of columns '' is not"),
        ("x?evolmino/5", "character 13 of the link: the number of rows '' is not"),
        ("x?evolmino/0/5/", "character 12 of the link: the number of columns '0' is not"),
        ("x?evolmino/5/-5/", "character 14 of the link: the number of rows '-5' is not"),
        ("x?evolmino/05/5/", "character 12 of the link: the number of columns '05' is not"),
        ("x?evolmino/5/101/", "character 14 of the link: a board of 101 x 5 cells is above the limit of 100 x 100"),
        ("x?evolmino/5/" + "9" * 10**6 + "/", "character 14 of the link: the number of rows '9999"),
        ("x?evolmino/v:big/5/5/", "character 12 of the link: the variant 'v:big' is unknown"),
        ("x?v:big/evolmino/5/5/", "character 3 of the link: the variant 'v:big' is unknown"),
        ("x?evolmino/abc/5/5/", "character 12 of the link: the flag 'abc' after 'evolmino' is unknown"),
    ],
)
def test_link_head_is_read_strictly(link: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        pzpr.read_link(link, 100)
    assert str(caught.value).startswith(message)


def test_link_that_ends_in_a_sign_gets_a_slash() -> None:
    assert pzpr.write_link("dbchoco", 2, 3, "0g.") == "https://puzz.link/p?dbchoco/3/2/0g./"
    assert pzpr.write_link("dbchoco", 2, 3, "0gz") == "https://puzz.link/p?dbchoco/3/2/0gz"
    assert pzpr.read_link(pzpr.write_link("dbchoco", 2, 3, "0g."), 100).rest.rest == "0g."


def test_file_may_ride_in_a_link() -> None:
    assert pzpr.file_in_link("https://puzz.link/p?evolmino/5/5/0") is None
    link = "https://puzz.link/p?type=editor&pzprv3/evolmino/1/2/0%20.%20/2%20/%2B%20.%20/"
    assert pzpr.file_in_link(link) == "pzprv3\nevolmino\n1\n2\n0 . \n2 \n+ . \n"
    assert pzpr.file_in_link("x?v:a/pzprv3/evolmino") == "v:a\npzprv3\nevolmino"


# Files


def test_file_is_written_with_spaces_and_line_ends_and_read_back() -> None:
    file = pzpr.write_file("evolmino", 2, 3, pzpr.table(["0", ".", "#", ".", ".", "0"], 3, 2))
    assert file == "pzprv3\nevolmino\n2\n3\n0 . # \n. . 0 \n"
    assert pzpr.one_line(file) == "pzprv3/evolmino/2/3/0 . # /. . 0 /"
    for text in (file, pzpr.one_line(file), file.replace("\n", "\r\n"), file.replace("\n", "\t\n").rstrip()):
        pid, rows, cols, lines = pzpr.read_file(text, 100)
        assert (pid, rows, cols) == ("evolmino", 2, 3)
        assert [token.text for token in lines.tokens(2, 3, "cells")] == ["0", ".", "#", ".", ".", "0"]
        assert lines.blank
        lines.end()


@pytest.mark.parametrize(
    "tail",
    [
        'info:{"metadata":{"author":"a/b","comment":"1\\n2"}}',
        "history:{\n}",
        "__HISTORY__",
        "TrialData(2)\n. . \nTrialData(1)\n0 . \ninfo:{}",
        "http://pzv.jp/p.html?evolmino/2/1/0",
        "\n \n",
    ],
)
def test_tails_are_skipped(tail: str) -> None:
    lines = pzpr.read_file("pzprv3\nevolmino\n1\n2\n. 0\n" + tail, 100).rest
    assert [token.text for token in lines.tokens(1, 2, "cells")] == [".", "0"]
    assert lines.blank
    lines.end()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pzprv3.1/evolmino/2/3/", "line 1: the file version 'pzprv3.1' is unknown: only pzprv3 is"),
        ("pzprv4/evolmino/2/3/", "line 1: the file version 'pzprv4' is unknown: only pzprv3 is"),
        ("v:big/pzprv3/evolmino/2/3/", "line 1: the variant 'v:big' is unknown"),
        ("pzprv3", "line 2: the file ends before the name of the genre"),
        ("pzprv3/evolmino", "lines 3 and 4: the number of rows '' is not a positive whole number"),
        ("pzprv3/evolmino/2", "lines 3 and 4: the number of columns '' is not a positive whole number"),
        ("pzprv3/evolmino/0/3/", "lines 3 and 4: the number of rows '0' is not a positive whole number"),
        ("pzprv3/evolmino/2/three/", "lines 3 and 4: the number of columns 'three' is not a positive whole number"),
        ("pzprv3/evolmino/2/999/", "lines 3 and 4: a board of 2 x 999 cells is above the limit of 100 x 100 cells"),
    ],
)
def test_file_head_is_read_strictly(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        pzpr.read_file(text, 100)
    assert str(caught.value) == message


def test_tokens_are_laid_in_order_and_cut_text_is_refused() -> None:
    assert [token.text for token in Lines(["a b c", "d"]).tokens(2, 2, "cells")] == ["a", "b", "c", "d"]
    assert [token.text for token in Lines(["a b", "c d e f"]).tokens(2, 2, "cells")] == ["a", "b", "c", "d"]
    assert Lines(["", ""]).tokens(2, 0, "arrows") == []
    assert Lines(["a b", "c d"], 5).tokens(2, 2, "cells")[2].where == "line 6, token 1"
    for lines, message in (
        (["a b", "c"], "line 6: cells end early: 1 token where 2 should be"),
        (["a b"], "line 6: cells end early: 0 tokens where 2 should be"),
        ([], "line 5: cells end early: 0 tokens where 2 should be"),
        (["", "a b"], "line 5: cells end early: 0 tokens where 2 should be"),
    ):
        with pytest.raises(ParseError) as caught:
            Lines(lines, 5).tokens(2, 2, "cells")
        assert str(caught.value) == message
    with pytest.raises(ParseError, match="line 1: arrows: 1 token where 0 should be"):
        Lines(["1", ""]).tokens(2, 0, "arrows")
    with pytest.raises(ParseError, match="line 1: cells: 3 tokens where 2 should be"):
        Lines(["a b c", "d e"]).tokens(2, 2, "cells", exact=True)


# Parts of link bodies


@given(st.lists(st.integers(0, 2)))
def test_thirds_come_back(values: list[int]) -> None:
    text = pzpr.write_thirds(values)
    scan = Scan(text)
    assert pzpr.read_thirds(scan, len(values), "cells") == values
    scan.end()
    assert len(text) == -(-len(values) // 3)


@given(st.lists(st.integers(0, 1)))
def test_bits_come_back(values: list[int]) -> None:
    scan = Scan(pzpr.write_bits(values))
    assert pzpr.read_bits(scan, len(values), "colours") == values
    scan.end()


@given(st.integers(0, 200).flatmap(lambda count: st.tuples(st.just(count), st.sets(st.integers(0, max(0, count - 1))))))
def test_marks_come_back(case: tuple[int, set[int]]) -> None:
    count, marked = case
    marked = marked if count else set()
    text = pzpr.write_marks(marked, count)
    scan = Scan(text)
    assert set(pzpr.read_marks(scan, count, "marks")) == marked
    scan.end()
    for end in range(len(text)):
        with pytest.raises(ParseError, match=f"character {end + 1} of the link: the link ends within marks"):
            pzpr.read_marks(Scan(text[:end]), count, "marks")


NUMBERS = st.none() | st.integers(0, 20) | st.integers(0, 8191)


@given(
    st.integers(1, 120).flatmap(
        lambda count: st.tuples(st.just(count), st.dictionaries(st.integers(0, count - 1), NUMBERS, max_size=40))
    )
)
def test_numbers_come_back(case: tuple[int, dict[int, int | None]]) -> None:
    count, numbers = case
    scan = Scan(pzpr.write_numbers(numbers, count))
    assert pzpr.read_numbers(scan, count, "numbers") == numbers
    scan.end()


def test_parts_of_the_worked_examples() -> None:
    scan = Scan("pu9hgpe05zu")
    bits = pzpr.read_bits(scan, 36, "colours")
    rows = ["".join(map(str, bits[start : start + 6])) for start in range(0, 36, 6)]
    assert rows == ["110011", "111001", "001100", "011000", "011001", "011100"]
    assert pzpr.read_numbers(scan, 36, "numbers") == {0: 5}
    scan.end()
    assert pzpr.write_bits(bits) + pzpr.write_numbers({0: 5}, 36) == "pu9hgpe05zu"
    assert pzpr.read_thirds(Scan("i100"), 10, "cells") == [2, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert pzpr.write_marks(set(), 13) + pzpr.write_marks({0, 1, 2, 3}, 13) == "d00009"
    assert pzpr.write_marks({35}, 36) == "z0"
    assert pzpr.write_marks({70}, 80) == "zz09"
    assert pzpr.write_marks(set(), 70) == "zz"
    assert pzpr.read_numbers(Scan("ph"), 12, "numbers") == pzpr.read_numbers(Scan("r"), 12, "numbers") == {}
    numbers = {0: 15, 1: 16, 2: 255, 3: 256, 4: 4095, 5: 4096, 6: 8191, 7: None, 8: 0}
    assert pzpr.write_numbers(numbers, 9) == "f-10-ff+100+fff=000=fff.0"
    with pytest.raises(ParseError, match="8192 is too large"):
        pzpr.write_numbers({0: 8192}, 1)


def test_numbers_may_have_a_least_one() -> None:
    assert pzpr.read_numbers(Scan("0.1"), 3, "marks") == {0: 0, 1: None, 2: 1}
    assert pzpr.read_numbers(Scan(".1"), 2, "marks", least=1) == {0: None, 1: 1}
    with pytest.raises(ParseError, match=r"^character 2 of the link: 0 is not among marks, which start at 1$"):
        pzpr.read_numbers(Scan("1-00"), 2, "marks", least=1)



@pytest.mark.parametrize(
    ("part", "text", "count", "message"),
    [
        (pzpr.read_thirds, "0r0", 9, "character 2 of the link: 'r' is no digit of base 27 (marks)"),
        (pzpr.read_thirds, "0A0", 9, "character 2 of the link: 'A' is no digit of base 27 (marks)"),
        (pzpr.read_thirds, "00", 9, "character 3 of the link: the link ends within marks"),
        (pzpr.read_thirds, "1", 1, "character 1 of the link: there are more marks than the board has"),
        (pzpr.read_bits, "w", 5, "character 1 of the link: 'w' is no digit of base 32 (marks)"),
        (pzpr.read_marks, "4_", 9, "character 2 of the link: '_' is no digit of base 36 (marks)"),
        (pzpr.read_marks, "a", 9, "character 1 of the link: marks run past the last one"),
        (pzpr.read_marks, "z", 34, "character 1 of the link: marks run past the last one"),
        (pzpr.read_numbers, "1!", 9, "character 2 of the link: '!' is no digit of base 16 (marks)"),
        (pzpr.read_numbers, "-1", 9, "character 3 of the link: the link ends within marks"),
        (pzpr.read_numbers, "-1g", 9, "character 3 of the link: 'g' is no digit of base 16 (marks)"),
        (pzpr.read_numbers, "1z", 9, "character 2 of the link: marks run past the last cell"),
    ],
)
def test_parts_are_read_strictly(part: object, text: str, count: int, message: str) -> None:
    assert callable(part)
    with pytest.raises(ParseError) as caught:
        part(Scan(text), count, "marks")
    assert str(caught.value) == message


def test_parts_read_the_published_links_of_another_genre(shared: Path) -> None:
    links = [line for line in (shared / "cases/dbchoco_urls.txt").read_text().splitlines() if line.startswith("http")]
    assert len(links) > 20
    for link in links:
        pid, rows, cols, scan = pzpr.read_link(link, 100)
        bits = pzpr.read_bits(scan, rows * cols, "colours")
        numbers = pzpr.read_numbers(scan, rows * cols, "numbers")
        scan.end()
        body = pzpr.write_bits(bits) + pzpr.write_numbers(numbers, rows * cols)
        assert pzpr.write_link(pid, rows, cols, body) == link
