"""Rematches: the same two players, with what follows from the first match's end. DP-4, CCC-7, CCC-8."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.seats import User
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import bot_matches, challenging, offering, rematching
from bot.play.matches import ending
from games import GAMES
from storage import Challenge, Match
from tests.kit.engines import ENGINES
from tests.kit.hosts.house import INES, MARA, PLACE, SHORT, TOM, House, house

LAST_PYRAMIDS = "8/8/8/3s4/4S3/8/8/8 w 10,10 00 0 9"
DAY = 86_400


async def challenge(
    here: House, one: User, other: User | None, tap: int, game: str = "ccc", **options: Any
) -> Challenge:
    """Challenge a person, or anyone, as seat 0."""
    terms = MatchTerms(game, {**(SHORT if game == "creators" else {}), **options}, "1d")
    return await offering.offer(here.app, one, other, 0, terms, PLACE, tap)


async def played(here: House, loser: User, **terms: Any) -> Match:
    """Return a match of mara as seat 0 against tom which one of them has resigned."""
    match = await here.match(**terms)
    await ending.resign(here.app, match.id, loser.id)
    return await here.kept(match.id)


async def again(here: House, match: Match, asks: User = MARA, accepts: User = TOM) -> MatchState:
    """Let one ask for a rematch and the other accept, and return it."""
    asked = await rematching.again_with_person(here.app, match.id, asks, 911)
    assert isinstance(asked, Challenge)
    _, second = await challenging.accept(here.app, asked.id, accepts, 912, 301)
    return await here.app.match_state(second.id)


async def refuses(here: House, why: str, *asked: Any) -> None:
    """Check that all of these are refused, and change nothing."""
    async with here.nothing_changes():
        for asking in asked:
            with pytest.raises(UserError, match=why):
                await asking


async def test_a_rematch_has_the_same_terms_and_a_secret_of_its_own(here: House) -> None:
    first = await played(here, TOM, pace="3d")
    second = (await again(here, first)).match
    assert second.id != first.id
    assert (second.game, second.options, second.pace) == (first.game, first.options, "3d")
    assert second.guild == first.guild
    assert second.nonce != first.nonce


@pytest.mark.parametrize("loser", [MARA, TOM])
async def test_creators_change_sides(here: House, loser: User) -> None:
    assert (await again(here, await played(here, loser))).seat_of(MARA.id) == 1


@pytest.mark.parametrize("loser", [0, 1])
@pytest.mark.parametrize(("game", "sides"), [("decoy", ("cyan", "magenta")), ("ccc", ("white", "black"))])
async def test_DP_4_and_CCC_7_the_loser_begins(
    here: House, game: str, sides: tuple[str, str], loser: int
) -> None:
    second = await again(here, await played(here, (MARA, TOM)[loser], game=game))
    assert second.match.options["first"] == sides[loser]
    assert second.seat_of(MARA.id) == 0


@pytest.mark.parametrize("loser", [0, 1])
async def test_CCC_7_in_quick_who_lost_is_white_in_the_rematch(here: House, loser: int) -> None:
    quick = next(preset for preset in GAMES["ccc"].presets if preset.name == "Quick")
    first = await played(here, (MARA, TOM)[loser], game="ccc", pace="3d", **quick.options)
    second = await again(here, first)
    assert second.match.options == first.options
    assert second.to_act == (second.seat_of((MARA, TOM)[loser].id),) == (0,)


async def test_a_rematch_against_the_bot_has_its_level_and_begins_with_a_tap(here: House) -> None:
    first = await here.match_with_ai(0, level="easy", game="decoy", options={})
    await ending.resign(here.app, first.id, MARA.id)
    offer = await rematching.again_with_bot(here.app, first.id, MARA, 920, 100)
    assert offer is not None
    second = await here.started(offer, 921)
    state = await here.app.match_state(second.id)
    assert state.seat_row(1).level == "easy"
    assert second.nonce != first.nonce


# --- resting ------------------------------------------------------------------------------------------


async def drawn(here: House, **options: Any) -> Match:
    """Return a match in which both have lost their last Pyramids."""
    match = await here.match(game="ccc", position=LAST_PYRAMIDS, **options)
    await here.play(match, "e4xd5")
    match = await here.kept(match.id)
    assert match.reason == "both-pyramids"
    return match


async def test_CCC_8_after_both_lost_their_pyramids_there_is_no_rematch_until_midnight(here: House) -> None:
    match = await drawn(here)
    ask = rematching.again_with_person
    await refuses(here, "sleep on it", *(ask(here.app, match.id, person, 911) for person in (MARA, TOM)))
    to_midnight = DAY - here.app.now() % DAY
    here.clock.advance(to_midnight - 1)
    await refuses(here, "sleep on it", ask(here.app, match.id, MARA, 911))
    here.clock.advance(1)
    assert isinstance(await ask(here.app, match.id, MARA, 911), Challenge)


async def test_CCC_8_no_other_way_leads_to_another_match_that_day(here: House) -> None:
    open_ = await challenge(here, MARA, None, 931)
    early = await challenge(here, TOM, MARA, 932)
    await drawn(here)
    await refuses(
        here,
        "sleep on it",
        challenging.accept(here.app, open_.id, TOM, 933, 300),
        challenging.accept(here.app, early.id, MARA, 934, 300),
        challenge(here, TOM, MARA, 935),
    )
    assert await challenge(here, MARA, TOM, 936, "creators"), "another game is no such match"
    assert await challenge(here, MARA, INES, 937), "nor is one against somebody else"
    here.clock.advance(DAY)
    await challenging.accept(here.app, early.id, MARA, 938, 300)


async def test_CCC_8_holds_against_the_bot_too(here: House) -> None:
    waiting = await here.offered(0, game="ccc", options={})
    match = await here.match_with_ai(0, game="ccc", options={"position": LAST_PYRAMIDS})
    await here.play(match, "e4xd5")
    assert (await here.kept(match.id)).reason == "both-pyramids"
    await refuses(
        here,
        "sleep on it",
        here.offered(0, game="ccc", level="hard", options={}),
        bot_matches.start(here.app, waiting.id, MARA, 941, 300),
        rematching.again_with_bot(here.app, match.id, MARA, 942, 100),
    )
    here.clock.advance(DAY)
    assert await here.offered(0, game="ccc", level="hard", options={})


async def test_CCC_8_with_the_option_off_there_is_one_at_once(here: House) -> None:
    match = await drawn(here, noRematchAfterDraw="off")
    assert isinstance(await rematching.again_with_person(here.app, match.id, MARA, 911), Challenge)


# --- who asks -----------------------------------------------------------------------------------------


async def test_only_its_players_ask_for_a_rematch_and_each_once(here: House) -> None:
    match = await played(here, TOM)
    ask = rematching.again_with_person
    await refuses(here, "You're not playing in this match", ask(here.app, match.id, INES, 911))
    await ask(here.app, match.id, MARA, 911)
    await refuses(here, "You've already asked for a rematch", ask(here.app, match.id, MARA, 912))


async def test_who_is_asked_and_asks_too_accepts(here: House) -> None:
    match = await played(here, TOM)
    await rematching.again_with_person(here.app, match.id, MARA, 911)
    second = await rematching.again_with_person(here.app, match.id, TOM, 912)
    assert isinstance(second, Match)
    assert {seat.interaction for seat in second.seats} == {911, 912}


async def test_a_request_waits_for_an_opponent_who_is_away_for_weeks(here: House) -> None:
    match = await played(here, TOM)
    asked = await rematching.again_with_person(here.app, match.id, MARA, 911)
    assert isinstance(asked, Challenge)
    async with here.open() as hearing:
        here.clock.advance(29 * DAY)
        await hearing.rest()
    await challenging.accept(here.app, asked.id, TOM, 912, 300)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
async def test_of_two_who_ask_at_the_same_time_one_asks_and_the_other_accepts(
    tmp_path: Path, engine: str
) -> None:
    async with house(tmp_path, engine) as here:
        match = await here.match()
        await ending.resign(here.app, match.id, MARA.id)
        asking = [
            rematching.again_with_person(here.app, match.id, person, 910 + number)
            for number, person in enumerate((MARA, TOM))
        ]
        assert {type(outcome) for outcome in await asyncio.gather(*asking)} == {Challenge, Match}


# --- the bot at another level ---------------------------------------------------------------------------


async def test_after_a_loss_the_easier_level_and_the_other_side_come_first(here: House) -> None:
    match = await here.match_with_ai(0, level="medium", game="ccc", options={"first": "white"})
    state = await ending.resign(here.app, match.id, MARA.id)
    assert rematching.changes_of(state, 0) == ("easier", "other-side")
    easier = await rematching.again_with_bot(here.app, match.id, MARA, 951, 100, "easier")
    swapped = await rematching.again_with_bot(here.app, match.id, MARA, 952, 100, "other-side")
    assert easier is not None
    assert swapped is not None
    assert [(offer.level, offer.challenger_seat) for offer in (easier, swapped)] == [
        ("easy", 0),
        ("medium", 1),
    ]
    await refuses(here, "isn't offered", rematching.again_with_bot(here.app, match.id, MARA, 1, 2, "harder"))


async def test_after_a_win_the_harder_level_comes_first_and_who_lost_begins(here: House) -> None:
    match = await here.match_with_ai(
        0, level="easy", game="ccc", options={"position": LAST_PYRAMIDS.replace("S", "L")}
    )
    state = await here.play(match, "e4xd5")
    assert state.match.winner == 0
    assert rematching.changes_of(state, 0) == ("harder",)
    harder = await rematching.again_with_bot(here.app, match.id, MARA, 951, 100, "harder")
    assert harder is not None
    assert (harder.level, harder.challenger_seat) == ("medium", 1), "the position lets White begin"


@pytest.mark.parametrize(
    ("level", "offered"), [("novice", ("other-side",)), ("expert", ("easier", "other-side"))]
)
async def test_below_the_lowest_level_there_is_none(
    here: House, level: str, offered: tuple[str, ...]
) -> None:
    match = await here.match_with_ai(0, level=level, game="ccc", options={"first": "white"})
    state = await ending.resign(here.app, match.id, MARA.id)
    assert rematching.changes_of(state, 0) == offered


async def test_a_match_that_runs_has_no_rematch_and_the_bot_is_not_challenged(here: House) -> None:
    match = await here.match_with_ai(0, level="medium", game="ccc", options={"first": "white"})
    with pytest.raises(UserError, match="isn't over"):
        await rematching.again_with_person(here.app, match.id, MARA, 5)
    with pytest.raises(UserError, match="isn't over"):
        await rematching.again_with_bot(here.app, match.id, MARA, 5, 100, "harder")
    await ending.resign(here.app, match.id, MARA.id)
    with pytest.raises(UserError, match="You don't have to challenge the bot"):
        await rematching.again_with_person(here.app, match.id, MARA, 5)


async def test_beside_a_level_that_is_gone_there_is_no_other(here: House) -> None:
    match = await here.match_with_ai(0, level="medium", game="ccc", options={"first": "white"})
    state = await here.app.match_state(match.id)
    person, bot = state.match.seats
    gone = replace(state, match=replace(state.match, seats=(person, replace(bot, level="gone"))))
    assert [rematching.next_level(gone, 0, change) for change in ("harder", "easier")] == ["gone", "gone"]
    assert rematching.next_level(state, 0, "harder") != "medium"
