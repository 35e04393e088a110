"""What a player is shown before the first move: the start of the match and the preview."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenMatch, OpenRules
from bot.discord_kit.text import markdown
from bot.play.dealing import hidden_info
from bot.play.matches.ui.buttons import Look, PutAway
from bot.play.wording import matches
from games import Briefing
from storage.tables import contests


def briefing_panel(state: MatchState, seat: int, line: str = "", time_left: str = "") -> Screen:
    """Return the private start of a match: what it's about, and the button for the preview.

    The line on a lock screen ends with `time_left`, if there is any.
    """
    briefing = state.briefing(seat)
    heading = (
        f"### {state.title}\n{matches.as_reader(state.game, seat)} against {matches.opponent(state, seat)}."
    )
    leg = matches.leg_of(state)
    coach_says_it = line and state.match.coached
    body = "" if coach_says_it else _format_body(state, seat, briefing) if briefing else state.game.summary
    once = _how_often(briefing) if briefing and briefing.frames else ""
    taps = []
    if hidden_info.is_unbriefed(state, seat):
        label = show_it(state, seat)
        taps.append(
            items.button(label, Look(state.match.id, hidden_info.looks_taken(state, seat)), items.STRONG)
        )
    else:
        taps.append(items.button("Open", OpenMatch(state.match.id), items.STRONG))
    taps.append(items.button("Rules", OpenRules(state.game.key)))
    binds = hidden_info.binding_line(state, seat)
    text = "\n".join(part for part in (heading, leg and f"{leg}.", line, body, once, binds) if part)
    said = markdown.on_a_lock_screen(line)
    push = f"Your match {matches.against(state, seat)} has started. {said}".rstrip()
    push = f"{push.removesuffix('.')}{time_left}" if time_left else push
    return Screen(items.sentence(text, items.row(*taps)), push=push)


async def contest_line(app: AppContext, state: MatchState) -> str:
    """Return a sentence that names the contest of a match; empty for most."""
    async with app.database.read() as r:
        name = await contests.name_of(r, state.match.id)
    return f"It's part of {markdown.plain((name,))}." if name else ""


def _format_body(state: MatchState, seat: int, briefing: Briefing) -> str:
    return (hidden_info.is_unbriefed(state, seat) and briefing.beforehand) or briefing.text


def unshown(state: MatchState, seat: int) -> str:
    """Return what a match's start tells a seat that is shown nothing of what it's about; mostly empty."""
    briefing = state.briefing(seat)
    return "" if briefing is None or briefing.frames or state.length else briefing.text


def show_it(state: MatchState, seat: int) -> str:
    """Return the label of the first look, which says so if the look makes the match count."""
    return "Show it now (then it counts)" if hidden_info.binding_line(state, seat) else "Show it now"


def _how_often(briefing: Briefing) -> str:
    if briefing.looks is None:
        return "You can look at it whenever you like."
    again = f" Later you can look again {briefing.looks} times." if briefing.looks else ""
    seconds = "1 second" if briefing.seconds == 1 else f"{briefing.seconds} seconds"
    return f"It's shown once, for {seconds}.{again}"


async def preview(
    app: AppContext, person: int, shown: hidden_info.Shown, until: int | None, look: int
) -> Screen:
    """Return the preview: the animation the first time, a still picture later."""
    briefing, match_id = shown.briefing, shown.state.match.id
    theme = await pictures.theme_of(app, person)
    file = await (pictures.preview(briefing, theme) if shown.first else pictures.still(briefing, theme))
    gone = f" It disappears <t:{until}:R>." if until else ""
    put_away = items.button("Got it", PutAway(match_id, look), items.GOOD)
    return Screen(
        items.message(
            items.text(f"### {briefing.title}\n{briefing.text}{gone}"),
            items.show_picture(file),
            items.row(put_away),
        ),
        [file],
    )


def preview_over(state: MatchState, seat: int) -> Screen:
    """Return what replaces the preview in its message."""
    mine = seat in state.to_act
    line = "The preview is over. " + ("It's your turn." if mine else matches.turn_line(state, None))
    label = "Open the board"
    return Screen(
        items.sentence(line, items.row(items.button(label, OpenMatch(state.match.id), items.STRONG)))
    )
