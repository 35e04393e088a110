"""Public posts about a match: its board, its end, and calls of one person."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.core.app_context import AppContext
from bot.core.match_state import MatchState, authors_since_last_post, narration_since_last_post
from bot.core.time_controls import Due
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenMatch, ViewMatch
from bot.discord_kit.text import markdown
from bot.play.legs import legs
from bot.play.matches.ui import messages
from bot.play.records.ui import stories
from bot.play.wording import matches
from games import MatchReason
from storage.tables import contests, ratings
from storage.tables.ratings import Change


async def public_board(
    state: MatchState,
    number: int,
    due_at: Due,
    offered: Sequence[items.Tap],
    more: str = "",
    *,
    of_all: bool = False,
) -> Screen:
    """Return what everyone may see after action `number`, with the buttons that features `offered`.

    `more` is a further line, about the end; `of_all` names both players, as before the first action.
    """
    if state.match.reason is not None:
        return await _end(state, more, offered)
    both = (
        "" if number and not of_all else f"{matches.players(state.match)}. {matches.leg_of(state)}".rstrip()
    )
    told = matches.name_sides(state, markdown.plain(_public_lines(state, number)), None) if number else ""
    authors = matches.authors(state, authors_since_last_post(state, number))
    lines = (_heading(state), both, told, authors, matches.turn_line(state, due_at), more)
    file = await pictures.board(state.scene(None))
    text = items.text("\n".join(filter(None, lines)))
    return Screen(
        items.message(items.show_picture(file), text, items.row(*_ways_in(state), *offered)), [file]
    )


async def _end(state: MatchState, more: str, offered: Sequence[items.Tap]) -> Screen:
    """Return the public post about the end of a match."""
    file, story = await pictures.board(state.scene(None)), await stories.build_story(state, None)
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
            items.show_picture(file),
            items.text("\n".join(filter(None, lines))),
            *story.parts,
            *items.rows([*offered[:1], mine, *offered[1:]]),
        ),
        [file, *story.files],
    )


def _heading(state: MatchState) -> str:
    """Return the title of a match, or nothing in its own thread, which is named after it."""
    return "" if state.match.thread else f"**{state.title}**"


def _public_lines(state: MatchState, number: int) -> tuple[str, ...]:
    return (
        narration_since_last_post(state, number, None)
        if number < state.length
        else state.latest_narration(None)
    )


def _ways_in(state: MatchState) -> list[items.Tap]:
    """Return the buttons that open the match; without Move while a moderator has paused it."""
    match_id = state.match.id
    move = items.button("Move", OpenMatch(match_id), items.STRONG)
    return [
        *([move] if state.match.paused_at is None else []),
        items.button("My view", ViewMatch(match_id)),
    ]


def call_to_thread(person: int, line: str, match_id: str, more: str = "") -> Screen:
    """Return a public call for a person whose DMs are closed; its button opens a private panel.

    `more` stands below the line and isn't shown on a lock screen.
    """
    push = f"<@{person}>, {line[0].lower()}{line[1:]}"
    return Screen(items.sentence(more or push, messages.opening("Open privately", match_id)), push=push)


async def ending_lines(app: AppContext, state: MatchState) -> str:
    """Return the lines that follow a result: both legs together, the contest, and the new ratings."""
    if state.match.reason is None:
        return ""
    lines = await legs_line(app, state), await _contest_line(app, state), await _ratings_line(app, state)
    return "\n".join(filter(None, lines))


async def _contest_line(app: AppContext, state: MatchState) -> str:
    """Return what an uncounted match means for its contest; empty if there is none.

    After an abort, the player who showed up gets the point. A canceled match may have been decided by an
    organizer, so the line names the place to look.
    """
    if state.match.reason not in (MatchReason.ABORTED.value, MatchReason.CANCELLED.value):
        return ""
    async with app.database.read() as r:
        name = await contests.name_of(r, state.match.id)
    if not name:
        return ""
    contest = f"**{markdown.plain((name,))}**"
    if state.match.reason == MatchReason.CANCELLED.value:
        return f"The pairings of {contest} show whether it still counts there."
    point = "no one" if (there := state.showed_up) is None else matches.who_sits(state, there)
    return f"In {contest} it counts as a forfeit, and {point} gets the point."


async def _ratings_line(app: AppContext, state: MatchState) -> str:
    """Return the new ratings (over both legs, after a second one), and why a loser's is unchanged.

    For a sealed first leg, say that the ratings follow.
    """
    match = state.match
    if state.sealed:
        return matches.RATINGS_FOLLOW if match.rated else ""
    async with app.database.read() as r:
        changes = await ratings.changes_of_match(r, match.id)
        first = await ratings.changes_of_match(r, match.previous_leg) if match.previous_leg else []
    line = matches.rating_line(_sum_changes(first, changes), lambda seat: matches.who_sits(state, seat))
    if match.uncounted and match.winner is not None:
        line = f"{line}\n{matches.UNCOUNTED.format(matches.who_sits(state, 1 - match.winner))}".strip()
    return line


def _sum_changes(first: list[Change], second: list[Change]) -> list[Change]:
    """Return the changes over two legs by the seats of the second one; sides are swapped between them."""
    begun = {1 - row.seat: msgspec.structs.replace(row, seat=1 - row.seat) for row in first}
    ended = {row.seat: msgspec.structs.replace(row, before=begun.get(row.seat, row).before) for row in second}
    return [row for _, row in sorted({**begun, **ended}.items())]


async def legs_line(app: AppContext, state: MatchState) -> str:
    """Return the joint result of both legs; empty until both are over."""
    winner = await legs.outcome(app, state)
    if winner is None:
        return ""
    if isinstance(winner, str):
        total = "Over both legs, the match is a draw."
    else:
        total = f"Over both legs, {matches.who_sits(state, winner)} wins the match."
    told = await legs.scores(app, state)
    if not all(told):
        return total
    did = " and ".join(f"{matches.who_sits(state, seat)} {said}" for seat, said in enumerate(told))
    return f"{total} As {state.game.seats[0]}, {did}."
