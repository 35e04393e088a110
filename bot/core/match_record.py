"""The full record of a match, as the games read and write records."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.core.errors import UserError
from bot.core.match_state import MatchState, in_force, numbers_in_force
from games.core.chance import commitment
from games.core.game import MatchReason, Viewer
from games.core.record import Proof, Record, score_of, with_drawn, write_record
from games.core.vocabulary.options import options_data
from storage.rows import Match


def record_of(state: MatchState) -> Record:
    """Return the full record of a finished match, which holds every secret."""
    match, game = state.match, state.game
    score = score_of(state.result)
    if state.result is None:
        score = _score_of_act(match)
    return Record(
        match.game,
        match.ruleset,
        options_data(game.options(match.options)),
        match.seed,
        (_player(state, 0), _player(state, 1)),
        score,
        match.reason or "",
        _in_order(in_force(state)),
        proof_of(match),
        takebacks=_takebacks(state),
    )


def _takebacks(state: MatchState) -> str:
    """Return the takebacks as the record states them: “7-5” took actions 6 and 7 back. docs/engine.md."""
    numbers = (number for number, step in enumerate(state.steps) if step.back is not None)
    return " ".join(f"{_count(state, number)}-{_count(state, number + 1)}" for number in numbers)


def _count(state: MatchState, number: int) -> int:
    """Return how many actions were in force after row `number` of the log."""
    return len(numbers_in_force(state.steps[:number]))


def proof_of(match: Match) -> Proof:
    """Return what the seed of a finished match was made from. docs/engine.md, section 2."""
    return Proof(
        match=match.id,
        commitment=commitment(match.nonce),
        nonce=match.nonce.hex(),
        interactions=":".join("" if row.interaction is None else str(row.interaction) for row in match.seats),
        sides=match.sides or "",
        date=f"{datetime.fromtimestamp(match.created_at, UTC):%Y.%m.%d}",
    )


def _in_order(state: MatchState) -> tuple[str, ...]:
    """Return the actions in a replay's order: of simultaneous actions, the lower seat's comes first.

    If only one side has acted there, nothing is returned: a replay couldn't tell whose action it was.
    """
    at_once = len([n for n in range(state.length) if len(state.moment(n).acting) > 1])
    if not at_once:
        return state.texts
    together = min(at_once + 1, state.length)
    first = sorted(state.steps[:together], key=lambda step: step.seat)
    if first[0].seat != 0:
        return ()
    return (*(step.text for step in first), *state.texts[together:])


_DRAWN = (MatchReason.AGREED.value, MatchReason.ADJUDICATED.value)


def _score_of_act(match: Match) -> str:
    """Return the score of a match that resignation, time, agreement, adjudication or abortion ended."""
    if match.winner is None:
        return "1/2-1/2" if match.reason in _DRAWN else "*"
    return "1-0" if match.winner == 0 else "0-1"


def _player(state: MatchState, seat: int) -> str:
    row = state.seat_row(seat)
    return row.level if row.level is not None else str(row.person)


def file_of(state: MatchState, who: Viewer) -> tuple[str, str]:
    """Return the file name and text of a match's record.

    It's the full record once everything is open; before, and for a match that doesn't count, what the viewer
    was told. Raise UserError while a second leg is played, whose dice follow from this one's secret.
    """
    if state.sealed:
        raise UserError("This was the first leg. You can export its record once the second leg is over.")
    name = f"{state.match.game}-{state.match.id}.txt"
    return name, write_record(with_drawn(state.game, record_of(state))) if state.is_open_to_all else _so_far(
        state, who
    )


def _so_far(state: MatchState, who: Viewer) -> str:
    """Return what the viewer was told, numbered by that alone: how often a player acted unseen is secret."""
    known = [" ".join(step.told[who]) for step in state.steps if step.told[who]]
    heading = f"{state.game.title}, as you know it so far"
    return "\n".join((heading, "", *(f"{number}. {line}" for number, line in enumerate(known, 1)))) + "\n"
