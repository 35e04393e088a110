"""Checks whether a record is genuine: by itself, and against the stored one. Reads no database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from bot.core.match_record import record_of
from bot.core.match_state import MatchState, opening
from games import GAMES, GameError
from games.core.checks import Check, checks
from games.core.legs import second_leg_nonce
from games.core.record import Proof, Record, read_record
from games.core.vocabulary.options import options_data
from storage.rows import Match

MOST_BYTES = 256 * 1024
"""The largest record that is read; a very long match takes a quarter of it."""
NOT_OVER = "This match isn't over yet. You can verify its record once it is."
_NOT_KEPT = (
    "I don't know a match with this id here, so I can only check that it's a legal match. I can't tell who "
    "played it, when, or whether something was changed."
)
_NO_ID = "The file names no match, so I can't look it up. Choose one with the option `match`."
_LONGEST = 32
"""The most characters of a value that is quoted."""


class Report(msgspec.Struct, frozen=True):
    """The results of the checks; in a sentence, lines after the first are its details.

    `record` is what was checked, None if it can't be read.
    """

    checks: tuple[Check, ...]
    record: Record | None = None

    @property
    def is_false(self) -> bool:
        """Whether some check failed."""
        return any(check.fine is False for check in self.checks)

    @property
    def is_proved(self) -> bool:
        """Whether everything could be checked, and nothing failed."""
        return all(check.fine for check in self.checks)


SEALED = "Its second leg isn't over yet, and its dice follow from this leg's secret. Verify it after that."
_SEALED = Report((Check("Match", None, SEALED),))
VOID = "This match doesn't count, so its secrets stay secret, and there's nothing to verify."
_VOID = Report((Check("Match", None, VOID),))
_NOT_YET = Report((Check("Match", None, NOT_OVER),))


def find_named_id(text: str) -> str | None:
    """Return the id of the match that a file names as its own, or None."""
    try:
        proof = read_record(text).proof
    except GameError:
        return None
    return proof.match or None if proof else None


def of_match(state: MatchState, first: Match | None = None) -> Report:
    """Return the report on the stored record; `first`: the first leg, of a second one."""
    if not state.is_open_to_all:
        return _refuse(state)
    record = record_of(state)
    found = _checks(record)
    kept = Check("Kept record", True, f"It's my own record of match {state.match.id}.")
    return Report((*_on_the_card(found, state.match, first), kept), record)


def of_file(text: str, state: MatchState | None, first: Match | None = None) -> Report:
    """Return the report on a file, by itself and against the stored record of a known, finished match.

    While its match isn't open to all, nothing is said about a file, no matter what's in it.
    """
    if state is not None and not state.is_open_to_all:
        return _refuse(state)
    try:
        record = read_record(text)
        found = _checks(record)
    except GameError as error:
        return Report((Check("File", False, str(error)),))
    if state is None:
        return Report((*found, Check("Kept record", None, _not_kept(record))), record)
    kept = record_of(state)
    different = tuple(differences(record, kept))
    if not different:
        same = (
            f"The file agrees with my record of match {state.match.id}: players, options, actions, all of it."
        )
        return Report((*_on_the_card(found, state.match, first), Check("Kept record", True, same)), record)
    told = "\n".join((f"The file differs from my record of match {state.match.id}:", *different))
    return Report((*found, Check("Kept record", False, told)), record)


def _refuse(state: MatchState) -> Report:
    """Return why a match can't be verified: it is a sealed leg, doesn't count, or still runs."""
    return _SEALED if state.sealed else _VOID if state.is_void else _NOT_YET


def _not_kept(record: Record) -> str:
    return _NOT_KEPT if record.proof is not None and record.proof.match else _NO_ID


def _checks(record: Record) -> tuple[Check, ...]:
    if record.game not in GAMES:
        raise GameError(f"There's no game “{record.game}” here.")
    return checks(GAMES[record.game], record)


def _on_the_card(found: tuple[Check, ...], match: Match, first: Match | None) -> tuple[Check, ...]:
    """Return the checks with what's known beyond the file: when the commitment was made."""
    if match.previous_leg is None:
        fine, more = True, "It was on the card before the match began."
    elif first is None:
        return found
    elif _follows(match, first):
        fine, more = True, f"{_SECOND_LEG} {first.id}, with the first number that gives the same start."
    else:
        fine, more = False, f"{_OTHER_NONCE} {first.id}."
    return tuple(_with(check, fine, more) if check.subject == "Commitment" else check for check in found)


_SECOND_LEG = "This is the second leg: its nonce comes from that of the first, match"
_OTHER_NONCE = (
    "This is the second leg, but its nonce isn't the one that follows from that of the first, match"
)


def _with(check: Check, fine: bool, more: str) -> Check:
    if not check.fine:
        return check
    return msgspec.structs.replace(check, fine=fine, sentence=f"{check.sentence} {more}")


def _follows(match: Match, first: Match) -> bool:
    """Return whether a second leg has the one nonce that follows from this first leg."""
    one, other = (row.interaction for row in reversed(first.seats))
    start = opening(first).game_state
    try:
        following = second_leg_nonce(GAMES[first.game], start, match.options, first.nonce, (one, other))
    except LookupError:
        return False
    return following == match.nonce


# --- against the stored record --------------------------------------------------------------------------


def differences(record: Record, kept: Record) -> Iterator[str]:
    """Yield a sentence about each field in which a record differs from the stored one."""
    for label, part in _FIELDS.items():
        mine, truth = part(record), part(kept)
        if mine != truth:
            yield f"{label}: {_compare_values(mine, truth)}."
    yield from _other_options(record, kept)
    yield from _other_actions(record.actions, kept.actions)


def _compare_values(mine: str, truth: str) -> str:
    """Return both values, unless they are too long to compare by eye."""
    if max(len(mine), len(truth)) > _LONGEST:
        return "the file says something other than my record" if mine else "the file says nothing"
    said, kept = (f"“{value}”" if value else "nothing" for value in (mine, truth))
    return f"the file says {said}, my record {kept}"


def _proof(name: str) -> Callable[[Record], str]:
    return lambda record: str(getattr(record.proof or _NO_PROOF, name))


_NO_PROOF = Proof("", "", "", "", "")
_FIELDS: dict[str, Callable[[Record], str]] = {
    "Match": _proof("match"),
    "Game": lambda record: record.game,
    "Ruleset": lambda record: record.ruleset,
    "Seats": lambda record: " - ".join(record.seats),
    "Result": lambda record: record.score,
    "Reason": lambda record: record.reason,
    "Date": _proof("date"),
    "Seed": lambda record: record.seed.hex(),
    "Nonce": lambda record: _proof("nonce")(record).lower(),
    "Commitment": lambda record: _proof("commitment")(record).lower(),
    "Interactions": _proof("interactions"),
    "Sides": _proof("sides"),
    "Takebacks": lambda record: record.takebacks,
}
"""Tag → its value in a record, normalized."""


def _other_options(record: Record, kept: Record) -> Iterator[str]:
    mine, truth = _complete(record), _complete(kept)
    names = [name for name in {**truth, **mine} if mine.get(name) != truth.get(name)]
    if names:
        yield f"Options: {', '.join(names)} differ{'s' if len(names) == 1 else ''}."


def _complete(record: Record) -> dict[str, Any]:
    """Return all options with defaults filled in; as written if they can't be read."""
    try:
        return options_data(GAMES[record.game].options(record.options))
    except (GameError, KeyError):
        return dict(record.options)


def _other_actions(mine: tuple[str, ...], truth: tuple[str, ...]) -> Iterator[str]:
    pairs = enumerate(zip(mine, truth, strict=False), 1)
    first = next(((number, *pair) for number, pair in pairs if pair[0] != pair[1]), None)
    if first is not None:
        number, said, kept = first
        yield f"Action {number}: {_compare_values(said, kept)}."
    if len(mine) != len(truth):
        yield f"Number of actions: {len(mine)} in the file, {len(truth)} in my record."
