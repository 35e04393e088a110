"""The limit of 200 new commands a day: new commands count, alone or in bulk; unchanged ones don't."""

from __future__ import annotations

import pytest

DAY = 86_400


def commands(prefix, count):
    return [{"name": f"{prefix}{number}", "description": "x"} for number in range(count)]


@pytest.fixture
def places(play):
    """Return the paths of the global commands and of the server's commands."""
    app, guild = next(iter(play.world.applications)), next(iter(play.world.guilds))
    return f"/applications/{app}/commands", f"/applications/{app}/guilds/{guild}/commands"


async def test_the_201st_new_command_of_a_day_is_refused_with_30034_in_its_place_alone(rest, play, places):
    everywhere, here = places
    for prefix in ("a", "b"):
        assert (await rest("PUT", everywhere, commands(prefix, 100)))[0] == 200
    kept = (await rest("PUT", everywhere, commands("b", 99)))[1]
    for method, body in (("PUT", commands("b", 99) + commands("c", 1)), ("POST", commands("c", 1)[0])):
        status, refusal = await rest(method, everywhere, body)
        assert (status, refusal["code"]) == (400, 30034)
    assert refusal["message"] == "Max number of daily application command creates has been reached (200)"
    assert {listed["id"] for listed in (await rest("GET", everywhere))[1]} == {
        created["id"] for created in kept
    }
    assert (await rest("POST", here, commands("c", 1)[0]))[0] == 201
    play.world.clock.advance(DAY)
    assert (await rest("POST", everywhere, commands("c", 1)[0]))[0] == 201


async def test_commands_that_are_registered_again_or_changed_are_not_new(rest, places):
    for place in places:
        for _ in range(3):
            assert (await rest("PUT", place, commands("a", 100)))[0] == 200
        for _ in range(5):
            assert (await rest("POST", place, commands("a", 1)[0]))[0] == 200
        assert (await rest("PUT", place, commands("b", 100)))[0] == 200


async def test_a_command_that_was_deleted_is_new_when_it_is_made_again(rest, play, places):
    everywhere, _ = places
    for _ in range(2):
        await rest("PUT", everywhere, commands("a", 100))
        await rest("PUT", everywhere, [])
    assert (await rest("POST", everywhere, commands("a", 1)[0]))[1]["code"] == 30034
