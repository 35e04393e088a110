"""Contests in which the bot's levels play as people, through the same use cases, with time moved on."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.log.terms import DAY
from bot.matchmaking.contests.reading.standings import standings
from bot.play.dealing.hidden_info import is_unbriefed, see
from bot.play.matches import playing
from games import GAMES
from games.core.game import Player
from tests.kit.contests.seasons import meetings
from tests.kit.contests.stage import Stage, following_season

HOUR, NODES, PEOPLE = 3600, 600, 6
WEAK, STRONG = "novice", "medium"


class Season:
    """People who play like levels: those with low numbers like a strong one, the others like a weak one."""

    def __init__(self, on_stage: Stage, id: str, game: str) -> None:
        self.on_stage, self.id, self.game = on_stage, id, GAMES[game]
        self.rng = random.Random(4)

    async def days(self, most: int) -> Contest:
        """Play a number of days, or until the contest ends; each hour players act in most open matches."""
        for _ in range(most * 24):
            contest = await self.on_stage.of(self.id)
            if contest.ended_at is not None:
                break
            for pairing in contest.open:
                if self.rng.random() < 0.9:
                    await self._act(pairing)
            await self.on_stage.later(HOUR)
        return await self.on_stage.of(self.id)

    async def _act(self, one: Pairing) -> None:
        """Let the players to act do so, for as long as it's their turn."""
        app = self.on_stage.app
        if not await self.on_stage.is_under_way(one.match):
            return
        state = await app.match_state(one.match)
        for seat in state.to_act:
            person = state.seat_row(seat).person or 0
            if is_unbriefed(state, seat):
                await see(app, one.match, seat)
            action = self._level(person)(state.view(seat), state.briefing(seat), self.rng, NODES)
            await playing.act(app, one.match, person, self.game.format(action))

    def _level(self, person: int) -> Player[Any, Any]:
        return self.game.players[STRONG if person <= 1000 + PEOPLE // 2 else WEAK]


@pytest.mark.proof
@pytest.mark.parametrize("kind", ["swiss", "round robin", "double elimination"])
async def test_levels_play_a_tournament_to_its_end(on_stage: Stage, kind: str) -> None:
    id = await on_stage.begun(kind, PEOPLE, game="ccc", ties=1, at_once=3, pace="3d")
    contest = await Season(on_stage, id, "ccc").days(120)
    assert contest.status == "finished"
    assert Counter(pairing.why for pairing in contest.pairings).keys() == {"played"}
    if kind != "double elimination":
        assert max(meetings(contest).values()) == 1
    first = standings(contest)[0]
    assert first.wins > first.losses


@pytest.mark.proof
async def test_levels_play_two_seasons_of_a_league(on_stage: Stage) -> None:
    id = await on_stage.begun("league", PEOPLE, game="ccc", at_once=3, pace="bank", season=40)
    contest = await Season(on_stage, id, "ccc").days(41)
    assert contest.status == "finished"
    assert len(contest.pairings) == PEOPLE * (PEOPLE - 1) // 2
    following = await following_season(on_stage, id)
    await on_stage.later(3 * DAY)
    again = await Season(on_stage, following.id, "ccc").days(41)
    assert again.status == "finished"
    assert [entrant.person for entrant in again.list_seeded()] == [
        standing.person for standing in standings(contest)
    ]
