"""Alpha's records replay to the same final states, and faulty records are reported (GEN-1, GEN-8)."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys

import msgspec
import pytest

from games.__main__ import main
from games.core.record import read_record, replay, verify, write_record
from tests.games.alpha.matches import LAST_PLY, ai_match, digest
from tests.kit.games.alpha_table import GAME, action_of, legal

MATCHES, FAST, BLOCK = 2000, 80, 1000
SCORES = {"1-0", "0-1", "1/2-1/2"}


def replayed(record):
    """Return the final state of a record after writing, reading and replaying it."""
    *_, final = replay(GAME, read_record(write_record(record)))
    return final


def check_matches(numbers):
    """Check that each match, written, read and replayed, ends in the same state; return the end reasons."""
    reasons = set()
    for number in numbers:
        record, final = ai_match(number)
        again = replayed(record)
        assert digest(again) == digest(final), number
        assert again == final, number
        assert GAME.turn_number(final) <= LAST_PLY
        assert record.score in SCORES
        reasons.add(record.reason)
    return reasons


@pytest.mark.proof
def test_GEN_1_ai_matches_are_replayed_from_their_records_to_identical_final_states():
    assert {"exhaustion", "both-exhausted", "stall"} <= check_matches(range(FAST))


@pytest.mark.proof
@pytest.mark.parametrize("first", range(0, MATCHES, BLOCK))
def test_GEN_1_thousands_of_ai_matches_are_replayed_to_identical_final_states(first):
    assert "exhaustion" in check_matches(range(first, first + BLOCK))


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", ["1", "4242"])
def test_ALPHA_25_another_process_with_other_hashes_plays_the_same_matches(hash_seed):
    count = 24
    told = subprocess.run(
        [sys.executable, "-m", "tests.games.alpha.matches", "0", str(count)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    assert told.stdout.split() == [digest(ai_match(number)[1]) for number in range(count)]


# --- verification --------------------------------------------------------------------------------------


@pytest.fixture
def record():
    return ai_match(2)[0]


@pytest.fixture
def told(tmp_path, capsys):
    """Return the output of `python -m games verify` for a record, with its exit status."""

    def verified(text):
        file = tmp_path / "record.txt"
        file.write_text(text, encoding="utf-8")
        status = main(["verify", str(file)])
        said = capsys.readouterr()
        return status, (said.out + said.err).strip()

    return verified


def test_a_record_is_verified_as_identical(told, record):
    status, sentence = told(write_record(record))
    assert status == 0
    assert sentence.startswith(f"identical: {len(record.actions)} actions, {record.score} by {record.reason}")


@pytest.mark.slow
def test_the_program_says_so_too(tmp_path, record):
    file = tmp_path / "record.txt"
    file.write_text(write_record(record), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "games", "verify", str(file)], capture_output=True, text=True, timeout=600
    )
    assert (ran.returncode, ran.stdout[:9], ran.stderr) == (0, "identical", "")


def illegal_at(state, rng):
    """Return a text of the notation that is illegal here."""
    texts = [
        f"attack {rng.randint(1, 5)} {rng.randint(1, 5)}",
        "play 30 1",
        "cast 1 m1",
        "play 1 1",
        "attack 1 1",
    ]
    return next(text for text in texts if text not in legal(state) and action_of(text))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(12))
def test_the_first_action_that_departs_is_named(number, told):
    record, _ = ai_match(number)
    rng = random.Random(number)
    place = rng.randrange(len(record.actions))
    state = list(replay(GAME, record))[place]
    wrong = illegal_at(state, rng)
    actions = (*record.actions[:place], wrong, *record.actions[place + 1 :])
    verdict = verify(GAME, msgspec.structs.replace(record, actions=actions))
    assert (verdict.identical, verdict.number) == (False, place + 1)
    status, sentence = told(write_record(msgspec.structs.replace(record, actions=actions)))
    assert status == 1
    assert sentence.startswith(f"The record departs from the rules at action {place + 1} ({wrong}): ")


@pytest.mark.parametrize("wrong", ["play 1", "resign", "END", "cast 1 o0"])
def test_an_action_that_cannot_be_read_is_named(wrong, record):
    actions = (*record.actions[:7], wrong, *record.actions[8:])
    verdict = verify(GAME, msgspec.structs.replace(record, actions=actions))
    assert (verdict.identical, verdict.number) == (False, 8)


def test_an_action_too_many_or_too_few_departs(record):
    longer = msgspec.structs.replace(record, actions=(*record.actions, "end"))
    assert (verify(GAME, longer).identical, verify(GAME, longer).number) == (False, len(record.actions) + 1)
    shorter = msgspec.structs.replace(record, actions=record.actions[:-1])
    assert not verify(GAME, shorter).identical
    assert "isn't over" in verify(GAME, shorter).sentence


def test_another_seed_departs(record):
    assert not verify(GAME, msgspec.structs.replace(record, seed=bytes(32))).identical


def test_another_result_or_reason_departs(record):
    for score in SCORES - {record.score}:
        verdict = verify(GAME, msgspec.structs.replace(record, score=score))
        assert not verdict.identical
        assert record.score in verdict.sentence
    assert not verify(GAME, msgspec.structs.replace(record, reason="plies")).identical


# --- other rulesets -------------------------------------------------------------------------------------


def test_GEN_8_a_record_of_another_ruleset_is_refused_by_name(told, record):
    other = msgspec.structs.replace(record, ruleset="alpha-fixed-0.2")
    status, sentence = told(write_record(other))
    assert status == 1
    assert "alpha-fixed-0.2" in sentence
    assert GAME.ruleset_of(GAME.options(record.options)) in sentence


@pytest.mark.parametrize(
    ("changes", "truth"),
    [
        ({"pressure": "mill1"}, "alpha-fixed-0.1+mill1"),
        ({"summoningSickness": "on"}, "alpha-fixed-0.1+sickness"),
        ({"pressure": "mill1", "summoningSickness": "on"}, "alpha-fixed-0.1+mill1+sickness"),
    ],
)
def test_ALPHA_29_the_literal_id_with_the_options_of_a_variant_is_refused_by_name(changes, truth, told):
    record, _ = ai_match(0)
    assert record.ruleset == "alpha-fixed-0.1"
    options = {**record.options, **changes}
    status, sentence = told(write_record(msgspec.structs.replace(record, options=options)))
    assert status == 1
    assert re.search(r"alpha-fixed-0\.1\b(?!\+)", sentence)
    assert truth in sentence


def test_ALPHA_29_the_id_of_a_variant_with_the_literal_options_is_refused_by_name(told):
    record, _ = ai_match(0)
    status, sentence = told(write_record(msgspec.structs.replace(record, ruleset="alpha-fixed-0.1+mill1")))
    assert status == 1
    assert "alpha-fixed-0.1+mill1" in sentence


@pytest.mark.parametrize("number", range(4))
def test_ALPHA_29_each_variant_writes_its_own_id_and_is_verified_under_it(number):
    record, _ = ai_match(number)
    ids = [
        "alpha-fixed-0.1",
        "alpha-fixed-0.1+sickness",
        "alpha-fixed-0.1+mill1",
        "alpha-fixed-0.1+mill1+sickness",
    ]
    assert record.ruleset == ids[number]
    assert verify(GAME, record).identical


def test_a_bad_deck_in_a_record_is_told_with_its_place(told, record):
    options = {**record.options, "decks": ["swarm", {"deck": ["wlof"] * 30}]}
    status, sentence = told(write_record(msgspec.structs.replace(record, options=options)))
    assert status == 1
    assert 'decks[1].deck[0]: no card "wlof"; did you mean "wolf"?' in sentence


@pytest.mark.parametrize("options", ["5", "null", "[1]", '"x"', "[" * 5000 + "]" * 5000, "NaN"])
def test_options_of_a_record_that_are_no_object_are_refused_in_a_sentence(options, told, record):
    text = write_record(record)
    quoted = options.replace('"', '\\"')
    status, sentence = told(re.sub(r'\[Options ".*"\]', lambda _: f'[Options "{quoted}"]', text))
    assert status in (1, 2)
    assert 0 < len(sentence) < 300


def test_a_record_that_is_not_utf_8_is_refused_in_a_sentence(tmp_path, capsys, record):
    file = tmp_path / "record.txt"
    file.write_bytes(write_record(record).encode() + b"\xff")
    assert main(["verify", str(file)]) == 2
    assert "UTF-8" in capsys.readouterr().err
