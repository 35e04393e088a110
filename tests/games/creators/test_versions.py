"""Records of former rules, which still replay. CVD-41."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.core.record import Record, read_record, verify, write_record
from games.core.selfplay import numbered_seed, play_match
from games.creators.rules.glyph_table import TABLE
from games.creators.rules.options import FORMER, SPECS, VERSION
from games.creators.rules.par import par_of
from tests.games.creators.table import GAME

OLD = Path(__file__).with_name("old")
"""Records that were written when `creators/3` was the present ruleset."""
ADDED = ("winningMove", "version")


@pytest.mark.parametrize("path", sorted(OLD.glob("*.txt")), ids=lambda path: path.stem)
def test_CVD_41_a_record_of_creators_3_replays_as_it_was(path: Path) -> None:
    record = read_record(path.read_text(encoding="utf-8"))
    assert record.ruleset == "creators/3"
    assert not set(ADDED) & set(record.options)
    assert verify(GAME, record).identical


def test_CVD_41_records_of_both_versions_name_their_ruleset() -> None:
    for version in (VERSION, FORMER):
        record = play_match(GAME, {"version": version, "boardSize": 12}, numbered_seed(1), ("easy", "easy"))
        assert record.ruleset == f"creators/{version}"
        assert verify(GAME, read_record(write_record(record))).identical


def test_CVD_41_all_fifteen_options_without_a_version_are_the_former_rules() -> None:
    fifteen = {spec.name: spec.default for spec in SPECS if spec.name not in ADDED}
    assert len(fifteen) == 15
    assert GAME.options(fifteen).version == FORMER
    assert GAME.options({}).version == VERSION
    assert GAME.options({**fifteen, "version": VERSION}) == GAME.options({})
    for name in fifteen:
        assert GAME.options({key: value for key, value in fifteen.items() if key != name}).version == VERSION


def test_CVD_41_the_former_rules_have_the_former_pars_whatever_is_chosen() -> None:
    for chosen in ({}, {"destroyerPreview": "full"}, {"winningMove": "any"}):
        for rounds, place in ((20, 0), (40, 1)):
            options = GAME.options({"version": FORMER, "rounds": rounds, **chosen})
            assert {name: par_of(name, options) for name in TABLE} == {
                name: row[place] for name, row in TABLE.items()
            }


def test_CVD_41_a_record_with_another_ruleset_than_its_options_tell_is_refused() -> None:
    record = play_match(GAME, {"boardSize": 12}, numbered_seed(1), ("easy", "easy"))
    wrong = Record(**{**_fields(record), "ruleset": "creators/3"})
    assert not verify(GAME, wrong).identical
    assert json.dumps(dict(record.options)).count("version") == 1


def _fields(record: Record) -> dict:
    return {name: getattr(record, name) for name in record.__struct_fields__}
