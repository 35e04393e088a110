"""The command *Challenge* in a person's context menu."""

from __future__ import annotations

import pytest

from bot.core import person_settings
from bot.core.person_settings import PersonSettings
from games import GAMES
from playground.people.defaults import BOT_ID
from playground.places import members
from tests.kit.matches.tapped import assert_refused, newest_match, nothing_changes
from tests.kit.people import Person
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom")


def person_with(t: Table, id: str) -> Person:
    """Return a person who can only be pointed at."""
    person = Person(t.mara.actor, "games")
    person.id = id
    return person


async def test_a_person_is_challenged_to_the_chosen_game(t: Table) -> None:
    choice = await t.mara.use_on(t.tom, "Challenge")
    assert choice.ephemeral
    assert list(choice.buttons) == [game.title for game in GAMES.values() if game.supports_pvp]
    told = await t.mara.tap("Decoy Patrol", choice)
    assert told.text.startswith("Your challenge is in")
    assert not told.buttons, "a second tap must not challenge again"
    card = await t.tom.sees("challenges you")
    assert not card.ephemeral
    assert "casual" in card.text
    assert (await t.tom.tap("Accept", card)).ephemeral
    await t.settled()
    assert len(t.threads()) == 1


async def test_the_challengers_usual_preset_is_taken(t: Table) -> None:
    game = GAMES["ccc"]
    liked = game.presets[1]
    async with t.database.write("all") as w:
        await person_settings.keep(w, int(t.mara.id), PersonSettings(presets={"ccc": liked.name}))
    await t.mara.tap(game.title, await t.mara.use_on(t.tom, "Challenge"))
    await t.tom.tap("Accept", await t.tom.sees("challenges you"))
    match = (await t.running.bot.ctx.app.match_state(await newest_match(t))).match
    assert liked.options
    assert liked.options.items() <= dict(match.options).items()


async def test_the_bot_as_its_target_plays(t: Table) -> None:
    choice = await t.mara.use_on(person_with(t, BOT_ID), "Challenge")
    assert list(choice.buttons) == [f"Play {game.title}" for game in GAMES.values()]
    await t.mara.tap("Play Decoy Patrol", choice)
    assert await newest_match(t)


async def test_oneself_and_other_bots_are_refused(t: Table) -> None:
    t.playground.world.users[t.tom.id].payload["bot"] = True
    async with nothing_changes(t):
        assert_refused(await t.mara.use_on(t.mara, "Challenge"), "You can't challenge yourself.")
        assert_refused(await t.mara.use_on(t.tom, "Challenge"), "Bots don't accept challenges.")


async def test_whoever_has_left_since_is_not_challenged(t: Table) -> None:
    choice = await t.mara.use_on(t.tom, "Challenge")
    members.remove(t.playground.world, next(iter(t.playground.world.guilds.values())), t.tom.id)
    async with nothing_changes(t):
        assert_refused(await t.mara.tap("Decoy Patrol", choice), "They're no longer on this server")


async def test_in_a_dm_only_the_bot_can_be_challenged(t: Table) -> None:
    dm = (await t.mara.actor.open_dm(BOT_ID))["id"]
    async with nothing_changes(t):
        refused = await t.mara.use_on(t.tom, "Challenge", channel=dm)
        assert_refused(refused, "You can only challenge people on a server.")
