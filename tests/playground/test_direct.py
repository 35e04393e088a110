"""DMs that Discord refuses: quarantined bots, blocks, too many new DMs, stale channels."""

from __future__ import annotations

import pytest

from playground.limits import rates
from playground.page import conditions


@pytest.fixture
def opened(rest):
    """Return a function that opens the DM with a person and returns (status, answer)."""

    async def open_dm(actor):
        return await rest("POST", "/users/@me/channels", {"recipient_id": actor.id})

    return open_dm


@pytest.fixture
def said(rest):
    """Return a function that writes in a channel and returns 200 or the code of the refusal."""

    async def say(channel):
        status, answer = await rest("POST", f"/channels/{channel['id']}/messages", {"content": "x"})
        return status if status == 200 else answer["code"]

    return say


async def test_a_quarantined_bot_writes_only_to_those_it_has_written_to(play, opened, said):
    mara, tom = play.actor("mara"), play.actor("tom")
    (_, known), (_, unwritten) = await opened(mara), await opened(tom)
    assert await said(known) == 200
    conditions.change(play.world, "quarantine", "", True)
    assert (await opened(mara))[0] == 200
    assert await said(known) == 200
    status, refusal = await opened(tom)
    assert (status, refusal["code"]) == (403, 20026)
    assert await said(unwritten) == 20026
    conditions.change(play.world, "quarantine", "", False)
    assert await said(unwritten) == 200


async def test_whoever_has_blocked_the_bot_gets_no_dm(play, opened, said):
    mara = play.actor("mara")
    _, channel = await opened(mara)
    conditions.change(play.world, "blocked", mara.id, True)
    assert await said(channel) == 50007
    conditions.change(play.world, "blocked", mara.id, False)
    assert await said(channel) == 200


async def test_a_stale_channel_answers_50001_and_opening_makes_a_new_one(play, opened, said):
    mara = play.actor("mara")
    _, old = await opened(mara)
    assert await said(old) == 200
    conditions.change(play.world, "stale_dm", mara.id, True)
    assert await said(old) == 50001
    _, new = await opened(mara)
    assert new["id"] != old["id"]
    assert await said(new) == 200
    assert await said(old) == 50001
    assert new["id"] in [dm["id"] for dm in mara.home()["dms"]]


async def test_if_stale_channels_do_not_reopen_the_new_one_is_stale_until_the_switch_is_off(
    play, opened, said
):
    mara = play.actor("mara")
    play.world.beliefs.stale_dms_reopen = False
    await opened(mara)
    conditions.change(play.world, "stale_dm", mara.id, True)
    _, new = await opened(mara)
    assert await said(new) == 50001
    conditions.change(play.world, "stale_dm", mara.id, False)
    assert await said(new) == 200


async def test_too_many_new_dms_in_a_minute_get_40003_and_known_ones_do_not_count(play, opened, monkeypatch):
    monkeypatch.setattr(rates, "DM_OPENINGS_LIMIT", 2)
    play.rate_limits.dm_openings = True
    mara, tom, ines = [user for user in play.world.users.values() if not user.bot][:3]
    assert [(await opened(person))[0] for person in (mara, tom, mara)] == [200, 200, 200]
    status, refusal = await opened(ines)
    assert (status, refusal["code"]) == (400, 40003)
    assert (await opened(mara))[0] == 200
    play.world.clock.advance(rates.DM_OPENINGS_SECONDS)
    assert (await opened(ines))[0] == 200


async def test_if_openings_are_not_counted_there_is_no_40003(play, opened, monkeypatch):
    monkeypatch.setattr(rates, "DM_OPENINGS_LIMIT", 1)
    play.rate_limits.dm_openings, play.world.beliefs.dm_openings_are_counted = True, False
    people = [user for user in play.world.users.values() if not user.bot]
    assert {(await opened(person))[0] for person in people} == {200}
