"""Ends that people bring about, without Discord: draws by agreement, aborting, a moderator's canceling."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from itertools import product
from typing import Any

import pytest

from bot.community.moderation import canceling, pausing, removing, reporting
from bot.core import match_record
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.seats import User, meet
from bot.core.terms import MatchTerms
from bot.discord_kit.interactions.offers import TapContext
from bot.matchmaking.challenges import challenging, offering
from bot.play.endings import aborting, draws, open_offers
from bot.play.endings.ui import drawing, leaving
from bot.play.matches import ending, playing
from bot.play.matches.playing import TURN
from storage import Match
from storage.tables import guilds, offers, outbox, scheduled_jobs
from storage.tables.offers import Offer
from storage.tables.ply import Ending, Ply
from tests.kit.hosts.house import MARA, PLACE, TOM, House, turn
from tests.kit.matches.decoy import HUNTED, LAYOUT
from tests.kit.seen import seen

INES = User(13, "Ines")
UNKNOWN = "There's no such match on this server."


async def begun(here: House, game: str = "ccc", *, pace: str = "3d", **options: Any) -> Match:
    """Begin a match with Mara as seat 0 against Tom."""
    first = {} if game == "creators" else {"first": {"ccc": "white", "decoy": "cyan"}[game]}
    terms = MatchTerms(game, {**first, **options}, pace)
    challenge = await offering.offer(here.app, MARA, TOM, 0, terms, PLACE, 901)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 902, 300)
    return match


async def under_way(here: House, game: str = "ccc", **options: Any) -> Match:
    """Begin a match and play Mara's first action, so that Tom is to act."""
    match = await begun(here, game, **options)
    await turn(here, match)
    return match


async def set_up(here: House) -> Match:
    """Begin a match of decoy without a clock in which both players have set up; Mara is to act."""
    match = await begun(here, "decoy", pace="none")
    await playing.act(here.app, match.id, MARA.id, f"setup {LAYOUT}")
    await playing.act(here.app, match.id, TOM.id, f"setup {HUNTED}")
    return match


async def stands_for(here: House, match: Match) -> tuple[int | None, int | None]:
    """Return the number of the open draw offer as Mara and as Tom know it."""
    table = await here.app.match_state(match.id)
    found = [await open_offers.standing(here.app, table, seat) for seat in (0, 1)]
    return tuple(offer.number if offer else None for offer in found)  # type: ignore[return-value]


async def result(here: House, match: Match) -> tuple[str | None, int | None]:
    ended = (await here.app.match_state(match.id)).match
    return ended.reason, ended.winner


async def notes(here: House, match: Match) -> list[tuple[int, str]]:
    """Return the queued notes about offers, as (person, the row's nonce without the match)."""
    queued = [row for row in await here.queued(match) if row.kind == "note"]
    return [(row.payload["person"], row.nonce.replace(f":{match.id}", "")) for row in queued]


# --- draws by agreement -------------------------------------------------------------------------------


async def test_GEN_6_an_offer_that_is_accepted_draws_the_match_and_both_are_told(here: House) -> None:
    match = await under_way(here)
    await draws.offer_draw(here.app, match.id, MARA.id)
    assert await notes(here, match) == [(TOM.id, "offer:1")]
    assert await stands_for(here, match) == (1, 1)
    table = await draws.agree(here.app, match.id, TOM.id, 1)
    assert await result(here, match) == ("agreed", None)
    assert match_record.record_of(table).score == "1/2-1/2"
    said = await here.kinds(match)
    assert "result:0" in said
    assert "result:1" not in said, "whoever accepts sees it at once"
    assert [kind for kind in said if kind.endswith(":end")]
    async with here.app.database.read() as r:
        assert await scheduled_jobs.get(r, TURN, match.id) is None
        assert await offers.open_of(r, match.id) is None


async def test_an_offer_names_its_match_and_leads_to_it(here: House) -> None:
    match = await under_way(here)
    await draws.offer_draw(here.app, match.id, TOM.id)
    note = (await here.queued(match))[-1]
    assert (note.payload["person"], note.payload["match"]) == (MARA.id, match.id)
    assert f"<@{TOM.id}> offers a draw in " in note.payload["text"]


async def test_the_offer_and_the_message_about_it_are_kept_together_or_not_at_all(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*given: object) -> None:
        raise OSError("the disk is full")

    match = await under_way(here)
    monkeypatch.setattr(outbox, "add", fails)
    with pytest.raises(OSError):
        await draws.offer_draw(here.app, match.id, MARA.id)
    assert await stands_for(here, match) == (None, None)


async def test_DP_39_in_a_rated_match_with_hidden_things_nothing_is_agreed_on(here: House) -> None:
    rated, unrated = await under_way(here, "decoy", pace="1d"), await set_up(here)
    with pytest.raises(UserError, match="Too much is hidden"):
        await draws.offer_draw(here.app, rated.id, MARA.id)
    await draws.offer_draw(here.app, unrated.id, MARA.id)
    assert await stands_for(here, unrated) == (1, 1)


@pytest.mark.parametrize(("victory", "refused"), [("creatorOnly", True), ("race", False)])
async def test_CVD_33_a_draw_is_agreed_on_in_a_race_alone(here: House, victory: str, refused: bool) -> None:
    match = await under_way(here, "creators", boardSize=12, victory=victory)
    if refused:
        with pytest.raises(UserError, match="You can't agree to a draw"):
            await draws.offer_draw(here.app, match.id, MARA.id)
    else:
        await draws.offer_draw(here.app, match.id, MARA.id)
    assert await stands_for(here, match) == ((None, None) if refused else (1, 1))


async def test_an_AI_does_not_bargain(here: House) -> None:
    match = await here.match_with_ai(0)
    await here.turn(match)
    with pytest.raises(UserError, match="The bot doesn't take draw offers"):
        await draws.offer_draw(here.app, match.id, MARA.id)


async def test_before_anything_is_played_there_is_aborting_and_no_offer(here: House) -> None:
    match = await begun(here)
    with pytest.raises(UserError, match="abort this match instead"):
        await draws.offer_draw(here.app, match.id, TOM.id)


async def test_at_most_one_offer_is_open_and_one_a_side_and_turn(here: House) -> None:
    match = await under_way(here)
    await draws.offer_draw(here.app, match.id, MARA.id)
    with pytest.raises(UserError, match="You've already offered a draw"):
        await draws.offer_draw(here.app, match.id, MARA.id)
    with pytest.raises(UserError, match="opponent has already offered a draw"):
        await draws.offer_draw(here.app, match.id, TOM.id)
    await open_offers.decline(here.app, match.id, TOM.id, 1)
    with pytest.raises(UserError, match="is no longer open"):
        await open_offers.withdraw(here.app, match.id, MARA.id, 1)
    with pytest.raises(UserError, match="already offered a draw this turn"):
        await draws.offer_draw(here.app, match.id, MARA.id)
    await draws.offer_draw(here.app, match.id, TOM.id)
    assert await stands_for(here, match) == (2, 2)
    await turn(here, match)
    await draws.offer_draw(here.app, match.id, MARA.id)
    assert await stands_for(here, match) == (3, 3)
    assert await notes(here, match) == [
        (TOM.id, "offer:1"),
        (MARA.id, "declined:1"),
        (MARA.id, "offer:2"),
        (TOM.id, "offer:3"),
    ]


@pytest.mark.parametrize("offerer", [MARA, TOM], ids=["the other side's", "one's own"])
async def test_a_move_makes_an_offer_void(here: House, offerer: User) -> None:
    match = await under_way(here)
    await draws.offer_draw(here.app, match.id, offerer.id)
    await turn(here, match)
    assert await stands_for(here, match) == (None, None)
    asked = TOM if offerer is MARA else MARA
    for act in (draws.agree, open_offers.decline):
        with pytest.raises(UserError, match="is no longer open"):
            await act(here.app, match.id, asked.id, 1)
    with pytest.raises(UserError, match="is no longer open"):
        await open_offers.withdraw(here.app, match.id, offerer.id, 1)
    assert await result(here, match) == (None, None)


@pytest.mark.parametrize("offerer", [MARA, TOM], ids=["the other side's", "one's own"])
async def test_a_roll_makes_an_offer_void_so_that_nobody_looks_at_the_die_first(
    here: House, offerer: User
) -> None:
    match = await under_way(here, "creators", boardSize=12, victory="race")
    await draws.offer_draw(here.app, match.id, offerer.id)
    await here.act(match, "roll")
    assert await stands_for(here, match) == (None, None)
    asked = TOM if offerer is MARA else MARA
    with pytest.raises(UserError, match="is no longer open"):
        await draws.agree(here.app, match.id, asked.id, 1)


async def test_an_old_button_does_not_answer_a_newer_offer(here: House) -> None:
    match = await under_way(here)
    await draws.offer_draw(here.app, match.id, MARA.id)
    await turn(here, match)
    await draws.offer_draw(here.app, match.id, MARA.id)
    with pytest.raises(UserError, match="is no longer open"):
        await draws.agree(here.app, match.id, TOM.id, 1)
    await draws.agree(here.app, match.id, TOM.id, 2)


async def test_while_a_match_is_paused_a_draw_is_neither_offered_nor_agreed_on(here: House) -> None:
    match, guild = await under_way(here), PLACE.guild or 0
    async with here.app.database.write("all") as w:
        await meet(w, INES, here.app.now())
    await draws.offer_draw(here.app, match.id, MARA.id)
    await pausing.pause(here.app, match.id, guild, INES.id)
    with pytest.raises(UserError, match="paused"):
        await draws.agree(here.app, match.id, TOM.id, 1)
    await open_offers.decline(here.app, match.id, TOM.id, 1)
    with pytest.raises(UserError, match="paused"):
        await draws.offer_draw(here.app, match.id, TOM.id)
    assert await result(here, match) == (None, None)
    await pausing.resume(here.app, match.id, guild, INES.id)
    await draws.offer_draw(here.app, match.id, TOM.id)
    await draws.agree(here.app, match.id, MARA.id, 2)
    assert await result(here, match) == ("agreed", None)


async def test_an_offer_that_is_withdrawn_cannot_be_accepted_and_nobody_withdraws_anothers(
    here: House,
) -> None:
    match = await under_way(here)
    await draws.offer_draw(here.app, match.id, MARA.id)
    with pytest.raises(UserError, match="is no longer open"):
        await open_offers.withdraw(here.app, match.id, TOM.id, 1)
    with pytest.raises(UserError, match="is no longer open"):
        await draws.agree(here.app, match.id, MARA.id, 1)
    await open_offers.withdraw(here.app, match.id, MARA.id, 1)
    with pytest.raises(UserError, match="is no longer open"):
        await draws.agree(here.app, match.id, TOM.id, 1)


async def test_who_accepts_while_the_offer_is_withdrawn_draws_nothing(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, plain_end = await under_way(here), ending.end

    async def end_after_a_withdrawal(*given: Any) -> Any:
        await open_offers.withdraw(here.app, match.id, MARA.id, 1)
        return await plain_end(*given)

    await draws.offer_draw(here.app, match.id, MARA.id)
    monkeypatch.setattr(ending, "end", end_after_a_withdrawal)
    with pytest.raises(UserError, match="is no longer open"):
        await draws.agree(here.app, match.id, TOM.id, 1)
    assert await result(here, match) == (None, None)


async def test_an_offer_is_not_closed_by_an_end_that_is_not_written(here: House) -> None:
    match = await under_way(here)
    await draws.offer_draw(here.app, match.id, MARA.id)
    async with here.app.database.read() as r:
        offer = await offers.open_of(r, match.id)
    assert isinstance(offer, Offer)
    late = Ply(match_id=match.id, number=1, at=here.app.now(), ending=Ending(None, "agreed"))
    assert not await offers.accept(here.app.database, offer, late)
    assert await stands_for(here, match) == (1, 1)


async def decided(here: House, match: Match) -> Coroutine[Any, Any, MatchState]:
    """Return a coroutine that plays a legal move of the side to act, chosen now, at whatever time it runs."""
    table = await here.app.match_state(match.id)
    seat = table.to_act[0]
    text = table.game.format(next(iter(table.game.actions(table.view(seat)))))
    return playing.act(here.app, match.id, table.seat_row(seat).person or 0, text)


async def test_of_an_acceptance_and_a_move_at_once_one_wins(here: House) -> None:
    match = await under_way(here)
    await draws.offer_draw(here.app, match.id, TOM.id)
    move = await decided(here, match)
    results = await asyncio.gather(draws.agree(here.app, match.id, MARA.id, 1), move, return_exceptions=True)
    drawn = await result(here, match) == ("agreed", None)
    refusals = [outcome for outcome in results if isinstance(outcome, UserError)]
    assert len(refusals) == 1
    assert drawn == isinstance(results[1], UserError)


async def ways_out(here: House, match: Match, seat: int = 0) -> set[str]:
    """Return what the menu behind ⋯ offers a seat instead of resigning."""
    state = await here.app.match_state(match.id)
    taps = await leaving.ways_out(here.app, TapContext.now(state, seat))
    return set(seen(drawing.question(state, "", *taps)).buttons) - {"Keep playing"}


async def test_the_menu_offers_the_ways_out_that_are_open(here: House) -> None:
    match = await begun(here)
    assert await ways_out(here, match) == {"Abort the match"}
    await turn(here, match)
    assert await ways_out(here, match) == {"Offer a draw"}
    await draws.offer_draw(here.app, match.id, MARA.id)
    assert await ways_out(here, match) == {"Withdraw offer"}
    assert await ways_out(here, match, 1) == {"Accept draw", "Decline"}
    against_bot = await here.match_with_ai(0)
    await here.turn(against_bot)
    for closed in (against_bot, await under_way(here, "decoy", pace="1d")):
        assert await ways_out(here, closed) == set()


async def test_who_resigns_before_the_first_action_is_offered_to_abort_instead(here: House) -> None:
    match = await begun(here)

    async def answers() -> set[str]:
        question = await drawing.resign_question(here.app, await here.app.match_state(match.id), 1)
        return set(seen(question).buttons)

    assert await answers() == {"Resign", "Abort instead", "Keep playing"}
    await turn(here, match)
    assert await answers() == {"Resign", "Keep playing"}


async def test_onlookers_offer_and_answer_nothing(here: House) -> None:
    match = await under_way(here)
    with pytest.raises(UserError, match="You're not playing"):
        await draws.offer_draw(here.app, match.id, INES.id)
    await draws.offer_draw(here.app, match.id, MARA.id)
    with pytest.raises(UserError, match="You're not playing"):
        await draws.agree(here.app, match.id, INES.id, 1)
    with pytest.raises(UserError, match="You're not playing"):
        await aborting.abort(here.app, match.id, INES.id)


# --- offers and unseen moves --------------------------------------------------------------------------


async def test_DP_19_an_unseen_step_of_who_offers_does_not_show_in_the_offer(here: House) -> None:
    match = await set_up(here)
    await draws.offer_draw(here.app, match.id, MARA.id)
    await here.act(match, "b1-b2")
    assert await stands_for(here, match) == (1, 1)
    await draws.agree(here.app, match.id, TOM.id, 1)
    assert await result(here, match) == ("agreed", None)


async def test_DP_19_an_unseen_step_of_who_is_asked_is_a_no_that_the_other_side_does_not_notice(
    here: House,
) -> None:
    match = await set_up(here)
    await draws.offer_draw(here.app, match.id, TOM.id)
    await here.act(match, "b1-b2")
    assert await stands_for(here, match) == (None, 1)
    with pytest.raises(UserError, match="is no longer open"):
        await draws.agree(here.app, match.id, MARA.id, 1)
    await turn(here, match)
    assert await stands_for(here, match) == (None, None)


@pytest.mark.parametrize("steps", [[], ["b1-b2"]], ids=["no unseen step", "an unseen step"])
async def test_DP_19_an_offer_in_return_looks_the_same_after_an_unseen_step(
    here: House, steps: list[str]
) -> None:
    match = await set_up(here)
    await draws.offer_draw(here.app, match.id, TOM.id)
    for text in steps:
        await here.act(match, text)
    if not steps:
        await open_offers.decline(here.app, match.id, MARA.id, 1)
    await draws.offer_draw(here.app, match.id, MARA.id)
    assert await notes(here, match) == [(MARA.id, "offer:1"), (TOM.id, "declined:1"), (TOM.id, "offer:2")]
    assert await stands_for(here, match) == (2, 2)


# --- aborting -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("person", [MARA, TOM], ids=["who is to act", "who waits"])
async def test_before_the_first_action_either_may_abort_and_the_other_is_told(
    here: House, person: User
) -> None:
    match = await begun(here)
    await aborting.abort(here.app, match.id, person.id)
    assert await result(here, match) == ("aborted", None)
    told = [row.payload["person"] for row in await here.queued(match) if row.kind == "result"]
    assert told == [(TOM if person is MARA else MARA).id]


async def test_after_the_first_action_nobody_can_abort(here: House) -> None:
    match = await under_way(here)
    for person in (MARA, TOM):
        with pytest.raises(UserError, match="you can't abort it anymore"):
            await aborting.abort(here.app, match.id, person.id)
    assert await result(here, match) == (None, None)


async def test_what_an_AI_has_done_keeps_nobody_from_aborting(here: House) -> None:
    match = await here.match_with_ai(1)
    await here.turn(match)
    await aborting.abort(here.app, match.id, MARA.id)
    assert await result(here, match) == ("aborted", None)


async def test_of_an_abort_and_a_first_move_at_once_one_wins(here: House) -> None:
    match = await begun(here)
    move = await decided(here, match)
    results = await asyncio.gather(aborting.abort(here.app, match.id, TOM.id), move, return_exceptions=True)
    assert [isinstance(outcome, UserError) for outcome in results].count(True) == 1
    aborted = await result(here, match) == ("aborted", None)
    assert aborted == isinstance(results[1], UserError)


# --- canceling ----------------------------------------------------------------------------------------


async def test_a_match_that_is_cancelled_has_no_winner_and_both_and_the_thread_are_told(here: House) -> None:
    match = await under_way(here)
    await canceling.cancel(here.app, match.id, PLACE.guild or 0)
    assert await result(here, match) == ("cancelled", None)
    said = await here.kinds(match)
    assert {"result:0", "result:1"} < set(said)
    assert [kind for kind in said if kind.startswith("board") and kind.endswith(":end")]


async def test_a_match_of_another_server_is_unknown_here(here: House) -> None:
    match = await under_way(here)
    acts: tuple[Callable[[str], Awaitable[Any]], ...] = (
        lambda id: canceling.cancel(here.app, id, 999),
        lambda id: pausing.pause(here.app, id, 999, INES.id),
        lambda id: pausing.resume(here.app, id, 999, INES.id),
        lambda id: removing.text_here(here.app, id, 999, 1),
        lambda id: reporting.report(here.app, here.limits, 999, INES, TOM, id, "Look."),
        lambda id: reporting.report_pause(here.app, here.limits, 999, TOM, id, "Please."),
    )
    refusals = set[str]()
    for act, match_id in product(acts, (match.id, "nosuchmatch")):
        with pytest.raises(UserError, match=UNKNOWN) as refused:
            await act(match_id)
        refusals.add(str(refused.value))
    assert len(refusals) == 1
    assert await result(here, match) == (None, None)
    async with here.app.database.read() as r:
        assert await guilds.open_matches(r, 999) == []
        assert await guilds.open_matches(r, PLACE.guild or 0) == [match.id]
        assert await guilds.open_matches(r, PLACE.guild or 0, PLACE.channel) == [match.id]
        assert await guilds.open_matches(r, PLACE.guild or 0, 12345) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", ["creators", "decoy", "ccc"])
@pytest.mark.parametrize("act", ["abort", "cancel"])
async def test_every_game_can_be_ended_before_it_begins(here: House, game: str, act: str) -> None:
    match = await begun(here, game)
    if act == "abort":
        table = await aborting.abort(here.app, match.id, MARA.id)
    else:
        table = await canceling.cancel(here.app, match.id, PLACE.guild or 0)
    assert match_record.record_of(table).score == "*"
    assert table.view(None) is not None
