"""Matches against the bot: the card shows the commitment before the tap whose number enters the seed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from bot.core import match_record
from bot.core.errors import Unknown, UserError
from bot.core.limits import LIMITS
from bot.core.match_state import opening
from bot.core.seats import Place
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import bot_matches, challenging, offering, rematching
from bot.matchmaking.challenges.bot_matches import MOST_UNSTARTED
from bot.matchmaking.terms import server_rules
from bot.play.matches import ending
from bot.play.records import verifying
from games.core.chance import commitment, draw_sides, fair_seed
from storage import Challenge, StorageError
from storage.tables import challenges, scheduled_jobs
from tests.kit.hosts.house import MARA, PLACE, SHORT, TOM, House
from tests.kit.matches.tapped import (
    DAY,
    Played,
    assert_refused,
    begin,
    committed,
    newest_match,
    nothing_changes,
    revealed,
    rows,
)
from tests.kit.rows import open_ids
from tests.kit.seen import Seen
from tests.kit.table import Table
from tests.kit.watching.lists import a_button

pytestmark = pytest.mark.table("mara", "tom")
IN_PRIVATE = Place(channel=50)


async def kept(here: House, offer: Challenge) -> Challenge:
    return await bot_matches.get(here.app, offer.id)


async def open_here(here: House) -> list[str]:
    async with here.app.database.read() as r:
        return await open_ids(r)


# --- the seed -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "ids"), [(0, (77, None)), (1, (None, 77))])
async def test_the_seed_is_made_of_the_committed_nonce_and_the_number_of_the_tap_alone(
    here: House, seat: int, ids: tuple[int | None, int | None]
) -> None:
    offer = await here.offered(seat)
    assert await open_here(here) == [], "nothing has begun"
    match = await here.started(offer, 77)
    assert match.nonce == offer.nonce
    assert match.seed == fair_seed(offer.nonce, *ids)
    assert tuple(row.interaction for row in match.seats) == ids
    assert offer.interaction_challenger == 900, "known when the nonce was drawn, so it is not in the seed"


async def test_each_tap_would_give_other_dice_although_the_nonce_is_fixed(here: House) -> None:
    offer = await here.offered(0)
    seeds = {fair_seed(offer.nonce, tap, None) for tap in range(1000, 1100)}
    assert len(seeds) == 100
    assert (await here.started(offer, 1042)).seed in seeds


async def test_another_nonce_than_the_committed_one_is_found(here: House) -> None:
    offer = await here.offered(0)
    match = await here.started(offer, 77)
    await ending.resign(here.app, match.id, MARA.id)
    over = await here.app.match_state(match.id)
    assert verifying.of_match(over).is_proved
    text, other = match_record.file_of(over, 0)[1], bytes(32)
    better = text.replace(match.nonce.hex(), other.hex())
    better = better.replace(match.seed.hex(), fair_seed(other, 77, None).hex())
    assert "Commitment" in {c.subject for c in verifying.of_file(better, None).checks if c.fine is False}
    with_commitment = better.replace(commitment(match.nonce), commitment(other))
    assert commitment(offer.nonce) not in with_commitment, "so it is not what stood on the card"
    assert verifying.of_file(with_commitment, over).is_false


async def test_a_start_that_failed_is_tried_again_with_the_same_nonce(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer = await here.offered(0)
    with monkeypatch.context() as patched:
        patched.setattr("bot.play.matches.starting.matches.add", _full)
        with pytest.raises(StorageError):
            await bot_matches.start(here.app, offer.id, MARA, 77, 300)
    assert await kept(here, offer) == offer, "nothing of it is left"
    match = await here.started(offer, 78)
    assert match.nonce == offer.nonce
    assert match.seed == fair_seed(offer.nonce, 78, None)


async def _full(*_: Any) -> None:
    raise StorageError("the disk is full")


async def test_of_two_taps_at_once_one_starts_the_match_and_both_open_it(here: House) -> None:
    offer = await here.offered(0)
    taps = (bot_matches.start(here.app, offer.id, MARA, tap, 300) for tap in (77, 78, 79))
    started = await asyncio.gather(*taps)
    (match_id,) = await open_here(here)
    assert {begun.match_id for begun in started} == {match_id}
    match = await here.kept(match_id)
    assert match.seed == fair_seed(offer.nonce, match.seats[0].interaction, None)
    assert await here.started(offer, 80) == match, "every further tap opens it, too"


# --- who may start it, and until when -----------------------------------------------------------------


async def test_somebody_else_is_told_whose_it_is_and_what_to_use_and_changes_nothing(here: House) -> None:
    offer = await here.offered(0)
    with pytest.raises(UserError, match=r"Only Mara can start .* your own with /creators play\."):
        await bot_matches.start(here.app, offer.id, TOM, 77, 300, PLACE.guild)
    with pytest.raises(Unknown):
        await bot_matches.start(here.app, offer.id, TOM, 77, 300)
    with pytest.raises(UserError, match="no longer exists"):
        await challenging.accept(here.app, offer.id, TOM, 77, 300)
    for close in (challenging.decline, challenging.withdraw):
        with pytest.raises(UserError, match="no longer exists"):
            await close(here.app, offer.id, TOM)
    assert await kept(here, offer) == offer
    assert await open_here(here) == []


async def test_it_expires_after_seven_days_and_nobody_is_called_for_that(here: House) -> None:
    offer = await here.offered(0)
    async with here.open() as hearing:
        here.clock.advance(7 * DAY - 1)
        await hearing.rest()
        assert (await kept(here, offer)).status == "open"
        here.clock.advance(60)
        await hearing.rest()
    assert (await kept(here, offer)).status == "expired"
    kinds = {nonce.partition(":")[0] for nonce in here.post.nonces()}
    assert kinds == {"card", "home"}, "its card says so, and the silent list follows"
    with pytest.raises(UserError, match=r"never started\. Start a new one with /creators play"):
        await here.started(offer)


async def test_a_started_one_does_not_expire(here: House) -> None:
    offer = await here.offered(0)
    match = await here.started(offer)
    async with here.app.database.read() as r:
        assert await scheduled_jobs.get(r, bot_matches.EXPIRY, offer.id) is None
    await bot_matches.expire(here.app, offer.id)
    assert (await kept(here, offer)).match_id == match.id


async def test_more_than_a_few_unstarted_ones_take_the_place_of_the_oldest(here: House) -> None:
    offers = [await offered_a_second_later(here) for _ in range(MOST_UNSTARTED)]
    started = await here.started(offers[1])
    offers += [await offered_a_second_later(here) for _ in range(2)]
    status = [(await kept(here, offer)).status for offer in offers]
    assert status == ["withdrawn", "accepted", *["open"] * MOST_UNSTARTED]
    assert (await kept(here, offers[1])).match_id == started.id
    with pytest.raises(UserError, match="never started"):
        await here.started(offers[0])


async def offered_a_second_later(here: House) -> Challenge:
    here.clock.advance(1)
    return await here.offered(0)


@pytest.mark.slow
async def test_unstarted_ones_are_no_challenges_that_keep_one_from_challenging(here: House) -> None:
    for _ in range(MOST_UNSTARTED):
        await here.offered(0)
    given = (here.app, MARA, TOM, 0, MatchTerms("creators", SHORT, "1d"), PLACE)
    for number in range(LIMITS["open challenges"].most):
        here.clock.advance(3600)
        await offering.offer(*given, 1000 + number)
    with pytest.raises(UserError, match="Withdraw one"):
        await offering.offer(*given, 2000)
    await here.offered(0)


async def test_a_rematch_is_offered_with_a_nonce_of_its_own_and_played_where_the_first_one_was(
    here: House,
) -> None:
    first = await here.match_with_ai(0)
    await ending.resign(here.app, first.id, MARA.id)
    offer = await rematching.again_with_bot(here.app, first.id, MARA, 950, 555)
    assert offer is not None
    assert offer.nonce != first.nonce
    second = await here.started(offer, 951)
    assert (second.channel, second.guild) == (PLACE.channel, PLACE.guild)
    assert second.board_message is None, "the card stands elsewhere, so no thread can begin on it"
    assert second.seed == fair_seed(offer.nonce, None, 951), "sides are swapped"


async def test_whether_it_counts_is_decided_when_it_starts(here: House) -> None:
    offers = [await here.offered(0, game="ccc") for _ in range(3)]
    assert all(offer.rated for offer in offers)
    second = await here.started(offers[1])
    assert second.rated
    assert not (await here.started(offers[0])).rated
    await ending.resign(here.app, second.id, MARA.id)
    assert (await here.started(offers[2])).rated
    assert not (await here.offered(0)).rated, "an unusual option is casual from the first"


async def offered_in(here: House, place: Place, *, rated: bool, game: str = "creators") -> Challenge:
    """Offer Mara a match by the usual rules in a place."""
    terms = server_rules.complete_terms(MatchTerms(game, {}, "none", rated))
    return await bot_matches.offer(here.app, MARA, "easy", 0, terms, place, 900)


@pytest.mark.parametrize("rated", [True, False])
@pytest.mark.parametrize("before", [(False,), (True,), (False, True)])
async def test_a_public_offer_depends_on_no_private_match(
    here: House, before: tuple[bool, ...], rated: bool
) -> None:
    first = await offered_in(here, PLACE, rated=rated)
    for counts in before:
        await here.started(await offered_in(here, IN_PRIVATE, rated=counts))
    second = await offered_in(here, PLACE, rated=rated)
    assert second.rated == rated
    assert replace(second, id=first.id, nonce=first.nonce) == first


async def test_the_first_match_of_a_game_has_a_coach_unless_it_is_rated(here: House) -> None:
    async def coached(*, rated: bool = False, game: str = "creators") -> bool:
        match = await here.started(await offered_in(here, IN_PRIVATE, rated=rated, game=game))
        assert match.rated == rated
        await ending.resign(here.app, match.id, MARA.id)
        return match.coached

    assert not await coached(rated=True, game="ccc")
    assert [await coached(), await coached()] == [True, False]
    assert await coached(game="decoy")


async def test_the_private_start_waits_until_the_tap_has_shown_it(here: House) -> None:
    match = await here.match_with_ai(0)
    due = {row.kind: row.due_at - here.app.now() for row in await here.queued(match)}
    assert due == {"thread": 0, "board": 0, "briefing": 20}


# --- random sides -------------------------------------------------------------------------------------


async def test_sides_by_lot_follow_from_the_nonce_and_both_interactions(here: House) -> None:
    first_seats = set()
    for number in range(12):
        here.clock.advance(3600)
        given = (here.app, MARA, TOM, None, MatchTerms("creators", SHORT, "1d"), PLACE)
        challenge = await offering.offer(*given, 1000 + number)
        _, match = await challenging.accept(here.app, challenge.id, TOM, 2000 + number, 300)
        ids = draw_sides(challenge.nonce, 1000 + number, 2000 + number)
        assert tuple(row.interaction for row in match.seats) == ids
        assert match.seed == fair_seed(challenge.nonce, *ids)
        assert (await here.kept(match.id)).sides == "by lot"
        first_seats.add(match.seats[0].person)
    assert first_seats == {MARA.id, TOM.id}


async def test_the_file_of_a_match_by_lot_is_proved_and_one_with_the_sides_exchanged_is_not(
    here: House,
) -> None:
    terms = MatchTerms("creators", SHORT, "1d")
    challenge = await offering.offer(here.app, MARA, TOM, None, terms, PLACE, 1000)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 2000, 300)
    await ending.resign(here.app, match.id, MARA.id)
    over = await here.app.match_state(match.id)
    text = match_record.file_of(over, 0)[1]
    assert '[Sides "by lot"]' in text
    assert verifying.of_file(text, over).is_proved
    one, other = over.match.seats
    swapped = (replace(other, seat=0), replace(one, seat=1))
    seed = fair_seed(over.match.nonce, other.interaction, one.interaction)
    forged = opening(replace(over.match, seats=swapped, seed=seed))
    told = verifying.of_file(match_record.file_of(forged, None)[1], None)
    assert [check.subject for check in told.checks if check.fine is False] == ["Sides"]


async def test_chosen_sides_are_noted_as_chosen(here: House) -> None:
    assert (await here.kept((await here.match()).id)).sides == "chosen"
    assert (await here.match_with_ai(1)).sides == "chosen"


# --- in Discord ---------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_card_alone_is_shown_until_play_is_tapped(t: Table) -> None:
    card = await t.mara.slash("/decoy play", level="easy", first="seeded", public=True)
    t.advance(60)
    await t.settled()
    assert list(card.buttons) == ["Play", "Fairness"]
    assert not (await rows(t))["matches"]
    assert not t.threads()
    assert [seen.id for seen in t.mara.messages()] == [card.id]
    secret = await committed(t.mara, card)
    panel = await t.mara.tap("Play", card)
    tap = t.mara.outcome["interaction"]
    assert panel.ephemeral
    await t.settled()
    match = await Played(t, await newest_match(t), (t.mara, None)).table()
    assert commitment(match.match.nonce) == secret
    assert match.match.seed == fair_seed(match.match.nonce, int(tap), None)
    assert await committed(t.mara, t.mara.again(card)) == secret, "the commitment stays where it was"
    assert len(t.threads()) == 1


@pytest.mark.slow
async def test_the_bot_was_restarted_between_the_card_and_the_tap(t: Table) -> None:
    card = await t.mara.slash("/decoy play", level="easy", first="seeded")
    promised = await committed(t.mara, card)
    await t.restart_bot()
    assert await committed(t.mara, card) == promised
    await t.mara.tap("Play", card)
    await t.settled()
    match = (await Played(t, await newest_match(t), (t.mara, None)).table()).match
    assert commitment(match.nonce) == promised


@pytest.mark.slow
async def test_an_onlooker_is_refused_before_the_start_and_looks_on_after_it(t: Table) -> None:
    card = await t.mara.slash("/ccc play", level="easy", side="White", first="white", public=True)
    async with nothing_changes(t):
        answer = await t.tom.tap("Play", card)
        assert_refused(answer, "Only Mara can start this match. Start one of your own with /ccc play.")
    for verb in ("accept", "decline", "withdraw"):
        forged = await a_button(t, f"sp|{verb}|{_offer_id(card)}")
        async with nothing_changes(t):
            assert_refused(await t.tom.tap("Old", forged), "no longer exists")
    assert "You're White" in (await t.mara.tap("Play", card)).text
    await t.settled()
    assert "You're watching." in (await t.tom.tap("Play", card)).text
    assert "You're White" in (await t.mara.tap("Play", card)).text, "the same button opens it again"
    assert len((await rows(t))["matches"]) == 1


def _offer_id(card: Seen) -> str:
    return str(card.buttons["Play"]["custom_id"]).split("|")[-1]


@pytest.mark.slow
async def test_in_a_private_channel_the_card_with_its_commitment_stays(t: Table) -> None:
    dm = (await t.mara.actor.open_dm(str(t.running.bot.application_id)))["id"]
    card = await t.mara.slash("/ccc play", channel=dm, level="easy", side="White", first="seeded")
    promised = await committed(t.mara, card)
    panel = await t.mara.tap("Play", card)
    assert panel.id != card.id
    assert await committed(t.mara, t.mara.again(card)) == promised


@pytest.mark.slow
async def test_unstarted_ones_stand_in_one_s_own_list_alone_and_start_from_there(t: Table) -> None:
    waiting = await t.mara.slash("/decoy play", level="easy", public=True)
    await begin(t, t.tom, t.mara)
    listed = await t.mara.slash("/matches")
    assert "**Not started yet** · 1" in listed.text
    assert "**Challenges**" not in listed.text
    assert "Decoy Patrol** as Cyan against" in listed.text
    assert "Not started yet" not in (await t.tom.slash("/matches")).text
    assert "Not started yet" not in (await t.mara.slash("/matches", turn="theirs")).text
    assert "Not started yet" in (await t.mara.slash("/matches", turn="mine")).text
    start = await t.mara.tap("Play", listed)
    assert "You're Cyan" in start.text
    await t.settled()
    assert "Not started yet" not in (await t.mara.slash("/matches")).text
    assert t.threads()[-1]["id"] == waiting.id, "the thread begins on the card"


async def test_the_home_message_shows_what_is_not_started_yet(t: Table) -> None:
    await t.mara.start("/decoy play", level="easy")
    t.advance(60)
    await t.settled()
    await t.mara.slash("/decoy play", level="easy")
    t.advance(60)
    await t.settled()
    home = t.mara.home()
    assert home is not None
    assert "**Not started yet** · 1" in home.text


@pytest.mark.slow
async def test_a_card_that_has_expired_says_so_and_has_no_button(t: Table) -> None:
    card = await t.mara.slash("/decoy play", level="easy", public=True)
    t.advance(8 * DAY)
    await t.settled()
    after = t.mara.again(card)
    assert "It wasn't started in time. /decoy play makes another." in after.text
    assert not after.buttons
    assert [seen.id for seen in t.mara.messages()] == [card.id], "nobody is told"
    old = await a_button(t, f"sp|start|{_offer_id(card)}")
    assert_refused(await t.mara.tap("Old", old), "never started")


async def test_the_end_tells_the_secret_of_the_card_and_the_number_of_the_tap(t: Table) -> None:
    card = await t.mara.slash("/decoy play", level="easy", side="Magenta", first="seeded", public=True)
    promised = await committed(t.mara, card)
    await t.mara.tap("Play", card)
    tap = t.mara.outcome["interaction"]
    await t.mara.tap("Resign", await t.mara.slash("/resign"))
    await t.settled()
    match = Played(t, "", (None, t.mara))
    nonce, ids, seed = await revealed(t.mara, match.posts()[-1])
    assert commitment(nonce) == promised == await committed(t.mara, card)
    assert ids == f":{tap}"
    assert seed == fair_seed(nonce, None, int(tap))
    verdict = await t.mara.tap("Verify", match.posts()[-1])
    await t.settled()
    assert "everything checks out" in t.mara.again(verdict).text
    async with t.database.read() as r:
        assert await challenges.open_of(r, int(t.mara.id)) == []
