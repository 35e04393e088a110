"""`/server settings` and `/server log`: what admins can set, and how each change is confirmed and logged.

People who aren't admins never learn of it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.community.servers.administering import SETTINGS, apply_choice, describe
from bot.community.servers.ui import settings
from bot.community.servers.ui.panel import screen, section_of
from bot.core.errors import UserError
from bot.core.server_settings import ServerSettings
from bot.core.time_controls import TIME_CONTROLS
from games import GAMES
from playground.people.defaults import BOT_ID
from tests.kit.matches.tapped import assert_refused
from tests.kit.roles.administrators import make_admin, pick, server, settings_on
from tests.kit.roles.appointing import let_everybody_use_all
from tests.kit.servers.lobby_table import made_up
from tests.kit.sql import sql
from tests.kit.table import Table, table


@pytest.fixture
async def t() -> AsyncIterator[Table]:
    async with table("mara", "tom") as made:
        await make_admin(made, made.mara)
        yield made


@pytest.mark.slow
async def test_an_admin_sets_everything_in_one_private_panel_and_each_change_is_confirmed_and_logged(
    t: Table,
) -> None:
    games = t.mara.actor.channel("games").id
    panel = await t.mara.slash("/server settings")
    assert panel.ephemeral
    assert "Matches can start in every channel." in panel.text
    panel = await pick(t.mara, panel, "channels", games)
    assert f"Saved.** Matches start in <#{games}>." in panel.text
    panel = await t.mara.tap("In the channel", panel)
    assert "Saved.** New matches are played right in the channel, without a thread." in panel.text
    panel = await t.mara.tap("What", panel)
    assert "Saved" not in panel.text
    panel = await pick(t.mara, panel, "games", "decoy", "ccc")
    panel = await pick(t.mara, panel, "presets", "decoy/Quick")
    panel = await pick(t.mara, panel, "times", "1d", "7d")
    assert "The time control has to be 1 day a turn or 7 days a turn." in panel.text
    assert "You can play Decoy Patrol only as Quick." in panel.text
    panel = await t.mara.tap("Casual only", panel)
    panel = await t.mara.tap("People", panel)
    helpers = list(server(t).roles)[-1]
    panel = await pick(t.mara, panel, "role", helpers)
    panel = await t.mara.tap("Only people here", panel)
    assert "Saved.** Members can only look for opponents who are on this server, too." in panel.text
    panel = await t.mara.tap("In their own words", panel)
    panel = await t.mara.tap("Limits", panel)
    panel = await pick(t.mara, panel, "most_challenges", "3")
    panel = await pick(t.mara, panel, "most_matches", "1")
    panel = await pick(t.mara, panel, "pause_days", "3")
    assert "Each member can have 1 open match here." in panel.text
    panel = await t.mara.tap("Posts", panel)
    panel = await pick(t.mara, panel, "results", games)
    panel = await pick(t.mara, panel, "reports", games)
    panel = await pick(t.mara, panel, "daily", games)
    assert f"A puzzle of the day is posted in <#{games}> at noon, UTC, without a ping." in panel.text
    assert await settings_on(t) == {
        "channels": [int(games)],
        "place": "channel",
        "games": ["decoy", "ccc"],
        "presets": ["decoy/Quick"],
        "times": ["1d", "7d"],
        "rated": False,
        "role": int(helpers),
        "own_words": "free",
        "results": int(games),
        "reports": int(games),
        "daily": int(games),
        "lobby": "here",
        "word_list": [],
        "most_challenges": 3,
        "most_matches": 1,
        "pause_days": 3,
    }
    log = await t.mara.tap("Show the log", panel)
    assert log.ephemeral
    lines = log.text.splitlines()[1:]
    assert lines[0] == f"A puzzle of the day is posted in <#{games}> at noon, UTC, without a ping."
    assert lines[1].startswith(f"-# {t.mara.name} · <t:")
    assert "1 of 2" in {part.get("label") for part in log.parts()}
    older = await t.mara.tap("▶", log)
    assert f"Matches start in <#{games}>." in older.text.splitlines()[-2]
    panel = await t.mara.tap("Settings", older)
    panel = await pick(t.mara, panel, "channels")
    assert "Saved.** Matches can start in every channel." in panel.text
    assert (await settings_on(t))["channels"] == []


async def test_what_is_chosen_again_changes_nothing_and_is_not_logged(t: Table) -> None:
    panel = await t.mara.tap("What", await t.mara.slash("/server settings"))
    panel = await pick(t.mara, panel, "games", "ccc")
    await pick(t.mara, panel, "games", "ccc")
    assert await sql(t.database, "SELECT COUNT(*) FROM server_log") == [(1,)]


@pytest.mark.slow
@pytest.mark.parametrize("command", ["/server settings", "/server log"])
async def test_nobody_else_may_see_or_change_any_of_it(t: Table, command: str) -> None:
    let_everybody_use_all(t)
    only = "Only members who can manage this server can see or change its settings."
    assert_refused(await t.tom.slash(command), only)
    panel = await t.mara.slash("/server settings")
    await t.restart_bot()
    role = server(t).members[t.mara.id]["roles"].pop()
    assert role
    await t.restart_bot()
    assert_refused(await t.mara.tap("In the channel", panel), only)
    assert await settings_on(t) == {}


@pytest.mark.slow
async def test_elsewhere_the_command_is_hidden(t: Table) -> None:
    [commands] = t.playground.world.global_commands.values()
    [command] = [candidate for candidate in commands.values() if candidate["name"] == "server"]
    assert command["default_member_permissions"] == str(1 << 5)
    assert command["contexts"] == [0]
    assert command["integration_types"] == [0]


@pytest.mark.parametrize("tap", ["sp|server|where", "sp|server-log|0"])
async def test_in_a_dm_nobody_is_an_admin(t: Table, tap: str) -> None:
    dm = (await t.mara.actor.open_dm(BOT_ID))["id"]
    assert_refused(await made_up(t, t.mara, tap, dm), "Each server has settings of its own.")


async def test_where_the_bot_may_not_post_nothing_is_announced(t: Table) -> None:
    games = t.mara.actor.channel("games").id
    channel = t.playground.world.channel(games)
    bot = next(iter(t.playground.world.applications.values())).bot_id
    deny = {"id": bot, "type": 1, "allow": "0", "deny": str(1 << 11)}
    channel.payload["permission_overwrites"] = [*channel.payload["permission_overwrites"], deny]
    await t.restart_bot()
    panel = await t.mara.tap("Posts", await t.mara.slash("/server settings"))
    said = "Let me see it and send messages there, then choose it again."
    assert_refused(await pick(t.mara, panel, "results", games), f"I can't post in <#{games}>. {said}")
    assert await settings_on(t) == {}


def test_every_setting_is_in_the_panel_but_the_word_list() -> None:
    assert set(SETTINGS) == set(ServerSettings.__struct_fields__) - {"word_list"}
    for field in SETTINGS:
        view = screen(ServerSettings(), section_of(field)).view
        assert describe(ServerSettings(), field) in str(
            [getattr(item, "content", "") for item in view.walk_children()]
        )


def test_a_change_is_confirmed_once_beside_the_setting_that_was_changed() -> None:
    view = screen(ServerSettings(most_matches=2), "limits", "most_matches").view
    texts = [getattr(item, "content", "") for item in view.walk_children()]
    (confirmed,) = [text for text in texts if "Saved." in text]
    assert confirmed == "**Open matches**\n**Saved.** Each member can have 2 open matches here."


def test_presets_are_told_game_by_game() -> None:
    chosen = ("decoy/Quick", "ccc/Quick", "ccc/Classic")
    assert describe(ServerSettings(presets=chosen), "presets") == (
        "You can play Decoy Patrol only as Quick; Collapsable Construct Collision only as Quick or Classic."
    )


def test_what_cannot_be_chosen_is_refused() -> None:
    for field, value in [("games", "chess"), ("channels", "x"), ("most_matches", "1000"), ("rated", "maybe")]:
        with pytest.raises(Exception, match="can't be chosen anymore"):
            apply_choice(ServerSettings(), field, (value,))  # type: ignore[arg-type]


@pytest.mark.parametrize(("digits", "taken"), [(1, True), (19, True), (20, False)])
def test_an_id_is_a_number_that_the_database_can_hold(digits: int, taken: bool) -> None:
    id = "1" * digits
    if taken:
        assert apply_choice(ServerSettings(), "channels", (id,)).channels == (int(id),)
        assert int(id) < 2**63
    else:
        with pytest.raises(UserError, match="can't be chosen anymore"):
            apply_choice(ServerSettings(), "channels", (id,))


async def conversation(t: Table) -> list[str]:
    """Return the answers to a person who isn't an admin and tries everything there is."""
    let_everybody_use_all(t)
    answers = [
        await t.tom.slash("/server settings"),
        await t.tom.slash("/server log"),
        await t.tom.slash("/help"),
        await t.tom.slash("/decoy challenge", opponent=t.mara),
        await t.tom.slash("/matches"),
    ]
    return [str(answer.text) for answer in answers]


@pytest.mark.slow
async def test_others_never_see_the_log_or_what_is_set_but_does_not_concern_them() -> None:
    """Two worlds are compared; in one of them an admin has changed settings."""
    seen = []
    for is_busy in (False, True):
        async with table("mara", "tom") as t:
            if is_busy:
                await make_admin(t, t.mara)
                games = t.mara.actor.channel("games").id
                panel = await t.mara.tap("Posts", await t.mara.slash("/server settings"))
                for field in ("results", "reports"):
                    panel = await pick(t.mara, panel, field, games)
                panel = await t.mara.tap("What", panel)
                await pick(t.mara, panel, "games", *GAMES)
                await pick(t.mara, panel, "times", *TIME_CONTROLS)
            else:
                await t.restart_bot()
            seen.append(await conversation(t))
    assert seen[0] == seen[1]


def test_places_side_by_side_in_the_log_are_all_live() -> None:
    assert settings._live("Matches start in <#1> <#2>.") == "Matches start in <#1> <#2>."
