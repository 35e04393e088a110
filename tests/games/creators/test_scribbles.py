"""Scribbles, the randomly drawn patterns (CVD-40)."""

from __future__ import annotations

import random
import re

import msgspec
import pytest

from games import GAMES, OptionError
from games.core.chance import Chance
from games.core.record import read_record, replay, verify, with_drawn, write_record
from games.core.selfplay import numbered_seed, play_match
from games.creators.ai.memory import guess_pattern
from games.creators.rules import scribbles
from games.creators.rules.geometry import geometry
from games.creators.rules.glyphs import GLYPHS, cells
from games.creators.rules.options import read_options
from games.creators.rules.par import par_of
from games.creators.rules.scribbles import draw_scribble, is_scribble, name_of, scribble_cells

GAME = GAMES["creators"]
RAW = {"category": "scribbles", "boardSize": 12}
ZERO = "scribble-1020c19fe4000"
I_OF_THE_DECK = name_of(cells("I"))


def drawn(number: int) -> str:
    return draw_scribble(Chance(numbered_seed(number)))[0]


def start(seed: bytes = bytes(32), **options):
    return GAME.new(GAME.options({**RAW, **options}), seed)


def is_connected(found: set[tuple[int, int]]) -> bool:
    reached = {min(found)}
    for _ in found:
        reached |= {(r, c) for r, c in found for a, b in reached if abs(r - a) + abs(c - b) == 1}
    return reached == found


@pytest.mark.slow
def test_CVD_40_a_scribble_is_15_connected_cells_of_the_matrix_and_no_drawing_of_the_deck():
    deck = {frozenset(cells(glyph, flipped)) for glyph in GLYPHS for flipped in (False, True)}
    names = [drawn(number) for number in range(300)]
    assert len(set(names)) > 290
    for name in names:
        found = set(scribble_cells(name))
        assert len(found) == 15
        assert found <= {(row, column) for row in range(7) for column in range(7)}
        assert is_connected(found)
        assert found not in deck
        assert is_scribble(name)


def test_CVD_40_a_scribble_lies_in_the_middle_as_far_as_it_can():
    for number in range(100):
        found = scribble_cells(drawn(number))
        for axis in (0, 1):
            places = [cell[axis] for cell in found]
            now = abs(sum(places) - 45)
            assert min(places) == 0 or abs(sum(places) - 15 - 45) > now
            assert max(places) == 6 or abs(sum(places) + 15 - 45) >= now


def test_CVD_40_the_example_of_the_ruling():
    name, chance = draw_scribble(Chance(bytes(32)))
    assert (name, chance.counter) == (ZERO, 15)
    assert start().setup.pattern.name == ZERO


def test_CVD_40_a_drawing_of_the_deck_is_drawn_anew(monkeypatch):
    first, after = draw_scribble(Chance(bytes(32)))
    second, _ = draw_scribble(after)
    monkeypatch.setattr(scribbles, "_deck", lambda: frozenset({frozenset(scribble_cells(first))}))
    assert draw_scribble(Chance(bytes(32)))[0] == second != first


@pytest.mark.slow
def test_CVD_40_par_follows_from_the_rows():
    found = {sum(row for row, _ in scribble_cells(name)): name for name in map(drawn, range(2000))}
    for rounds, (near, usual, far) in ((20, (6, 5, 4)), (40, (8, 6, 5))):
        options = read_options({"rounds": rounds})
        pars = {rows: par_of(name, options) for rows, name in found.items()}
        assert {pars[rows] for rows in pars if rows <= 41} == {near}
        assert {pars[rows] for rows in pars if 42 <= rows <= 54} == {usual}
        assert {pars[rows] for rows in pars if rows >= 55} == {far}
        assert {41, 42, 54, 55} <= set(pars)


def test_CVD_40_the_pattern_on_the_board_is_what_its_name_tells():
    state = start()
    squares = geometry(12)
    rows = "/".join(
        "".join(
            "#" if (row + 2) * 12 + column + 2 in state.setup.pattern.cells else "." for column in range(7)
        )
        for row in range(7)
    )
    bits = f"{int(ZERO[9:], 16):049b}"
    assert rows.replace("/", "") == bits.replace("1", "#").replace("0", ".")
    assert GAME.briefing(state, 0).data == {
        "pattern": ZERO,
        "cells": [squares.names[cell] for cell in state.setup.pattern.cells],
        "par": 6,
    }


@pytest.mark.parametrize(
    "name",
    [
        I_OF_THE_DECK,
        "scribble-0000000000000",
        "scribble-fffffffffffff",
        ZERO.upper(),
        ZERO + "0",
        name_of([(0, column) for column in range(7)]),
        name_of([*((0, column) for column in range(7)), *((2, column) for column in range(7)), (4, 0)]),
    ],
)
def test_CVD_40_what_is_no_scribble_cannot_be_named(name):
    with pytest.raises(OptionError, match="pattern can't be"):
        start(pattern=name)


def test_CVD_40_a_scribble_may_be_named_and_belongs_to_its_category():
    state = start(pattern=ZERO, category="even")
    assert state.setup.pattern.name == ZERO
    assert start(pattern=ZERO, destroyerPreview="full").chance.counter == 0
    assert start(pattern=ZERO).setup.pattern == state.setup.pattern
    for beside in ({"category": "all"}, {"difficulty": "easy"}):
        with pytest.raises(OptionError):
            start(pattern=ZERO, **beside)
    with pytest.raises(OptionError):
        start(pattern="A")
    with pytest.raises(OptionError, match="Scribbles have no difficulty"):
        start(difficulty="easy")


def test_CVD_40_a_flipped_scribble_is_mirrored_top_to_bottom():
    plain = start(pattern=ZERO).setup.pattern.cells
    seeds = (numbered_seed(number) for number in range(20))
    both = {start(seed, pattern=ZERO, flipPattern="seeded").setup.pattern.cells for seed in seeds}
    assert both == {plain, tuple(sorted((10 - cell // 12) * 12 + cell % 12 for cell in plain))}


def test_CVD_40_a_second_leg_names_the_scribble_of_the_first():
    state = start(legs=2)
    view = GAME.view(state, None)
    named = msgspec.structs.replace(view, pattern=state.setup.pattern)
    again = GAME.new(GAME.options(GAME.next_leg(named)), bytes([7]) * 32)
    assert GAME.is_same_start(state, again)
    assert GAME.redacted(named).options.pattern == "seeded"


def test_CVD_40_a_record_tells_its_cells_and_is_verified():
    record = play_match(GAME, RAW, numbered_seed(3), ("easy", "easy"))
    assert verify(GAME, record).identical
    text = write_record(with_drawn(GAME, record))
    (name,) = re.findall(r"pattern (scribble-[0-9a-f]{13}), dice", text)
    *_, last = replay(GAME, read_record(text))
    assert last.setup.pattern.name == name
    assert is_scribble(name)
    view = GAME.view(last, None)
    assert GAME.revealed(view) == ("The pattern was a scribble.",)
    assert GAME.stats_group(view) == "Scribbles"
    assert "The pattern was a scribble." in GAME.scene(view).alt


@pytest.mark.parametrize("preview", ["half", "none"])
def test_CVD_40_whoever_is_not_shown_a_scribble_knows_how_many_cells_every_scribble_has(preview):
    for number in range(5):
        state = start(numbered_seed(number), destroyerPreview=preview)
        briefing, view = GAME.briefing(state, 1), GAME.view(state, 1)
        assert (briefing.data["pattern"], briefing.data["par"], view.total) == (None, None, None)
        assert briefing.text.startswith("The pattern has 15 cells, and")
        named = GAME.briefing(start(pattern=state.setup.pattern.name, destroyerPreview=preview), 1)
        assert named.text == briefing.text
        shown = {geometry(12).cell_of[square] for square in briefing.data["cells"]}
        guess = guess_pattern(view, briefing)
        assert guess >= shown
        assert len(guess) == 15
        alike = GAME.view(start(numbered_seed(number + 50), destroyerPreview=preview), 1)
        assert guess_pattern(alike, briefing) == guess


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "medium", "skilled", "hard", "expert"])
@pytest.mark.parametrize("preview", ["full", "half", "none"])
def test_CVD_40_every_level_plays_with_a_scribble(level, preview):
    raw = {**RAW, "destroyerPreview": preview}
    state = start(**raw)
    briefings = [GAME.briefing(state, seat) for seat in (0, 1)]
    for _ in range(12):
        (seat,) = GAME.to_act(state)
        action = GAME.players[level](GAME.view(state, seat), briefings[seat], random.Random(1), 200)
        state = GAME.play(state, seat, action).state
    assert state.ply >= 6
