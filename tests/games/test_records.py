"""Records as files: their contents, and the faults found when one is wrong.

Source: docs/engine.md, sections 2 and 7.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from games import GAMES, MatchReason, Unreadable
from games.__main__ import main
from games.core.checks import checks
from games.core.errors import GameError
from games.core.record import Record, Verdict, read_record, replay, verify, write_record
from games.core.vocabulary.documents import MOST_DEPTH, is_too_deep
from tests.kit.games.recorded import ENGINES, FURTHER, recorded

every_game = pytest.mark.parametrize("key", GAMES)


@cache
def record_of(key: str) -> Record:
    return recorded(key, 1)


@cache
def unfinished(key: str) -> Record:
    return recorded(key, 1, 3)


def wrong(record: Record) -> list[str]:
    """Return the subjects of the faults found in a record."""
    return [check.subject for check in checks(GAMES[record.game], record) if check.fine is False]


def other_digit(text: str) -> str:
    """Return a text in hex with another first digit."""
    return ("0" if text[0] != "0" else "1") + text[1:]


@every_game
def test_the_tags_of_the_engine_page_stand_first_in_their_order_and_form(key: str) -> None:
    header, _, lines = write_record(record_of(key)).partition("\n\n")
    assert re.findall(r'^\[(\w+) ".*"\]$', header, re.MULTILINE) == ENGINES + FURTHER
    assert len(header.splitlines()) == len(ENGINES + FURTHER)
    plain = write_record(replace(record_of(key), proof=None))
    assert plain == "\n".join(header.splitlines()[: len(ENGINES)]) + "\n\n" + lines


@every_game
def test_a_record_is_read_back_as_it_was_written(key: str) -> None:
    assert read_record(write_record(record_of(key))) == record_of(key)


def test_a_reader_ignores_tags_that_it_does_not_know() -> None:
    text = write_record(record_of("decoy"))
    assert read_record(f'[Site "a garden"]\n{text}') == record_of("decoy")


def test_a_tag_that_stands_there_twice_is_a_fault() -> None:
    text = write_record(record_of("decoy"))
    with pytest.raises(Unreadable, match="Result"):
        read_record(f'[Result "0-1"]\n{text}')


def test_options_that_are_nested_too_deeply_are_a_fault_before_they_are_parsed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = re.sub(r'Options "[^\n]*"\]', f'Options "{"[" * 17}"]', write_record(recorded("creators", 1)))
    monkeypatch.setattr("games.core.record.json.loads", lambda *given: pytest.fail("it was parsed"))
    with pytest.raises(Unreadable, match="nested too deeply"):
        read_record(text)


def test_what_is_closed_again_counts_towards_the_depth_no_more() -> None:
    deepest = b"[" * MOST_DEPTH + b"]" * MOST_DEPTH
    assert is_too_deep(b"[" + deepest + b"]")
    assert not is_too_deep(deepest)
    assert not is_too_deep(b"[" + b",".join([b"{}"] * (2 * MOST_DEPTH)) + b"]")
    assert not is_too_deep(b'"' + b"[" * (2 * MOST_DEPTH) + b'"')


def test_an_action_after_the_end_is_refused_in_words() -> None:
    over = record_of("decoy")
    with pytest.raises(GameError, match="The match is over"):
        list(replay(GAMES["decoy"], replace(over, actions=(*over.actions, over.actions[-1]))))


def test_a_number_of_thousands_of_digits_is_a_fault_like_any_other() -> None:
    with pytest.raises(Unreadable, match="Line 1"):
        read_record(f"{'1' * 5000}. roll")


@every_game
def test_a_true_record_fits_in_everything(key: str) -> None:
    found = checks(GAMES[key], record_of(key))
    assert [check.subject for check in found if check.fine is not True] == []
    assert len(found) == 5


@every_game
def test_a_changed_seed_nonce_commitment_or_interaction_is_found_and_named(key: str) -> None:
    record = record_of(key)
    proof = record.proof
    assert proof is not None
    for changed, subjects in (
        (replace(record, proof=replace(proof, nonce=other_digit(proof.nonce))), ["Seed", "Commitment"]),
        (replace(record, proof=replace(proof, nonce="zz")), ["Seed", "Commitment"]),
        (replace(record, proof=replace(proof, commitment=other_digit(proof.commitment))), ["Commitment"]),
        (replace(record, proof=replace(proof, interactions="1001:1003")), ["Seed"]),
        (replace(record, proof=replace(proof, interactions="1001")), ["Seed"]),
        (replace(record, seed=bytes.fromhex(other_digit(record.seed.hex()))), ["Seed"]),
    ):
        assert [name for name in wrong(changed) if name in ("Seed", "Commitment")] == subjects


@pytest.mark.slow
@every_game
def test_another_result_or_reason_than_the_replays_is_found(key: str) -> None:
    record = record_of(key)
    for score in {"1-0", "0-1", "1/2-1/2", "*"} - {record.score}:
        assert wrong(replace(record, score=score)) == ["Result"]
    for reason in ("", "nonsense", *MatchReason):
        assert wrong(replace(record, reason=str(reason))) == ["Result"]


@every_game
def test_an_action_too_many_too_few_or_of_no_rule_is_found(key: str) -> None:
    record = record_of(key)
    last = len(record.actions)
    assert wrong(replace(record, actions=record.actions[:-1])) == ["Result"]
    assert wrong(replace(record, actions=(*record.actions, record.actions[-1]))) == ["Rules"]
    nonsense = replace(record, actions=(*record.actions[:-1], "nonsense"))
    assert wrong(nonsense) == ["Rules"]
    assert f"departs from the rules at action {last} " in checks(GAMES[key], nonsense)[0].sentence


@every_game
@pytest.mark.parametrize(
    ("reason", "scores"),
    [
        ("resigned", {"1-0", "0-1"}),
        ("time", {"1-0", "0-1"}),
        ("agreed", {"1/2-1/2"}),
        ("aborted", {"*"}),
        ("cancelled", {"*"}),
        ("", {"*"}),
    ],
)
def test_a_match_that_ended_before_its_game_has_only_a_score_that_goes_with_it(
    key: str, reason: str, scores: set[str]
) -> None:
    for score in ("1-0", "0-1", "1/2-1/2", "*"):
        told = wrong(replace(unfinished(key), reason=reason, score=score))
        assert told == ([] if score in scores else ["Result"])
        assert verify(GAMES[key], replace(unfinished(key), reason=reason, score=score)).identical == (
            score in scores
        )


@pytest.mark.parametrize("ruleset", ["creators/1", "creators/2"])
def test_a_creators_record_of_former_rules_is_refused_by_name(ruleset: str) -> None:
    record = replace(record_of("creators"), ruleset=ruleset)
    told = f"The record is for ruleset {ruleset}; this is creators/4."
    assert verify(GAMES["creators"], record) == Verdict(False, 0, told)
    assert wrong(record) == ["Rules"]


def test_a_record_without_a_proof_says_what_cannot_be_told() -> None:
    found = checks(GAMES["decoy"], replace(record_of("decoy"), proof=None))
    assert [check.subject for check in found if check.fine is None] == ["Seed", "Commitment"]


def test_the_program_checks_the_seed_and_says_what_it_cannot_prove(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, record = tmp_path / "record.txt", record_of("creators")
    file.write_text(write_record(record))
    assert main(["verify", str(file)]) == 0
    first, seed, commitment, players = capsys.readouterr().out.splitlines()
    assert first == verify(GAMES["creators"], record).sentence
    assert seed == "Seed: SHA-256 of the nonce followed by the interactions is the seed."
    assert commitment == "Commitment: SHA-256 of the nonce is the commitment."
    assert "the file alone can't prove these" in players
    file.write_text(write_record(record).replace('"1001:', '"1002:'))
    assert main(["verify", str(file)]) == 1
    assert "isn't the seed" in capsys.readouterr().out


@pytest.mark.proof
@every_game
def test_250_records_of_random_matches_of_every_game_are_true(key: str) -> None:
    for number in range(250):
        record = read_record(write_record(recorded(key, number)))
        found = checks(GAMES[key], record)
        assert all(check.fine for check in found), (number, found)
