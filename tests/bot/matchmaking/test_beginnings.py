"""Checks by features that can keep a match from beginning: they're asked for each way to begin one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.errors import UserError
from bot.core.hooks import Beginning
from storage.engine.handle import Reader
from tests.kit.matches.tapped import begin, newest_match
from tests.kit.sql import sql
from tests.kit.table import Table, table

NO = "Not today."


class Checks:
    """A check that notes what it's asked, and refuses when told to."""

    def __init__(self, t: Table) -> None:
        self.asked = list[Beginning]()
        self.refuses = False
        t.running.bot.ctx.app.hooks = replace(t.running.bot.ctx.app.hooks, checks=(self.ask,))

    async def ask(self, r: Reader, beginning: Beginning, now: int) -> None:
        self.asked.append(beginning)
        if self.refuses:
            raise UserError(NO)


async def count(t: Table) -> list[tuple[int, ...]]:
    """Count the matches and the challenges."""
    return await sql(t.database, "SELECT (SELECT COUNT(*) FROM matches), (SELECT COUNT(*) FROM challenges)")


@pytest.mark.slow
async def test_a_challenge_and_its_acceptance_are_asked_about() -> None:
    async with table("mara", "tom") as t:
        checks = Checks(t)
        await begin(t, t.mara, t.tom)
        offered, accepted = checks.asked
        assert (offered.person, offered.other, offered.accepts) == (int(t.mara.id), int(t.tom.id), False)
        assert (accepted.person, accepted.other, accepted.accepts) == (int(t.tom.id), int(t.mara.id), True)
        assert offered.place.guild == accepted.place.guild is not None
        assert offered.terms.options == accepted.terms.options


@pytest.mark.slow
@pytest.mark.parametrize("when", ["offered", "accepted"])
async def test_what_is_refused_changes_nothing(when: str) -> None:
    async with table("mara", "tom") as t:
        checks = Checks(t)
        if when == "accepted":
            await t.mara.slash("/creators challenge", opponent=t.tom)
        checks.refuses, before = True, await count(t)
        said = await (
            t.tom.tap("Accept") if when == "accepted" else t.mara.slash("/creators challenge", opponent=t.tom)
        )
        assert NO in said.text
        assert await count(t) == before


@pytest.mark.slow
async def test_so_is_a_match_against_the_bot_offered_and_started() -> None:
    async with table("mara") as t:
        checks = Checks(t)
        await t.mara.slash("/creators play")
        checks.refuses = True
        assert NO in (await t.mara.tap("Play")).text
        assert NO in (await t.mara.slash("/creators play")).text
        checks.refuses = False
        await t.mara.tap("Play")
        assert await newest_match(t)
        assert [(question.other, question.level is None) for question in checks.asked] == [(None, False)] * 4


async def test_so_is_a_match_that_begins_with_one_tap() -> None:
    async with table("mara") as t:
        checks = Checks(t)
        await t.mara.slash("/help")
        checks.refuses = True
        assert NO in (await t.mara.tap("Play Creators vs Destroyers")).text
        assert await count(t) == [(0, 0)]
