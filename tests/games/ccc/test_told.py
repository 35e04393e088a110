"""The page of rulings lists every sentence that is told, and nothing else is told. CCC-78."""

from __future__ import annotations

import random
import re
from itertools import islice

import pytest

from tests.games.ccc.positions import some_position
from tests.kit.games.ccc_table import (
    BLACK,
    GAME,
    PUBLIC,
    WHITE,
    board,
    parts,
    play,
    put,
    side_of,
    start,
)
from tests.kit.games.persons import addressed
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "rulings" / "ccc.md").read_text(encoding="utf-8")
SECTION = PAGE.split("### CCC-78: ", 1)[1].split("\n## ", 1)[0]
ROWS = re.findall(r"^\| (\d) \| .+ \| `(.+)` \|$", SECTION, re.MULTILINE)
"""The number and the sentence of each row of the table."""
OUTCOMES = re.findall(r"`([^`]+\.)`", SECTION.split("- `{outcome}`", 1)[1])
PIECE = (
    "Flat|Flat Stack|Cube|Torus|Nice Flag|Small Pyramid|Medium Pyramid|Large Pyramid|Constructed Pyramid|"
    "Pyramid Stack"
)
_SQUARE = r"[a-h](?:10|[1-9])"
_PART = "(?:a Flat|[2-5] Flats|a (?:Small|Medium|Large) Pyramid)"
_PARTS = f"{_PART}(?:, {_PART})*(?: and {_PART})?"
SLOTS = {
    "side": "White|Black",
    "piece": PIECE,
    "enemy": PIECE,
    "action": r"[a-h\d<>:^~&x+-]+",
    "square": _SQUARE,
    "text": ".+",
    "hops": r"a Flat|[2-9] Flats|1\d Flats",
    "left": r"\d+",
    "parts": _PARTS,
    "drops": f"{_PARTS} on {_SQUARE}(?:, then {_PARTS} on {_SQUARE})*",
}
COOL = "{Cool move.}"
REMOVED = "{removed:0123456789abcdef}"
FLAG = "Nd4 fa8"
CASES = [
    (put("Fd4"), "d4-d5"),
    (put("Fd4 Fe4"), "d4&e4"),
    (put("Fd4 fd5"), "d4xd5"),
    (put("(FFF)d4 fd5"), "d4xd5"),
    (put("Fd4 cd5"), "d4xd5"),
    (put("Fd4 (fff)d5"), "d4xd5"),
    (put("Ta1 fa5"), "a1xa5"),
    (put("Fd4 ta8 td5", pools="0,7"), "d4xd5"),
    (put("Fd4 fd5 fe6"), "d4^d6"),
    (put("Fd4 fd5 fe6"), "d4^d6^f6"),
    (put("(FFF)d4 (fff)d5"), "3d4+3"),
    (put("(FFFF)d4 fd5"), "3d4+12"),
    (put("(FFFF)d4 fd5"), "4d4+31"),
    (put("(FFF)d4 td5"), "2d4+11"),
    (put("(FFM3)d4 ce4"), "3d4:>1:+2"),
    (put("(LM)c3"), "2c3+>0101"),
    (put("Lc1 Md1"), "c1~d1"),
    (put(FLAG), f"N@a4{COOL}"),
    (put(FLAG, compliments="off"), "N@a4{}"),
    (put(FLAG), f"N@a4{REMOVED}"),
    (put("Fd4"), f"N*{COOL}"),
    (put("Fd4", compliments="off"), "N*{}"),
    (put("Fd4"), f"N*{REMOVED}"),
    (put("La1 Cb2 Nh7 nc3 sg1 ch4", moved="10"), "--"),
    (put("Ta1 cb2"), "a1xb2"),
    (put("Ta1 ta5"), "a1xa5"),
    (put("Lc3 sd4"), "c3xd4"),
    (put("Sc3 ld4"), "c3xd4"),
    (put("Sc3 sd4"), "c3xd4"),
    (put("Lb1 fd7", calm=13), "b1-c2"),
    (put("Ca1", calm=13), "a1-a2"),
]


def pattern(sentence):
    """Return a pattern for a sentence of the page; each outcome is one of those that the page lists."""
    found = re.escape(sentence).replace(r"\{", "{").replace(r"\}", "}")
    outcomes = "|".join(pattern(outcome) for outcome in OUTCOMES) if "{outcome}" in sentence else ""
    return re.sub(
        r"\{(\w+)\}", lambda slot: f"(?:{outcomes if slot[1] == 'outcome' else SLOTS[slot[1]]})", found
    )


PATTERNS = [(int(number), re.compile(pattern(sentence)), sentence) for number, sentence in ROWS]


def told(state, text):
    """Return what the public is told of an action, after checking that players read the same of it."""
    seat = side_of(state)
    found = GAME.play(state, seat, GAME.parse(GAME.view(state, seat), text)).told
    for who, name in ((WHITE, "White"), (BLACK, "Black")):
        assert found[who] == tuple(addressed(line, name) for line in found[PUBLIC])
    return found[PUBLIC]


def rows_of(lines):
    """Return the row of the page that each told sentence follows; each follows exactly one."""
    found = [[row for row in PATTERNS if row[1].fullmatch(line)] for line in lines]
    assert all(len(rows) == 1 for rows in found), [
        (line, len(rows)) for line, rows in zip(lines, found, strict=True)
    ]
    return [rows[0] for rows in found]


def check(state, text):
    """Check that the page has every sentence about an action, in its order, with the right words."""
    lines = told(state, text)
    rows = rows_of(lines)
    numbers = [number for number, *_ in rows]
    assert numbers == sorted(numbers)
    assert numbers.count(1) == 1
    assert lines[0].startswith(("White", "Black")[side_of(state)])
    if "{action}" in rows[0][2]:
        assert f": {text}." in lines[0]
    if "{piece}" in rows[0][2]:
        there = board(state)[re.search(_SQUARE, text)[0]]
        assert re.match(rf"(?:White moves a|Black moves a|White's|Black's) {kind_of(there)}\b", lines[0])
    return rows


def kind_of(token):
    """Return what the page calls a piece, from its position text."""
    flats = sum(letter == "F" for letter, _ in parts(token))
    pyramids = [letter for letter, _ in parts(token) if letter in "SML"]
    lone = {"C": "Cube", "T": "Torus", "N": "Nice Flag"}.get(token.upper())
    if lone or not pyramids:
        return lone or ("Flat" if flats == 1 else "Flat Stack")
    size = {"S": "Small", "M": "Medium", "L": "Large"}[pyramids[0]]
    lone = f"{size} Pyramid" if len(pyramids) == 1 else "Constructed Pyramid"
    return "Pyramid Stack" if flats else lone


def test_the_page_has_sentences_of_every_number_and_four_outcomes():
    assert {number for number, *_ in PATTERNS} == {1, 2, 3, 4, 5}
    assert len(OUTCOMES) == 4


@pytest.mark.parametrize(("state", "text"), CASES, ids=[text for _, text in CASES])
def test_CCC_78_what_is_told_of_an_action_is_on_the_page(state, text):
    check(state, text)


def test_CCC_78_every_sentence_on_the_page_is_told():
    seen = {sentence for state, text in CASES for *_, sentence in check(state, text)}
    for state, texts in (
        (put("Ca1 cb8", quiet=0), ("a1-a2", "b8-b7", "a2-a1", "b7-b8") * 2),
        (put("La1 Cb2 Nc2 nc3 sa2 cb1 cb3"), ("--", "--")),
    ):
        for text in texts:
            seen |= {sentence for *_, sentence in check(state, text)}
            state = play(state, text)
    assert seen == {sentence for *_, sentence in PATTERNS}
    everything = [line for state, text in CASES for line in told(state, text)]
    assert all(any(re.search(pattern(outcome), line) for line in everything) for outcome in OUTCOMES)


@pytest.mark.parametrize("seed", range(12))
def test_CCC_78_nothing_else_is_told_in_random_play(seed):
    rng = random.Random(seed)
    state = start(position=some_position(rng, 8, 8, 4)) if seed % 3 else start(bytes([seed]) * 32)
    for _ in range(40):
        if GAME.result(state) is not None:
            return
        seat = side_of(state)
        actions = list(islice(GAME.actions(GAME.view(state, seat)), 400))
        action = rng.choice(actions)
        check(state, GAME.format(action))
        state = GAME.play(state, seat, action).state
