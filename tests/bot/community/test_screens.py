"""No screen is longer than a phone shows at a glance, apart from pages of the rules. docs/style.md."""

from __future__ import annotations

import itertools
from typing import get_args

import discord
import pytest

from bot.community.privacy.ui import showing
from bot.community.servers.ui import panel
from bot.core.server_settings import ServerSettings
from bot.discord_kit.components.items import Screen
from bot.matchmaking.contests.organizing import drafting
from bot.matchmaking.contests.organizing.drafting import Draft
from bot.matchmaking.contests.ui import setting_up
from bot.matchmaking.contests.ui.buttons import Tab
from games import GAMES
from tests.kit.phone import MOST_LINES, WIDTH, phone_lines
from tests.kit.seen import Seen
from tests.kit.servers.contest_table import all_join, begin, card, create, organized
from tests.kit.table import Table

HELP_LINES = 12
SECTIONS = get_args(panel.Section)
KINDS = sorted(drafting.KINDS)
TOLD = ("/learn", "/puzzle", "/matches", "/settings", "/compete", "/history", "/block", "/stats", "/profile",
        "/compliments", "/report", "/privacy delete", "/creators leaderboard", "/alpha deck list", "/replay",
        "/analysis")  # fmt: skip


def lines_of(screen: Screen) -> list[str]:
    """Return the lines of a screen that's ready to send, as a phone shows them."""
    texts = [part.content for part in screen.view.walk_children() if isinstance(part, discord.ui.TextDisplay)]
    return phone_lines("\n".join(texts))


def too_long(seen: dict[str, Seen]) -> dict[str, list[str]]:
    """Return the lines of the screens that are too long, by their names."""
    lines = {name: phone_lines(shown.text) for name, shown in seen.items()}
    return {name: told for name, told in lines.items() if len(told) > MOST_LINES}


def test_lines_are_counted_as_a_phone_breaks_them() -> None:
    assert phone_lines("### Title\n\n**Bold** and `code`") == ["Title", "", "Bold and code"]
    assert phone_lines("-# " + "word " * 18) == [" ".join(["word"] * 9)] * 2
    assert len(" ".join(["word"] * 9)) == WIDTH - 1
    assert phone_lines("until <t:1790000000:R>, <@17>") == ["until Friday, 6 PM, @someone"]


@pytest.mark.table("mara", "tom")
async def test_the_help_is_at_most_twelve_lines_and_more_has_every_command(t: Table) -> None:
    shown = await t.mara.slash("/help")
    assert len(phone_lines(shown.text)) <= HELP_LINES, phone_lines(shown.text)
    told = [shown.text]
    page = await t.mara.tap("More", shown)
    while page.text != told[-1]:
        told.append(page.text)
        assert len(phone_lines(page.text)) <= MOST_LINES, phone_lines(page.text)
        page = await t.mara.tap("Next ▶", page) if "Next ▶" in page.buttons else page
    assert len(told) > 2
    commands = {name for store in t.playground.world.global_commands.values() for name in _tops(store)}
    assert {name for name in commands - {"help"} if f"/{name}" not in "\n".join(told)} == set()


def _tops(store: dict[str, dict[str, object]]) -> set[str]:
    """Return the names of slash commands, without those of menus."""
    return {str(command["name"]) for command in store.values() if command.get("type", 1) == 1}


@pytest.mark.table("mara", "tom")
async def test_what_a_command_shows_fits_on_a_phone(t: Table) -> None:
    seen = {name: await t.mara.slash(name) for name in TOLD}
    seen["/play"] = await t.mara.slash("/play")
    seen["lobby"] = await t.mara.tap("Find me an opponent", await t.mara.slash("/play"))
    seen |= {f"/{key} play": await t.mara.slash(f"/{key} play") for key in GAMES}
    settings = await t.mara.slash("/settings")
    seen |= {tab: await t.mara.tap(tab, settings) for tab in ("Looks", "Time", "People", "DMs")}
    assert too_long(seen) == {}


async def test_a_tournament_fits_on_a_phone_at_every_stage() -> None:
    async with organized() as t:
        seen = {"card": await create(t), "list": await t.mara.slash("/compete")}
        await all_join(t)
        seen |= {"joined": card(t), "manage": await t.ines.tap("Manage", card(t))}
        await begin(t)
        seen |= {"under way": card(t), "mine": await t.mara.tap("Standings", card(t))}
        seen["details"] = await t.mara.tap("Details", seen["mine"])
        assert too_long(seen) == {}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tab", get_args(Tab))
def test_the_form_of_a_new_contest_fits_on_a_phone(kind: str, tab: Tab) -> None:
    for game, holidays in itertools.product(drafting.playable(), drafting.HOLIDAYS):
        lines = lines_of(setting_up.screen(tab, Draft(kind=kind, game=game.key, holidays=holidays)))
        assert len(lines) <= MOST_LINES, lines


@pytest.mark.parametrize("section", SECTIONS)
def test_the_settings_of_a_server_fit_on_a_phone(section: panel.Section) -> None:
    lines = lines_of(panel.screen(ServerSettings(), section))
    assert len(lines) <= MOST_LINES, lines


@pytest.mark.parametrize("number", range(showing.PAGES))
def test_a_page_of_what_is_stored_fits_on_a_phone(number: int) -> None:
    lines = lines_of(showing.screen(number, 30))
    assert len(lines) <= MOST_LINES, lines
