"""The matches of a server, without Discord: which one moderators and reports mean where it's played."""

from __future__ import annotations

import pytest

from bot.community.moderation import server_matches
from bot.core.errors import UserError
from bot.play.matches import ending
from storage import Match
from tests.kit.hosts.house import INES, MARA, PLACE, TOM, House

GUILD, THREAD = PLACE.guild or 0, 7


async def played(here: House, thread: int = THREAD) -> Match:
    """Begin a match of Mara against Tom in a thread, a second after any earlier one."""
    here.clock.advance(1)
    return await here.change_match(await here.match(), thread=thread)


async def test_the_only_match_under_way_in_a_thread_or_channel_need_not_be_named(here: House) -> None:
    match = await played(here)
    for channel in (THREAD, PLACE.channel or 0):
        assert await server_matches.find_here(here.app, GUILD, channel) == match.id
    for guild, channel in ((GUILD, 999), (999, THREAD)):
        with pytest.raises(UserError, match="Choose one with the option `match`"):
            await server_matches.find_here(here.app, guild, channel)


async def test_of_several_in_a_thread_one_must_be_named_until_all_are_over(here: House) -> None:
    first, second = await played(here), await played(here)
    with pytest.raises(UserError, match="Choose one with the option `match`"):
        await server_matches.find_here(here.app, GUILD, THREAD)
    await ending.resign(here.app, second.id, MARA.id)
    assert await server_matches.find_here(here.app, GUILD, THREAD) == first.id
    await ending.resign(here.app, first.id, MARA.id)
    assert await server_matches.find_here(here.app, GUILD, THREAD) == second.id, "the last one"


async def test_a_report_in_a_thread_is_about_the_last_match_there_if_the_person_plays_in_it(
    here: House,
) -> None:
    async def found(person: int, guild: int = GUILD, channel: int = THREAD) -> str | None:
        return await server_matches.find_played_here(here.app, guild, channel, person)

    await played(here)
    match = await played(here)
    assert [await found(person.id) for person in (MARA, TOM, INES)] == [match.id, match.id, None]
    assert await found(MARA.id, channel=PLACE.channel or 0) is None, "a channel isn't a match's thread"
    assert await found(MARA.id, guild=999) is None
    await ending.resign(here.app, match.id, MARA.id)
    assert await found(MARA.id) == match.id
