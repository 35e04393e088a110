"""A week of a ladder on a playground server: the bot's levels play as people, and time is moved on."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bench.seasons import figures
from bench.seasons.people import People, Ways, habits
from bench.seasons.server import hours, open_server
from bench.seasons.watch import watching
from bot.matchmaking.contests.formats import ladder

PEOPLE, DAYS = 16, 7
WAYS = Ways(("novice", "easy"), nodes=30, moves=12, looks=2.5, gone=0.2, pace=1)
JOIN = "c-join"


@pytest.mark.proof
async def test_levels_play_a_week_on_a_ladder_and_nobody_waits_for_nothing() -> None:
    async with open_server(PEOPLE, witnessed=True) as server:
        with watching(server.t.playground.world) as watch:
            rng = random.Random(3)
            who = habits(WAYS, server.people, rng, server.now, DAYS)
            playing = People(server.t, WAYS, who, rng)
            id = await server.contest(k="l", g="ccc", p="1", c="1d", s="32")
            await server.all_tap(playing, id, JOIN, server.people)
            async for _ in hours(server, playing, id, DAYS * 24):
                pass
            _, contest = await server.stands(id)
            events, begun = await server.events(id), await server.reasons(id)
        assert len(contest.pairings) > 2 * PEOPLE
        assert {pairing.match for pairing in contest.pairings} == begun.keys()
        assert Counter(pairing.why for pairing in contest.pairings).keys() <= {"played", "forfeit", None}
        assert figures.most_left(events, server.now) <= 1, "two of them could have played each other"
        assert figures.avoidable(contest, events) == 0
        assert max(figures.imbalances(contest)) <= 2
        forfeits = [pairing for pairing in contest.pairings if pairing.why == "forfeit"]
        away = {person for person, player in who.items() if (player.gone_at or server.now) < server.now}
        assert forfeits, "somebody has stopped without a word"
        absent = {pairing.first if pairing.score == "loss" else pairing.second for pairing in forfeits}
        assert {entrant.person for entrant in contest.entrants.values() if entrant.paused} == absent <= away
        assert all(0 <= score <= 1 for score in ladder.scores(contest, server.now).values())
        assert watch.messages["channel, sent"] == 1, "only the ladder's own card makes a sound"
        assert await server.unsaid() == {}
        assert not watch.log.errors
        assert not watch.log.warnings
