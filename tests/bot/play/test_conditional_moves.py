"""Conditional moves: planned line by line, played at once, canceled by anything unforeseen."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.core import notices
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.play.conditional_moves import conditional_moves
from bot.play.conditional_moves.conditional_moves import MOST_LINES, LineEditor, may_plan
from bot.play.conditional_moves.ui.command import words_of
from bot.play.dealing.hidden_info import see
from bot.play.matches import ending
from games.ccc.rules.compliments import READY
from storage import Match
from storage.rows import DueJob
from storage.tables import conditions
from storage.tables.conditions import Conditions
from tests.kit.hosts.house import INES, MARA, TOM, House
from tests.kit.matches.analyzed import began, study
from tests.kit.matches.ccc import position
from tests.kit.rows import messages_of_kind

TWO_ROWS = {"first": "white", "flatRows": 2}
"""Options of a layout with two rows of Flats, which soon meet."""


@pytest.fixture
async def match(here: House) -> Match:
    """A match in which Mara, as White, is to move."""
    return await began(here, "ccc", **TWO_ROWS)


async def plan(here: House, match: Match, theirs: str, mine: str, after: int | None = None) -> None:
    """Let Tom plan a reply."""
    await conditional_moves.add_line(here.app, match.id, TOM.id, theirs, mine, after)


async def lines(here: House, match: Match, person: int = TOM.id) -> tuple[tuple[str, ...], ...]:
    return await conditional_moves.lines_of(here.app, match.id, person)


async def plays(here: House, match: Match, *texts: str) -> tuple[str, ...]:
    """Play these actions for the sides to act, and return all that were played, planned ones included."""
    async with here.open() as hearing:
        for text in texts:
            await here.act(match, text)
            await hearing.rest()
        here.clock.advance(60)
        await hearing.rest()
    return (await here.app.match_state(match.id)).texts


async def calls(here: House, match: Match) -> list[str]:
    """Return the calls to a turn that were delivered, as “ply:seat”."""
    delivered = [nonce for nonce in here.post.nonces() if nonce.startswith(f"ping:{match.id}:")]
    return [nonce.removeprefix(f"ping:{match.id}:") for nonce in delivered]


async def notes(here: House) -> list[str]:
    """Return the lanes of the notes that a plan is canceled."""
    async with here.app.database.read() as r:
        found = [row for row in await messages_of_kind(r, notices.NOTE) if row.nonce.startswith("foreseen:")]
    assert all("Your opponent played something else, so your" in str(row.payload["text"]) for row in found)
    return [row.lane for row in found]


# --- replies ------------------------------------------------------------------------------------------


async def test_what_was_foreseen_is_replied_at_once_and_nobody_is_called_for_it(
    here: House, match: Match
) -> None:
    await plan(here, match, "a3-a4", "a6-a5")
    assert await plays(here, match, "a3-a4") == ("a3-a4", "a6-a5")
    assert await calls(here, match) == ["2:0"], "only Mara is, to the reply"
    assert await lines(here, match) == ()


async def test_anything_else_cancels_it_and_its_owner_is_called_and_told(here: House, match: Match) -> None:
    await plan(here, match, "a3-a4", "a6-a5")
    assert await plays(here, match, "b3-b4") == ("b3-b4",)
    assert await calls(here, match) == ["1:1"]
    assert await notes(here) == [notices.person_lane(TOM.id)]
    async with here.app.database.read() as r:
        assert await conditions.get(r, match.id, 1) is None


async def test_a_reply_that_ends_the_match_tells_its_absent_owner_too(here: House) -> None:
    match = await began(here, "ccc", position=position("Se4 Fa3 sd5 fh6"))
    await plan(here, match, "a3-a4", "d5xe4")
    await plays(here, match, "a3-a4")
    assert (await here.kept(match.id)).reason == "both-pyramids"
    results = [row.lane for row in await here.queued(match) if row.kind == notices.RESULT]
    assert sorted(results) == [notices.person_lane(person.id) for person in (MARA, TOM)]


async def test_a_line_goes_on_and_lines_branch(here: House, match: Match) -> None:
    await plan(here, match, "a3-a4", "a6-a5")
    await plan(here, match, "b3-b4", "b6-b5", after=1)
    await plan(here, match, "c3-c4", "c6-c5")
    assert await lines(here, match) == (("a3-a4", "a6-a5", "b3-b4", "b6-b5"), ("c3-c4", "c6-c5"))
    assert await plays(here, match, "a3-a4", "b3-b4") == ("a3-a4", "a6-a5", "b3-b4", "b6-b5")


async def test_another_reply_to_the_same_takes_the_place_of_the_first(here: House, match: Match) -> None:
    await plan(here, match, "a3-a4", "a6-a5")
    await plan(here, match, "a3-a4", "b6-b5")
    assert await lines(here, match) == (("a3-a4", "b6-b5"),)


@pytest.mark.parametrize(
    ("theirs", "mine"), [("a6-a5", "a3-a4"), ("a3-a4", "a6-a3"), ("nonsense", "a6-a5"), ("a3-a4", "")]
)
async def test_what_cannot_be_played_there_is_refused(
    here: House, match: Match, theirs: str, mine: str
) -> None:
    async with here.nothing_changes():
        with pytest.raises(UserError):
            await plan(here, match, theirs, mine)


async def test_who_may_not_plan_is_told_why(here: House, match: Match) -> None:
    async with here.nothing_changes():
        for person, after, why in (
            (MARA, None, "It's your turn: play first"),
            (INES, None, "You're not playing in this match"),
            (TOM, 1, "There's no line 1; you have 0"),
        ):
            with pytest.raises(UserError, match=why):
                await conditional_moves.add_line(here.app, match.id, person.id, "a3-a4", "a6-a5", after)
    secret = await here.match()
    await see(here.app, secret.id, 1)
    with pytest.raises(UserError, match="games in which everything is open"):
        await plan(here, secret, "roll", "roll")


async def test_it_can_be_forgotten(here: House, match: Match) -> None:
    await plan(here, match, "a3-a4", "a6-a5")
    await conditional_moves.forget(here.app, match.id, TOM.id)
    assert await lines(here, match) == ()
    assert await plays(here, match, "a3-a4") == ("a3-a4",)
    assert await notes(here) == []


async def test_it_is_kept_where_nothing_is_in_memory(here: House, match: Match) -> None:
    await plan(here, match, "a3-a4", "a6-a5")
    here.app.forget(match.id)
    assert await plays(here, match, "a3-a4") == ("a3-a4", "a6-a5")


async def test_a_line_played_to_its_end_is_over_without_a_word_and_its_owner_is_called(
    here: House, match: Match
) -> None:
    await plan(here, match, "a3-a4", "a6-a5")
    assert await plays(here, match, "a3-a4", "b3-b4") == ("a3-a4", "a6-a5", "b3-b4")
    assert (await calls(here, match))[-1] == "3:1"
    assert await notes(here) == []


async def test_the_rest_of_a_line_can_still_be_seen_and_carried_on(here: House, match: Match) -> None:
    await plan(here, match, "a3-a4", "a6-a5")
    await plan(here, match, "b3-b4", "b6-b5", after=1)
    await plays(here, match, "a3-a4")
    assert await lines(here, match) == (("b3-b4", "b6-b5"),)
    await plan(here, match, "c3-c4", "c6-c5", after=1)
    assert (await plays(here, match, "b3-b4", "c3-c4"))[-4:] == ("b3-b4", "b6-b5", "c3-c4", "c6-c5")


# --- entered action by action -------------------------------------------------------------------------


async def enter(here: House, match: Match, person: int, *texts: str, start: str | None = None) -> LineEditor:
    """Begin a line, and enter these moves of both sides."""
    now = await conditional_moves.begin(
        here.app, await conditional_moves.entering(here.app, match.id, person), start
    )
    for text in texts:
        now = await conditional_moves.enter(here.app, now, text)
    return now


async def test_a_line_is_entered_move_by_move_and_goes_on(here: House, match: Match) -> None:
    now = await enter(here, match, TOM.id, "a3-a4")
    assert (now.begun, now.lines, now.is_theirs) == (("a3-a4",), (), False)
    now = await enter(here, match, TOM.id, "a3-a4", "a6-a5")
    assert now.lines == (("a3-a4", "a6-a5"),)
    (goes_on,) = conditional_moves.goes_on(now)
    now = await enter(here, match, TOM.id, "b3-b4", "b6-b5", start=conditional_moves.mark(goes_on))
    assert now.lines == (("a3-a4", "a6-a5", "b3-b4", "b6-b5"),)
    with pytest.raises(UserError, match="This line can't be extended anymore"):
        await enter(here, match, TOM.id, start="00000")
    assert await plays(here, match, "a3-a4", "b3-b4") == ("a3-a4", "a6-a5", "b3-b4", "b6-b5")


async def test_a_line_without_a_reply_is_never_played_and_its_owner_is_called_as_ever(
    here: House, match: Match
) -> None:
    await enter(here, match, TOM.id, "a3-a4")
    assert await plays(here, match, "a3-a4") == ("a3-a4",)
    assert await calls(here, match) == ["1:1"]
    assert await notes(here) == []
    assert (await conditional_moves.entering(here.app, match.id, TOM.id)).begun == ()


async def test_rows_from_before_lines_were_begun_can_be_read(here: House, match: Match) -> None:
    async with here.app.database.write() as w:
        await w.queries.conditions.put(w, match_id=match.id, seat=1, length=0, lines='[["a3-a4","a6-a5"]]')
    async with here.app.database.read() as r:
        assert await conditions.find_entered(r, match.id, 1) == Conditions(0, (("a3-a4", "a6-a5"),))
    assert await lines(here, match) == (("a3-a4", "a6-a5"),)


async def test_a_reply_says_words_of_its_own(here: House) -> None:
    await here.set_on_server(own_words="free")
    match = await began(here, "ccc", position=position("La1 Fd4 Nh4 sh8 fe7 nb8"))
    await enter(here, match, TOM.id, "d4-d5", f"N@d3{{{READY[0]}}}")
    assert await plays(here, match, "d4-d5") == ("d4-d5", f"N@d3{{{READY[0]}}}")


# --- in your own turn ---------------------------------------------------------------------------------


@pytest.fixture
async def planned(here: House, match: Match) -> Match:
    """A match in which Mara, who is to move, has planned beyond her move."""
    await enter(here, match, MARA.id, "a3-a4", "a6-a5", "b3-b4")
    assert await lines(here, match, MARA.id) == (("a3-a4", "a6-a5", "b3-b4"),)
    return match


async def test_who_is_to_move_plans_after_a_move_of_theirs(here: House, planned: Match) -> None:
    assert await plays(here, planned, "a3-a4") == ("a3-a4",)
    assert await lines(here, planned, MARA.id) == (("a6-a5", "b3-b4"),)
    assert await plays(here, planned, "a6-a5") == ("a3-a4", "a6-a5", "b3-b4")


async def test_a_line_planned_in_ones_turn_goes_on(here: House, planned: Match) -> None:
    (goes_on,) = conditional_moves.goes_on(await conditional_moves.entering(here.app, planned.id, MARA.id))
    now = await enter(here, planned, MARA.id, "b6-b5", "c3-c4", start=conditional_moves.mark(goes_on))
    assert now.lines == (("a3-a4", "a6-a5", "b3-b4", "b6-b5", "c3-c4"),)
    said = "1. after your a3-a4: if a6-a5, then b3-b4; then if b6-b5, then c3-c4"
    assert said in words_of(now.lines, True)
    assert await plays(here, planned, "a3-a4", "a6-a5", "b6-b5") == now.lines[0]


async def test_another_first_move_cancels_the_plan_without_a_word(here: House, planned: Match) -> None:
    await plays(here, planned, "c3-c4")
    assert await lines(here, planned, MARA.id) == ()
    assert await plays(here, planned, "a6-a5") == ("c3-c4", "a6-a5")
    assert await notes(here) == []
    assert (await calls(here, planned))[-1] == "2:0"


async def test_another_answer_cancels_the_plan_and_its_owner_is_told(here: House, planned: Match) -> None:
    assert await plays(here, planned, "a3-a4", "c6-c5") == ("a3-a4", "c6-c5")
    assert await notes(here) == [notices.person_lane(MARA.id)]


async def test_who_planned_since_the_opponent_moved_is_called_at_once(here: House, match: Match) -> None:
    await plan(here, match, "a3-a4", "a6-a5")
    await here.act(match, "a3-a4")
    await enter(here, match, TOM.id, "b6-b5", "b3-b4", "c6-c5")
    async with here.open() as hearing:
        await hearing.rest()
    assert (await here.app.match_state(match.id)).texts == ("a3-a4",)
    assert await calls(here, match) == ["1:1"]


async def test_a_first_move_is_never_played_by_itself(here: House, planned: Match) -> None:
    late = DueJob(
        id=0, kind="reply", subject=planned.id, due_at=0, payload={"seat": 0}, lease_until=None, lease_by=None
    )
    await conditional_moves.reply(here.app, late)
    assert (await here.app.match_state(planned.id)).texts == ()
    assert await lines(here, planned, MARA.id) == (("a3-a4", "a6-a5", "b3-b4"),)


async def test_in_ones_own_turn_a_line_is_only_extended_by_its_number(here: House, planned: Match) -> None:
    given = (here.app, planned.id, MARA.id)
    assert list(await conditional_moves.answers(*given, "", None)) == []
    with pytest.raises(UserError, match="It's your turn: play first"):
        await conditional_moves.add_line(*given, "a6-a5", "b3-b4")
    assert "b6-b5" in list(await conditional_moves.answers(*given, "", 1))
    longer = await conditional_moves.add_line(*given, "b6-b5", "c3-c4", 1)
    assert longer == (("a3-a4", "a6-a5", "b3-b4", "b6-b5", "c3-c4"),)


# --- where nothing can be planned ---------------------------------------------------------------------


async def test_nobody_plans_against_the_bot_nor_when_it_is_over(here: House, match: Match) -> None:
    start: MatchState = await here.app.match_state(match.id)
    assert [may_plan(start, seat) for seat in (0, 1)] == [True, True]
    bot, person = start.match.seats
    seats = (replace(bot, person=None, level="easy"), person)
    assert not may_plan(replace(start, match=replace(start.match, seats=seats)), 1)
    assert not may_plan(await here.app.match_state((await here.match()).id), 0), "it has secrets"
    await ending.resign(here.app, match.id, MARA.id)
    assert not may_plan(await here.app.match_state(match.id), 1)
    with pytest.raises(UserError):
        await plan(here, match, "a3-a4", "a6-a5")


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
