"""Sentences about a board in several languages: each is text in English that can be said in the others too.

A genre has a table of them for each language. Values fill the gaps: text and numbers stay as they are, sets of cells
become their names, and sentences, such as names of colours, are said in the same language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puzzlewright.errors import ParseError
from puzzlewright.grid import cell_name, cell_names

Table = Mapping[str, str | tuple[str, str]]
"""Sentences by their keys; of a pair the first is for a `number` of 1."""
Tables = Mapping[str, Table]
"""A table for each language, `en`, `zh` and `ja`, with the same keys."""

_NAMED = 6
_MANY = {"zh": "{}等{}格", "ja": "{}など{}マス"}
"""Names of the first cells and the number of all."""


class Sentence(str):
    """A sentence in English without a full stop."""

    _made_of: tuple[Tables, str, Mapping[str, Any]]

    def __new__(cls, tables: Tables, key: str, /, **values: Any) -> Sentence:
        """The sentence with that key in the tables, with values for its gaps."""
        sentence = super().__new__(cls, _said(tables, "en", key, values))
        sentence._made_of = tables, key, values
        return sentence

    def __getnewargs_ex__(self) -> tuple[tuple[Tables, str], Mapping[str, Any]]:
        """What it is made of again in another process."""
        tables, key, values = self._made_of
        return (tables, key), values

    def said_in(self, language: str) -> str:
        """The same in another language."""
        tables, key, values = self._made_of
        return _said(tables, language, key, values)


def said_in(text: str, language: str) -> str:
    """A text in a language if it is known in that, else as it is."""
    return text.said_in(language) if isinstance(text, Sentence) else text


def told(error: Exception, language: str) -> str:
    """What an error says, with the place of an unreadable text, in a language as far as it is known in that."""
    if isinstance(error, ParseError):
        where, problem = said_in(error.where, language), said_in(error.problem, language)
        return f"{where}{': ' if language == 'en' else '：'}{problem}" if where else problem
    return said_in(error.args[0], language) if error.args and isinstance(error.args[0], str) else str(error)


def _said(tables: Tables, language: str, key: str, values: Mapping[str, Any]) -> str:
    sentence = tables[language][key]
    if isinstance(sentence, tuple):
        sentence = sentence[values["number"] != 1]
    return sentence.format(**{name: _value(value, language) for name, value in values.items()})


def _value(value: Any, language: str) -> Any:
    if isinstance(value, Sentence):
        return value.said_in(language)
    if not isinstance(value, frozenset):
        return value
    if language == "en" or len(value) <= _NAMED:
        return cell_names(value, _NAMED)
    return _MANY[language].format(" ".join(map(cell_name, sorted(value)[:_NAMED])), len(value))
