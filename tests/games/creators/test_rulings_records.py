"""What records tell of a match, and how sides are addressed (GEN-2)."""

from __future__ import annotations

import re

import msgspec
import pytest

from games.core.record import read_record, replay, verify, with_drawn, write_record
from games.core.selfplay import play_match
from games.creators.rules.geometry import Roll
from tests.games.creators.table import (
    GAME,
    SMALL,
    start,
    step,
)


def a_record():
    record = play_match(GAME, {"boardSize": 12, "rounds": 20}, bytes(32), ("easy", "easy"))
    return with_drawn(GAME, record)


def test_GEN_2_a_side_is_told_what_it_does_in_the_second_person():
    rolled = step(start(**SMALL), "roll")
    die = rolled.state.die
    assert rolled.told == {
        0: (f"You roll a {die}.",),
        1: (f"Creator rolls a {die}.",),
        None: (f"Creator rolls a {die}.",),
    }


def test_GEN_2_a_record_tells_the_die_of_each_roll_and_the_pattern():
    record = a_record()
    states = list(replay(GAME, record))
    rolled = [GAME.play(state, state.side, Roll()).told[None][0] for state in states[:-1] if not state.die]
    dice = " ".join(re.search(r"rolls a (\d)", line)[1] for line in rolled)
    assert record.drawn == f"pattern {states[0].setup.pattern.name}, dice {dice}"
    assert len(rolled) == record.actions.count("roll") > 20
    assert read_record(write_record(record)) == record
    assert verify(GAME, record).identical


@pytest.mark.parametrize("told", ["pattern Z, dice 6 6 6", "pattern Z"])
def test_GEN_2_what_a_record_tells_of_chance_has_to_agree_with_its_seed(told):
    honest = a_record()
    verdict = verify(GAME, msgspec.structs.replace(honest, drawn=told))
    assert not verdict.identical
    assert verdict.sentence == "What the record says was drawn isn't what its seed gives."
    older = msgspec.structs.replace(honest, drawn="")
    assert "Drawn" not in write_record(older)
    assert verify(GAME, older).identical
