"""Finished matches, made without a database from records of random play."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from bot.core.match_state import MatchState, apply_actions, opening
from games import GAMES
from games.core.record import Record
from storage.rows import Action, Match, Seat
from tests.kit.games.recorded import recorded
from tests.kit.inputs import START


def table_of(record: Record, match_id: str, winner: int | None, reason: str | None) -> MatchState:
    """Return the state of a record's match with this end, or still running (reason None)."""
    proof = record.proof
    assert proof is not None
    match = Match(
        id=match_id,
        game=record.game,
        ruleset=record.ruleset,
        options=record.options,
        seed=record.seed,
        nonce=bytes.fromhex(proof.nonce),
        pace="1d",
        created_at=int(START),
        winner=winner,
        reason=reason,
        rated=True,
        length=len(record.actions),
        sides=proof.sides,
        seats=tuple(map(_seat, (0, 1), record.seats, proof.interactions.split(":"))),
    )
    return _folded(replace(match, ended_at=None if reason is None else int(START) + 9), record.actions)


def _seat(seat: int, player: str, interaction: str) -> Seat:
    return Seat(
        seat=seat,
        person=int(player) if player.isdigit() else None,
        level=None if player.isdigit() else player,
        interaction=int(interaction) if interaction else None,
    )


def _folded(match: Match, texts: tuple[str, ...]) -> MatchState:
    table = opening(match)
    for number, text in enumerate(texts, 1):
        table = apply_actions(
            table, [Action(number, table.moment(number - 1).acting[0], text, match.created_at)]
        )
    return table


@cache
def finished(key: str, number: int = 1) -> MatchState:
    """Return a match played to its end by the rules."""
    record = recorded(key, number)
    winner = {"1-0": 0, "0-1": 1}.get(record.score)
    return table_of(record, f"{key}{number}", winner, record.reason)


@cache
def broken_off(key: str, reason: str | None, winner: int | None = None, actions: int = 6) -> MatchState:
    """Return a match after a few actions, ended by an act of the match or still running (reason None)."""
    return table_of(recorded(key, 1, actions), f"{key}off", winner, reason)


EVERY_GAME = tuple(GAMES)
