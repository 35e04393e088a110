"""Private messages about a match: a turn, a reminder, the end."""

from __future__ import annotations

from bot.clocks.time_control import Due
from bot.core.match_state import MatchState
from bot.matches.ui import links
from bot.matches.ui.buttons import OpenMatch
from bot.ui import items, markdown, pictures, words
from bot.ui.items import Screen


async def ping(table: MatchState, seat: int, due_at: Due, link: str) -> Screen:
    """The one private message that it is somebody's turn."""
    file = await pictures.board(table.scene(seat))
    until = f" Until <t:{due_at}:f>, <t:{due_at}:R>." if isinstance(due_at, int) else ""
    told = markdown.plain(table.latest_narration(seat))
    text = f"**Your turn** as {table.game.seats[seat]} against {words.opponent(table, seat)}{link}.{until}"
    opening = items.button("Open", OpenMatch(table.match.id), items.STRONG)
    parts = (
        items.shown(file),
        items.text(f"{text}\n{told}"),
        items.row(opening),
    )
    return Screen(items.message(*parts), [file])


def waiting_line(due_at: Due) -> str:
    """That a turn waits, and for how long."""
    return "Your turn still waits." + (f" It ends <t:{due_at}:R>." if isinstance(due_at, int) else "")


def reminder(table: MatchState, seat: int, due_at: Due) -> Screen:
    """One private message that a turn still waits."""
    place = f" in <#{table.match.thread}>" if table.match.thread else ""
    who = f"{table.game.title}, as {table.game.seats[seat]} against {words.opponent(table, seat)}{place}."
    return Screen(items.sentence(f"**{waiting_line(due_at)}** {who}", links.opening("Open", table.match.id)))


async def result(table: MatchState, seat: int, more: str) -> Screen:
    """The end, told to one person: everything is open now, if the match counts."""
    file = await pictures.board(table.scene(seat))
    told = markdown.plain(table.latest_narration(seat))
    lines = (
        f"### {table.game.title}",
        words.who_you_are(table, seat),
        words.result_line(table),
        more,
        told,
        words.reveal_line(table),
    )
    return Screen(
        items.message(
            items.shown(file),
            items.text("\n".join(filter(None, lines))),
            items.row(*links.after_the_end(table)),
        ),
        [file],
    )
