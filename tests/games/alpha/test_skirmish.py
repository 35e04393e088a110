"""Skirmish, the rules of our own for Alpha (ALPHA-31 to 33)."""

from __future__ import annotations

import statistics
from pathlib import Path

import msgspec
import pytest

from games import OptionError
from games.alpha.ai.evenness import PAIRS, against_keeper, keeping, pair
from games.alpha.ai.tournament import count_points, play_game
from games.core.record import read_record, verify, write_record
from games.core.selfplay import play_match
from games.core.vocabulary.options import options_data
from tests.games.alpha.matches import ai_match
from tests.kit.games.alpha_table import (
    AI,
    GAME,
    HUMAN,
    PUBLIC,
    VIEWERS,
    deck,
    discard,
    hand,
    heard,
    legal,
    outcome,
    play,
    put,
    says,
    start,
    step,
    turn,
    twin,
)

SKIRMISH = {"version": "skirmish"}
FORMER = Path(__file__).parent / "former_skirmish.txt"


# --- versions -----------------------------------------------------------------------------------------


def test_ALPHA_31_it_has_an_id_of_its_own_and_the_text_keeps_its_own():
    assert GAME.ruleset_of(GAME.options(SKIRMISH)) == "skirmish/1"
    assert GAME.ruleset_of(GAME.options({"version": "0.1"})) == "alpha-fixed-0.1" == GAME.ruleset


@pytest.mark.parametrize("raw", [{"pressure": "mill1"}, {"summoningSickness": "on"}])
def test_ALPHA_31_it_has_no_variants(raw):
    with pytest.raises(OptionError, match="no variants: leave summoning_sickness and pressure"):
        GAME.options(SKIRMISH | raw)


def test_ALPHA_31_a_record_from_before_there_were_versions_replays_exactly():
    record, _ = ai_match(0)
    older = {name: value for name, value in record.options.items() if name != "version"}
    assert verify(GAME, msgspec.structs.replace(record, options=older)).identical


def test_ALPHA_31_a_record_with_the_former_name_reads_and_verifies_as_before():
    """The file was written when the rules were called `alpha-fixed-0.2` and chosen by `version: 0.2`."""
    written = FORMER.read_text(encoding="utf-8")
    record = read_record(written)
    assert (record.ruleset, record.options["version"]) == ("alpha-fixed-0.2", "0.2")
    verdict = verify(GAME, record)
    assert (verdict.identical, verdict.number) == (True, len(record.actions))
    assert write_record(record) == written
    former, present = (
        play_match(GAME, record.options | {"version": version}, record.seed, record.seats)
        for version in ("0.2", "skirmish")
    )
    assert former == present
    assert former.ruleset == "skirmish/1"


@pytest.mark.parametrize(
    ("ruleset", "version", "fits"),
    [
        ("skirmish/1", "0.2", True),
        ("skirmish/1", "skirmish", True),
        ("alpha-fixed-0.2", "skirmish", True),
        ("alpha-fixed-0.2", "0.1", False),
        ("skirmish/1", "0.1", False),
        ("alpha-fixed-0.1", "0.2", False),
        ("alpha-fixed-0.3", "skirmish", False),
    ],
)
def test_ALPHA_31_only_the_former_name_of_the_same_rules_is_another_name(ruleset, version, fits):
    record = read_record(FORMER.read_text(encoding="utf-8"))
    options = {**record.options, "version": version}
    verdict = verify(GAME, msgspec.structs.replace(record, ruleset=ruleset, options=options))
    assert verdict.identical == fits
    assert fits or ruleset in verdict.sentence


def test_ALPHA_31_the_former_name_is_read_and_never_offered_or_written():
    assert GAME.options({"version": "0.2"}) == GAME.options(SKIRMISH)
    assert options_data(GAME.options({"version": "0.2"}))["version"] == "skirmish"
    spec = next(spec for spec in GAME.option_specs if spec.name == "version")
    assert spec.values == ("0.1", "skirmish")
    with pytest.raises(OptionError, match=r"allowed: 0\.1, skirmish"):
        GAME.options({"version": "0.3"})


def test_ALPHA_31_its_name_is_on_every_picture():
    for raw, name in (({}, "v0.1"), (SKIRMISH, "Skirmish")):
        assert GAME.scene(GAME.view(start(**raw), HUMAN)).title.endswith(name)


# --- pressure -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mover", [HUMAN, AI])
def test_ALPHA_32_an_attack_on_an_empty_slot_takes_two_cards_off_the_deck(mover):
    boards, other = (("bear@2", ""), AI) if mover == HUMAN else (("", "bear@2"), HUMAN)
    state = put(*boards, decks=("tiger ox wolf", "boar spark ox"), mover=mover, phase="C", **SKIRMISH)
    after = play(state, "attack 2 5")
    assert discard(after, other) == deck(state, other)[:2]
    assert deck(after, other) == deck(state, other)[2:]
    assert (hand(after, other), deck(after, mover)) == (hand(state, other), deck(state, mover))


@pytest.mark.parametrize(
    ("cards", "held", "gone", "kept"),
    [
        ("ox", "wolf tiger boar", ["ox", "boar"], ["wolf", "tiger"]),
        ("", "wolf tiger boar", ["boar", "tiger"], ["wolf"]),
        ("", "wolf", ["wolf"], []),
        ("", "", [], []),
    ],
)
def test_ALPHA_32_when_the_deck_is_empty_what_was_drawn_last_goes_from_the_hand(cards, held, gone, kept):
    state = put("bear@2", "ox@1", hands=("", held), decks=("ox", cards), phase="C", **SKIRMISH)
    after = play(state, "attack 2 5")
    assert (discard(after, AI), hand(after, AI), deck(after, AI)) == (gone, kept, [])


def test_ALPHA_32_everybody_is_told_what_was_discarded_and_from_where():
    state = put("bear@2", hands=("", "wolf boar"), decks=("ox", "tiger"), phase="C", **SKIRMISH)
    told = step(state, "attack 2 5").told
    for who in VIEWERS:
        assert says(told[who], "Bear", "empty slot 5", "Tiger is discarded from the top of", "Boar is")
        assert not says(told[who], "Wolf")
    assert says(told[AI], "your deck", "your hand")


def test_ALPHA_32_a_creature_kept_in_the_hand_saves_nobody():
    state = put("bear@2", hands=("", "mammoth"), decks=("ox", ""), phase="C", **SKIRMISH)
    after = play(state, "attack 2 5")
    assert outcome(after) is None
    assert outcome(play(after, "end")) == (HUMAN, "exhaustion")


def test_ALPHA_32_an_attack_on_a_creature_takes_no_card_and_pressure_keeps_nothing_alive():
    state = put("bear@2", "ox@1", decks=("ox", "boar ox"), phase="C", **SKIRMISH)
    assert deck(play(state, "attack 2 1"), AI) == ["boar", "ox"]
    quiet = put("1/10@1", "1/10@1", decks=("", "wolf*9"), phase="C", quiet=19, stirred=False, **SKIRMISH)
    assert outcome(play(quiet, "attack 1 2", "end")) == (None, "stall")


def test_ALPHA_32_a_combat_with_empty_slots_alone_is_not_ended_for_anyone():
    state = put("ox@1", "", phase="C", **SKIRMISH)
    assert GAME.automatic(GAME.view(state, HUMAN)) is None
    prompt = GAME.prompt(GAME.view(state, HUMAN), ())
    assert "1 Ox × 1 empty: takes two cards" in [choice.label for choice in prompt.choices]
    assert not says(heard(put("ox@1", "", phase="C"), PUBLIC, "attack 1 1"), "discarded")


def test_ALPHA_28_nobody_sees_a_hand_before_it_is_discarded():
    state = put("bear@2", hands=("ox", "boar viper"), decks=("ox", "spark wolf"), phase="C", **SKIRMISH)
    for who in (HUMAN, PUBLIC):
        worlds = [twin(state, who, number) for number in range(6)]
        assert len({tuple(hand(world, AI)) for world in worlds}) > 1
        assert {repr(GAME.view(world, who)) for world in worlds} == {repr(GAME.view(state, who))}


# --- energy -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [bytes(32), bytes([1] * 32), bytes([2] * 32)])
def test_ALPHA_33_the_side_that_goes_second_is_one_ahead_in_its_first_three_turns(seed):
    state, limits = start(seed, **SKIRMISH), []
    for _ in range(12):
        side = state.table.sides[state.table.mover]
        assert side.energy == side.limit
        limits.append(side.limit)
        state = turn(state)
    assert limits == [1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6]


# --- what it's for ------------------------------------------------------------------------------------


def matches(first, second, count, levels=("hard", "hard")):
    return [play_game({**SKIRMISH, "decks": [first, second]}, number, levels) for number in range(count)]


def mean(points):
    return 100 * statistics.fmean(points)


@pytest.mark.proof
def test_the_preset_is_short_and_even():
    found = matches("wild", "wild", 400)
    assert 45 <= mean(count_points(end, first) for first, end in found) <= 55
    assert 45 <= mean(count_points(end, HUMAN) for _, end in found) <= 55
    assert 16 <= statistics.median(end.table.ply for _, end in found) <= 24


@pytest.mark.proof
def test_over_all_pairs_of_its_decks_each_seat_and_who_begins_score_45_to_55_in_8_to_12_turns():
    every = [end for decks in PAIRS for end in pair(*decks, 200)]
    assert 45 <= mean(end.human for end in every) <= 55
    assert 45 <= mean(end.starter for end in every) <= 55
    assert 16 <= statistics.median(end.plies for end in every) <= 24


@pytest.mark.slow
@pytest.mark.parametrize("decks", [decks for decks in PAIRS if decks[0] != decks[1]])
def test_none_of_its_decks_loses_to_another_for_certain(decks):
    assert 25 <= mean(end.first for end in pair(*decks, 60)) <= 75


@pytest.mark.proof
def test_who_never_plays_the_last_creature_is_beaten_half_of_the_time_and_by_v01_never():
    first, second = (against_keeper(version, 40) for version in ("0.1", "skirmish"))
    assert first.count(1) == 0
    assert first.count(0.5) > 5
    assert second.count(1) >= 20


def test_who_keeps_a_creature_plays_all_else_as_before_and_never_that_one():
    state = put("", "ox@1", hands=("spark wolf arrow", ""), energy=(2, 0))
    view = GAME.view(state, HUMAN)
    assert GAME.format(GAME.players["hard"](view, None, None, 0)) == "play 2 1"
    assert GAME.format(keeping(GAME.players["hard"])(view, None, None, 0)) == "cast 3 o1"


def test_nobody_is_unbeatable_by_keeping_a_creature():
    """A player who never plays a card loses to `hard`, which could never win by v0.1."""
    for raw, expected in (({}, None), (SKIRMISH, AI)):
        state = start(**raw)
        while outcome(state) is None:
            texts = legal(state)
            view = GAME.view(state, state.table.mover)
            idle = state.table.mover == HUMAN
            state = play(state, texts[-1] if idle else GAME.format(GAME.players["hard"](view, None, None, 0)))
        assert outcome(state)[0] == expected
