"""A person's own lines and buttons in a contest, and the decisions about people who are gone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bot.core.seats import meet
from bot.matchmaking.contests.log.contest import Contest, Entrant, after
from bot.matchmaking.contests.log.events import Decided
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import entering
from bot.matchmaking.contests.running import results
from bot.matchmaking.contests.ui import card_posts, my_contest, sentences, taking_part
from tests.kit.contests.seasons import entered, paired
from tests.kit.contests.stage import Stage, person, user
from tests.kit.seen import seen
from tests.kit.servers import contest_table


async def shown(on_stage: Stage, id: str, number: int, **changes: Any) -> tuple[str, list[str]]:
    """Return the status of an entrant, with these changes of it, and the labels of their buttons."""
    contest, ctx = await on_stage.found(id), on_stage.ctx
    mine: Entrant = replace(contest.contest.entrants[person(number)], **changes)
    taps = await my_contest.own_taps(ctx, contest, mine)
    return await my_contest.status(ctx, contest, mine), labels(taps)


def labels(taps: Any) -> list[str]:
    return [tap.label for tap in taps]


async def test_before_it_begins_you_check_in_once(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss", check_in=1800)
    await on_stage.enter(id, 1, 2)
    assert await shown(on_stage, id, 1) == ("You're in.", ["Withdraw"])
    await on_stage.later(1800)
    asked, taps = await shown(on_stage, id, 1)
    assert asked == "You're in. **Check in** before it begins, or you'll lose your place."
    assert taps == ["Check in", "Withdraw"]
    await entering.check_in(on_stage.app, id, person(1), on_stage.tap())
    assert await shown(on_stage, id, 1) == ("You're in, and you've checked in.", ["Withdraw"])


async def test_who_did_not_check_in_is_told_that_they_are_not_in_it(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss", check_in=1800)
    await on_stage.enter(id, 1)
    assert (await shown(on_stage, id, 1, gone="no-show"))[0] == "You didn't check in, so you're not in it."


async def test_who_has_lost_their_tie_hears_that_they_are_out_and_cannot_withdraw(on_stage: Stage) -> None:
    id = await on_stage.begun("knockout", 4, game="ccc", ties=2)
    both = (await on_stage.of(id)).of(person(1))
    assert len(both) == 2
    for pairing in both:
        playing, taps = await shown(on_stage, id, 1)
        assert playing.startswith("**You play:**")
        assert "Withdraw" in taps
        await on_stage.end(pairing, int(pairing.first == person(1)))
        await on_stage.later(2)
    out, taps = await shown(on_stage, id, 1)
    assert out == "You've been knocked out. You can follow the rest here."
    assert taps == []


async def test_who_has_met_everybody_hears_that_they_are_done(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 3, game="ccc", at_once=5)
    for pairing in (await on_stage.of(id)).of(person(1)):
        assert (await shown(on_stage, id, 1))[0].startswith("**You play:**")
        await on_stage.end(pairing, 0)
        await on_stage.later(2)
    assert (await on_stage.of(id)).open
    done, taps = await shown(on_stage, id, 1)
    assert done == "You've played all your matches. You can follow the rest here."
    assert taps == ["Withdraw"]


def test_who_has_still_somebody_to_meet_waits_for_a_match() -> None:
    contest = entered("round robin", 3)
    for other, said in ((2, "You have no match right now."), (3, "You've played all your matches.")):
        contest = paired(contest, 1, other, f"m{other}")
        contest = after(contest, Decided(at=0, match=f"m{other}", score="win"))
        assert my_contest.without_match(contest, 1).startswith(said)


async def test_who_skips_the_next_season_plays_the_present_one_to_its_end(on_stage: Stage) -> None:
    id = await on_stage.begun("league", 4, game="ccc", pace="bank", season=60)
    before = (await on_stage.of(id)).open
    for on, label in ((True, "Play next season"), (False, "Skip next season")):
        await entering.pause(on_stage.app, id, person(1), on=on)
        await on_stage.settle()
        playing, taps = await shown(on_stage, id, 1)
        assert playing.startswith("**You play:**")
        assert playing.endswith("You'll skip the next season.") == on
        assert taps[-2:] == [label, "Withdraw"]
        assert (await on_stage.of(id)).open == before


async def test_who_did_not_show_up_is_told_how_to_come_back(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 2)
    assert (await shown(on_stage, id, 1, gone="no-show"))[0] == (
        "You didn't show up for a match, so you're out. An organizer can invite you again."
    )
    removed = await shown(on_stage, id, 1, gone="removed")
    assert removed == ("An organizer has taken you out.", []), "they can't come back by themselves"


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [("league", "You'll skip the next season."), ("ladder", "You're paused")],
)
def test_who_sits_out_is_told_so(kind: Any, sentence: str) -> None:
    contest = entered(kind, 2)
    mine = next(iter(contest.entrants.values()))
    assert my_contest._format_pause(contest, mine) == ()
    (said,) = my_contest._format_pause(contest, replace(mine, paused=True))
    assert said.startswith(sentence)


def test_each_format_in_which_one_can_pause_says_what_that_means() -> None:
    assert taking_part._PAUSED.keys() == my_contest._PAUSES.keys() == {"ladder", "league"}
    assert taking_part._PAUSED["league"] == "You'll skip the next season. You play this one to its end."


async def test_a_substitute_may_join_while_there_is_room_and_does_nothing_once_it_is_over(
    on_stage: Stage,
) -> None:
    id = await on_stage.begun("swiss", 4, rounds=3, most=4)
    await on_stage.list(id, 5)
    now = on_stage.app.now()
    assert labels(my_contest.taps_of_listed(await on_stage.found(id), person(5), now)) == ["Leave the list"]
    await entering.leave(on_stage.app, id, person(1))
    free = my_contest.taps_of_listed(await on_stage.found(id), person(5), now)
    assert labels(free) == ["Join", "Leave the list"]
    await on_stage.play_out(id)
    assert my_contest.taps_of_listed(await on_stage.found(id), person(5), now) == []


async def test_who_left_with_results_gets_no_way_in(on_stage: Stage) -> None:
    id = await on_stage.begun("knockout", 2)
    await entering.leave(on_stage.app, id, person(1))
    contest = await on_stage.found(id)
    assert labels(my_contest._ways_in(contest, None)) == ["Be a substitute"]
    assert my_contest._ways_in(contest, contest.contest.entrants[person(1)]) == []


# --- the card ---------------------------------------------------------------------------------------------


async def test_the_card_of_what_is_called_off_says_so_and_takes_nobody(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss")
    await on_stage.enter(id, 1)
    before = seen(await card_posts.card(on_stage.ctx, await on_stage.found(id)))
    assert list(before.buttons) == ["Join", "Withdraw", "Details", "Manage"]
    await on_stage.later(3600)
    assert (await on_stage.of(id)).status == "called off"
    off = seen(await card_posts.card(on_stage.ctx, await on_stage.found(id)))
    assert "**Called off**" in off.text
    assert list(off.buttons) == ["Details", "Manage"]


def test_the_card_says_who_may_enter() -> None:
    terms = Terms(kind="swiss", name="Cup", game="ccc", most=8, least_rating=1000, most_rating=2200, role=7)
    assert sentences.who_may(terms) == "Up to 8 players · ratings from 1000 to 2200 · with the role <@&7>"
    assert sentences.who_may(Terms(kind="swiss", name="Cup", game="ccc", most=1)) == "Up to 1 player"


SHUT = {"message": "Missing Access", "code": 50001}
IN_TROUBLE = {"message": "Oops", "code": 0}


@pytest.mark.slow
@pytest.mark.parametrize(("status", "body", "later"), [(403, SHUT, 0), (503, IN_TROUBLE, 1)])
async def test_where_no_card_can_be_posted_the_contest_is_open_all_the_same(
    status: int, body: dict[str, Any], later: int
) -> None:
    """A refusal is final; trouble at Discord isn't."""
    async with contest_table.organized() as t:
        t.fault("POST /channels/.*/messages", status, body=body)
        with pytest.raises((AssertionError, StopIteration)):
            await contest_table.create(t)
        t.advance(900)
        await t.settled()
        assert (await contest_table.stands(t)).status == "open"
        assert len([seen for seen in t.mara.messages() if contest_table.is_card(seen)]) == later


@pytest.mark.slow
@pytest.mark.parametrize(("status", "body", "later"), [(403, SHUT, False), (503, IN_TROUBLE, True)])
async def test_a_card_that_cannot_be_edited_keeps_nobody_from_joining(
    status: int, body: dict[str, Any], later: bool
) -> None:
    async with contest_table.organized() as t:
        before = (await contest_table.create(t)).text
        t.fault("PATCH /channels/.*/messages/.*", status, body=body)
        await t.mara.tap("Join", contest_table.card(t))
        await t.settled()
        assert int(t.mara.id) in (await contest_table.stands(t)).entrants
        assert contest_table.card(t).text == before
        t.advance(900)
        await t.settled()
        assert (contest_table.card(t).text != before) == later


# --- people who are gone ------------------------------------------------------------------------------


@pytest.mark.parametrize(("there", "score"), [((), "none"), ((1,), "win"), ((2,), "loss"), ((1, 2), None)])
async def test_a_match_that_cannot_begin_is_won_by_who_is_still_there(
    on_stage: Stage, there: tuple[int, ...], score: str | None
) -> None:
    contest: Contest = paired(entered("swiss", 2), 1, 2, "never-begun")
    async with on_stage.app.database.write("x") as w:
        for number in there:
            await meet(w, replace(user(0), id=number), 1)
        decided = await results.find_decisions(w, on_stage.app, contest)
    assert [(event.score, event.why) for event in decided] == ([(score, "forfeit")] if score else [])


async def test_a_match_that_has_just_ended_is_not_decided_again(
    on_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await on_stage.begun("swiss", 2, game="ccc", longest=7)
    (one,) = (await on_stage.of(id)).open
    read = on_stage.app.match_state

    async def after_the_end(match_id: str) -> Any:
        state = await read(match_id)
        return replace(state, match=replace(state.match, reason="resigned"))

    monkeypatch.setattr(on_stage.app, "match_state", after_the_end)
    on_stage.house.clock.advance(8 * 86_400)
    await results.end_overdue(on_stage.app, id)
    assert (await on_stage.match(one)).reason is None


def test_in_a_game_without_an_analyst_the_rule_promises_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    without = SimpleNamespace(analyst=None, options=dict, legs=lambda _: 1)
    monkeypatch.setattr(results, "GAMES", {"ccc": without})
    terms = Terms(kind="swiss", name="Cup", game="ccc", longest=30)
    assert results.rule_in_words(terms).endswith("is decided after 30 days: it's a draw.")
