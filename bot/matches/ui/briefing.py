"""What a seat is shown before its first move."""

from __future__ import annotations

from bot.core.match_state import MatchState
from bot.help.ui.buttons import OpenRules
from bot.matches import dealt
from bot.matches.ui.buttons import Look, OpenMatch, PutAway
from bot.ui import items, pictures, words
from bot.ui.items import Screen
from games import Briefing


def briefing_panel(table: MatchState, seat: int, line: str = "") -> Screen:
    """The private start of a match: what it is about, and the one look."""
    briefing = table.briefing(seat)
    heading = (
        f"### {table.game.title}\n"
        f"You are {words.side(table.game, seat)} against {words.opponent(table, seat)}."
    )
    body = briefing.text if briefing else table.game.summary
    once = _how_often(briefing) if briefing and briefing.frames else ""
    taps = []
    if dealt.is_unbriefed(table, seat):
        label = show_it(table, seat)
        taps.append(items.button(label, Look(table.match.id), items.STRONG))
    else:
        taps.append(items.button("Open", OpenMatch(table.match.id), items.STRONG))
    taps.append(items.button("Rules", OpenRules(table.game.key)))
    binds = dealt.binding_line(table, seat)
    text = "\n".join(part for part in (heading, line, body, once, binds) if part)
    return Screen(items.sentence(text, items.row(*taps)))


def show_it(table: MatchState, seat: int) -> str:
    """The label of the first look; it says so where that makes the match count."""
    return "Show it now (then it counts)" if dealt.binding_line(table, seat) else "Show it now"


def _how_often(briefing: Briefing) -> str:
    if briefing.looks is None:
        return "You may look at it whenever you like."
    again = f" Later you may look again {briefing.looks} times." if briefing.looks else ""
    return f"It is shown once, for {briefing.seconds} seconds.{again}"


async def preview(shown: dealt.Shown, until: int | None, look: int) -> Screen:
    """The briefing itself: the animation the first time, a still picture later."""
    briefing, match_id = shown.briefing, shown.table.match.id
    file = await (pictures.preview(briefing) if shown.first else pictures.still(briefing))
    gone = f" It is gone <t:{until}:R>." if until else ""
    put_away = items.button("I have it", PutAway(match_id, look), items.GOOD)
    return Screen(
        items.message(
            items.text(f"### {briefing.title}\n{briefing.text}{gone}"),
            items.shown(file),
            items.row(put_away),
        ),
        [file],
    )


def preview_over(table: MatchState, seat: int) -> Screen:
    """What is left of the preview's message."""
    mine = seat in table.to_act
    line = "The preview is over. " + ("It is your turn." if mine else words.turn_line(table, None))
    label = "Open the board"
    return Screen(
        items.sentence(line, items.row(items.button(label, OpenMatch(table.match.id), items.STRONG)))
    )
