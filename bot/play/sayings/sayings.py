"""What players say to each other in a match, and the heart that each of them may give to the best of what the
opponent said, once the match is over."""

from __future__ import annotations

import hashlib
import unicodedata

import msgspec

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.seats import seated
from games.core.game import Viewer
from storage.tables import hearts
from storage.tables.hearts import Heart

_VARIATIONS = frozenset(map(chr, range(0xFE00, 0xFE10)))
"""They choose between two pictures of one sign."""


def may_like(state: MatchState, who: Viewer) -> bool:
    """Whether a seat, or for the public any person, may give a heart in this match."""
    return state.is_open_to_all and any(
        step.said and step.seat != who and not state.is_bot(1 - step.seat) for step in state.steps
    )


class Saying(msgspec.Struct, frozen=True):
    """What was said with action `number`."""

    number: int
    text: str


class Ballot(msgspec.Struct, frozen=True):
    """What the player in a seat may give their heart to, and the number of what they gave it to."""

    state: MatchState
    seat: int
    sayings: tuple[Saying, ...]
    given: int | None


def mark(text: str) -> str:
    """The same of all texts that read alike: whatever their capitals, spaces and widths, and what joins their
    letters unseen."""
    letters = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    seen = "".join(one for one in letters if unicodedata.category(one) != "Cf" and one not in _VARIATIONS)
    return hashlib.sha256(" ".join(seen.split()).encode()).hexdigest()[:16]


def said_to(state: MatchState, seat: int) -> tuple[Saying, ...]:
    """What the opponent of a seat said, each text once, in order."""
    heard = {
        mark(step.said): Saying(number, step.said)
        for number, step in reversed(tuple(enumerate(state.steps, 1)))
        if step.said and step.seat != seat
    }
    return tuple(sorted(heard.values(), key=lambda saying: saying.number))


async def ballot(app: AppContext, match_id: str, person: int) -> Ballot:
    """What a person may give their heart to; UserError where there is nothing."""
    state = await app.match_state(match_id)
    seat = seated(state, person)
    if state.is_void:
        raise UserError("This match doesn't count, so its compliments don't either.")
    if not state.is_open_to_all:
        raise UserError("You can choose the best compliment when the match is over.")
    async with app.database.read() as r:
        heart = await hearts.given(r, match_id, seat)
        guild = state.match.guild
        unwanted = await hearts.unwanted(r, guild) if guild is not None else set[str]()
    sayings = tuple(one for one in said_to(state, seat) if mark(one.text) not in unwanted)
    if not sayings:
        raise UserError("There's no compliment from your opponent to choose here.")
    return Ballot(state, seat, sayings, heart.number if heart else None)


async def give(app: AppContext, match_id: str, person: int, number: str) -> Ballot:
    """The person likes this best, and what they liked best before no more than the rest."""
    now = await ballot(app, match_id, person)
    chosen = next((one for one in now.sayings if str(one.number) == number), None)
    if chosen is None:
        raise UserError("Your opponent didn't say that. Choose one of the compliments in the list.")
    if chosen.number == now.given:
        return now
    heart = Heart(
        match_id=match_id,
        seat=now.seat,
        number=chosen.number,
        text=chosen.text,
        mark=mark(chosen.text),
        guild=now.state.match.guild,
        at=app.now(),
    )
    async with app.database.write() as w:
        await hearts.give(w, heart)
    return msgspec.structs.replace(now, given=chosen.number)


async def take_back(app: AppContext, match_id: str, person: int) -> Ballot:
    """The person likes nothing best."""
    now = await ballot(app, match_id, person)
    async with app.database.write() as w:
        await hearts.take_back(w, match_id, now.seat)
    return msgspec.structs.replace(now, given=None)
