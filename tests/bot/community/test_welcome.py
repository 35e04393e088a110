"""A first visit: the answer, and one line on how things work, only once. `/play` shows the games."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.community.welcome.ui.play import LINE
from bot.community.welcome.welcoming import Welcomed, is_first_visit
from bot.core.seats import User
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Ports
from games import GAMES
from storage.tables import people
from tests.kit.matches.tapped import newest_match
from tests.kit.people import Person
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom", newcomers=True, by_hand=False)

NEW = "New here?"


def welcomes(person: Person) -> int:
    return sum(seen.text.count(NEW) for seen in person.messages())


@pytest.mark.slow
async def test_a_first_command_gets_its_answer_and_the_line_below_it_once(t: Table) -> None:
    seen = await t.mara.slash("/help")
    assert seen.text.startswith("Slowplay") or "### Slowplay" in seen.text
    assert seen.text.endswith("-# New here? I DM you when it's your turn; /help has the rest.")
    assert seen.ephemeral
    await t.restart_bot()
    assert NEW not in (await t.mara.slash("/help")).text
    assert NEW in (await t.tom.slash("/settings")).text
    assert (welcomes(t.mara), welcomes(t.tom)) == (1, 1)


@pytest.mark.slow
async def test_beside_a_public_answer_only_who_is_new_reads_it(t: Table) -> None:
    card = await t.mara.slash("/ccc challenge", opponent=t.tom)
    await t.settled()
    assert not card.ephemeral
    assert NEW not in card.text
    [line] = [seen for seen in t.mara.messages() if NEW in seen.text]
    assert line.ephemeral
    assert welcomes(t.tom) == 0
    await t.tom.tap("Accept", card)
    await t.settled()
    assert welcomes(t.tom) == 1, "a first tap counts as well"


async def test_a_refusal_keeps_it_for_the_next_time(t: Table) -> None:
    assert NEW not in (await t.mara.slash("/profile")).text
    assert NEW in (await t.mara.slash("/help")).text


async def test_nobody_is_interrupted_while_they_write_into_a_modal() -> None:
    async def line(*_: object) -> str:
        return NEW

    def answered(kind: discord.InteractionResponseType) -> Any:
        return SimpleNamespace(extras={}, response=SimpleNamespace(is_done=lambda: True, type=kind))

    ctx = SimpleNamespace(ports=Ports(asides=(line,)))
    assert await answers.aside(ctx, answered(discord.InteractionResponseType.modal)) is None
    assert await answers.aside(ctx, answered(discord.InteractionResponseType.channel_message)) is not None


async def test_of_taps_at_once_in_several_processes_one_is_the_first(t: Table) -> None:
    app, mara = t.running.bot.ctx.app, User(int(t.mara.id), "Mara")
    asked = await asyncio.gather(*(is_first_visit(app, Welcomed(), mara) for _ in range(4)))
    assert sorted(asked) == [False, False, False, True]
    async with t.database.read() as r:
        known = await people.get(r, mara.id)
    assert known is not None
    assert known.welcomed_at == app.now()


async def test_where_it_cannot_be_kept_people_still_get_what_they_asked_for(
    t: Table, monkeypatch: pytest.MonkeyPatch, no_failure_in_the_log: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> bool:
        raise OSError("no room")

    monkeypatch.setattr(people, "welcome", broken)
    assert "Pick a game" in (await t.mara.slash("/play")).text
    await t.settled()
    assert welcomes(t.mara) == 0
    no_failure_in_the_log.clear()


def test_the_line_is_small_and_names_the_way_on() -> None:
    assert LINE.startswith("-# ")
    assert "`/help`" in LINE


# --- /play --------------------------------------------------------------------------------------------


async def test_play_shows_each_game_as_a_card_with_a_button_and_how_to_challenge(t: Table) -> None:
    seen = await t.mara.slash("/play")
    assert seen.ephemeral
    assert [label for label in seen.buttons if label not in ("Rules", "Learn it")] == [
        "Find me an opponent",
        *(f"Play {g.title}" for g in GAMES.values()),
    ]
    thumbnails = [part for part in seen.parts() if part["type"] == 11]
    assert len(thumbnails) == len(GAMES)
    assert all(thumbnail["description"] for thumbnail in thumbnails)
    for game in GAMES.values():
        assert game.summary in seen.text
        assert (f"/{game.key} challenge" in seen.text) == game.supports_pvp


@pytest.mark.slow
async def test_a_card_s_button_starts_a_casual_match_at_once(t: Table) -> None:
    seen = await t.mara.slash("/play")
    await t.mara.tap(f"Play {GAMES['decoy'].title}", seen)
    await t.settled()
    match = (await t.running.bot.ctx.app.match_state(await newest_match(t))).match
    assert (match.game, match.rated, match.guild, match.coached) == ("decoy", False, None, True)
    assert t.tom.messages() == []
    assert "Play with a coach" in (await t.mara.slash("/play")).buttons, "for the next match"
