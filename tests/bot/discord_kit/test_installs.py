"""The switches in Discord's developer portal, and how the bot copes with those that are off."""

from __future__ import annotations

import logging

import pytest

from bot import features
from bot.discord_kit.interactions.commands import all_commands
from playground.page import conditions
from playground.people.defaults import BOT_ID
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara")


async def restarted_with(t: Table, *off: str) -> None:
    """Start a new application with these switches off."""
    await t.stop_bot()
    t.playground.world.global_commands.clear()
    for key in off:
        conditions.change(t.playground.world, key, "", True)
    await t.start_bot()


def critical(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the critical lines logged so far, which are expected, and clear the log."""
    lines = [record.getMessage() for record in caplog.records if record.levelno == logging.CRITICAL]
    caplog.clear()
    return lines


@pytest.mark.slow
async def test_without_user_install_the_bot_works_in_servers_and_says_what_to_switch_on(
    t: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await restarted_with(t, "no_user_install")
    [line] = critical(caplog)
    assert line.startswith("User Install is off, ")
    assert "Installation" in line
    assert (await t.mara.slash("/help")).text
    assert {command["integration_types"] == [0] for command in commands(t)} == {True}


async def test_without_guild_install_the_bot_works_for_people_and_says_what_to_switch_on(
    t: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await restarted_with(t, "no_guild_install")
    [line] = critical(caplog)
    assert line.startswith("Guild Install is off, ")
    await t.mara.actor.install(BOT_ID)
    assert (await t.mara.slash("/help")).text


async def test_without_both_the_bot_still_starts_and_says_so(
    t: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await restarted_with(t, "no_user_install", "no_guild_install")
    [line] = critical(caplog)
    assert line.startswith("Guild Install and User Install are off, ")
    assert commands(t) == []


@pytest.mark.slow
async def test_with_both_nothing_is_said(t: Table, caplog: pytest.LogCaptureFixture) -> None:
    await restarted_with(t)
    assert critical(caplog) == []
    assert {tuple(command["integration_types"]) for command in commands(t) if command["name"] == "help"} == {
        (0, 1)
    }


def commands(t: Table) -> list[dict[str, object]]:
    """Return the bot's commands, as Discord has them."""
    return list(t.playground.world.global_commands.get(BOT_ID, {}).values())


async def test_the_bot_asks_for_no_intent_but_guilds_and_no_command_is_age_restricted(t: Table) -> None:
    bot = t.running.bot
    assert [name for name, on in bot.intents if on] == ["guilds"]
    assert [session.intents for session in t.playground.sessions.sessions.values()] == [1]
    assert all(not command.nsfw for command in all_commands(features.load(), bot.ctx))
    assert {command["nsfw"] for command in commands(t)} == {False}
