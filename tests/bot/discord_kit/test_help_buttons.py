"""/help has a button for each game, and one tap on it begins a casual match against the bot."""

from __future__ import annotations

import asyncio
import json

import pytest

from bot.core.match_state import MatchState, nickname
from games import GAMES
from games.core.chance import commitment, fair_seed
from storage.tables import challenges
from tests.kit.matches.tapped import assert_refused, newest_match, rows
from tests.kit.people import Person
from tests.kit.rows import open_ids
from tests.kit.seen import Seen
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom")

TITLES = [game.title for game in GAMES.values()]
DECOY = f"Play {GAMES['decoy'].title}"


async def begun(t: Table) -> MatchState:
    return await t.running.bot.ctx.app.match_state(await newest_match(t))


async def open_matches(t: Table) -> list[str]:
    async with t.database.read() as r:
        return await open_ids(r)


async def waiting(t: Table, person: Person) -> list[str]:
    """Return the ids of the matches that a person hasn't started yet."""
    async with t.database.read() as r:
        return [challenge.id for challenge in await challenges.open_of(r, int(person.id))]


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
async def test_one_tap_leads_into_a_casual_match_as_the_bot_usually_plays_it(t: Table, key: str) -> None:
    asked, game = await t.mara.slash("/help"), GAMES[key]
    shown = await t.mara.tap(f"Play {game.title}", asked)
    await t.settled()
    state = await begun(t)
    usual = next(iter(game.players))
    assert state.match.game == key
    assert [row.level for row in state.match.seats if row.person is None] == [usual]
    assert [row.person for row in state.match.seats if row.level is None] == [int(t.mara.id)]
    assert (state.match.rated, state.match.pace, state.match.guild) == (False, "none", None)
    assert shown.ephemeral
    assert "Play" not in shown.buttons, "no card to tap first"
    assert nickname(state.match.id) in shown.text
    assert t.mara.again(asked).text == asked.text, "the help is still there"
    assert t.tom.messages() == []


async def test_help_has_a_button_for_each_game(t: Table) -> None:
    buttons = [*(f"Play {title}" for title in TITLES), "More"]
    assert list((await t.mara.slash("/help")).buttons) == buttons


async def test_a_second_tap_opens_the_same_match_even_at_the_same_moment(t: Table) -> None:
    asked = await t.mara.slash("/help")
    press = [t.mara.actor.press(asked.channel, asked.id, asked.buttons[DECOY]["custom_id"]) for _ in range(2)]
    one, other = [Seen(outcome["message"]) for outcome in await asyncio.gather(*press)]
    again = await t.mara.tap(DECOY, asked)
    [match] = await open_matches(t)
    assert [nickname(match) in seen.text for seen in (one, other, again)] == [True] * 3


@pytest.mark.slow
async def test_the_secret_of_the_dice_is_older_than_the_tap_whose_number_is_mixed_in(t: Table) -> None:
    asked = await t.mara.slash("/help")
    fixed = [
        button["custom_id"].split("|")[-1]
        for label, button in asked.buttons.items()
        if label.startswith("Play ")
    ]
    await t.mara.tap(f"Play {GAMES['creators'].title}", asked)
    match = (await begun(t)).match
    tap = int(t.mara.outcome["interaction"])
    assert len(set(fixed)) == len(GAMES)
    assert commitment(match.nonce) == fixed[list(GAMES).index("creators")]
    assert tap in [row.interaction for row in match.seats]
    assert match.seed == fair_seed(match.nonce, *(row.interaction for row in match.seats))


@pytest.mark.slow
async def test_after_a_restart_a_tap_gets_the_card_whose_secret_is_new(t: Table) -> None:
    asked = await t.mara.slash("/help")
    await t.restart_bot()
    card = await t.mara.tap(DECOY, asked)
    assert "Play" in card.buttons
    assert await open_matches(t) == []
    await t.mara.tap("Play", card)
    assert not (await begun(t)).match.rated


@pytest.mark.slow
async def test_a_match_that_has_begun_is_opened_after_a_restart_too(t: Table) -> None:
    asked = await t.mara.slash("/help")
    await t.mara.tap(DECOY, asked)
    await t.restart_bot()
    shown = await t.mara.tap(DECOY, asked)
    assert nickname(await newest_match(t)) in shown.text
    assert len(await open_matches(t)) == 1
    assert await waiting(t, t.mara) == []


async def test_with_somebody_else_s_button_nothing_of_theirs_is_reached(t: Table) -> None:
    hers = (await t.mara.slash("/help")).buttons[DECOY]["custom_id"]
    await t.mara.tap(DECOY)
    mine = await t.tom.slash("/help")
    world = t.playground.world
    forged = world.messages[mine.id].payload
    text = json.dumps(forged["components"]).replace(mine.buttons[DECOY]["custom_id"], hers)
    world.messages[mine.id].payload = {**forged, "components": json.loads(text)}
    shown = await t.tom.tap(DECOY, t.tom.again(mine))
    assert "Play" in shown.buttons, "a card of his own"
    assert nickname(await newest_match(t)) not in shown.text
    assert len(await open_matches(t)) == 1


@pytest.mark.slow
async def test_what_waits_to_be_started_stays(t: Table) -> None:
    for _ in range(5):
        await t.mara.slash("/ccc play")
    before = await waiting(t, t.mara)
    await t.mara.tap(DECOY, await t.mara.slash("/help"))
    assert await waiting(t, t.mara) == before
    assert len(before) == 5


@pytest.mark.proof
async def test_where_no_more_may_be_open_it_is_refused_and_nothing_is_left(t: Table) -> None:
    for _ in range(20):
        await t.mara.tap(DECOY, await t.mara.slash("/help"))
        await t.settled()
    before = (await rows(t))["challenges"]
    refused = await t.mara.tap(DECOY, await t.mara.slash("/help"))
    assert_refused(refused, "You have 20 open matches against the bot; /matches lists them.")
    assert (await rows(t))["challenges"] == before
