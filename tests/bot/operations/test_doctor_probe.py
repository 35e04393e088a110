"""The doctor's probe at a playground: no differences, and a false belief about Discord is reported."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import fields
from pathlib import Path

import pytest

from bot.doctor import report
from bot.doctor.shapes import Step, differences, shape_of
from bot.doctor.ui import probing
from bot.doctor.ui.probe import QUESTIONS
from bot.runtime.settings import Settings
from playground.app import Playground
from playground.model import permissions as perms
from playground.model.beliefs import Beliefs
from storage import open_database
from tests.budgets import first_slow
from tests.kit.watching.doctor_probe import pressing, probed, real_server, settings_of

EXPECTED = report.load_expected()
RECORD = "record it again: python -m tests.kit.watching.doctor_probe"
UNSEEN = {
    "dm_openings_are_counted": "it would have to write to more people than is kind",
    "stale_dms_reopen": "no one can make a DM go stale",
    "install_kinds_are_checked": "it would have to turn a kind of installation off",
    "crowded_threads_archive_early": "it would have to open nearly a thousand threads and wait for an hour",
    "taps_reach_every_session": "it would have to open a second session of a shard, whose taps are people's",
    "most_bytes_of_responses": "it would have to be reached by Discord over HTTP",
    "answers_may_not_upload": "only an admin can take uploads away from a server",
}
"""Beliefs that the probe can't test, and why; some may belong to code that's still to come."""


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with real_server() as made:
        yield made


def told(playground: Playground) -> list[str]:
    """Return all texts that anyone can still read anywhere in the world."""
    return [str(message.payload) for message in playground.world.messages.values()]


async def test_nothing_differs_where_it_was_recorded_and_all_of_it_was_tested(playground: Playground) -> None:
    probe = await probed(playground)
    assert report.compare_steps(EXPECTED, probe.steps) == {}
    assert report.not_done(EXPECTED, probe.steps) == []
    assert report.as_json(probe.steps) == report.EXPECTED.read_bytes(), RECORD
    assert report.status_of(EXPECTED, probe.steps) == 0


@pytest.mark.slow
async def test_it_takes_everything_away_that_it_made(playground: Playground) -> None:
    probe = await probed(playground)
    assert probe.left == []
    assert told(playground) == []
    assert [channel for channel in playground.world.channels.values() if channel.is_thread] == []


def inverted(value: object) -> object:
    return not value if isinstance(value, bool) else 0


@pytest.mark.parametrize("belief", first_slow([field.name for field in fields(Beliefs)], 4))
async def test_a_belief_that_is_not_so_shows_in_the_report_unless_the_probe_cannot_see_it(
    playground: Playground, belief: str
) -> None:
    beliefs = playground.world.beliefs
    setattr(beliefs, belief, inverted(getattr(beliefs, belief)))
    probe = await probed(playground)
    differs = report.status_of(EXPECTED, probe.steps) == 1
    assert differs == (belief not in UNSEEN), "list it in UNSEEN, with the reason, or let the probe test it"


@pytest.mark.slow
async def test_what_differs_is_told_step_by_step(playground: Playground) -> None:
    playground.world.beliefs.edits_name_older_uploads = False
    playground.world.beliefs.components_push_nothing = False
    probe = await probed(playground)
    edits = ("Edit the board, naming its picture", "Edit the panel, naming its picture")
    assert report.compare_steps(EXPECTED, probe.steps) == {
        **{name: ["the answer is 400 (50035), not 200"] for name in edits},
        QUESTIONS["empty"]: ["answer: no, not yes"],
    }


@pytest.mark.slow
async def test_it_finds_out_whether_an_edit_may_bring_a_new_picture(playground: Playground) -> None:
    playground.world.conditions.set("no_new_pictures", "", True)
    probe = await probed(playground)
    edits = ("Edit the board, bringing a new picture", "Change the panel, bringing a new picture")
    refused = "the answer is 400 (50035), not 200"
    assert {
        name: lines[0] for name, lines in report.compare_steps(EXPECTED, probe.steps).items()
    } == dict.fromkeys(edits, refused)
    assert report.not_done(EXPECTED, probe.steps) == []


async def test_where_nobody_presses_the_rest_is_not_tested_and_all_is_taken_away(
    playground: Playground,
) -> None:
    said: list[str] = []
    probe = await probed(playground, said, present=False)
    assert said[-1] == "No one pressed it in time, so the rest isn't tested."
    assert report.compare_steps(EXPECTED, probe.steps) == {}
    assert report.not_done(EXPECTED, probe.steps)[0] == "Get the tap"
    assert report.status_of(EXPECTED, probe.steps) == 2
    assert told(playground) == []


async def test_taps_in_closed_threads_say_nothing_where_the_person_manages_threads(
    playground: Playground,
) -> None:
    said: list[str] = []
    [guild] = playground.world.guilds.values()
    guild.roles[guild.id]["permissions"] = str(perms.EVERYONE | perms.MANAGE_THREADS)
    probe = await probed(playground, said)
    assert "You can manage threads, so what others can tap in closed ones isn't tested." in said
    assert not any("locked" in name or "archived" in name for name in probe.steps)
    assert report.status_of(EXPECTED, probe.steps) == 2
    assert told(playground) == []


async def test_a_bot_that_may_not_lock_a_thread_says_so_and_tests_the_rest(playground: Playground) -> None:
    said: list[str] = []
    playground.faults.order({"match": "PATCH /channels/[0-9]+$", "status": 403, "times": 1})
    probe = await probed(playground, said)
    assert "The thread can't be archived without Manage Threads, so taps in it aren't tested." in said
    assert report.compare_steps(EXPECTED, probe.steps) == {}
    assert "Look at the archived thread" in report.not_done(EXPECTED, probe.steps)
    assert "Look at the locked thread" in probe.steps


@pytest.mark.slow
async def test_it_goes_to_the_gateway_once(playground: Playground) -> None:
    [application], starts = playground.world.applications, playground.sessions.starts
    before = starts.limit(application)["remaining"]
    await probed(playground)
    assert starts.limit(application)["remaining"] == before - 1


async def test_what_it_could_not_take_away_is_named(playground: Playground) -> None:
    playground.faults.order({"match": "DELETE /channels/[0-9]+$", "status": 403, "body": {"code": 50013}})
    probe = await probed(playground)
    assert probe.left == ["the thread"]
    page = report.page(EXPECTED, probe.steps, probe.left, "123456789012345678", {})
    assert page.endswith("## Left behind\n\n- the thread\n")


async def test_it_takes_away_what_it_made_when_discord_breaks_down_in_between(playground: Playground) -> None:
    playground.faults.order({"match": "POST /users/@me/channels", "status": 503})
    said: list[str] = []
    probe = await probed(playground, said)
    assert said == [
        "Discord can't be reached, or is in trouble (DiscordServerError: 503 Service Unavailable "
        "(error code: 0): 503: Injected fault), so the rest isn't tested."
    ]
    assert report.not_done(EXPECTED, probe.steps)[0] == "Open a DM"
    assert report.status_of(EXPECTED, probe.steps) == 2
    assert told(playground) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("refused", "missing"),
    [
        ("POST /channels/[0-9]+/messages$", "Start a thread on it"),
        ("POST /channels/[0-9]+/messages/[0-9]+/threads$", "Read the channel"),
        ("POST /users/@me/channels$", "Send a DM"),
    ],
)
async def test_after_a_refusal_the_other_parts_are_tested_and_all_is_taken_away(
    playground: Playground, refused: str, missing: str
) -> None:
    playground.faults.order({"match": refused, "status": 403, "body": {"code": 50013}, "times": 1})
    probe = await probed(playground, present=False)
    assert missing not in probe.steps
    assert "Ask for a tap" in probe.steps
    assert probe.left == []
    assert told(playground) == []


@pytest.mark.slow
async def test_what_cannot_be_taken_away_for_lack_of_an_answer_is_named(playground: Playground) -> None:
    playground.faults.order({"match": "DELETE /channels/[0-9]+$", "status": 503})
    assert (await probed(playground, present=False)).left == ["the thread"]


@pytest.mark.slow
async def test_a_panel_that_discord_refuses_ends_the_questions(playground: Playground) -> None:
    playground.faults.order({"match": "POST /interactions/.*", "status": 403, "body": {"code": 50013}})
    probe = await probed(playground)
    assert "Look for the panel in its channel" not in probe.steps
    assert told(playground) == []


async def test_the_report_has_no_token_no_names_no_texts_and_no_whole_id(
    playground: Playground, tmp_path: Path
) -> None:
    playground.world.beliefs.additions_push = False
    mara, said = playground.actor("mara"), list[str]()
    settings = settings_of(playground, slowplay_database=tmp_path / "slowplay.db")
    channel = mara.channel("games").id
    async with pressing(mara):
        status, summary, page = await probing.probe(settings, channel, mara.id, said.append)
    assert (status, summary) == (1, "1 answer differs from the playground's.")
    assert f"## {QUESTIONS['added']}\n\n- answer: no, not yes\n" in page
    for secret in (playground.token, "local-playground", "mara", "Mara", "Robot", mara.id, channel):
        assert secret not in page
    assert all(secret not in "".join(said) for secret in (playground.token, mara.id, channel))


async def test_it_does_not_begin_while_the_bot_runs(playground: Playground, tmp_path: Path) -> None:
    settings = settings_of(playground, slowplay_database=tmp_path / "slowplay.db")
    async with await open_database(settings.slowplay_database):
        with pytest.raises(probing.CantProbe, match="The bot is running"):
            await begun(playground, settings)


async def begun(
    playground: Playground, settings: Settings, channel: str = "", person: str | None = None
) -> int:
    """Run a probe as the program does and return its exit status."""
    where = channel or playground.actor("mara").channel("games").id
    return (await probing.probe(settings, where, person, [].append)).status


async def test_it_does_not_begin_in_a_channel_out_of_sight(playground: Playground, tmp_path: Path) -> None:
    settings = settings_of(playground, slowplay_database=tmp_path / "slowplay.db")
    with pytest.raises(probing.CantProbe, match="can't see that channel"):
        await begun(playground, settings, "123456789012345678")


async def test_it_does_not_begin_without_a_person(playground: Playground, tmp_path: Path) -> None:
    settings = settings_of(playground, slowplay_database=tmp_path / "slowplay.db")
    playground.faults.order({"match": "GET /applications/@me", "status": 403, "body": {"code": 0}})
    with pytest.raises(probing.CantProbe, match="--person ID"):
        await begun(playground, settings)


@pytest.mark.slow
async def test_who_taps_is_the_owner_where_nobody_is_named(playground: Playground, tmp_path: Path) -> None:
    settings = settings_of(playground, slowplay_database=tmp_path / "slowplay.db")
    mara, [application] = playground.actor("mara"), playground.world.applications.values()
    application.owner = mara.user
    async with pressing(mara):
        assert await begun(playground, settings) == 0


def step(body: object, status: int = 200, code: int = 0) -> Step:
    return Step(status, code, shape_of(body))


@pytest.mark.parametrize(
    ("expected", "found", "lines"),
    [
        ({"a": 1}, {"a": 2}, []),
        ({"a": 1}, {"a": "x"}, ["`a` is text, not number"]),
        ({"a": 1}, {"a": None}, []),
        ({"a": None}, {"a": {"b": 1}}, []),
        ({"a": 1}, {}, ["`a` isn't there"]),
        ({"a": {"b": {"c": 1}}}, {"a": {}}, ["`a.b` isn't there"]),
        ({}, {"a": {"b": 1}}, ["`a` is new, object"]),
        ({"a": []}, {"a": [{"b": 1}]}, ["`a` is list, not empty list"]),
        ({"a": [{"b": 1}, {"b": "x", "c": True}]}, {"a": [{"b": 2}]}, ["`a[].c` isn't there"]),
        ({"123456789012345678": 1}, {"876543210987654321": 1}, []),
    ],
)
def test_shapes_differ_where_fields_do(expected: object, found: object, lines: list[str]) -> None:
    assert differences(step(expected), step(found)) == lines


def test_a_refusal_differs_by_its_code() -> None:
    assert differences(step({}), step(None, 403, 50013)) == ["the answer is 403 (50013), not 200"]
    assert differences(step(None, 403, 50013), step(None, 403, 50001)) == [
        "the answer is 403 (50001), not 403 (50013)"
    ]
