"""The question which compliment was the best, as one player sees it, and nobody else."""

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
    """Asks a player which of the opponent's words they liked best."""

    keeps_message = True
    match: Name


class TurnBallot(Button, frozen=True, tag="ballots"):
    """Another page of them."""

    match: Name
    page: PageNumber


class GiveHeart(Button, frozen=True, tag="heart"):
    """A select whose value is the number of an action that said something."""

    match: Name
    page: PageNumber


class TakeHeartBack(Button, frozen=True, tag="heartless"):
    """The reader likes nothing best."""

    match: Name
    page: PageNumber


class ShowBest(Button, frozen=True, tag="best"):
    """A page of a server's best."""

    page: PageNumber


class HideSaying(Button, frozen=True, tag="unwant"):
    """A select of words that a moderator takes out of the list."""

    page: PageNumber


class ShowSayingAgain(Button, frozen=True, tag="want"):
    """Puts them back."""

    mark: Mark


_ONE = "-# You have one heart in each match, and can change your mind."
_HERE = f"{_ONE} On the server, `/compliments` lists what got the most."
_NOWHERE = f"{_ONE} This match is on no server, so your choice is on no list."
_LONGEST = 100
"""Characters of an option."""


async def opened(ctx: UiContext, interaction: Interaction, tap: OpenBallot) -> None:
    """The question, beside what was tapped."""
    await show(interaction, screen(await sayings.ballot(ctx.app, tap.match, interaction.user.id)))


async def turned(ctx: UiContext, interaction: Interaction, tap: TurnBallot) -> None:
    """Another page of its answers."""
    await show(interaction, screen(await sayings.ballot(ctx.app, tap.match, interaction.user.id), tap.page))


async def chose(ctx: UiContext, interaction: Interaction, tap: GiveHeart) -> None:
    """The heart goes to what was chosen."""
    data: Any = interaction.data
    now = await sayings.give(ctx.app, tap.match, interaction.user.id, data["values"][0])
    await show(interaction, screen(now, tap.page))


async def took_back(ctx: UiContext, interaction: Interaction, tap: TakeHeartBack) -> None:
    """The heart goes to nothing."""
    await show(
        interaction, screen(await sayings.take_back(ctx.app, tap.match, interaction.user.id), tap.page)
    )


def screen(now: Ballot, page: int = 0) -> Screen:
    """What the opponent said as a list, and what the heart was given to."""
    match_id = now.state.match.id
    pages = -(-len(now.sayings) // MOST_CHOICES)
    page = max(0, min(page, pages - 1))
    listed = now.sayings[page * MOST_CHOICES : (page + 1) * MOST_CHOICES]
    options = [
        discord.SelectOption(label=_short(one.text), value=str(one.number), default=one.number == now.given)
        for one in listed
    ]
    back = [items.row(items.button("Take it back", TakeHeartBack(match_id, page)))] if _given(now) else []
    said = f"### Best compliment\n{now.state.title}\n{_given(now) or 'Which compliment was the best?'}"
    return Screen(
        items.message(
            items.text(f"{said}\n{_NOWHERE if now.state.match.guild is None else _HERE}"),
            items.row(items.select("Choose a compliment", GiveHeart(match_id, page), options)),
            *items.pager(page, pages, partial(TurnBallot, match_id)),
            *back,
        )
    )


def _given(now: Ballot) -> str:
    text = next((one.text for one in now.sayings if one.number == now.given), "")
    return f"❤️ Your heart is for “{markdown.plain((text,))}”" if text else ""


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
