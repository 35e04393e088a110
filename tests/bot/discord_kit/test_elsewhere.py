"""People who aren't on a match's server don't even learn that it exists, whatever they tap or write."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from bot import features
from playground.people.defaults import BOT_ID
from tests.budgets import budget, first_fast
from tests.kit.matches.tapped import Played, begin_briefed, nothing_changes
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import table
from tests.kit.watching.forging import is_read

NO_SUCH = "zzzzzzzz"
FORMS = (
    "{}",
    "{}|1",
    "{}|1|a1",
    "{}|1||0",
    "{}|1|0|a1|0",
    "{}|seat0",
    "{}|seat0|1",
    "{}|seat0|1|on",
    "{}|look",
    "{}|easier",
    "{}|0",
    "{}|1|abcde|",
    "{}|1|abcde||0",
    "{0}|{0}|win",
)
"""Forms that the parts of a custom_id can have, with a match's id in the first place."""
NAMES = {"match", "challenge", "offer", "subject"}
"""The fields of buttons that name a match, or what may become one."""
COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/move", {"action": "roll"}),
    ("/resign", {}),
    ("/draw", {}),
    ("/hint", {}),
    ("/conditional", {}),
    ("/export", {}),
    ("/verify", {}),
    ("/replay", {}),
)
"""Every command that takes the id of a match."""


@pytest.fixture(params=first_fast(["running", "over"]))
async def match(request: pytest.FixtureRequest) -> AsyncIterator[Played]:
    async with table("mara", "tom", "ines") as t:
        match = await begin_briefed(t, t.mara, t.tom)
        await match.turn()
        if request.param == "over":
            await t.tom.tap("Resign", await t.tom.slash("/resign"))
        await t.settled()
        yield match


async def private(match: Played, person: Person) -> str:
    """Return the channel of a person's DMs with the bot."""
    return str((await person.actor.open_dm(BOT_ID))["id"])


async def tapped(match: Played, person: Person, place: str, custom_id: str, value: str = "truth") -> Seen:
    """Return what a person is told after choosing a value in a list with this custom_id."""
    view = discord.ui.View(timeout=None)
    options = [discord.SelectOption(label="It", value=value)]
    view.add_item(discord.ui.Select(custom_id=custom_id, options=options))
    channel = match.t.running.bot.get_partial_messageable(int(place))
    await channel.send("an older post", view=view)
    await match.t.settled()
    answer = await person.choose(value)
    await match.t.settled()
    return person.again(answer)


def custom_ids(match_id: str) -> list[str]:
    """Return the custom_ids of every verb with all parts that fit it."""
    made = []
    for verb, (kind, _) in features.load().buttons.items():
        fitting = [form.format(match_id) for form in FORMS if is_read(kind, form.format(match_id))]
        made += [f"sp|{verb}|{parts}" for parts in fitting[: budget(1, len(FORMS))]]
    return made


def test_the_forms_reach_every_verb_that_takes_a_match() -> None:
    known = features.load().buttons
    reached = {custom_id.split("|")[1] for custom_id in custom_ids(NO_SUCH)}
    takes = {verb for verb, (kind, _) in known.items() if NAMES & set(kind.__struct_fields__)}
    assert len(takes) > 50
    # The last two look only among the tapper's own challenges; all other people get a new card.
    assert takes - reached == {"now", "coached"}


@pytest.mark.slow
@pytest.mark.budgeted
async def test_every_tap_from_elsewhere_sounds_as_if_there_were_no_such_match(match: Played) -> None:
    ines = match.t.ines
    place = await private(match, ines)
    async with nothing_changes(match.t):
        for mine, none in zip(custom_ids(match.id), custom_ids(NO_SUCH), strict=True):
            said = await tapped(match, ines, place, mine)
            expected = await tapped(match, ines, place, none)
            assert said.text.replace(match.id, NO_SUCH) == expected.text, mine
            assert not said.pictures, mine
            assert not said.attachments, mine


@pytest.mark.slow
@pytest.mark.parametrize("what", ["replay", "record"])
async def test_nor_is_anything_taken_from_a_history_that_is_not_one_s_own(match: Played, what: str) -> None:
    ines = match.t.ines
    place = await private(match, ines)
    said = await tapped(match, ines, place, "sp|take", f"{what}:{match.id}")
    assert "no longer exists" in said.text
    assert not said.attachments


@pytest.mark.slow
@pytest.mark.parametrize(("command", "given"), COMMANDS, ids=[command for command, _ in COMMANDS])
async def test_every_command_from_elsewhere_sounds_as_if_there_were_no_such_match(
    match: Played, command: str, given: dict[str, Any]
) -> None:
    ines = match.t.ines
    place = await private(match, ines)
    async with nothing_changes(match.t):
        said = await ines.slash(command, channel=place, match=match.id, **given)
        expected = await ines.slash(command, channel=place, match=NO_SUCH, **given)
    assert said.text == expected.text
    assert "no longer exists" in said.text
    assert not said.attachments


@pytest.mark.slow
async def test_on_its_server_an_onlooker_still_sees_what_everybody_sees(match: Played) -> None:
    answer = await match.t.ines.tap("My view", match.posts()[-1])
    assert "You're watching." in answer.text
    assert answer.pictures
