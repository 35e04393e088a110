"""What players say to each other in a match, and the heart that each of them may give to the best of what the
opponent said, once the match is over."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable

import msgspec

from bot.core import officials, person_settings
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.seats import seated
from games.core.game import Viewer
from games.core.screen.prompt import Choice, Prompt
from storage.engine.handle import Reader
from storage.rows import Match, Seat
from storage.tables import hearts, matches, people
from storage.tables.hearts import Best, Heart, Liked

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


_EACH = 5
"""So many of a person's own are offered, and so many of the server's."""
_LONGEST = 80
"""Characters of a label."""
GROUP = "Liked"


async def with_liked(
    app: AppContext, state: MatchState, seat: int, draft: tuple[str, ...], prompt: Prompt
) -> Prompt:
    """The prompt of a draft; where it asks for words, with what was liked before what it offers itself."""
    if not any(choice.says or choice.writes for choice in prompt.choices):
        return prompt
    found = _choices(state, seat, draft, prompt, await _liked(app, state, seat))
    actions = {choice.action for choice in found}
    others = (one for one in prompt.choices if one.action is None or one.action not in actions)
    return msgspec.structs.replace(prompt, choices=(*found, *others))


async def _liked(app: AppContext, state: MatchState, seat: int) -> Iterable[Liked]:
    """What was liked, each once; in a match on no server only what was in the person's own matches."""
    person, guild = state.seat_row(seat).person, state.match.guild
    async with app.database.read() as r:
        own = await hearts.of_person(r, person, guild, _EACH) if person is not None else []
        here = await hearts.best(r, guild, 2 * _EACH) if guild is not None else []
    known = {one.mark for one in own}
    return [*own, *[one for one in here if one.mark not in known][:_EACH]]


def _choices(
    state: MatchState, seat: int, draft: tuple[str, ...], prompt: Prompt, liked: Iterable[Liked]
) -> list[Choice]:
    made = ((one, _action(state, seat, draft, prompt, one.text)) for one in liked)
    return [
        Choice(
            f"liked-{one.mark}",
            one.text if len(one.text) <= _LONGEST else f"{one.text[: _LONGEST - 1]}…",
            hint=hearts_of(one.hearts),
            action=action,
            group=GROUP,
            says=one.text,
        )
        for one, action in made
        if action is not None
    ]


def _action(state: MatchState, seat: int, draft: tuple[str, ...], prompt: Prompt, text: str) -> str | None:
    """What says these words; None where they may not be said."""
    ready = next((choice.action for choice in prompt.choices if choice.says == text), None)
    own = next((choice for choice in prompt.choices if choice.writes), None)
    if ready is not None or own is None:
        return ready
    typed = state.game.prompt(state.view(seat), (*draft, own.key, text))
    return next((choice.action for choice in typed.choices if choice.says == text), None)


def hearts_of(number: int) -> str:
    """“1 heart”, “12 hearts”."""
    return "1 heart" if number == 1 else f"{number} hearts"


ON_A_PAGE = 5


class Line(msgspec.Struct, frozen=True):
    """Words with their place; `speaker` said them to `listener` in a match. Neither is given where they hide
    their profile from the reader."""

    place: int
    best: Best
    match: Match
    speaker: Seat | None
    listener: Seat | None


class Page(msgspec.Struct, frozen=True):
    """A page of a server's list: `number` of `pages`, counted from 0."""

    number: int
    pages: int
    lines: tuple[Line, ...]


async def page_of(app: AppContext, guild: int, number: int, reader: int, *, moderated: bool) -> Page:
    """A page of the list, or the nearest one there is. `moderated`: its reader moderates here, and is told
    who said what, whoever hides their profile."""
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
    named = [await _named(r, row, reader) for row in match.seats]
    return Line(place, best, match, named[1 - best.seat], named[best.seat])


async def _named(r: Reader, row: Seat, reader: int | None) -> Seat | None:
    """A seat, unless its person hides their profile from the reader (None: one from whom nobody hides)."""
    if row.person is None or reader is None or row.person == reader:
        return row
    person = await people.get(r, row.person)
    return None if person is not None and person_settings.from_row(person.settings).hidden else row


async def hide(app: AppContext, guild: int, mark: str, moderator: int) -> None:
    """These words aren't shown on this server any more. UserError for a moderator in whose match they were
    said."""
    async with app.database.write(f"guild:{guild}") as w:
        officials.check("hide a compliment", moderator, await hearts.players(w, guild, mark))
        await hearts.hide(w, guild, mark)


async def show_again(app: AppContext, guild: int, mark: str, moderator: int) -> None:
    """Show a hidden compliment on this server again. UserError as in `hide`."""
    async with app.database.write(f"guild:{guild}") as w:
        officials.check("show a compliment", moderator, await hearts.players(w, guild, mark))
        await hearts.show_again(w, guild, mark)
