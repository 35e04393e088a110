"""Moves as people type them, without Discord: whole paths, and which match is meant where none is named."""

from __future__ import annotations

import pytest

from bot.core.errors import UserError
from bot.core.match_state import MatchState, nickname
from bot.core.seats import User
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import challenging, offering
from bot.play.matches import ending
from bot.play.matches.playing import act_as_typed
from bot.play.own_matches import implied_match
from storage import Match
from tests.kit.hosts.house import INES, MARA, PLACE, SHORT, TOM, House
from tests.kit.matches.tapped import look

CYAN = "CDDDDD4/SSGGII4/10"
MAGENTA = "DDDDD5/SSCGII4/6G3"
ELSEWHERE = 999
"""A channel in which none of the matches is played."""


async def test_a_path_into_what_nobody_could_see_is_played_as_far_as_it_goes(here: House) -> None:
    match = await here.match(game="decoy", first="cyan", vision="diamond")
    for text in (f"Setup {CYAN.lower()}", MAGENTA, "f1-g2-h3-i4", "g7-g6", "done"):
        seat = (await here.app.match_state(match.id)).to_act[0]
        assert (await act_as_typed(here.app, match.id, (MARA, TOM)[seat].id, text))[1] == ""
    after, said = await act_as_typed(here.app, match.id, MARA.id, "i4-h5-g6-f7")
    assert said == "Not played: h5-g6, g6-f7. There's a piece on g6."
    assert after.texts[-1] == "i4-h5"
    after, said = await act_as_typed(here.app, match.id, MARA.id, "h5-i6")
    assert (after.texts[-2:], said) == (("i4-h5", "h5-i6"), "")


# --- which match is meant -----------------------------------------------------------------------------


async def unseen(here: House, creator: User, destroyer: User, thread: int | None = None) -> Match:
    """Begin a match in which neither player has looked at the preview."""
    terms = MatchTerms("creators", SHORT, "1d")
    challenge = await offering.offer(here.app, creator, destroyer, 0, terms, PLACE, 901)
    _, match = await challenging.accept(here.app, challenge.id, destroyer, 902, 300)
    return await here.change_match(match, thread=thread)


async def briefed(here: House, creator: User, destroyer: User, thread: int | None = None) -> Match:
    """Begin a match in which both players have seen the preview."""
    match = await unseen(here, creator, destroyer, thread)
    await look(here.app, match.id, 0, 1)
    return match


async def meant(here: House, typed: str = "roll", channel: int | None = ELSEWHERE) -> str:
    """Return the id of the match in which Mara plays what she types."""
    return (await implied_match.find_waiting(here.app, MARA.id, channel, typed)).match.id


async def test_the_one_match_that_waits_is_meant_even_where_another_is_played(here: House) -> None:
    first, second = await briefed(here, MARA, TOM), await briefed(here, INES, MARA, thread=7)
    for channel in (ELSEWHERE, PLACE.channel):
        assert await meant(here, channel=channel) == first.id
    await here.turn(first)
    with pytest.raises(UserError, match="It's not your turn in any of your matches"):
        await meant(here)
    await ending.resign(here.app, first.id, TOM.id)
    assert await meant(here) == second.id, "the only one is named in the refusal"


async def test_in_the_thread_of_a_match_that_one_is_meant_though_another_waits(here: House) -> None:
    theirs, mine = await briefed(here, TOM, MARA, thread=7), await briefed(here, MARA, INES, thread=8)
    assert [await meant(here, channel=channel) for channel in (7, 8)] == [theirs.id, mine.id]


async def test_of_several_that_wait_the_only_one_in_which_it_can_be_played_is_meant(here: House) -> None:
    creators, decoy = await briefed(here, MARA, TOM), await here.match(game="decoy")
    assert await meant(here, "roll") == creators.id
    assert await meant(here, f"setup {CYAN}") == decoy.id


async def test_what_can_be_played_in_two_is_played_in_neither_and_both_are_named(here: House) -> None:
    matches = [await briefed(here, MARA, other) for other in (TOM, INES)]
    with pytest.raises(UserError, match="Choose one with the option `match`") as refused:
        await meant(here)
    assert all(nickname(match.id) in str(refused.value) for match in matches)
    with pytest.raises(UserError, match="You have several open matches"):
        await meant(here, "nonsense")


async def test_where_nothing_dealt_was_looked_at_a_text_is_not_tried(here: House) -> None:
    """Or else a refusal would tell what can be played there, before the look that makes it count."""
    looked_at, _ = await briefed(here, MARA, TOM), await unseen(here, MARA, INES)
    assert await meant(here) == looked_at.id


async def test_what_waits_in_this_thread_goes_before_this_channel_and_that_before_everything(
    here: House,
) -> None:
    in_thread, _, far = [await briefed(here, MARA, other, thread=7) for other in (TOM, INES, TOM)]
    await here.change_match(far, channel=500, thread=8)
    await here.turn(in_thread)

    async def waits(channel: int) -> int:
        return len(await implied_match.list_waiting(here.app, MARA.id, channel))

    assert [await waits(channel) for channel in (7, PLACE.channel, 500, ELSEWHERE)] == [1, 1, 1, 2]


async def test_other_commands_mean_the_match_of_the_place_and_there_first_one_that_fits_and_waits(
    here: House,
) -> None:
    waits, other = await briefed(here, MARA, TOM, thread=7), await briefed(here, INES, MARA, thread=8)

    async def found(channel: int, fits: implied_match.Fits = lambda state: True) -> str:
        return (await implied_match.find(here.app, MARA.id, channel, fits)).match.id

    def fits_none(state: MatchState) -> bool:
        return False

    assert [await found(channel) for channel in (7, 8)] == [waits.id, other.id]
    assert await found(PLACE.channel) == await found(ELSEWHERE) == waits.id
    for channel in (PLACE.channel, ELSEWHERE):
        with pytest.raises(UserError, match="You have several open matches"):
            await found(channel, fits_none)
    await here.change_match(other, channel=500)
    assert await found(500) == other.id


async def test_who_has_no_open_match_is_told_how_to_begin_one(here: House) -> None:
    for find in (implied_match.find, implied_match.find_waiting):
        with pytest.raises(UserError, match="You have no open matches"):
            await find(here.app, MARA.id, PLACE.channel)
