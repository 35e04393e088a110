"""What everybody sees of a match: its board, and calls of one person."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.match_state import MatchState, authors_since_last_post, narration_since_last_post, nickname
from bot.core.time_controls import Due
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenMatch, ViewMatch
from bot.discord_kit.text import markdown
from bot.play.matches.ui import links
from bot.play.records.ui import stories
from bot.play.wording import matches


async def public_board(
    state: MatchState, number: int, due_at: Due, offered: Sequence[items.Tap], more: str = ""
) -> Screen:
    """Return what everyone may see after action `number`, with the buttons that features `offered`; `more` is
    a line about the end."""
    if state.match.reason is not None:
        return await _end(state, more, offered)
    match = state.match
    told = (
        markdown.plain(_public_lines(state, number))
        if number
        else " ".join(filter(None, (f"{matches.players(match)}.", matches.leg_of(state))))
    )
    authors = matches.authors(state, authors_since_last_post(state, number))
    lines = (_heading(state), told, authors, matches.turn_line(state, due_at), more)
    file = await pictures.board(state.scene(None))
    text = items.text("\n".join(filter(None, lines)))
    return Screen(items.message(items.shown(file), text, items.row(*_ways_in(state), *offered)), [file])


async def _end(state: MatchState, more: str, offered: Sequence[items.Tap]) -> Screen:
    """The end, told to everybody."""
    file, story = await pictures.board(state.scene(None)), await stories.told(state)
    lines = (
        _heading(state),
        matches.leg_of(state),
        stories.last_words(state, None),
        matches.authors(state, () if state.is_void else authors_since_last_post(state, state.length)),
        matches.result_line(state),
        more,
    )
    mine = items.button("My view", OpenMatch(state.match.id))
    return Screen(
        items.message(
            items.shown(file),
            items.text("\n".join(filter(None, lines))),
            *story.parts,
            *items.rows([*offered[:1], mine, *offered[1:]]),
        ),
        [file, *story.files],
    )


def _heading(state: MatchState) -> str:
    """A thread is called after its match; in a channel there may be several."""
    return "" if state.match.thread else f"**{state.title}**"


def _public_lines(state: MatchState, number: int) -> tuple[str, ...]:
    return (
        narration_since_last_post(state, number, None)
        if number < state.length
        else state.latest_narration(None)
    )


def _ways_in(state: MatchState) -> list[items.Tap]:
    """The ways in; while a moderator has paused the match no one can move."""
    match_id = state.match.id
    move = items.button("Move", OpenMatch(match_id), items.STRONG)
    return [
        *([move] if state.match.paused_at is None else []),
        items.button("My view", ViewMatch(match_id)),
    ]


def call_to_thread(person: int, line: str, match_id: str, more: str = "") -> Screen:
    """A public nudge for somebody whose private messages are closed; what it opens is theirs alone. `more`
    stands below the line, not on a lock screen."""
    push = f"<@{person}> {nickname(match_id)}: {line}"
    return Screen(items.sentence(more or push, links.opening("Open privately", match_id)), push=push)
