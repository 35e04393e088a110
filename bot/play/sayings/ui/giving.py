"""The question which compliment was the best, shown privately to one player."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import discord
from msgspec import Meta

from bot.discord_kit.components import items
from bot.discord_kit.components.buttons import Button, Name, PageNumber
from bot.discord_kit.components.choices import MOST_CHOICES
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, show
from bot.discord_kit.text import markdown
from bot.play.sayings import sayings
from bot.play.sayings.sayings import Ballot

Mark = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]


class OpenBallot(Button, frozen=True, tag="ballot"):
    """The question to a player which of the opponent's compliments was the best."""

    keeps_message = True
    match: Name


class TurnBallot(Button, frozen=True, tag="ballots"):
    """Shows another page of the question."""

    match: Name
    page: PageNumber


class GiveHeart(Button, frozen=True, tag="heart"):
    """A select whose value is the number of the action with the words."""

    match: Name
    page: PageNumber


class TakeHeartBack(Button, frozen=True, tag="heartless"):
    """Takes the reader's heart back."""

    match: Name
    page: PageNumber


class ShowBest(Button, frozen=True, tag="best"):
    """Shows a page of a server's best compliments."""

    page: PageNumber


class HideSaying(Button, frozen=True, tag="unwant"):
    """A select of compliments for a moderator to hide."""

    page: PageNumber


class ShowSayingAgain(Button, frozen=True, tag="want"):
    """Shows a hidden compliment again."""

    mark: Mark


_ONE = "-# You have one heart in each match, and can change your mind."
_HERE = f"{_ONE} On the server, `/compliments` lists what got the most."
_NOWHERE = f"{_ONE} This match is on no server, so your choice is on no list."
_LONGEST = 100
"""The most characters of an option."""


async def open_ballot(ctx: UiContext, interaction: Interaction, tap: OpenBallot) -> None:
    """Show the question in a new message beside the tapped one."""
    await show(interaction, screen(await sayings.ballot(ctx.app, tap.match, interaction.user.id)))


async def turn_page(ctx: UiContext, interaction: Interaction, tap: TurnBallot) -> None:
    """Show another page of the question."""
    await show(interaction, screen(await sayings.ballot(ctx.app, tap.match, interaction.user.id), tap.page))


async def give_heart(ctx: UiContext, interaction: Interaction, tap: GiveHeart) -> None:
    """Give the player's heart to the chosen compliment."""
    data: Any = interaction.data
    now = await sayings.give(ctx.app, tap.match, interaction.user.id, data["values"][0])
    await show(interaction, screen(now, tap.page))


async def take_heart_back(ctx: UiContext, interaction: Interaction, tap: TakeHeartBack) -> None:
    """Take the player's heart back."""
    await show(
        interaction, screen(await sayings.take_back(ctx.app, tap.match, interaction.user.id), tap.page)
    )


def screen(now: Ballot, page: int = 0) -> Screen:
    """Return the question: the opponent's compliments as a list, and which one has the heart."""
    match_id = now.state.match.id
    pages = -(-len(now.sayings) // MOST_CHOICES)
    page = max(0, min(page, pages - 1))
    listed = now.sayings[page * MOST_CHOICES : (page + 1) * MOST_CHOICES]
    options = [
        discord.SelectOption(
            label=_short(saying.text), value=str(saying.number), default=saying.number == now.given
        )
        for saying in listed
    ]
    back = (
        [items.row(items.button("Take it back", TakeHeartBack(match_id, page)))] if _format_given(now) else []
    )
    said = f"### Best compliment\n{now.state.title}\n{_format_given(now) or 'Which compliment was the best?'}"
    return Screen(
        items.message(
            items.text(f"{said}\n{_NOWHERE if now.state.match.guild is None else _HERE}"),
            items.row(items.select("Choose a compliment", GiveHeart(match_id, page), options)),
            *items.pager(page, pages, partial(TurnBallot, match_id)),
            *back,
        )
    )


def _format_given(now: Ballot) -> str:
    text = next((saying.text for saying in now.sayings if saying.number == now.given), "")
    return f"❤️ Your heart is for “{markdown.plain((text,))}”" if text else ""


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
