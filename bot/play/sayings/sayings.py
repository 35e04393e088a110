"""Compliments in a match, and the heart that each player may give to the opponent's best afterward."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable

import msgspec

from bot.core import officials, person_settings
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.seats import require_seat
from games.core.game import Viewer
from games.core.screen.prompt import Choice, Prompt
from storage.engine.handle import Reader
from storage.rows import Match, Seat
from storage.tables import hearts, matches, people
from storage.tables.hearts import Best, Heart, Liked

_VARIATIONS = frozenset(map(chr, range(0xFE00, 0xFE10)))
"""Variation selectors, which choose between two pictures of one character."""


def may_like(state: MatchState, who: Viewer) -> bool:
    """Return whether a seat, or (None) any person, may give a heart in this match."""
    return state.is_open_to_all and any(
        step.said and step.seat != who and not state.is_bot(1 - step.seat) for step in state.steps
    )


class Saying(msgspec.Struct, frozen=True):
    """The words said with action `number`."""

    number: int
    text: str


class Ballot(msgspec.Struct, frozen=True):
    """The compliments to which a seat may give its heart, and the number of the one that has it."""

    state: MatchState
    seat: int
    sayings: tuple[Saying, ...]
    given: int | None


def mark(text: str) -> str:
    """Return a hash that texts share if they read alike.

    Capitals, spaces, widths and invisible characters don't matter.
    """
    letters = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    seen = "".join(char for char in letters if unicodedata.category(char) != "Cf" and char not in _VARIATIONS)
    return hashlib.sha256(" ".join(seen.split()).encode()).hexdigest()[:16]


def list_sayings(state: MatchState, seat: int) -> tuple[Saying, ...]:
    """Return the words of a seat's opponent, each text once, in order."""
    heard = {
        mark(step.said): Saying(number, step.said)
        for number, step in reversed(tuple(enumerate(state.steps, 1)))
        if step.said and step.seat != seat
    }
    return tuple(sorted(heard.values(), key=lambda saying: saying.number))


async def ballot(app: AppContext, match_id: str, person: int) -> Ballot:
    """Return a person's choice of compliments; raise UserError if there is none, now or at all."""
    state = await app.match_state(match_id)
    seat = require_seat(state, person)
    if state.is_void:
        raise UserError("This match doesn't count, so its compliments don't either.")
    if not state.is_open_to_all:
        raise UserError("You can choose the best compliment when the match is over.")
    async with app.database.read() as r:
        heart = await hearts.find_given(r, match_id, seat)
        guild = state.match.guild
        unwanted = await hearts.list_unwanted(r, guild) if guild is not None else set[str]()
    sayings = tuple(saying for saying in list_sayings(state, seat) if mark(saying.text) not in unwanted)
    if not sayings:
        raise UserError("There's no compliment from your opponent to choose here.")
    return Ballot(state, seat, sayings, heart.number if heart else None)


async def give(app: AppContext, match_id: str, person: int, number: str) -> Ballot:
    """Give the person's heart to an action's words, taking it from others; return the new ballot."""
    now = await ballot(app, match_id, person)
    chosen = next((saying for saying in now.sayings if str(saying.number) == number), None)
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
    """Take the person's heart back; return the new ballot."""
    now = await ballot(app, match_id, person)
    async with app.database.write() as w:
        await hearts.take_back(w, match_id, now.seat)
    return msgspec.structs.replace(now, given=None)


_EACH = 5
"""How many compliments of the person's own are suggested, and how many of the server's."""
_LONGEST = 80
"""The most characters of a label."""
GROUP = "Liked"


async def with_liked(
    app: AppContext, state: MatchState, seat: int, draft: tuple[str, ...], prompt: Prompt
) -> Prompt:
    """Return the prompt of a draft, with liked compliments in front if it asks for words."""
    if not any(choice.says or choice.writes for choice in prompt.choices):
        return prompt
    found = _choices(state, seat, draft, prompt, await _load_liked(app, state, seat))
    actions = {choice.action for choice in found}
    others = (choice for choice in prompt.choices if choice.action is None or choice.action not in actions)
    return msgspec.structs.replace(prompt, choices=(*found, *others))


async def _load_liked(app: AppContext, state: MatchState, seat: int) -> Iterable[Liked]:
    """Return liked compliments, each once; on no server only those from the person's matches."""
    person, guild = state.seat_row(seat).person, state.match.guild
    async with app.database.read() as r:
        own = await hearts.of_person(r, person, guild, _EACH) if person is not None else []
        here = await hearts.best(r, guild, 2 * _EACH) if guild is not None else []
    known = {compliment.mark for compliment in own}
    return [*own, *[compliment for compliment in here if compliment.mark not in known][:_EACH]]


def _choices(
    state: MatchState, seat: int, draft: tuple[str, ...], prompt: Prompt, liked: Iterable[Liked]
) -> list[Choice]:
    made = ((compliment, _action(state, seat, draft, prompt, compliment.text)) for compliment in liked)
    return [
        Choice(
            f"liked-{compliment.mark}",
            compliment.text if len(compliment.text) <= _LONGEST else f"{compliment.text[: _LONGEST - 1]}…",
            hint=hearts_of(compliment.hearts),
            action=action,
            group=GROUP,
            says=compliment.text,
        )
        for compliment, action in made
        if action is not None
    ]


def _action(state: MatchState, seat: int, draft: tuple[str, ...], prompt: Prompt, text: str) -> str | None:
    """Return the action that says these words; None if it isn't allowed."""
    ready = next((choice.action for choice in prompt.choices if choice.says == text), None)
    own = next((choice for choice in prompt.choices if choice.writes), None)
    if ready is not None or own is None:
        return ready
    typed = state.game.prompt(state.view(seat), (*draft, own.key, text))
    return next((choice.action for choice in typed.choices if choice.says == text), None)


def hearts_of(number: int) -> str:
    """Return “1 heart” or “12 hearts”."""
    return "1 heart" if number == 1 else f"{number} hearts"


ON_A_PAGE = 5


class Line(msgspec.Struct, frozen=True):
    """A compliment with its rank; speaker and listener are None if they hide from the reader."""

    place: int
    best: Best
    match: Match
    speaker: Seat | None
    listener: Seat | None


class Page(msgspec.Struct, frozen=True):
    """Page `number` of a server's list, counted from 0, out of `pages`."""

    number: int
    pages: int
    lines: tuple[Line, ...]


async def page_of(app: AppContext, guild: int, number: int, reader: int, *, moderated: bool) -> Page:
    """Return a page of the list, or the nearest one there is.

    A reader who moderates here (`moderated`) sees the names even of players who hide their profiles.
    """
    async with app.database.read() as r:
        pages = max(1, -(-await hearts.count(r, guild) // ON_A_PAGE))
        number = max(0, min(number, pages - 1))
        first = number * ON_A_PAGE
        found = await hearts.best(r, guild, ON_A_PAGE, first)
        lines = [
            await _line(r, place, best, None if moderated else reader)
            for place, best in enumerate(found, first + 1)
        ]
    return Page(number, pages, tuple(line for line in lines if line is not None))


async def _line(r: Reader, place: int, best: Best, reader: int | None) -> Line | None:
    match = await matches.get(r, best.match_id)
    if match is None:
        return None
    named = [await _hide_seat(r, row, reader) for row in match.seats]
    return Line(place, best, match, named[1 - best.seat], named[best.seat])


async def _hide_seat(r: Reader, row: Seat, reader: int | None) -> Seat | None:
    """Return a seat, or None if its player hides from the reader; the reader None sees all."""
    if row.person is None or reader is None or row.person == reader:
        return row
    person = await people.get(r, row.person)
    return None if person is not None and person_settings.from_row(person.settings).hidden else row


async def hide(app: AppContext, guild: int, mark: str, moderator: int) -> None:
    """Hide a compliment on this server; raise UserError for a moderator in whose match it was said."""
    async with app.database.write(f"guild:{guild}") as w:
        officials.check("hide a compliment", moderator, await hearts.players(w, guild, mark))
        await hearts.hide(w, guild, mark)


async def show_again(app: AppContext, guild: int, mark: str, moderator: int) -> None:
    """Show a hidden compliment on this server again; raise UserError as `hide` does."""
    async with app.database.write(f"guild:{guild}") as w:
        officials.check("show a compliment", moderator, await hearts.players(w, guild, mark))
        await hearts.show_again(w, guild, mark)
