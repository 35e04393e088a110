"""The matches of a contest: begun for its pairings, and read for their results."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from bot.contests.contest import Contest, Pairing
from bot.contests.events import Decided, Score
from bot.contests.terms import Terms
from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from bot.core.seats import Place, SeatAssignment
from bot.core.terms import MatchTerms
from bot.matches.header import make_match
from bot.matches.starting import add_match
from games import MatchReason
from storage import contests, people
from storage.contests import ContestRow
from storage.handle import Reader, Writer
from storage.rows import Match

AT_A_TIME = 8
"""So many matches begin in one transaction, so that nobody else waits for long."""


def nonce_of(secret: bytes, pairing: Pairing) -> bytes:
    """The secret of a match: it follows from the contest's, whose SHA-256 is on the card before anybody has
    entered, and the match's name, so that nobody can choose it. docs/dice.md."""
    return hashlib.sha256(secret + b"match:" + pairing.match.encode()).digest()


def terms_of(terms: Terms) -> MatchTerms:
    """What each match of a contest is played by."""
    return MatchTerms(terms.game, terms.options, terms.pace, terms.rated)


async def begin(w: Writer, app: AppContext, row: ContestRow, contest: Contest) -> list[str]:
    """Begin some of the matches that are paired and haven't begun; their names. The transaction needs
    `contest:ID` for itself."""
    waiting = [one for one in contest.open if await contests.of_match(w, one.match) is None]
    begun = [one for one in waiting[:AT_A_TIME] if await _are_there(w, one)]
    for one in begun:
        await add_match(w, app, _made(app, row, contest, one))
        await contests.add_match(w, row.id, one.match)
    return [one.match for one in begun]


async def _are_there(r: Reader, one: Pairing) -> bool:
    """Whether both haven't deleted themselves."""
    known = [await people.get(r, person) for person in (one.first, one.second)]
    return all(person is not None and person.id > 0 for person in known)


def _made(app: AppContext, row: ContestRow, contest: Contest, one: Pairing) -> Match:
    seats = tuple(SeatAssignment(p, contest.entrants[p].number) for p in (one.first, one.second))
    place = Place(row.channel or 0, row.guild)
    made = make_match(
        app, one.match, terms_of(contest.terms), (seats[0], seats[1]), place, nonce_of(row.secret, one)
    )
    return msgspec.structs.replace(made, board_message=None)


async def decided(r: Reader, app: AppContext, contest: Contest) -> Sequence[Decided]:
    """What has been decided since it was looked at last; a match that was canceled is for an organizer."""
    found = list[Decided]()
    for one in contest.open:
        if await contests.of_match(r, one.match) is None:
            if not await _are_there(r, one):
                found.append(await _walkover(r, app, one))
            continue
        state = await app.match_state_in(r, one.match)
        event = _decided(state, app.now())
        if event is not None:
            found.append(event)
    return found


def _decided(state: MatchState, now: int) -> Decided | None:
    match = state.match
    if match.reason is None or match.reason == MatchReason.CANCELLED.value:
        return None
    at = match.ended_at or now
    if match.reason == MatchReason.ABORTED.value:
        return Decided(at=at, match=match.id, score=_absent(state), why="forfeit")
    score: Score = "draw" if match.winner is None else "win" if match.winner == 0 else "loss"
    why = "adjudicated" if match.reason == "adjudicated" else "played"
    return Decided(
        at=at, match=match.id, score=score, why="adjudicated" if why == "adjudicated" else "played"
    )


def _absent(state: MatchState) -> Score:
    """Of a match that was aborted: whoever was to act then didn't show up."""
    acting = state.moment(state.length).acting
    return "none" if len(acting) != 1 else "loss" if acting == (0,) else "win"


async def _walkover(r: Reader, app: AppContext, one: Pairing) -> Decided:
    """A match that can't begin since somebody has deleted themselves."""
    there = [await _is_there(r, person) for person in (one.first, one.second)]
    score: Score = "none" if not any(there) else "win" if there[0] else "loss"
    return Decided(at=app.now(), match=one.match, score=score, why="forfeit")


async def _is_there(r: Reader, person: int) -> bool:
    known = await people.get(r, person)
    return known is not None and known.id > 0
