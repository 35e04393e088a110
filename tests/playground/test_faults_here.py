"""A Discord that a test slows down, measured by the world's clock; and how it recovers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from playground.model.clock import ShiftedClock
from playground.model.events import Event
from playground.places import channels
from playground.rest.faults import Delay
from tests.playground.conftest import GUARD, StillClock, event

HEARTBEAT, HEARTBEAT_ACK = 1, 11


class Heard(list[Any]):
    """The events received so far, with a way to wait for more."""

    def __init__(self) -> None:
        self.more = asyncio.Event()

    def address(self, one: Event) -> Callable[[], None]:
        return lambda: self._hear(one)

    def _hear(self, one: Event) -> None:
        self.append(one.data)
        self.more.set()

    async def until(self, count: int) -> None:
        async with asyncio.timeout(GUARD):
            while len(self) < count:
                self.more.clear()
                await self.more.wait()


async def test_what_happens_reaches_a_bot_late_in_its_order_and_as_it_was_then():
    clock, heard = ShiftedClock(StillClock()), Heard()
    delay = Delay(clock)
    happens = delay.make_listener(heard.address)
    first = {"content": "as it was"}
    delay.set(5)
    happens(Event(name="A", data=first))
    first["content"] = "changed since"
    clock.advance(2)
    delay.set(1)
    happens(Event(name="A", data={"content": "sent later, and quicker"}))
    clock.advance(2.9)
    assert heard == []
    clock.advance(0.1)
    await heard.until(2)
    assert [message["content"] for message in heard] == ["as it was", "sent later, and quicker"]


async def test_at_no_delay_whatever_is_under_way_arrives_at_once_and_before_anything_new():
    heard = Heard()
    delay = Delay(ShiftedClock(StillClock()))
    happens = delay.make_listener(heard.address)
    delay.set(60)
    happens(Event(name="A", data={"number": 1}))
    delay.set(0)
    happens(Event(name="A", data={"number": 2}))
    assert [item["number"] for item in heard] == [1, 2]


async def test_a_slow_discord_delays_the_question_to_the_bot_and_the_answer_to_its_request(
    rest, play, listener, offer
):
    await offer({"name": "ask", "description": "Ask"})
    assert await rest.control("POST", "/slow", {"seconds": 2}) == (200, {"calls": 0, "seconds": 2})
    mara = play.actor("mara")
    people_see = mara.subscribe()
    opened = asyncio.Event()
    play.world.listeners.append(lambda one: one.name == "INTERACTION_CREATE" and opened.set())
    listener.asked = asyncio.create_task(mara.slash("games", "ask", []))
    async with asyncio.timeout(GUARD):
        await opened.wait()
    await listener.send(HEARTBEAT, None)
    assert (await listener.frame())["op"] == HEARTBEAT_ACK
    play.world.clock.advance(2)
    asked = await listener.event("INTERACTION_CREATE")
    answer = {"type": 4, "data": {"content": "here"}}
    answering = asyncio.create_task(
        rest("POST", f"/interactions/{asked['id']}/{asked['token']}/callback", answer)
    )
    assert (await event(people_see, "MESSAGE_CREATE"))["content"] == "here"
    assert (await listener.outcome())["type"] == "message"
    assert (await rest.control("GET", "/state"))[1]["faults"] == {"calls": 0, "seconds": 2}
    assert not answering.done()
    play.world.clock.advance(2)
    assert (await asyncio.wait_for(answering, GUARD))[0] == 204


async def test_who_hears_of_something_is_decided_when_it_happens_and_not_when_it_arrives(play, listener):
    mara, channel = play.actor("mara"), play.actor("mara").channel("quiet")
    play.faults.slow_down(60)
    await mara.say("quiet", "before it was gone")
    channels.delete(play.world, channel)
    play.world.clock.advance(60)
    assert (await listener.event("MESSAGE_CREATE"))["channel_id"] == channel.id
    assert (await listener.event("CHANNEL_DELETE"))["id"] == channel.id


async def test_healing_lets_held_answers_go_and_everybody_hears_what_is_on_order(rest, play):
    seen = play.actor("mara").subscribe()
    play.faults.order({"match": "GET /users", "status": 500, "times": 2})
    play.faults.slow_down(60)
    asking = asyncio.create_task(rest("GET", "/users/@me"))
    await event(seen, "FAULTS", lambda data: data == {"calls": 1, "seconds": 60})
    await rest.control("DELETE", "/faults")
    assert (await asyncio.wait_for(asking, GUARD))[0] == 500
    await event(seen, "FAULTS", lambda data: data == {"calls": 0, "seconds": 0})
    assert (await rest("GET", "/users/@me"))[0] == 200


@pytest.mark.parametrize("seconds", [-1, 3601, "long", None, True])
async def test_only_a_sensible_delay_is_taken(rest, play, seconds):
    status, answer = await rest.control("POST", "/slow", {"seconds": seconds})
    assert (status, play.faults.delay.seconds) == (400, 0)
    assert answer["message"].startswith('Give "seconds"')
