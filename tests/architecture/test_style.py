"""No sentence has a tic that docs/style.md asks to avoid, as far as a machine can spot them."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.sources import docstrings, python_files, tree_of
from tests.architecture.wording import LISTS_TICS, Tic, literals, prose_of
from tests.paths import ROOT

FOLDERS = ["games", "render", "storage", "slowplay", "bot"]
"""Product code whose string literals are read."""
EXPLAINED = [*FOLDERS, "playground", "bench", "examples", "tests"]
"""Code whose docstrings and comments are read."""
PAGES = [
    "games/*/RULES.md",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/**/*.md",
    "playground/*.md",
]
"""Pages that are read whole, except code blocks, whatever is between backticks, and quotes in rulings."""
RULINGS = ROOT / "docs" / "rulings"
"""They quote the texts of the rules word for word."""


TICS = (
    Tic(r"\bleft out:", "(default: …)", "how many (left out: ten)"),
    Tic(r"\bprivate messages?\b", "DMs", "Look into your private messages."),
    Tic(r"\bthe other side\b", "your opponent", "The other side wins then."),
    Tic(r"\bstands? (in|on|beside|next|opposite)\b", "is", "Its card stands in the channel."),
    Tic(r"\bgoes on\b(?! top)", "continues", "The match goes on."),
    Tic(r"\b(an|the|one's) own\b", "your own, a custom", "Choose an own one."),
    Tic(r"\bwhoever\b", "if you", "Whoever has closed DMs is called."),
    Tic(
        r"(^|[.:;] )(Nobody(?! yet\b)|Who (has|had|lost|runs|loses|wins))\b",
        "you",
        "Who has not acted loses.",
    ),
    Tic(r"\bsides by lot\b", "random sides", "It gives sides by lot."),
    Tic(r"\b(nobody|no one) took it\b", "accepted it", "Nobody took it."),
    Tic(r"\b(is|are|be) called in\b", "pinged", "You are called in the thread."),
    Tic(r"\bequally many\b", "the same number of", "Both hold equally many cells."),
    Tic(r"\bspeaks against\b", "no problems found", "Nothing speaks against it."),
    Tic(r"\bat place (\d|\{)", "#7", "You are at place 7."),
    Tic(r"\bbars? the way\b", "blocks the way", "d5 bars the way."),
    Tic(r"\b(is|are) needed, not\b", "must be …, not …", "A card is needed, not 7."),
    Tic(r"\bbold\*{0,2} is usual\b", "defaults are in bold", "What is in **bold** is usual."),
    Tic(
        r"\b(would|could|does|did|do|has|have|is|are|was|were|will) not\b",
        "a contraction",
        "It does not fit.",
    ),
    Tic(r"\bcannot\b", "can't", "It cannot be told."),
    Tic(r"\bneed not\b", "don't have to", "You need not attack."),
    Tic(r"\bthere is (no|nothing|nobody)\b", "there's no", "There is no square x."),
    Tic(r"\bwhat is\b(?! it\b)", "what's", "It shows what is gone."),
    Tic(r"\bfor ever\b|\bany more\b(?! than)", "forever, anymore", "It is not known any more."),
    Tic(r"\b(to|for|back|after)wards\b", "toward, forward, afterward", "It goes forwards."),
    Tic(
        r"\b(colour|neighbour|favour|defence|cancelled|learnt)",
        "American spelling",
        "one colour",
    ),
    Tic(r"\bfor(esee|esaw|eseen)\b", "conditional moves", "What you foresee."),
    Tic(r"\bit is your turn\b", "it's your turn", "It is your turn."),
    Tic(r"\bset-up\b", "setup", "The set-up is over."),
    Tic(
        r"\b(shall|save where|whilst|amongst|therein)\b",
        "as you'd say it",
        "You shall not pass.",
    ),
)
CODE_TICS = (
    *TICS,
    Tic(r"\b(whom|whomever|somebody|nobody)\b", "the player, the opponent, …", "Whom somebody plays now."),
    Tic(r"\bso (many|long|much)\b(?! as\b)", "a number, up to", "So long a silence is no outage."),
    Tic(r"^\W*the same (of|for)\b", "the thing's own name", "The same of a team."),
    Tic(r"\bas it were\b", "what it is", "One bot process as it were."),
    Tic(r"\b(what|whoever) is asked\b|\bwhat's asked\b", "the request", "What's asked for, or None."),
)
"""What docstrings and comments avoid besides."""
KEPT = {
    "Whoever taught you this should be very proud, and so should you.": "a persona's compliment",
    "by lot": "a tag in records",
    "cancelled": "a reason in records",
    "foresee": "a verb of custom ids",
    "foreseen:{}:{}": "stored with messages",
    "I have learnt something from every move of yours.": "records hold it as a compliment from the list",
    "I did not see that coming.": "records hold it as a compliment from the list",
}
"""Whole literals that are stored, so they never change."""


@cache
def every_literal() -> frozenset[str]:
    """Return all strings in code, as they are read aloud."""
    return frozenset(text for path in python_files(*FOLDERS) for _, text in literals(tree_of(path)))


def explanations(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each docstring and comment of a file, with its line; code in backticks is left out."""
    for docstring in docstrings(tree_of(path)):
        if isinstance(docstring.value, str):
            yield docstring.lineno, prose_of(docstring.value)
    if b"#" not in path.read_bytes():
        return
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], prose_of(token.string)


def tics_in(text: str, tics: tuple[Tic, ...] = TICS) -> list[str]:
    """Return the tics in a text, each with what to say instead."""
    found = ((re.search(tic.pattern, text, re.I), tic.better) for tic in tics)
    return [f"“{match[0]}”: {better}" for match, better in found if match]


def without_quotes(ruling: str) -> str:
    """A page of rulings without what it quotes."""
    return re.sub(r"\"[^\"\n]*\"|“[^”\n]*”", "", ruling)


def _pages() -> list[Path]:
    found = {path for pattern in PAGES for path in ROOT.glob(pattern)}
    return sorted(found - {LISTS_TICS})


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", [*python_files(*FOLDERS)], ids=_name)
def test_no_string_in_code_has_a_tic(path: Path) -> None:
    found = [
        f"{line}: {tic}"
        for line, text in literals(tree_of(path))
        if text not in KEPT
        for tic in tics_in(text)
    ]
    assert not found


@pytest.mark.slow
@pytest.mark.parametrize("folder", EXPLAINED)
def test_no_docstring_or_comment_has_a_tic(folder: str) -> None:
    found = [
        f"{_name(path)}:{line}: {tic}"
        for path in python_files(folder)
        if path != Path(__file__)
        for line, text in explanations(path)
        for tic in tics_in(text, CODE_TICS)
    ]
    assert not found


@pytest.mark.parametrize("page", _pages(), ids=_name)
def test_no_page_has_a_tic(page: Path) -> None:
    prose = prose_of(page.read_text(encoding="utf-8"))
    assert not tics_in(without_quotes(prose) if page.parent == RULINGS else prose)


def test_every_kind_of_page_is_read() -> None:
    assert all(any(ROOT.glob(pattern)) for pattern in PAGES)
    assert len(_pages()) > 25


def test_only_what_a_ruling_quotes_is_left_aside() -> None:
    assert tics_in(without_quotes('"It cannot be selected." So it cannot.')) == ["“cannot”: can't"]
    assert not tics_in(without_quotes('**Why.** "It cannot be selected."'))


@pytest.mark.parametrize("tic", CODE_TICS, ids=lambda tic: tic.better)
def test_a_tic_is_found_in_its_example(tic: Tic) -> None:
    assert re.search(tic.pattern, tic.example, re.I)
    assert not re.search(tic.pattern, tic.better, re.I)


@pytest.mark.slow
@pytest.mark.parametrize("kept", KEPT)
def test_what_is_kept_is_still_written(kept: str) -> None:
    assert kept in every_literal()
