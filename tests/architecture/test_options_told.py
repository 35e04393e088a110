"""The tables of options in docs/ match games/*/options.py: names, defaults, values, ratings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from games import GAMES
from games.core.vocabulary.options import OptionSpec
from tests.paths import ROOT

ENGINE = ROOT / "docs" / "engine.md"
RULINGS = ROOT / "docs" / "rulings"
LETTERS = {"M": "of_match", "S": "secret", "F": "free", "P": "per_seat"}
"""Letters that mark options in the table of docs/engine.md."""
RATED = {"no": "usual", "the default only": "usual", "as a rated preset has it": "usual", "yes": "any"}
"""Words that pages use for options allowed in rated matches; otherwise they use the code's word."""

_SPAN = re.compile(r"(?:any whole number |from )*(\d+)(?: to |–)(\d+)")
_ASIDE = re.compile(r"\s*\([^)]*\)$")


class Told(NamedTuple):
    """A table's statement about an option: its default, values, and rated values.

    The default is None if it's described in words; `letters` is None if the table has none. `in_words` is
    whether some values are left to words.
    """

    default: str | None
    values: set[str]
    in_words: bool
    rated: str
    letters: str | None


def rows(table: str) -> Iterator[dict[str, str]]:
    """Yield the rows of a Markdown table as dicts, keyed by the words of its header."""
    head, _, *lines = ([cell.strip() for cell in line.strip("|").split(" |")] for line in table.splitlines())
    yield from (dict(zip(head, line, strict=True)) for line in lines)


def table_after(page: str, mark: str) -> str:
    """Return the first table after a line that begins with `mark`."""
    rest = page[re.search(f"^{re.escape(mark)}", page, re.M).end() :]  # type: ignore[union-attr]
    return rest[rest.index("\n|") + 1 :].partition("\n\n")[0]


@cache
def told_by(page: str, game: str) -> dict[str, Told]:
    """Return a page's statements about its options, by name."""
    if page == "engine":
        return _of_engine()[game]
    text = (RULINGS / f"{game}.md").read_text(encoding="utf-8")
    return {
        row["option"].strip("`"): _told(row) for row in map(_renamed, rows(table_after(text, "## Options\n")))
    }


def _renamed(row: dict[str, str]) -> dict[str, str]:
    return {"option": row.get("name", ""), **row}


def _of_engine() -> dict[str, dict[str, Told]]:
    found: dict[str, dict[str, Told]] = {}
    game = ""
    for row in rows(table_after(ENGINE.read_text(encoding="utf-8"), "## 6. ")):
        game = row["game"].strip("`") or game
        found.setdefault(game, {})[row["name"].strip("`")] = _told(row)
    return found


def _told(row: dict[str, str]) -> Told:
    """Parse a row, whose default has its own column or is first among the values."""
    cells = (row["default"].partition("; ")[0], row["other values"]) if "default" in row else (row["values"],)
    default = _one(cells[0] if "default" in row else cells[0].partition(",")[0])
    named = set[str]()
    for piece in re.split(r"[,;] (?:or )?", cells[-1].replace("`", "")):
        plain = _ASIDE.sub("", piece)
        span = _SPAN.fullmatch(plain)
        named |= {str(n) for n in range(int(span[1]), int(span[2]) + 1)} if span else {plain}
    values = {value for value in named if " " not in value}
    rated = row.get("rated") or row.get("rated with") or row["in a rated match"]
    return Told(default, values | {default or ""}, values != named, rated, row.get(""))


def _one(cell: str) -> str | None:
    """Return one value written as code, as a number or as empty quotes; None for words."""
    plain = _ASIDE.sub("", cell)
    value = plain.strip("`")
    if " " in value and not re.fullmatch("`[^`]+`", plain):
        return None
    return "" if value == '""' else value


def _rules_of(game: str) -> str:
    path = ROOT / "games" / game / "RULES.md"
    return path.read_text(encoding="utf-8") if path.exists() else ""


BY_TABLE = [
    pytest.param(page, key, spec, id=f"{page}-{key}-{spec.name}")
    for page in ("engine", "rulings")
    for key, game in GAMES.items()
    for spec in game.option_specs
]


@pytest.mark.parametrize("page", ["engine", "rulings"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_has_the_options_of_a_game_in_their_order(page: str, game: str) -> None:
    assert list(told_by(page, game)) == [spec.name for spec in GAMES[game].option_specs]


@pytest.mark.parametrize("game", [key for key in GAMES if "\n## Options\n" in _rules_of(key)])
def test_the_rules_of_a_game_name_its_options_as_they_are_typed(game: str) -> None:
    names = [row["option"].strip("`") for row in rows(table_after(_rules_of(game), "## Options\n"))]
    assert names == [spec.slug for spec in GAMES[game].option_specs]


@pytest.mark.parametrize(("page", "game", "spec"), BY_TABLE)
def test_a_table_tells_the_default(page: str, game: str, spec: OptionSpec) -> None:
    usual = json.dumps([spec.default] * 2) if spec.per_seat else str(spec.default)
    assert told_by(page, game)[spec.name].default in (usual, None)


@pytest.mark.parametrize(("page", "game", "spec"), BY_TABLE)
def test_a_table_tells_the_values(page: str, game: str, spec: OptionSpec) -> None:
    told, allowed = told_by(page, game)[spec.name], {*map(str, spec.values)}
    if spec.per_seat:
        return
    assert told.values - {""} <= allowed
    assert told.in_words or told.values == allowed


@pytest.mark.parametrize(("page", "game", "spec"), BY_TABLE)
def test_a_table_tells_what_a_rated_match_may_have(page: str, game: str, spec: OptionSpec) -> None:
    rated = told_by(page, game)[spec.name].rated
    told = "rematch" if "in a rematch" in rated else RATED.get(rated, rated)
    assert told == spec.rated_with or (spec.per_seat and page == "rulings")


@pytest.mark.parametrize(("page", "game", "spec"), BY_TABLE)
def test_the_letters_of_the_engine_page_are_the_kinds_of_an_option(
    page: str, game: str, spec: OptionSpec
) -> None:
    letters = told_by(page, game)[spec.name].letters
    kinds = {letter for letter, kind in LETTERS.items() if getattr(spec, kind)}
    assert letters is None or set(letters) == kinds
