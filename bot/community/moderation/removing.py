"""Removal of texts from matches: the bot stops showing the words; the record keeps their hash."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from textwrap import shorten

import msgspec

from bot.community.moderation.server_matches import check_not_own, match_here, match_here_in
from bot.core import notices
from bot.core.app_context import AppContext
from bot.core.errors import Unknown, UserError
from bot.core.match_state import MatchState
from bot.core.terms import texts_in, without_texts, writers
from bot.play.records.folding import states
from bot.play.sayings.sayings import mark
from storage.engine.handle import Writer
from storage.rows import Message, QueuedMessage
from storage.tables import conditions, guilds, hearts, outbox, redactions
from storage.tables.conditions import ConditionalLine, Conditions

POSTED = "removed"
"""The kind of the message that takes removed words out of a message posted before."""
GONE = "This isn't in the match anymore: another moderator may have removed it."


_SHOWN = 300
"""The longest text of all names together, in characters."""
BEFOREHAND = 0
"""The number for what was written before the first action: names in the options, such as those of cards."""


class Text(msgspec.Struct, frozen=True):
    """A text that the player in a seat wrote with action `number`, or before the first one (`BEFOREHAND`)."""

    number: int
    seat: int
    words: str


def texts_of(state: MatchState) -> tuple[Text, ...]:
    """Return the texts that people wrote in a match, latest first; all names in its options are one text."""
    numbered = reversed(tuple(enumerate(state.steps, 1)))
    said = tuple(Text(number, step.seat, step.said) for number, step in numbered if step.said)
    seats, written = writers(state), shorten(", ".join(texts_in(state)), _SHOWN, placeholder=" …")
    return (*said, Text(BEFOREHAND, seats[0], written)) if seats else said


async def text_here(app: AppContext, match_id: str, guild: int, number: int) -> tuple[MatchState, Text]:
    """Return a match of this server and the text of one of its actions; raise UserError if there is none."""
    state = await match_here(app, match_id, guild)
    return state, _text(state, number)


async def is_there(app: AppContext, match_id: str, number: int) -> bool:
    """Return whether an action still has a text; False if its match can't be read anymore."""
    try:
        state = await app.match_state(match_id)
    except Unknown:
        return False
    return any(text.number == number for text in texts_of(state))


def _text(state: MatchState, number: int) -> Text:
    found = next((text for text in texts_of(state) if text.number == number), None)
    if found is None:
        raise UserError(GONE)
    return found


async def remove(app: AppContext, match_id: str, guild: int, number: int, moderator: int) -> MatchState:
    """Remove the text of an action, or all names written beforehand, from a match of this server.

    The words leave the server's list of compliments, too. Raises UserError if there's nothing to remove, or
    if the moderator plays in the match.
    """
    state, text = await text_here(app, match_id, guild, number)
    check_not_own("remove a text", state, moderator)
    if number == BEFOREHAND:
        return await _remove_names(app, match_id, guild, text, moderator)
    bare = _without_words(state, number)
    async with app.database.write(f"guild:{guild}", f"match:{match_id}") as w:
        state = await match_here_in(w, app, match_id, guild)
        now, replaced = app.now(), state.steps[number - 1].text
        if not await redactions.redact(w, match_id, number, bare, moderator, now):
            raise UserError(GONE)
        await hearts.hide(w, guild, mark(text.words))
        await _forget_plans(w, match_id, replaced, bare)
        author = state.seat_row(text.seat).person
        await guilds.add_line(w, guild, now, moderator, f"Removed a text from {state.title}.", author)
        await outbox.add(
            w,
            [
                _again(state, message, text, bare, now)
                for message in await redactions.list_shown(w, match_id, number)
            ],
        )
    app.wake()
    return await app.match_state(match_id)


async def _remove_names(app: AppContext, match_id: str, guild: int, text: Text, moderator: int) -> MatchState:
    """Remove the names from a match's options, delete the posts that show them, and post the board again.

    The posts are deleted because words in a picture can't be changed.
    """
    async with app.database.write(f"guild:{guild}", f"match:{match_id}") as w:
        state = await match_here_in(w, app, match_id, guild)
        now, names = app.now(), texts_in(state)
        if not names:
            raise UserError(GONE)
        await redactions.rewrite(w, match_id, without_texts(state))
        author = state.seat_row(text.seat).person
        await guilds.add_line(w, guild, now, moderator, f"Removed names from {state.title}.", author)
        lane = notices.match_lane(match_id)
        posts = await redactions.list_posted(w, match_id, lane)
        await outbox.add(w, [_order_deletion(state, post, names, now) for post in posts])
        board = notices.board(match_id, state.length, now)
        await outbox.add(w, [msgspec.structs.replace(board, nonce=f"{board.nonce}:removed:{now}")])
    app.wake()
    return await app.match_state(match_id)


def _without_words(state: MatchState, number: int) -> str:
    """Return the text of an action without its words."""
    game = state.game
    before = next(islice(states(state), number - 1, None))
    step = state.steps[number - 1]
    bare = game.without_words(game.parse(game.view(before, step.seat), step.text))
    if bare is None:
        raise UserError(GONE)
    return game.format(bare)


async def _forget_plans(w: Writer, match_id: str, replaced: str, bare: str) -> None:
    """Replace an action in both players' conditional moves, which have to agree with the record."""

    def replace_in(line: ConditionalLine) -> ConditionalLine:
        return tuple(bare if text == replaced else text for text in line)

    for seat in (0, 1):
        found = await conditions.find_entered(w, match_id, seat)
        if found is not None:
            lines = tuple(map(replace_in, found.lines))
            await conditions.put(w, match_id, seat, Conditions(found.length, lines, replace_in(found.begun)))


def _again(state: MatchState, sent: QueuedMessage, text: Text, bare: str, now: int) -> Message:
    """Return the order to check a sent message, and to take the words out where it shows them."""
    to = sent.payload["person"] if sent.lane.startswith(notices.PERSON_LANE) else None
    told = {"to": to, "words": text.words, "action": state.steps[text.number - 1].text, "bare": bare}
    return _order(state, sent, text.number, told, now)


def _order_deletion(state: MatchState, sent: QueuedMessage, names: tuple[str, ...], now: int) -> Message:
    """Return the order to check a post, and to delete it where it shows one of these names."""
    return _order(state, sent, BEFOREHAND, {"to": None, "names": names}, now)


def _order(
    state: MatchState, sent: QueuedMessage, number: int, told: Mapping[str, object], now: int
) -> Message:
    match = state.match
    return Message(
        lane=f"{POSTED}:{match.id}",
        kind=POSTED,
        payload={
            "row": sent.id,
            "places": [place for place in (match.thread, match.channel) if place is not None],
            **told,
        },
        nonce=f"{POSTED}:{match.id}:{number}:{sent.id}",
        created_at=now,
        due_at=now,
        match_id=match.id,
    )
