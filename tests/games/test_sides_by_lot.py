"""Sides drawn by lot: neither player alone can choose the draw, and anyone can repeat it."""

from __future__ import annotations

import hashlib
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from games import GAMES
from games.__main__ import main
from games.core.chance import Chance, draw_sides, fair_seed
from games.core.checks import checks
from games.core.record import BY_LOT, CHOSEN, Record, read_record, write_record
from tests.kit.games.recorded import recorded


def with_sides(record: Record, sides: str) -> Record:
    assert record.proof is not None
    return replace(record, proof=replace(record.proof, sides=sides))


def wrong(record: Record) -> list[str]:
    return [check.subject for check in checks(GAMES[record.game], record) if check.fine is False]


def supports_pvp(as_drawn: bool) -> Record:
    """Return the first recorded match of two people whose seats do, or don't, follow the lot."""
    for number in count(1):
        record = recorded("decoy", number, 4)
        proof = record.proof
        assert proof is not None
        first, _, second = proof.interactions.partition(":")
        ids = (int(first), int(second or 0))
        if second and (draw_sides(bytes.fromhex(proof.nonce), *ids) == ids) == as_drawn:
            return with_sides(record, BY_LOT)
    raise AssertionError("the lot falls both ways")


def test_the_lot_is_the_published_formula() -> None:
    for number in range(20):
        nonce = bytes([number] * 32)
        drawn, _ = Chance(hashlib.sha256(nonce + b"1001:1002:sides").digest()).draw(2)
        expected = (1001, 1002) if drawn == 0 else (1002, 1001)
        assert draw_sides(nonce, 1001, 1002) == draw_sides(nonce, 1002, 1001) == expected


def test_the_lot_falls_both_ways_about_as_often() -> None:
    first = [draw_sides(hashlib.sha256(bytes([n])).digest(), 1, 2)[0] for n in range(200)]
    assert 70 < first.count(1) < 130


def test_the_lot_is_drawn_apart_from_the_dice() -> None:
    lot = hashlib.sha256(bytes(32) + b"1:2:sides").digest()
    assert lot not in (fair_seed(bytes(32), 1, 2), fair_seed(bytes(32), 2, 1))


def test_sides_as_drawn_are_true_and_the_other_way_round_they_are_found() -> None:
    assert wrong(supports_pvp(True)) == []
    assert wrong(supports_pvp(False)) == ["Sides"]
    assert wrong(with_sides(supports_pvp(False), CHOSEN)) == [], "who chooses needs no lot"


def test_sides_by_lot_need_two_people_and_a_nonce() -> None:
    record = supports_pvp(True)
    assert record.proof is not None
    for proof in (
        replace(record.proof, nonce=""),
        replace(record.proof, interactions="1001:"),
        replace(record.proof, interactions="nonsense"),
        replace(record.proof, sides="by coin"),
    ):
        assert "Sides" in wrong(replace(record, proof=proof))


def test_a_record_from_before_there_was_the_tag_still_reads_and_is_true() -> None:
    old = with_sides(supports_pvp(False), "")
    text = write_record(old)
    assert "Sides" not in text
    assert read_record(text) == old
    assert wrong(old) == []


def test_the_command_line_finds_exchanged_sides(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for as_drawn, status, sentence in (
        (True, 0, "Sides: Drawn again from the nonce and the interactions, they're the same."),
        (False, 1, "Sides: Drawn again, each player gets the opposite side."),
    ):
        file = tmp_path / "record.txt"
        file.write_text(write_record(supports_pvp(as_drawn)), encoding="utf-8")
        assert main(["verify", str(file)]) == status
        assert sentence in capsys.readouterr().out
