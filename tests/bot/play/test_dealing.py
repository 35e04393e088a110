"""Players who have seen what they were secretly dealt are in a match that counts: no free re-rolls."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.core.errors import UserError
from bot.core.seats import User
from bot.core.terms import MatchTerms
from bot.discord_kit.interactions.offers import TapContext
from bot.matchmaking.challenges import bot_matches, challenging, offering
from bot.play.dealing import briefings, hidden_info
from bot.play.endings import aborting
from bot.play.endings.ui import leaving
from bot.play.endings.ui.drawing import resign_question
from bot.play.matches.ui import briefing
from storage import Match
from tests.kit.hosts.house import MARA, PLACE, TOM, House
from tests.kit.matches.alpha import deal, the_human_begins
from tests.kit.matches.decoy import crafted, in_private
from tests.kit.matches.tapped import Played, assert_refused, begin, newest_match, nothing_changes
from tests.kit.seen import Seen
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom")

DAY = 86_400
SEEN = "You've seen the pattern, so the match counts. You can resign."
SHIPPED = ("balanced", "balanced")


async def begun(here: House, **options: Any) -> Match:
    """Begin a rated match of creators with Mara as Creator."""
    terms = MatchTerms("creators", options, "1d")
    challenge = await offering.offer(here.app, MARA, TOM, 0, terms, PLACE, 901)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 902, 300)
    return match


async def result(here: House, match: Match) -> tuple[str | None, int | None]:
    ended = (await here.app.match_state(match.id)).match
    return ended.reason, ended.winner


# --- a preview ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "said"), [(0, SEEN), (1, SEEN.replace("the pattern", "five patterns", 1))])
async def test_who_has_seen_the_pattern_cannot_abort_any_more(here: House, seat: int, said: str) -> None:
    match, person = await begun(here), (MARA, TOM)[seat]
    await briefings.show(here.app, match.id, person.id)
    with pytest.raises(UserError) as refused:
        await aborting.abort(here.app, match.id, person.id)
    assert str(refused.value) == said
    assert await result(here, match) == (None, None)


@pytest.mark.parametrize("looker", [MARA, TOM], ids=["Creator", "Destroyer"])
async def test_nobody_learns_whether_the_other_side_has_looked(here: House, looker: User) -> None:
    match = await begun(here)
    other = 1 if looker is MARA else 0
    before = await ways_out(here, match, other)
    await briefings.show(here.app, match.id, looker.id)
    assert await ways_out(here, match, other) == before
    await aborting.abort(here.app, match.id, (MARA, TOM)[other].id)
    assert await result(here, match) == ("aborted", None)


async def ways_out(here: House, match: Match, seat: int) -> list[Any]:
    """Return everything that a seat is offered and told about leaving."""
    table = await here.app.match_state(match.id)
    panel = briefing.briefing_panel(table, seat)
    taps = [tap.to_component_dict() for tap in await leaving.ways_out(here.app, TapContext.now(table, seat))]
    return [
        taps,
        (await resign_question(here.app, table, seat)).view.to_components(),
        aborting.why_no_abort(table, seat),
        aborting.why_no_offer(table, seat),
        panel.view.to_components(),
    ]


async def test_half_of_a_pattern_binds_too_and_what_is_not_shown_binds_nobody(here: House) -> None:
    half, none = await begun(here, destroyerPreview="half"), await begun(here, destroyerPreview="none")
    await briefings.show(here.app, half.id, TOM.id)
    with pytest.raises(UserError, match="You've seen half of the pattern"):
        await aborting.abort(here.app, half.id, TOM.id)
    await aborting.abort(here.app, none.id, TOM.id)
    assert await result(here, none) == ("aborted", None)


@pytest.mark.slow
@pytest.mark.parametrize(("looks", "expected"), [(True, ("time", 1)), (False, ("aborted", None))])
async def test_GEN_7_who_has_seen_the_pattern_and_lets_time_run_out_loses(
    here: House, looks: bool, expected: tuple[str, int | None]
) -> None:
    match = await begun(here)
    async with here.open() as hearing:
        if looks:
            await briefings.show(here.app, match.id, MARA.id)
        here.clock.advance(DAY + 1)
        await hearing.rest()
    assert await result(here, match) == expected


async def test_GEN_7_a_look_of_who_waits_changes_nothing_for_who_is_late(here: House) -> None:
    match = await begun(here)
    async with here.open() as hearing:
        await briefings.show(here.app, match.id, TOM.id)
        here.clock.advance(DAY + 1)
        await hearing.rest()
    assert await result(here, match) == ("aborted", None)


Act = Callable[[House, Match], Awaitable[Any]]


async def looks(here: House, match: Match) -> Any:
    return await briefings.show(here.app, match.id, MARA.id)


async def aborts(here: House, match: Match) -> Any:
    return await aborting.abort(here.app, match.id, MARA.id)


@pytest.mark.parametrize("acts", [(looks, aborts), (aborts, looks)], ids=["look first", "abort first"])
async def test_of_a_look_and_an_abort_at_once_only_one_goes_through(
    here: House, acts: tuple[Act, Act]
) -> None:
    for _ in range(5):
        match = await begun(here)
        done = await asyncio.gather(*(act(here, match) for act in acts), return_exceptions=True)
        refusals = [outcome for outcome in done if isinstance(outcome, BaseException)]
        assert [type(refusal) for refusal in refusals] == [UserError]
        seen = not isinstance(done[acts.index(looks)], UserError)
        assert (await result(here, match))[0] == (None if seen else "aborted")


async def test_a_look_that_could_not_be_shown_binds_nobody(here: House) -> None:
    match = await begun(here)
    shown = await briefings.show(here.app, match.id, MARA.id)
    await briefings.take_back(here.app, shown, 7)
    await aborting.abort(here.app, match.id, MARA.id)
    assert await result(here, match) == ("aborted", None)


async def test_the_button_says_that_a_look_counts_and_after_it_resigning_is_the_way_out(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    start = in_private(t.mara)[0]
    assert "Once you've seen the pattern, leaving the match means resigning." in start.text
    assert "Abort instead" in (await t.mara.slash("/resign")).buttons
    await t.mara.tap("Show it now (then it counts)", start)
    await t.mara.tap("Got it")
    question = await t.mara.slash("/resign")
    assert set(question.buttons) == {"Resign", "Keep playing"}
    assert "You've seen the pattern, so the match counts." in question.text
    menu = await t.mara.tap("⋯", match.posts()[-1])
    assert "Abort the match" not in menu.buttons
    for verb in ("abort", "aborting"):
        post = await crafted(match, f"sp|{verb}|{match.id}")
        async with nothing_changes(t):
            assert_refused(await t.mara.tap("Old", post), SEEN)


# --- a hand in the view -------------------------------------------------------------------------------


async def dealt_a_hand(t: Table, monkeypatch: pytest.MonkeyPatch, *, first: bool = True) -> Played:
    """Begin a match of cards in which the human begins, or with `first=False` the AI, which then plays."""
    deal(monkeypatch, SHIPPED, the_human_begins if first else lambda s: not the_human_begins(s))  # type: ignore[arg-type]
    card = await t.mara.slash("/alpha play", rated=False, public=True)
    offer, mara = card.buttons["Play"]["custom_id"].split("|")[2], User(int(t.mara.id), "Mara")
    # As if Mara's tap had arrived, but the bot hadn't made anything of its answer yet.
    await bot_matches.start(t.running.bot.ctx.app, offer, mara, int(card.id) + 1, int(card.id))
    t.advance(20)
    await t.settled()
    return Played(t, await newest_match(t), (t.mara, None))


async def opens(match: Played) -> Seen:
    return await match.t.mara.tap("Open", in_private(match.t.mara)[0])


async def watches(match: Played) -> Seen:
    return await match.t.mara.slash("/replay")


async def completes(match: Played) -> list[str]:
    return await match.t.mara.complete("/move", "action", "")


async def writes(match: Played) -> Seen:
    return await match.t.mara.move("play 9 9")


async def asks_for_a_hint(match: Played) -> Seen:
    return await match.t.mara.slash("/hint")


async def exports(match: Played) -> Seen:
    return await match.t.mara.slash("/export", match=match.id)


async def taps_what_was_never_offered(match: Played) -> Seen:
    forged = await crafted(match, f"sp|play|{match.id}|0|play 9 9")
    return await match.t.mara.tap("Old", forged)


LOOKS = {
    "export": exports,
    "forged tap": taps_what_was_never_offered,
    "panel": opens,
    "replay": watches,
    "completion": completes,
    "refusal": writes,
    "hint": asks_for_a_hint,
}


@pytest.mark.slow
@pytest.mark.parametrize("way", LOOKS)
async def test_whatever_shows_the_hand_makes_the_match_count(
    t: Table, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    match = await dealt_a_hand(t, monkeypatch)
    start, card = in_private(t.mara)[0], await t.mara.sees("### Alpha Duel")
    for place in (start, card):
        assert "Once you've seen your hand, leaving the match means resigning." in place.text
    assert "Abort instead" in (await t.mara.slash("/resign")).buttons
    await LOOKS[way](match)
    await t.settled()
    question = await t.mara.slash("/resign")
    assert "Abort instead" not in question.buttons
    assert "You've seen your hand, so the match counts." in question.text
    post = await crafted(match, f"sp|abort|{match.id}")
    assert_refused(await t.mara.tap("Old", post), "You've seen your hand")


@pytest.mark.slow
async def test_the_tap_that_starts_the_match_shows_the_hand_and_counts(t: Table) -> None:
    card = await t.mara.slash("/alpha play")
    assert "Once you've seen your hand, leaving the match means resigning." in card.text
    assert "Your hand" in " ".join((await t.mara.tap("Play", card)).alt_texts)
    assert "Abort instead" not in (await t.mara.slash("/resign")).buttons


@pytest.mark.slow
async def test_a_call_to_the_board_shows_the_hand_and_counts(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await dealt_a_hand(t, monkeypatch, first=False)
    t.advance(60)
    await t.settled()
    assert "Your hand" in " ".join((await t.mara.sees("Your turn")).alt_texts)
    assert hidden_info.has_seen(await match.table(), 0)
    assert "Abort instead" not in (await t.mara.slash("/resign")).buttons


@pytest.mark.slow
async def test_a_hand_that_nobody_has_looked_at_is_left_for_free_and_stays_hidden(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await dealt_a_hand(t, monkeypatch)
    await t.mara.tap("Abort instead", await t.mara.slash("/resign"))
    await t.mara.tap("Abort the match")
    await t.settled()
    over = await match.table()
    assert (over.match.reason, over.view(None).opened, over.view(0).opened) == ("aborted", None, None)
