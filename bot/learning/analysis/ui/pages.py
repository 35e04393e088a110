"""The pages of an analysis: an overview, then the key moments, each with its board."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import discord
from discord import ui
from msgspec import structs

from bot.core.app_context import AppContext, Recent
from bot.core.match_state import MatchState
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.buttons import Button, Name, Number, PageNumber
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import WatchReplay
from bot.discord_kit.interactions.context import Interaction
from bot.discord_kit.text import markdown
from bot.learning.analysis import sentences
from bot.learning.analysis.analyses import Look
from bot.learning.analysis.sentences import YOU, Shown
from bot.learning.analysis.ui import curves
from bot.play.wording import matches
from games.core.screen.advice import Advice
from games.core.screen.scene import Scene
from games.core.teaching.moments import Moment, certain, moments


class Analyze(Button, frozen=True, tag="analyze"):
    """A button that opens the analysis of a match in a new message, and requests it if there is none."""

    match: Name


class ShowAnalysis(Button, frozen=True, tag="analysis"):
    """A button that shows a page of an analysis: 0 is the overview, its moments follow."""

    match: Name
    page: PageNumber


class ShareAnalysis(Button, frozen=True, tag="analysis-share"):
    """A button that posts the overview of an analysis for everyone."""

    keeps_message = True
    match: Name


class SaveAnalysis(Button, frozen=True, tag="analysis-text"):
    """A button that sends the whole analysis as a file."""

    keeps_message = True
    match: Name


class FindBetter(Button, frozen=True, tag="better"):
    """A button that asks for the better move in place of action `number` of a match."""

    match: Name
    number: Number


Parts = tuple[list[ui.Item[Any]], list[discord.File]]
"""The parts of a message, and their files."""
_FACTS = 3
"""Most facts shown for each side; the text file has all."""
_SMALL = "-# Percentages are chances of winning. I played on from there many times; I can be wrong."
_UNDER_WAY = (
    "I'm looking at it, move by move. That takes a minute or two, and longer while matches wait for me."
)
_WHERE = "I'll put it here when it's done, or DM you."
_NOTHING = "I found nothing that I'm sure was better."


def heading(state: MatchState, more: str = "") -> str:
    """Return the heading with the match's title."""
    return f"### Analysis · {state.title}{more}"


def progress(look: Look) -> Screen:
    """Return the message that the analysis is being made, and how far it has come."""
    judged, of = len(look.found.judged), look.found.of
    far = f" So far I've looked at {judged} of {of} decisions." if judged else ""
    said = "\n".join((heading(look.state), f"{_UNDER_WAY}{far}", _WHERE))
    tap = ShowAnalysis(look.state.match.id, 0)
    return Screen(items.sentence(said, items.row(items.button("Show it", tap, items.STRONG))))


async def page(look: Look, number: int, person: int, theme: str) -> Screen:
    """Return a page by its number, or the nearest one that exists."""
    state, seat = look.state, look.state.seat_of(person)
    told = moments(look.found, seat)
    number = max(0, min(number, len(told)))
    place = f"{number} of {len(told)}" if number else "Overview"
    parts, files = (
        await _overview(look, seat, theme)
        if number == 0
        else await _moment(state, told[number - 1], seat, f" · moment {place}", theme)
    )
    pager = items.pager(number, len(told) + 1, partial(ShowAnalysis, state.match.id), name=place)
    asked = [told[number - 1]] if number else [moment for moment in told if moment.judged.seat == seat]
    mistake = next((moment for moment in asked if moment.kind == "cost"), None)
    return Screen(items.message(*parts, *pager, items.row(*_taps(state, seat, mistake))), files)


def _taps(state: MatchState, seat: int | None, mistake: Moment | None) -> Iterator[items.Tap]:
    match_id = state.match.id
    if mistake is not None:
        yield items.button("Find the better move", FindBetter(match_id, mistake.judged.number))
    if seat is not None:
        yield items.button("Share", ShareAnalysis(match_id))
    yield items.button("Save as text", SaveAnalysis(match_id))
    yield items.button("Replay", WatchReplay(match_id))


# --- the overview -------------------------------------------------------------------------------------


async def _overview(look: Look, seat: int | None, theme: str) -> Parts:
    told = moments(look.found, seat)
    files = await curves.pictures(look.state, look.found, theme, told)
    own = sum(moment.judged.seat == seat for moment in told)
    lines = (*overview_lines(look, seat), _how_many(len(told), own), _SMALL)
    first = items.text("\n".join((heading(look.state), matches.result_line(look.state))))
    return [first, *map(items.show_picture, files), items.text("\n".join(lines))], files


def overview_lines(look: Look, seat: int | None) -> Iterator[str]:
    """Yield the lines with both sides' accuracy, and with what each could be sure of from which turn."""
    state, found = look.state, look.found
    yield f"**Accuracy** · {_of_both(state, seat, sentences.accuracies(found))}"
    if sentences.is_foggy(found):
        yield "-# That's by what each side could know, move by move."
        truly = _of_both(state, seat, sentences.accuracies(found, truly=True))
        yield f"**With what was actually there** · {truly}"
    for side in (0, 1):
        who = "You" if side == seat else matches.who_sits(state, side)
        for fact in certain(found, side, _FACTS):
            yield f"**Turn {fact.turn}** · {who} could know: {markdown.plain((fact.words,))}"


def _of_both(state: MatchState, seat: int | None, said: tuple[str, str]) -> str:
    return ", ".join(f"{_name_side(state, side, seat)} {said[side]}" for side in (0, 1))


def _name_side(state: MatchState, side: int, seat: int | None) -> str:
    who = "you" if side == seat else matches.who_sits(state, side)
    return f"{who}{matches.as_side(state.game, side)}"


def _how_many(number: int, own: int) -> str:
    """Return how many moments there are, and how many of them are the reader's own, which come first."""
    if not number:
        return _NOTHING
    if number == 1:
        return "There's 1 moment to look at: tap ▶."
    yours = f", the first {own} of them yours" if 1 < own < number else ", yours first" if own == 1 else ""
    return f"There are {number} moments{yours}: tap ▶."


# --- a moment -----------------------------------------------------------------------------------------


async def _moment(state: MatchState, moment: Moment, seat: int | None, more: str, theme: str) -> Parts:
    """Return the played action with its board, then the better one, if there was one, with its board."""
    one, side = await asyncio.to_thread(sentences.describe_moment, state, moment), moment.judged.seat
    who = YOU if side == seat else matches.who_sits(state, side)
    first, *others = sentences.lines(one, who, lambda text: markdown.plain((text,)) if text else "")
    where = f"**Turn {moment.judged.turn}** · {_name_side(state, side, seat)}"
    files = [await pictures.board(scene, name, theme) for name, scene in _pictures(one)]
    before, after = "\n".join((heading(state, more), where, first)), "\n".join(others)
    return [
        items.text(before),
        items.show_picture(files[0]),
        items.text(after),
        *map(items.show_picture, files[1:]),
    ], files


def _pictures(one: Shown) -> Iterator[tuple[str, Scene]]:
    """Yield the name and picture of the played action and, if another was better, of that one."""
    yield "played.png", _caption_picture(one.played, "Played")
    if one.rival is not None and one.moment.kind == "cost":
        yield "better.png", _caption_picture(one.rival, "Better")


def _caption_picture(advice: Advice, what: str) -> Scene:
    """Return the picture of an action, whose alt text says whether it was played or better."""
    alt = f"{what}: {advice.picture.alt.removeprefix('Hint: ')}"
    return structs.replace(advice.picture, alt=alt)


_LASTS_SECONDS = 14 * 60
"""Seconds during which an answer can be changed; Discord allows a quarter of an hour."""
_MOST = 500
_SENT_SECONDS = 10.0


@dataclass
class Waiting:
    """An interaction that waits for an analysis, and whether its first answer was sent."""

    interaction: Interaction
    answered: asyncio.Event = field(default_factory=asyncio.Event)


class AllWaiting:
    """The latest waiting interaction of each person for each match."""

    def __init__(self) -> None:
        self._known: Recent[tuple[str, int], Waiting] = Recent(_MOST)

    def begin(self, match_id: str, interaction: Interaction) -> Waiting:
        """Record an interaction whose answer is to be changed when the analysis is done."""
        waiting = Waiting(interaction)
        self._known[match_id, interaction.user.id] = waiting
        return waiting

    def end(self, match_id: str, interaction: Interaction) -> None:
        """Forget an interaction that needs no change anymore, unless a later one has taken its place."""
        known = self._known.get((match_id, interaction.user.id))
        if known is not None and known.interaction is interaction:
            self._known.forget((match_id, interaction.user.id))

    async def take(self, app: AppContext, match_id: str, person: int) -> Interaction | None:
        """Forget the waiting interaction and return it if its answer can still be changed, or None."""
        waiting = self._known.get((match_id, person))
        if waiting is None:
            return None
        self._known.forget((match_id, person))
        try:
            await asyncio.wait_for(waiting.answered.wait(), _SENT_SECONDS)
        except TimeoutError:
            return None
        asked = waiting.interaction.created_at.timestamp()
        return waiting.interaction if app.clock.now() < asked + _LASTS_SECONDS else None
