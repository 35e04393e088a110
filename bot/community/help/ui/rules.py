"""The rules of a game, page by page, for their reader alone; and `/help`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import discord
from discord import app_commands, ui

from bot.core.seats import require_game
from bot.discord_kit.components import items, pictures
from bot.discord_kit.components.buttons import Button, Name, PageNumber
from bot.discord_kit.components.choices import MOST_CHOICES
from bot.discord_kit.components.items import Screen
from bot.discord_kit.components.navigation import OpenRules
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Interaction, UiContext, run_guarded, show
from bot.matchmaking.challenges.ui import starting
from games import GAMES, AnyGame
from games.core.screen.pages import RulesPage
from games.core.vocabulary.presets import CUSTOM, Preset


class TurnRules(Button, frozen=True, tag="rules"):
    """A button for another page of the rules."""

    game: Name
    page: PageNumber


class ChooseRules(Button, frozen=True, tag="contents"):
    """A select of pages of the rules, from page `first` on; its value is the page."""

    game: Name
    first: PageNumber


def command(ctx: UiContext, game: AnyGame) -> app_commands.Command[Any, ..., Any]:
    """Return `/<game> rules`."""

    async def show_rules(interaction: Interaction) -> None:
        await run_guarded(interaction, show_page(ctx, interaction, game.key, 0))

    return app_commands.Command(
        name="rules", description="Read the rules, with pictures", callback=show_rules
    )


async def open_beside(ctx: UiContext, interaction: Interaction, tap: OpenRules) -> None:
    """Show a page in a new DM, so that the buttons of the tapped message remain."""
    theme = await pictures.theme_of(ctx.app, interaction.user.id)
    screen = await page_screen(require_game(tap.game).key, tap.page, theme)
    await answers.beside(interaction, screen)


async def show_page(ctx: UiContext, interaction: Interaction, game_key: str, number: int) -> None:
    """Show page `number` (from 0) of the rules of a game."""
    theme = await pictures.theme_of(ctx.app, interaction.user.id)
    await show(interaction, await page_screen(require_game(game_key).key, number, theme))


async def turn_page(ctx: UiContext, interaction: Interaction, tap: TurnRules) -> None:
    """Show the page of a tapped button."""
    await show_page(ctx, interaction, tap.game, tap.page)


async def open_chosen(ctx: UiContext, interaction: Interaction, tap: ChooseRules) -> None:
    """Show the page that was chosen in the table of contents."""
    data: Any = interaction.data
    number = data["values"][0]
    await show_page(ctx, interaction, tap.game, int(number) if number.isdecimal() else 0)


async def page_screen(game_key: str, number: int, theme: str = pictures.NORMAL) -> Screen:
    """Return a page of the rules with its picture, the table of contents, and buttons to its neighbors.

    Beyond the last page, `number` (from 0) means the last one.
    """
    game = GAMES[game_key]
    pages = (*game.rules(), *_presets(game), _levels(game))
    number = max(0, min(number, len(pages) - 1))
    page = pages[number]
    files: list[discord.File] = []
    parts: list[ui.Item[Any]] = [items.text(f"### {game.title}: {page.title}\n{page.text}")]
    if page.scene is not None:
        file = await pictures.board(page.scene, theme=theme)
        files.append(file)
        parts.append(items.picture(file.filename, file.description or ""))
    to_page = partial(TurnRules, game_key)
    parts += _contents(game_key, pages, number)
    parts += items.pager(number, len(pages), to_page, "◀ Back", "Next ▶")
    return Screen(items.message(*parts), files)


def _presets(game: AnyGame) -> tuple[RulesPage, ...]:
    """Return the page about the presets of a game; no page if there is only one preset."""
    usual, *others = game.presets
    if not others:
        return ()
    lines = (f"**{preset.name}**{_note(preset, usual)}: {preset.about}" for preset in game.presets)
    commands = ("challenge", "play") if game.supports_pvp else ("play",)
    offered = " and ".join(f"`/{game.key} {command}`" for command in commands)
    custom = f"Any other rules are *{CUSTOM}*: your match is casual then, and its card says so."
    choose = f"Choose one with the option `preset` of {offered}. {custom}"
    return (RulesPage("ways to play", "\n".join((*lines, choose))),)


def _note(one: Preset, usual: Preset) -> str:
    notes = ("default" if one == usual else "", "" if one.rated else "casual")
    said = ", ".join(filter(None, notes))
    return f" ({said})" if said else ""


def _contents(game_key: str, pages: Sequence[RulesPage], shown: int) -> list[ui.ActionRow[Any]]:
    """Return selects with all pages by their titles, of equal lengths and as few as Discord allows.

    The page that is shown is preselected.
    """
    each = -(-len(pages) // -(-len(pages) // MOST_CHOICES))
    options = [
        discord.SelectOption(
            label=f"{number + 1}. {_capitalize(page.title)}", value=str(number), default=number == shown
        )
        for number, page in enumerate(pages)
    ]
    parts = ((first, options[first : first + each]) for first in range(0, len(pages), each))
    return [items.row(items.select(_span(part), ChooseRules(game_key, first), part)) for first, part in parts]


def _span(options: Sequence[discord.SelectOption]) -> str:
    return f"Pages: {options[0].label} … {options[-1].label}"


def _capitalize(title: str) -> str:
    return title[:1].upper() + title[1:]


def _levels(game: AnyGame) -> RulesPage:
    """Return the last page, about the levels of the bot."""
    lines = (f"**{persona.name}** ({level}): {persona.words}" for level, persona in game.personas.items())
    return RulesPage("the bot", "\n".join((*lines, f"Play them with `/{game.key} play`.")))


_WELCOME = """### Slowplay
Slow board games for two, with secrets.
Tap a game to play the bot now: it's casual, and only you see it.

- `/play`: games and opponents
- `/learn`: short lessons
- `/puzzle`: got five minutes?
- `/matches`: your turn first
- `/settings`: clock, DMs, looks"""
_MORE = (
    """### Playing
- A game's `play` lets you choose the bot's level and more. `challenge` asks a person, and `rules` \
explains the game.
- When it's your turn, you get one DM; its button opens your board. One reminder follows before your time \
runs out.
- `/move` plays by typing, `/draw` offers a draw, `/resign` gives up.
- `/hint` tells only you what a strong player would do, in casual matches.
- `/conditional`: “if they play this, I play that”""",
    """### After a match
- `/replay` shows it turn by turn, `/analysis` the moments that decided it.
- `/history` lists your matches; `/export` saves one, `/verify` checks it.
- `/profile`, `/stats`, and each game's `leaderboard` compare.
- `/compliments`: the best on this server. *Best compliment* gives one a heart.
- Dice are fair, and you can check it: tap *Fairness* before you accept, and after the match.""",
    """### With others
- `/compete`: tournaments and ladders
- `/block` keeps someone from challenging you; they aren't told. `/report` tells a server's moderators.
- `/privacy show` says what I store about you, and how to get it or delete it.
- For admins: `/server settings`
- For moderators: `/moderate match`, `/moderate person`""",
)
"""The pages behind *More* that follow the one about the games."""


class MoreHelp(Button, frozen=True, tag="commands"):
    """A button from the help to a page of what it leaves out."""

    page: PageNumber = 0


class OpenHelp(Button, frozen=True, tag="help"):
    """A button back to the help."""


def help_command(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    """Return `/help`."""

    @app_commands.command(name="help", description="How to play here")
    async def show_help(interaction: Interaction) -> None:
        await run_guarded(interaction, show(interaction, help_screen(ctx, interaction.user.id)))

    return show_help


def help_screen(ctx: UiContext, person: int) -> Screen:
    """Return the help: a way into each game, the commands to begin with, and a button for all others."""
    rest = items.row(items.button("More", MoreHelp()))
    return Screen(items.sentence(_WELCOME, *starting.rows(ctx, person), rest))


async def open_help(ctx: UiContext, interaction: Interaction, tap: OpenHelp) -> None:
    """Show the help again."""
    await show(interaction, help_screen(ctx, interaction.user.id))


async def show_more(ctx: UiContext, interaction: Interaction, tap: MoreHelp) -> None:
    """Show a page of what the help leaves out; the first has a line about each game."""
    games = "\n".join(("### The games", *(_in_a_line(game) for game in GAMES.values())))
    pages = (games, *_MORE)
    number = max(0, min(tap.page, len(pages) - 1))
    back = items.row(items.button("Back to the start", OpenHelp()))
    pager = items.pager(number, len(pages), MoreHelp, "◀ Back", "Next ▶")
    await show(interaction, Screen(items.sentence(pages[number], *pager, back)))


def _in_a_line(game: AnyGame) -> str:
    own = (
        f" Your own {game.documents.noun}: `/{game.key} {game.documents.noun} list`."
        if game.documents
        else ""
    )
    credits = f" ({game.credits})" if game.credits else ""
    return f"**{game.title}**{credits} · `/{game.key} play` · {game.summary}{own}"
