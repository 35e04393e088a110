"""Matches of decoy set up and played by text, without Discord: what's refused, the clock, and the ends."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.core import match_record
from bot.core.errors import UserError
from bot.core.match_record import record_of
from bot.core.match_state import MatchState
from bot.play.matches import ending
from bot.play.matches.playing import act_as_typed
from games import GAMES
from games.core.record import replay, verify
from storage import Match
from tests.kit.hosts.house import INES, MARA, TOM, House
from tests.kit.matches.decoy import ASSASSINATION, ATTRITION, DECOYS, HUNTED, LAYOUT, SCOUTS

DECOY = GAMES["decoy"]
FORTRESS = "S2DCD3S/1D1GDG1D2/2I4I2"
DAY = 86_400
PEOPLE = (MARA, TOM)


@pytest.fixture
async def match(here: House) -> Match:
    """A match in which neither player has set up."""
    return await here.match(game="decoy")


async def typed(here: House, match: Match, seat: int, text: str) -> MatchState:
    return (await act_as_typed(here.app, match.id, PEOPLE[seat].id, text))[0]


async def stands(here: House, match: Match) -> MatchState:
    return await here.app.match_state(match.id)


# --- setting up ---------------------------------------------------------------------------------------

NO_LAYOUTS = {
    "setup CDDDDD4/SGII6/4G5": "this one has 11: Scout 1 of 2",
    "setup CDDDDD4/SGII6/3SGD4": "this one has 13: Decoy 6 of 5",
    "setup CDDDDD4/SGII6": "A layout has 3 rows",
    "setup CDDDDD4/SGII6/3SG5/10": "A layout has 3 rows",
    "setup CDDDDD4/SGII6/3SG6": "Row 3 of the layout has 11 squares",
    "setup CDDDDD4/SGII6/21SG5": "Write each run of empty squares as one number",
    "setup CDDDDDX3/SGII6/3SG5": "Row 1 of the layout can only have C, S, G, I, D",
    "e2-e3": "Set up your pieces first.",
    "e5xe6": "Set up your pieces first.",
    "end": "Set up your pieces first.",
    "setup": "or the name of a ready one: Fortress, Spearhead, Shell game.",
    "castle": "isn't an action",
}


async def test_a_text_that_is_no_layout_is_refused(here: House, match: Match) -> None:
    async with here.nothing_changes():
        for text, sentence in NO_LAYOUTS.items():
            with pytest.raises(UserError) as refused:
                await typed(here, match, 1, text)
            assert sentence in str(refused.value)
        with pytest.raises(UserError, match="You're not playing in this match"):
            await act_as_typed(here.app, match.id, INES.id, f"setup {LAYOUT}")


@pytest.mark.parametrize("text", [f"Setup  {HUNTED}", f"setup {HUNTED.lower()}", HUNTED])
async def test_a_phones_capital_letter_does_no_harm(here: House, match: Match, text: str) -> None:
    assert (await typed(here, match, 1, text)).texts == (f"setup {HUNTED}",)


async def test_of_two_set_ups_at_once_both_count(here: House, match: Match) -> None:
    await asyncio.gather(*(typed(here, match, seat, f"setup {FORTRESS}") for seat in (0, 1)))
    state = await stands(here, match)
    assert sorted(step.seat for step in state.steps) == [0, 1]
    assert state.texts == (f"setup {FORTRESS}",) * 2
    assert state.to_act == (0,)


async def test_a_second_set_up_is_refused(here: House, match: Match) -> None:
    for texts, why in (
        ((f"setup {LAYOUT}",), "Your layout is set; wait for your opponent."),
        ((f"setup {HUNTED}",), "Your layout is set; you can't change it."),
    ):
        for text in texts:
            await here.play(match, text)
        async with here.nothing_changes():
            with pytest.raises(UserError, match=why):
                await typed(here, match, 0, f"setup {FORTRESS}")
    assert (await stands(here, match)).texts == (f"setup {LAYOUT}", f"setup {HUNTED}")


@pytest.mark.parametrize("first", [0, 1], ids=["Cyan", "Magenta"])
async def test_the_record_is_true_whoever_set_up_first(here: House, match: Match, first: int) -> None:
    layouts = (LAYOUT, HUNTED)
    for seat in (first, 1 - first):
        await typed(here, match, seat, f"setup {layouts[seat]}")
    state = await here.play(match, *ASSASSINATION)
    written = record_of(state)
    assert verify(DECOY, written).identical
    assert written.actions == (f"setup {LAYOUT}", f"setup {HUNTED}", *ASSASSINATION)
    assert (written.score, written.reason) == ("1-0", "assassination")


# --- a turn -------------------------------------------------------------------------------------------

ILLEGAL = {
    "e2-e5": "A Guardian can't step from e2 to e5",
    "e2-d2": "There's a piece on d2.",
    "d2-e3": "A Scout can't step from d2 to e3",
    "e7-e6": "You have no piece on e7.",
    "e2xe3": "You're still moving. Tap “End movement” or type “end” first",
    f"setup {LAYOUT}": "Your layout is set; you can't change it.",
    "e2–e5": "A Guardian can't step from e2 to e5",
    "roll": "isn't an action",
    "castle " * 30: "isn't an action",
}


async def test_a_text_that_cannot_be_played_is_refused(here: House, match: Match) -> None:
    await here.play(match, f"setup {LAYOUT}", f"setup {HUNTED}")
    async with here.nothing_changes():
        for text, sentence in ILLEGAL.items():
            with pytest.raises(UserError) as refused:
                await typed(here, match, 0, text)
            assert sentence in str(refused.value)
            assert len(str(refused.value)) < 400
        for text in ("e7-e6", "end", "nonsense"):
            with pytest.raises(UserError, match="It's Cyan's turn"):
                await typed(here, match, 1, text)


@pytest.mark.parametrize(
    ("first", "layouts", "texts", "ending"),
    [
        ("cyan", (LAYOUT, HUNTED), ASSASSINATION, (0, "assassination")),
        ("magenta", (DECOYS, SCOUTS), ATTRITION, (1, "attrition")),
    ],
)
async def test_a_match_ends_by_the_rules_and_its_record_is_true(
    here: House, first: str, layouts: tuple[str, str], texts: list[str], ending: tuple[int, str]
) -> None:
    match = await here.match(game="decoy", first=first)
    for seat, layout in enumerate(layouts):
        await typed(here, match, seat, f"setup {layout}")
    end = await here.play(match, *texts)
    assert (end.match.winner, end.match.reason) == ending
    assert verify(DECOY, record_of(end)).identical


# --- the clock ----------------------------------------------------------------------------------------


async def ends_after(here: House, match: Match, seconds: int) -> tuple[int | None, str | None]:
    """Let this time pass, in whose last second the match ends; return its winner and the reason."""
    async with here.open() as hearing:
        here.clock.advance(seconds - 1)
        await hearing.rest()
        assert (await stands(here, match)).match.reason is None
        here.clock.advance(1)
        await hearing.rest()
    ended = (await stands(here, match)).match
    return ended.winner, ended.reason


@pytest.mark.parametrize("committed", [(), (0,), (1,)], ids=["nobody", "Cyan", "Magenta"])
async def test_GEN_7_a_set_up_that_is_not_sent_in_time_aborts_the_match(
    here: House, match: Match, committed: tuple[int, ...]
) -> None:
    here.clock.advance(DAY - 60)
    for seat in committed:
        await typed(here, match, seat, f"setup {LAYOUT}")
    assert await ends_after(here, match, 60) == (None, "aborted")
    ended = await stands(here, match)
    known = match_record.file_of(ended, None)[1]
    assert "as you know it so far" in known
    assert "You" not in known, "nobody's own words"
    assert [f"{side} has set up." in known for side in DECOY.seats] == [seat in committed for seat in (0, 1)]
    assert LAYOUT not in known
    assert ended.match.seed.hex() not in known
    assert {row.lane for row in await here.queued(match) if row.kind == "result"} == {
        f"person:{person.id}" for person in PEOPLE
    }


@pytest.mark.parametrize("last", [0, 1], ids=["Cyan", "Magenta"])
async def test_GEN_7_the_first_turn_has_its_whole_time_whoever_set_up_last(
    here: House, match: Match, last: int
) -> None:
    for seat in (1 - last, last):
        here.clock.advance(DAY // 4)
        await typed(here, match, seat, f"setup {FORTRESS}")
    assert await ends_after(here, match, DAY) == (1, "time")


async def test_GEN_7_each_turn_has_its_own_time_and_a_step_buys_none(here: House, match: Match) -> None:
    await here.play(match, f"setup {LAYOUT}", f"setup {HUNTED}")
    here.clock.advance(DAY // 2)
    await here.play(match, "e2-e3", "end")
    here.clock.advance(DAY // 2)
    await here.play(match, "e7-e6")
    assert await ends_after(here, match, DAY // 2) == (0, "time")


# --- giving up ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("committed", [(), (0,), (1,)], ids=["nobody", "Cyan", "Magenta"])
async def test_resigning_in_the_set_up_ends_the_match_and_its_record_gives_no_side_the_other_s_layout(
    here: House, match: Match, committed: tuple[int, ...]
) -> None:
    for seat in committed:
        await typed(here, match, seat, f"setup {FORTRESS}")
    await ending.resign(here.app, match.id, MARA.id)
    ended = await stands(here, match)
    assert (ended.match.winner, ended.match.reason) == (1, "resigned")
    written: Any = record_of(ended)
    assert verify(DECOY, written).identical
    states = list(replay(DECOY, written))
    had_pieces = tuple(seat for seat in (0, 1) if states[-1].sides[seat].pieces)
    assert had_pieces in (committed, ())
