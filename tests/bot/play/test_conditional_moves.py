"""Conditional moves: private, played at once, canceled by anything unforeseen."""

from __future__ import annotations

import pytest

from bot.core.errors import UserError
from bot.play.conditional_moves import conditional_moves
from bot.play.conditional_moves.conditional_moves import MOST_LINES
from storage.rows import DueJob
from storage.tables import conditions
from tests.kit.hosts.house import TOM, House
from tests.kit.matches.analyzed import began, study
from tests.kit.matches.ccc import begin, position
from tests.kit.matches.tapped import Played, assert_refused, nothing_changes
from tests.kit.people import Person
from tests.kit.table import Table

TWO_ROWS = {"first": "white", "flatRows": 2}
"""Options of a layout with two rows of Flats, which soon meet."""


async def texts(match: Played) -> tuple[str, ...]:
    return (await match.table()).texts


def pinged(person: Person) -> int:
    """Return how often a person was pinged in DMs to take their turn."""
    dms = {dm["id"] for dm in person.actor.home()["dms"]}
    return len([seen for seen in person.messages() if seen.channel in dms and "Your turn" in seen.text])


@pytest.mark.slow
async def test_what_was_foreseen_is_replied_at_once_and_nobody_is_called_for_it(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    await t.settled()
    before = pinged(t.tom)
    await t.tom.slash("/conditional", they_play="a3-a4", you_reply="a6-a5")
    await t.mara.move("a3-a4")
    await t.settled()
    assert await texts(match) == ("a3-a4", "a6-a5")
    t.advance(60)
    await t.settled()
    assert pinged(t.tom) == before
    assert (await match.table()).to_act == (0,)


async def test_anything_else_cancels_it_and_its_owner_is_called(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    await t.settled()
    before = pinged(t.tom)
    await t.tom.slash("/conditional", they_play="a3-a4", you_reply="a6-a5")
    await t.mara.move("b3-b4")
    await t.settled()
    assert await texts(match) == ("b3-b4",)
    await t.tom.sees("Your opponent played something else, so your conditional moves against")
    assert pinged(t.tom) == before + 1
    async with t.database.read() as r:
        assert await conditions.get(r, match.id, 1) is None


async def test_a_reply_that_ends_the_match_tells_its_absent_owner_too(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, position("Se4 Fa3 sd5 fh6"))
    await t.tom.slash("/conditional", they_play="a3-a4", you_reply="d5xe4")
    await t.mara.move("a3-a4")
    await t.settled()
    assert (await match.table()).match.reason == "both-pyramids"
    for person, other in ((t.mara, "Tom"), (t.tom, "Mara")):
        told = [line for line in person.pushes() if line.startswith(f"A draw against {other} in ")]
        assert len(told) == 1, person.pushes()


async def test_a_line_goes_on_and_lines_branch(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    await t.tom.slash("/conditional", they_play="a3-a4", you_reply="a6-a5")
    await t.tom.slash("/conditional", they_play="b3-b4", you_reply="b6-b5", after=1)
    answer = await t.tom.slash("/conditional", they_play="c3-c4", you_reply="c6-c5")
    assert "if a3-a4, then a6-a5; then if b3-b4, then b6-b5" in answer.text
    assert "if c3-c4, then c6-c5" in answer.text
    await t.mara.move("a3-a4")
    await t.settled()
    await t.mara.move("b3-b4")
    await t.settled()
    assert await texts(match) == ("a3-a4", "a6-a5", "b3-b4", "b6-b5")


async def test_it_is_private_and_completed_from_what_is_legal(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    answer = await t.tom.slash("/conditional", they_play="a3-a4", you_reply="a6-a5")
    assert answer.ephemeral
    assert not any("a6-a5" in seen.text for seen in t.mara.messages())
    assert "a3-a4" in await t.tom.complete("/conditional", "they_play", "a3-")
    assert "No conditional moves yet" in (await t.mara.slash("/conditional")).text


async def test_what_cannot_be_played_there_is_refused(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    for they, then in (("a6-a5", "a3-a4"), ("a3-a4", "a6-a3"), ("nonsense", "a6-a5")):
        answer = await t.tom.slash("/conditional", they_play=they, you_reply=then)
        assert answer.ephemeral
        assert "### Conditional moves" not in answer.text
    assert "It's your turn" in (await t.mara.slash("/conditional", they_play="a6-a5", you_reply="a3-a4")).text


async def test_it_can_be_forgotten(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    await t.tom.slash("/conditional", they_play="a3-a4", you_reply="a6-a5")
    await t.tom.slash("/conditional", clear=True)
    await t.mara.move("a3-a4")
    await t.settled()
    assert await texts(match) == ("a3-a4",)


@pytest.mark.slow
async def test_it_survives_a_restart(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    await t.tom.slash("/conditional", they_play="a3-a4", you_reply="a6-a5")
    await t.restart_bot()
    await t.mara.move("a3-a4")
    await t.settled()
    assert await texts(match) == ("a3-a4", "a6-a5")


@pytest.mark.slow
async def test_a_line_played_to_its_end_is_over_without_a_word_and_its_owner_is_called(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    await t.settled()
    before = pinged(t.tom)
    await t.tom.slash("/conditional", they_play="a3-a4", you_reply="a6-a5")
    await t.mara.move("a3-a4")
    await t.settled()
    await t.mara.move("b3-b4")
    await t.settled()
    assert await texts(match) == ("a3-a4", "a6-a5", "b3-b4")
    assert pinged(t.tom) == before + 1
    assert not any("played something else" in seen.text for seen in t.tom.messages())


@pytest.mark.slow
async def test_the_rest_of_a_line_can_still_be_seen_and_carried_on(t: Table) -> None:
    match = await begin(t, t.mara, t.tom)
    await t.tom.slash("/conditional", they_play="a3-a4", you_reply="a6-a5")
    await t.tom.slash("/conditional", they_play="b3-b4", you_reply="b6-b5", after=1)
    await t.mara.move("a3-a4")
    await t.settled()
    assert "if b3-b4, then b6-b5" in (await t.tom.slash("/conditional")).text
    await t.tom.slash("/conditional", they_play="c3-c4", you_reply="c6-c5", after=1)
    for text in ("b3-b4", "c3-c4"):
        await t.mara.move(text)
        await t.settled()
    assert (await texts(match))[-4:] == ("b3-b4", "b6-b5", "c3-c4", "c6-c5")


@pytest.mark.slow
async def test_half_a_plan_and_an_unknown_line_are_refused_and_change_nothing(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    async with nothing_changes(t):
        for half in ("they_play", "you_reply"):
            assert_refused(await t.tom.slash("/conditional", **{half: "a3-a4"}), "Give both")
        further = await t.tom.slash("/conditional", they_play="a3-a4", you_reply="a6-a5", after=1)
        assert_refused(further, "There's no line 1; you have 0.")


async def test_a_reply_is_completed_once_the_opponent_s_move_is_there(t: Table) -> None:
    await begin(t, t.mara, t.tom)
    theirs = {"type": 3, "name": "they_play", "value": "a3-a4"}
    reply = {"type": 3, "name": "you_reply", "value": "a6-", "focused": True}
    offered = await t.tom.actor.autocomplete(t.tom.channel, "conditional", [theirs, reply])
    assert "a6-a5" in [choice["value"] for choice in offered]
    assert await t.tom.complete("/conditional", "you_reply", "a3-") == []
    assert await t.ines.complete("/conditional", "they_play", "a3-") == []


async def test_what_is_no_move_is_completed_by_nothing(here: House) -> None:
    match = await began(here, "ccc", **TWO_ROWS)
    replies = [
        list(await conditional_moves.answers(here.app, match.id, TOM.id, text, None))
        for text in ("a3-a4", "nonsense")
    ]
    assert "a6-a5" in replies[0]
    assert replies[1] == []


async def test_there_is_an_end_to_how_much_one_plans(here: House) -> None:
    match = await began(here, "ccc", **TWO_ROWS)
    state = await here.app.match_state(match.id)
    foreseen = list(map(state.game.format, state.game.actions(state.view(0))))[: MOST_LINES + 1]
    for text in foreseen[:-1]:
        await conditional_moves.add_line(here.app, match.id, TOM.id, text, "a6-a5")
    with pytest.raises(UserError, match=f"at most {MOST_LINES} lines"):
        await conditional_moves.add_line(here.app, match.id, TOM.id, foreseen[-1], "a6-a5")
    assert len(await conditional_moves.lines_of(here.app, match.id, TOM.id)) == MOST_LINES


@pytest.mark.parametrize(("text", "why"), [("z9", "z9"), ("a1", "There's nothing you could reply to that")])
async def test_a_move_without_a_reply_is_not_entered(
    here: House, monkeypatch: pytest.MonkeyPatch, text: str, why: str
) -> None:
    study(monkeypatch)
    match = await began(here, "tictactoe")
    for square in ("a3", "b3", "a2", "b2"):
        await here.act(match, square)
    now = await conditional_moves.entering(here.app, match.id, TOM.id)
    with pytest.raises(UserError, match=why):
        await conditional_moves.enter(here.app, now, text)
    assert await conditional_moves.lines_of(here.app, match.id, TOM.id) == ()


async def test_a_job_without_plans_plays_nothing(here: House) -> None:
    match = await began(here, "ccc", **TWO_ROWS)
    job = DueJob(
        id=0, kind="reply", subject=match.id, due_at=0, payload={"seat": 0}, lease_until=None, lease_by=None
    )
    await conditional_moves.reply(here.app, job)
    assert (await here.app.match_state(match.id)).texts == ()
