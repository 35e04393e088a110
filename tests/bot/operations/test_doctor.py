"""`slowplay doctor` at broken setups: a sentence and a remedy for each, the exit status, and no secrets."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp
import pytest

import bot.doctor.command as program
from bot.core.discord_time import seconds_ahead
from bot.doctor import machine
from bot.doctor.machine import check_database, check_disk
from bot.doctor.permissions import ALL_NEEDED, Server, check_servers, missing
from bot.doctor.portal import check_commands, check_portal
from bot.doctor.report import Finding, exit_status, join_names, ok, problem, unknown, warning
from bot.doctor.ui.line import Line, Unreached
from bot.runtime.settings import Settings
from bot.runtime.system_clock import SystemClock
from playground.app import Playground
from playground.model import permissions as perms
from playground.page import conditions
from playground.places import channels
from storage import open_database
from storage.engine.sqlite.inspection import Inspection, inspect
from tests.kit.inputs import PATIENCE_SECONDS, WorldClock
from tests.kit.postgres import fresh_database
from tests.kit.watching.doctor_probe import pressing, real_server, settings_of

GOOD = {
    "0": {
        "oauth2_install_params": {"scopes": ["bot", "applications.commands"], "permissions": str(ALL_NEEDED)}
    },
    "1": {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}},
}
MATCH = """INSERT INTO matches
(id, game, ruleset, options, seed, nonce, pace, guild, channel, created_at, rated)
VALUES (?, 'secretgame', 'g/1', '{}', x'00', x'00', '', ?, ?, 1, 0)"""
WRONG = "a-made-up-token-of-nobody.abcdef.0123456789abcdefghijklmnopqrstuvwxyz"


class Setup(NamedTuple):
    """A bot's setup, sound until a test breaks it.

    `more` holds settings besides those that lead to Discord.
    """

    playground: Playground
    database: Path
    more: dict[str, Any]

    def settings(self) -> Settings:
        return settings_of(self.playground, **{"slowplay_database": self.database, **self.more})

    async def findings(self, seconds: float = 0) -> list[Finding]:
        """Return the doctor's findings on a machine whose clock is this number of seconds fast."""
        return await program.examine(self.settings(), Skewed(self.playground, seconds))


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Setup]:
    """A sound setup: two open matches in a channel, and Discord has the newest commands."""
    async with real_server() as playground:
        [application] = playground.world.applications.values()
        application.install_config = GOOD
        made = Setup(playground, tmp_path / "slowplay.db", {})
        async with await open_database(made.database):
            pass
        [guild], channel = playground.world.guilds, playground.actor("mara").channel("games").id
        with closing(sqlite3.connect(made.database, isolation_level=None)) as raw:
            for name in ("one", "two"):
                raw.execute(MATCH, (name, int(guild), int(channel)))
        await send(playground, program.commands_sent(made.settings(), SystemClock()))
        yield made


async def send(playground: Playground, commands: list[dict[str, Any]]) -> None:
    """Register commands with Discord, as some version of the bot would."""
    [id] = playground.world.applications
    address = f"{playground.api}/applications/{id}/commands"
    headers = {"Authorization": f"Bot {playground.token}"}
    async with (
        aiohttp.ClientSession() as session,
        session.put(address, json=commands, headers=headers) as sent,
    ):
        assert sent.status == 200, await sent.text()


def told(findings: list[Finding], level: str = "problem") -> list[str]:
    return [f"{finding.told} {finding.to_do}" for finding in findings if finding.level == level]


@pytest.mark.slow
async def test_where_all_is_well_everything_is_fine(here: Setup) -> None:
    findings = await here.findings()
    assert {finding.level for finding in findings} == {"ok"}, findings
    assert exit_status(findings) == 0
    assert program.as_text(findings).endswith("\n\nNo problems found.")
    assert [finding.about for finding in findings] == [
        *("settings", "database", "disk", "token", "clock", "portal", "commands", "servers", "channels")
    ]
    assert "with 2 open matches in servers" in findings[1].told


@pytest.mark.slow
async def test_a_database_on_a_server_is_looked_at(here: Setup) -> None:
    async with fresh_database() as address:
        found = await here._replace(more={"slowplay_database": address}).findings()
        assert exit_status(found) == 0
        assert re.fullmatch(
            r"“test_\w+” on .* can be reached, with 0 open matches in servers\.", found[1].told
        )
        wrong = address.replace("/test_", "/no_test_")
        found = await here._replace(more={"slowplay_database": wrong}).findings()
    assert ["There's no database" in sentence for sentence in told(found)] == [True]


@pytest.mark.slow
async def test_it_asks_over_rest_alone_and_changes_nothing(here: Setup) -> None:
    [application], starts = here.playground.world.applications, here.playground.sessions.starts
    before = (
        starts.limit(application)["remaining"],
        here.database.read_bytes(),
        sorted(here.database.parent.iterdir()),
    )
    asked: list[str] = []
    here.playground.witnesses.append(Methods(asked))
    await here.findings()
    assert set(asked) == {"GET"}
    now = (
        starts.limit(application)["remaining"],
        here.database.read_bytes(),
        sorted(here.database.parent.iterdir()),
    )
    assert now == before


class Methods:
    """A witness that notes the methods of requests."""

    def __init__(self, asked: list[str]) -> None:
        self._asked = asked

    def request(self, request: Any, body: bytes, response: Any) -> None:
        self._asked.append(request.method)

    def dispatch(self, event: str, data: Any) -> None:
        raise AssertionError("nobody is at the gateway")


@pytest.mark.slow
async def test_it_looks_while_the_bot_has_the_database(here: Setup) -> None:
    async with await open_database(here.database):
        assert exit_status(await here.findings()) == 0


def no_token(here: Setup) -> None:
    here.more["discord_token"] = ""


def half_a_token(here: Setup) -> None:
    here.more["discord_token"] = "abc"


def wrong_token(here: Setup) -> None:
    here.more["discord_token"] = WRONG


def damaged(here: Setup) -> None:
    with here.database.open("r+b") as raw:
        raw.seek(4096)
        raw.write(b"\xff" * 4096)


def too_new(here: Setup) -> None:
    with closing(sqlite3.connect(here.database, isolation_level=None)) as raw:
        raw.execute("INSERT INTO migrations VALUES (9999, '9999_later.sql', 0)")


def a_folder(here: Setup) -> None:
    here.more["slowplay_database"] = here.database.parent


def user_install_off(here: Setup) -> None:
    """Turn off installation by users, with the commands as the bot would then have registered them."""
    [application] = here.playground.world.applications.values()
    application.install_config = {"0": GOOD["0"]}
    [commands] = here.playground.world.global_commands.values()
    commands.update({id: {**command, "integration_types": [0]} for id, command in commands.items()})


def commands_out_of_date(here: Setup) -> None:
    [commands] = here.playground.world.global_commands.values()
    first, second, *_ = commands
    commands[first] = {**commands[first], "description": "What it said a year ago"}
    commands[second] = {**commands[second], "name": "gone"}


def channel_without_permissions(here: Setup) -> None:
    deny(here, perms.ATTACH_FILES | perms.CREATE_PUBLIC_THREADS)


def channel_out_of_sight(here: Setup) -> None:
    deny(here, perms.VIEW_CHANNEL)


def deny(here: Setup, bits: int) -> None:
    """Deny everyone permissions in the channel of the matches."""
    world = here.playground.world
    [guild], channel = world.guilds, here.playground.actor("mara").channel("games")
    overwrite = {"id": guild, "type": 0, "allow": "0", "deny": str(bits)}
    channels.edit(world, channel, {"permission_overwrites": [overwrite]})


def unreachable(here: Setup) -> None:
    here.more["discord_api"] = "http://127.0.0.1:9/api/v10"


def in_trouble(here: Setup) -> None:
    here.playground.faults.order({"match": "GET /users/@me/guilds", "status": 503})


def no_answer_about_commands(here: Setup) -> None:
    here.playground.faults.order(
        {"match": "GET /applications/.*/commands", "status": 403, "body": {"code": 50001}}
    )


def no_answer_about(here: Setup, what: str) -> None:
    here.playground.faults.order({"match": f"GET {what}$", "status": 403, "body": {"code": 50001}})


def no_answer_about_the_bot(here: Setup) -> None:
    no_answer_about(here, "/users/@me")


def no_answer_about_the_application(here: Setup) -> None:
    no_answer_about(here, "/applications/@me")


def no_answer_about_servers(here: Setup) -> None:
    no_answer_about(here, "/users/@me/guilds")


BROKEN: dict[Callable[[Setup], None], tuple[int, str, str]] = {
    no_token: (
        1,
        "problem",
        r"DISCORD_TOKEN is missing. Copy .env.example to .env and paste your bot's token there.",
    ),
    half_a_token: (
        1,
        "problem",
        "DISCORD_TOKEN doesn't look like a bot token (three parts joined by dots). Copy it again from your "
        "application's Bot page.",
    ),
    wrong_token: (
        1,
        "problem",
        "Discord doesn't accept DISCORD_TOKEN. Reset it on the Bot page and put the new one into .env.",
    ),
    damaged: (1, "problem", "error code 11). Stop the bot, put your newest backup in its place"),
    too_new: (1, "problem", "has version 9999, but this program knows"),
    a_folder: (1, "problem", " is a folder. Name a file in it, such as "),
    user_install_off: (
        1,
        "problem",
        "User Install is off, so Discord takes the bot's commands only in part. On your application's "
        "Installation page, turn on both Guild Install and User Install.",
    ),
    commands_out_of_date: (1, "problem", "The commands are out of date: Discord doesn't have /"),
    channel_without_permissions: (
        1,
        "problem",
        "In #games of “Robot café”, where it has 2 open matches, the bot doesn't have Attach Files and "
        "Create Public Threads. Allow that for the bot's role in the channel's settings, page Permissions.",
    ),
    channel_out_of_sight: (
        1,
        "problem",
        "where it has 2 open matches. Give its role View Channels there. If",
    ),
    unreachable: (2, "unchecked", "Discord can't be reached, or is in trouble (ClientConnectorError: "),
    in_trouble: (2, "unchecked", "Discord can't be reached, or is in trouble (DiscordServerError: "),
    no_answer_about_commands: (2, "unchecked", "Discord wouldn't say which commands it has"),
    no_answer_about_the_bot: (2, "unchecked", "Discord wouldn't say who the bot is"),
    no_answer_about_the_application: (2, "unchecked", "Discord wouldn't say how the application is set up"),
    no_answer_about_servers: (2, "unchecked", "Discord wouldn't say in which servers the bot is"),
}


async def test_what_cannot_be_asked_hides_nothing_that_could(here: Setup) -> None:
    no_answer_about_commands(here)
    findings = await here.findings()
    assert [finding.about for finding in findings if finding.level == "ok"] == [
        *("settings", "database", "disk", "token", "clock", "portal", "servers", "channels")
    ]
    assert [finding.about for finding in findings if finding.level != "ok"] == ["commands"]


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
async def test_a_broken_setup_is_one_finding_that_says_what_to_do(
    here: Setup, broken: Callable[[Setup], None]
) -> None:
    status, level, sentence = BROKEN[broken]
    broken(here)
    findings = await here.findings()
    wrong = [
        finding for finding in findings if finding.level != "ok" and "without a token" not in finding.told
    ]
    assert [finding.level for finding in wrong] == [level], findings
    assert sentence in f"{wrong[0].told} {wrong[0].to_do}"
    assert exit_status(findings) == status
    assert wrong[0].told.endswith(".")
    assert wrong[0].to_do.endswith(".")


@pytest.mark.slow
async def test_a_database_that_another_program_holds_is_told_of(
    here: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "inspect", partial(inspect, patience_seconds=0.0))
    with closing(sqlite3.connect(here.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        [sentence] = told(await here.findings())
    assert "another program is using the database" in sentence


@pytest.mark.slow
@pytest.mark.parametrize(
    ("free", "level"), [(1_000_000, "problem"), (100_000_000, "warning"), (10_000_000_000, "ok")]
)
async def test_a_disk_with_little_room_is_told_of(
    here: Setup, monkeypatch: pytest.MonkeyPatch, free: int, level: str
) -> None:
    usage = shutil.disk_usage(here.database.parent)._replace(free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    findings = await here.findings()
    [disk] = [finding for finding in findings if finding.about == "disk"]
    assert (disk.level, f"{free // 1_000_000:,} MB free" in disk.told) == (level, True)


def test_a_large_database_needs_more_room() -> None:
    found = Inspection(14, 14, 900_000_000, 800_000_000, ())
    assert check_disk(found).level == "problem"


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        (0, "x.db isn't there yet; the bot makes it when it starts for the first time."),
        (13, "It has version 13; the next start makes it 14 and keeps a copy."),
        (14, "x.db is whole, with 0 open matches in servers."),
    ],
)
def test_a_database_that_is_new_or_older_is_fine_and_said_to_be_so(version: int, sentence: str) -> None:
    finding = check_database("x.db", Inspection(version, 14, 1, 1, ()))
    assert (finding.level, finding.told.endswith(sentence)) == ("ok", True), finding.told


async def test_a_page_in_place_of_an_answer_is_not_taken_for_discord() -> None:
    async def page() -> str:
        return "<html>Log in to this network</html>"

    async with Line(lambda: 0.0) as line:
        with pytest.raises(Unreached, match="didn't come from Discord"):
            await line._await_answer(page())


async def test_only_the_asked_person_s_tap_on_an_asked_button_counts() -> None:
    async with Line(lambda: 0.0) as line:
        for person, button in (("2", "here"), ("1", "other"), ("1", "here")):
            tap = {"id": person + button, "user": {"id": person}, "data": {"custom_id": button}}
            line._interactions.put_nowait(tap)
        found = await line.tap_of("1", ["here"], PATIENCE_SECONDS)
    assert found is not None
    assert found["id"] == "1here"


class Skewed(WorldClock):
    """A clock that's fast by a number of seconds."""

    def __init__(self, playground: Playground, seconds: float) -> None:
        super().__init__(playground)
        self._seconds = seconds

    def now(self) -> float:
        return super().now() + self._seconds


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seconds", "level", "sentence"),
    [(-40, "warning", "seconds behind Discord's."), (600, "problem", "seconds ahead of Discord's.")],
)
async def test_a_clock_that_is_wrong_is_told_of(here: Setup, seconds: int, level: str, sentence: str) -> None:
    [clock] = told(await here.findings(seconds), level)
    assert sentence in clock
    assert "Turn on automatic time (NTP)" in clock


@pytest.mark.parametrize(
    ("sent", "received", "ahead"), [(10.2, 10.4, 0), (9.9, 30, 0), (16, 17, 5), (3, 4, -6), (0, 100, 0)]
)
def test_a_clock_is_wrong_only_as_far_as_it_is_certain(sent: float, received: float, ahead: float) -> None:
    assert seconds_ahead(sent, received, 10.0) == ahead


async def test_a_server_that_was_lost_is_told_of_with_its_matches(here: Setup) -> None:
    with closing(sqlite3.connect(here.database, isolation_level=None)) as raw:
        raw.execute(MATCH, ("three", 77, 78))
    [sentence] = told(await here.findings(), "warning")
    assert sentence.startswith("The bot isn't in the server 77 anymore, where it has 1 open match. ")


async def test_a_bot_without_servers_and_commands_is_told_how_to_begin(here: Setup) -> None:
    world = here.playground.world
    [guild] = world.guilds.values()
    [bot] = world.applications
    del guild.members[bot]
    world.global_commands.clear()
    with closing(sqlite3.connect(here.database, isolation_level=None)) as raw:
        raw.execute("UPDATE matches SET guild = NULL")
    assert [sentence.split(".")[0] for sentence in told(await here.findings(), "warning")] == [
        "Discord doesn't have any commands of the bot yet",
        "The bot isn't in any server",
    ]


@pytest.mark.parametrize(
    ("change", "level", "sentence"),
    [
        ({"integration_types_config": {}}, "problem", "Guild Install and User Install are off"),
        ({"interactions_endpoint_url": "https://x"}, "problem", "An Interactions Endpoint URL is set"),
        ({"bot_require_code_grant": True}, "problem", "Requires OAuth2 Code Grant is on"),
        ({"bot_public": False}, "warning", "Public Bot is off"),
        ({"flags": 1 << 19}, "warning", "doesn't need the Message Content Intent, and it is on"),
        (
            {"flags": 1 << 14 | 1 << 13},
            "warning",
            "the Presence Intent and Server Members Intent, and they are on",
        ),
        (
            {"integration_types_config": {**GOOD, "1": {}}},
            "warning",
            "User Install doesn't ask for `applications.",
        ),
        (
            {"integration_types_config": {**GOOD, "0": {"oauth2_install_params": {"scopes": ["bot"]}}}},
            "warning",
            "Guild Install doesn't ask for `applications.commands`",
        ),
        (
            {
                "integration_types_config": {
                    **GOOD,
                    "0": {
                        "oauth2_install_params": {
                            "scopes": ["bot", "applications.commands"],
                            "permissions": "8",
                        }
                    },
                }
            },
            "ok",
            "both kinds",
        ),
        (
            {
                "integration_types_config": {
                    **GOOD,
                    "0": {
                        "oauth2_install_params": {
                            "scopes": ["bot", "applications.commands"],
                            "permissions": "0",
                        }
                    },
                }
            },
            "warning",
            "Guild Install doesn't ask for View Channels, Send Messages, Embed Links, and 4 others",
        ),
        (
            {"integration_types_config": {"0": {}, "1": {}}, "custom_install_url": "https://x"},
            "ok",
            "both kinds",
        ),
    ],
)
def test_each_switch_of_the_portal_is_looked_at(change: dict[str, Any], level: str, sentence: str) -> None:
    application = {"integration_types_config": GOOD, "bot_public": True, "flags": 0, **change}
    [finding] = check_portal(application)
    assert (finding.level, sentence in finding.told) == (level, True), finding


@pytest.mark.parametrize(
    ("url", "level", "sentence"),
    [("https://x", "ok", "both kinds"), (None, "warning", "SLOWPLAY_INTERACTIONS is set, but")],
)
def test_a_bot_that_takes_interactions_over_http_needs_the_url(
    url: str | None, level: str, sentence: str
) -> None:
    application = {"integration_types_config": GOOD, "interactions_endpoint_url": url}
    [finding] = check_portal(application, over_http=True)
    assert (finding.level, sentence in finding.told) == (level, True), finding


@pytest.mark.slow
async def test_an_intent_that_was_granted_is_seen(here: Setup) -> None:
    [application] = here.playground.world.applications.values()
    application.intents = 1 << 15
    [sentence] = told(await here.findings(), "warning")
    assert "Message Content Intent" in sentence


ROLL = {
    "name": "roll",
    "description": "Roll",
    "options": [{"type": 4, "name": "sides", "description": "How many"}],
}


@pytest.mark.parametrize(
    ("there", "sentence"),
    [
        (
            {**ROLL, "type": 1, "id": "1", "version": "2", "nsfw": False, "dm_permission": True},
            "as this version sends",
        ),
        ({**ROLL, "contexts": [2, 0, 1]}, "as this version sends"),
        ({**ROLL, "contexts": [0]}, "has another form of /roll"),
        ({**ROLL, "description": "Throw"}, "has another form of /roll"),
        ({**ROLL, "options": []}, "has another form of /roll"),
        ({**ROLL, "name": "throw"}, "doesn't have /roll and still has /throw"),
    ],
)
def test_commands_are_compared_without_what_discord_adds(there: dict[str, Any], sentence: str) -> None:
    contexts = {"contexts": [0, 1, 2]} if "contexts" in there else {}
    [finding] = check_commands([{**ROLL, **contexts}], [{"integration_types": [1, 0], **there}], "01")
    assert sentence in finding.told


def test_a_change_of_who_may_use_a_command_is_seen() -> None:
    ours = {**ROLL, "integration_types": [0], "default_member_permissions": 8}
    [same] = check_commands([ours], [{**ours, "default_member_permissions": "8"}], "01")
    [other] = check_commands([ours], [{**ours, "default_member_permissions": None}], "01")
    assert (same.level, other.level) == ("ok", "problem")


@pytest.mark.parametrize(
    ("kinds", "levels"), [("01", ["problem"]), ("0", ["problem"]), ("1", ["ok"]), ("", [])]
)
def test_of_a_kind_of_installation_that_is_off_no_commands_are_missed(kinds: str, levels: list[str]) -> None:
    both, servers = (
        {**ROLL, "integration_types": [0, 1]},
        {**ROLL, "name": "cancel", "integration_types": [0]},
    )
    there = [{**ROLL, "integration_types": [1]}]
    assert [finding.level for finding in check_commands([both, servers], there, kinds)] == levels


def test_servers_that_lack_the_same_are_one_finding() -> None:
    servers = [Server(number, f"S{number}", 0) for number in range(500)] + [
        Server(900, "Fine", perms.EVERYTHING)
    ]
    fine, lacking = check_servers(servers)
    assert fine.told == "The bot has every permission it needs in 1 of 501 servers."
    assert lacking.told.startswith(
        "In “S0”, “S1”, “S2”, and 497 others, the bot's roles don't have View Channels"
    )
    assert missing(perms.ADMINISTRATOR) == ()


def test_names_are_listed_as_one_says_them() -> None:
    assert [join_names("ABCDE"[:number]) for number in (1, 2, 3, 4, 5)] == [
        *("A", "A and B", "A, B, and C", "A, B, C, and D", "A, B, C, and 2 others")
    ]


def test_the_exit_status_is_that_of_the_worst_finding() -> None:
    fine, odd = ok("a", "b"), warning("a", "b", "c")
    wrong, unsure = problem("a", "b", "c"), unknown("a", "b", "c")
    assert [exit_status(found) for found in ([fine], [fine, odd], [odd, unsure], [unsure, wrong])] == [
        0,
        0,
        2,
        1,
    ]


@pytest.fixture
def environment(here: Setup, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Setup:
    """A sound setup with its settings in the environment, where the program reads them."""
    monkeypatch.chdir(tmp_path)
    for name, value in here.playground.environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("SLOWPLAY_DATABASE", str(here.database))
    return here


async def run(*arguments: str) -> int:
    """Run the program in a thread, since it starts an event loop itself."""
    try:
        return await asyncio.to_thread(program.main, arguments)
    finally:
        assert logging.root.manager.disable == logging.NOTSET


async def test_the_program_prints_findings_for_people_and_as_json(
    environment: Setup, capsys: pytest.CaptureFixture[str]
) -> None:
    user_install_off(environment)
    assert await run() == 1
    shown = capsys.readouterr()
    assert shown.err == ""
    assert "\nproblem:   User Install is off, so" in shown.out
    assert shown.out.endswith("\n1 problem.\n")
    assert await run("--json") == 1
    rows = json.loads(capsys.readouterr().out)["findings"]
    assert [row["about"] for row in rows if row["level"] == "problem"] == ["portal"]
    assert set(rows[0]) == {"level", "about", "told", "to_do"}


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [(), ("--json",), ("--channel", "123456789012345678")])
@pytest.mark.parametrize("token", ["the real one", WRONG])
async def test_nothing_secret_is_printed(
    environment: Setup,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    token: str,
) -> None:
    secret = environment.playground.token if token != WRONG else WRONG
    monkeypatch.setenv("DISCORD_TOKEN", secret)
    await run(*arguments)
    shown = "".join(capsys.readouterr())
    assert shown
    for word in (*secret.split("."), "secretgame"):
        assert word not in shown


async def test_a_settings_file_that_everyone_can_read_is_told_of(
    environment: Setup, capsys: pytest.CaptureFixture[str]
) -> None:
    os.close(os.open(".env", os.O_CREAT, 0o644))
    assert await run() == 0
    assert "warning:   Settings: everyone on this machine can read .env." in capsys.readouterr().out


async def test_the_install_links_of_a_new_playground_ask_for_all_that_the_bot_needs() -> None:
    async with real_server() as playground:
        [application] = playground.world.applications.values()
        told = check_portal({"integration_types_config": application.install_config})
        conditions.change(playground.world, "no_guild_install", "", True)
        conditions.change(playground.world, "no_guild_install", "", False)
        again = check_portal({"integration_types_config": application.install_config})
    assert [finding.level for finding in (*told, *again)] == ["ok", "ok"]


async def test_a_reader_who_has_read_enough_is_no_fault(
    environment: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    def end_reading(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("builtins.print", end_reading)
    with pytest.raises(BrokenPipeError):
        await run()


async def test_a_fault_of_its_own_shows_where_and_no_values(
    environment: Setup, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(line: Any, token: str, *_: Any) -> Any:
        raise RuntimeError(f"I was given {token}")

    monkeypatch.setattr(program, "check_discord", failing)
    assert await run() == 2
    shown = capsys.readouterr().err
    assert shown.startswith("The doctor itself failed; please report this.\n  File ")
    assert shown.endswith("RuntimeError\n")
    assert environment.playground.token not in shown


async def test_an_id_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        program.main(["--channel", "games"])
    assert "'games' isn't an ID: copy it with Discord's developer mode" in capsys.readouterr().err


@pytest.mark.parametrize("file", ["report.md", "nowhere/report.md"])
async def test_the_report_goes_into_a_file_or_else_onto_the_screen(
    environment: Setup, capsys: pytest.CaptureFixture[str], file: str, tmp_path: Path
) -> None:
    mara = environment.playground.actor("mara")
    arguments = ("--channel", mara.channel("games").id, "--person", mara.id, "--report", file)
    async with pressing(mara):
        assert await run(*arguments) == 0
    shown = capsys.readouterr()
    assert "Now press “I'm here” in the channel, within 120 seconds. Have your phone at hand.\n" in shown.out
    if file == "report.md":
        assert (
            "0 answers differ from the playground's. The report is in report.md; it has no names" in shown.out
        )
        assert "Nothing differs." in (tmp_path / file).read_text()
    else:
        assert shown.err.startswith(
            "nowhere/report.md can't be written (No such file or directory), so here's"
        )
        assert "Nothing differs." in shown.out


async def test_settings_that_cannot_be_read_are_all_that_is_told(
    environment: Setup, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SLOWPLAY_LOGS", "DEBUG")
    assert await run() == 1
    assert capsys.readouterr().out == (
        "problem:   There's no such setting: SLOWPLAY_LOGS (did you mean SLOWPLAY_LOG?).\n"
        "           Fix or remove it in .env or the environment.\n"
        "unchecked: Nothing else was checked.\n"
        "           Try again once they're fixed.\n\n"
        "1 problem. Not everything could be checked.\n"
    )


@pytest.mark.parametrize(
    ("sentence", "expected", "to_do"),
    [
        ("DISCORD_TOKEN is missing: copy it.", "DISCORD_TOKEN is missing.", "Copy it."),
        (
            "SLOWPLAY_LOG must be DEBUG, or ERROR.",
            "SLOWPLAY_LOG must be DEBUG, or ERROR.",
            "See .env.example",
        ),
        (
            "SLOWPLAY_PLAYERS: no “x” for “y”. Games: a, b.",
            "SLOWPLAY_PLAYERS: no “x” for “y”.",
            "Games: a, b.",
        ),
        ("SLOWPLAY_PLAYERS: “x” has no line.", "SLOWPLAY_PLAYERS: “x” has no line.", "See .env.example"),
        (
            "SLOWPLAY_PLAYERS: can't read “y” (a: b).",
            "SLOWPLAY_PLAYERS: can't read “y” (a: b).",
            "See .env.ex",
        ),
        (".env can't be read (a: b. c): see it.", ".env can't be read (a: b. c).", "See it."),
    ],
)
def test_what_is_wrong_with_settings_is_parted_from_what_to_do(
    sentence: str, expected: str, to_do: str
) -> None:
    fault = machine.settings_fault(sentence)
    assert (fault.told, fault.to_do[: len(to_do)]) == (expected, to_do)
