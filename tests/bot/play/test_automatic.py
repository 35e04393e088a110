"""Actions without a choice, which are played for the players (rulings CVD-9, CVD-15, GEN-7)."""

from __future__ import annotations

import msgspec
import pytest

from bot.core.match_state import MatchState, Step, is_posted, narration_since_last_post, opening
from bot.play.dealing.hidden_info import is_bound
from bot.play.endings import aborting
from bot.play.matches import playing
from games import GAMES
from games.core.vocabulary.options import options_data
from storage.engine.handle import Writer
from storage.rows import Match, Seat
from storage.tables import ply
from storage.tables.ply import Ply
from tests.kit.matches.tapped import Played, begin
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.servers import own_settings
from tests.kit.table import Table, table


async def a_turn_each(t: Table) -> Played:
    """Begin a match in which both players have seen the preview, rolled by hand, and played a turn."""
    match = await begin(t, t.mara, t.tom)
    await match.fold()
    await match.act("roll")
    await match.act()
    await match.act("roll")
    return match


def rolls(state: MatchState) -> list[int]:
    """Return the seats that have rolled, in order."""
    return [step.seat for step in state.steps if step.text == "roll"]


def pings_of(person: Person) -> list[Seen]:
    """Return a person's messages about their turns, oldest first."""
    return [seen for seen in person.messages() if "Your turn against" in seen.text]


def ping_of(person: Person) -> Seen:
    """Return a person's last message about a turn."""
    return pings_of(person)[-1]


@pytest.mark.slow
async def test_the_die_is_rolled_when_a_turn_begins_and_the_ping_asks_for_the_move() -> None:
    async with table("mara", "tom", by_hand=False) as t:
        match = await a_turn_each(t)
        assert rolls(await match.table()) == [0, 1]
        await match.act()
        await t.settled()
        assert rolls(await match.table()) == [0, 1, 0]
        await t.mara.until("a ping with the move", lambda: "Roll the die" not in ping_of(t.mara).buttons)
        await match.act()
        await t.settled()
        assert rolls(await match.table()) == [0, 1, 0, 1]
        await t.tom.until("a ping with the move", lambda: "Roll the die" not in ping_of(t.tom).buttons)


@pytest.mark.slow
async def test_a_move_and_the_roll_after_it_are_written_at_once_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No ping is sent for a roll that's just being made, whatever fails in between."""
    write, written = ply.write_ply, list[str]()

    async def breaks_off(w: Writer, one: Ply) -> bool:
        if any(text == "roll" for _, text in one.actions):
            raise OSError("the disk is gone")
        written.extend(text for _, text in one.actions)
        return await write(w, one)

    async with table("mara", "tom", by_hand=False) as t:
        match = await a_turn_each(t)
        before = await match.table()
        text, app = (await match.legal())[0], t.running.bot.ctx.app
        with monkeypatch.context() as broken:
            broken.setattr(ply, "write_ply", breaks_off)
            with pytest.raises(OSError, match="the disk is gone"):
                await playing.act(app, before.match.id, int(t.tom.id), text)
        assert written == [text]
        app.forget(before.match.id)
        assert (await match.table()).steps == before.steps
        await match.act()
        await t.settled()
        assert len((await match.table()).steps) == len(before.steps) + 2
        await t.mara.until("a ping with the move", lambda: "Roll the die" not in ping_of(t.mara).buttons)


@pytest.mark.slow
async def test_whoever_has_a_preview_rolls_first_themselves_seen_or_not() -> None:
    """What's rolled, and when, doesn't tell whether the opponent has looked (CVD-15, GEN-7)."""
    told = []
    for looks in (False, True):
        async with table("mara", "tom", by_hand=False) as t:
            match = await begin(t, t.mara, t.tom)
            await t.mara.tap("Show it now (then it counts)")
            await t.mara.tap("Got it")
            if looks:
                await t.tom.tap("Show it now (then it counts)")
                await t.tom.tap("Got it")
            assert not (await match.table()).steps
            await match.act("roll")
            await match.act()
            await t.settled()
            state = await match.table()
            assert rolls(state) == [0]
            told.append([seen.text for seen in t.mara.messages()])
    assert told[0] == told[1]


@pytest.mark.slow
async def test_who_likes_to_roll_rolls() -> None:
    async with table("mara", "tom", by_hand=False) as t:
        assert "you'll roll yourself" in (await own_settings.switch(t.tom, "Play", "Let me roll")).text
        match = await a_turn_each(t)
        await match.act()
        await match.act()
        await t.settled()
        assert rolls(await match.table()) == [0, 1, 0]
        assert "Roll the die" in ping_of(t.tom).buttons
        assert "I'll roll for you" in (await own_settings.switch(t.tom, "Play", "Roll for me")).text
        assert "rolled for you" in (await t.tom.slash("/settings")).text


@pytest.mark.slow
async def test_a_roll_that_was_made_for_somebody_does_not_say_that_they_are_there() -> None:
    async with table("mara", "tom", by_hand=False) as t:
        match = await begin(t, t.mara, t.tom, destroyer_preview="none")
        await t.mara.tap("Show it now (then it counts)")
        await t.mara.tap("Got it")
        await match.act("roll")
        await match.act()
        await t.settled()
        state = await match.table()
        assert rolls(state) == [0, 1]
        assert (is_bound(state, 0), is_bound(state, 1)) == (True, False)
        assert state.choices_by(1) == 0
        assert aborting.has_begun(state)


def test_neither_what_is_forced_nor_what_needs_no_choice_is_a_choice() -> None:
    told = {None: ("x",)}
    steps = (
        Step((1,), 1, 0, "a2-a4", False, told),
        Step((0,), 2, 1, "roll", False, told, automatic=True),
        Step((0,), 3, 0, "--", True, told),
    )
    state = msgspec.structs.replace(opening(header()), steps=steps)
    assert [state.choices_by(seat) for seat in (0, 1)] == [1, 0]
    assert [state.has_chosen(seat) for seat in (0, 1)] == [True, False]
    assert state.choices_by(0, 0) == 0
    assert state.count_actions(0, 3) == 2


def test_a_skipped_turn_is_told_together_with_the_move_before_it() -> None:
    state = opening(header())
    moved = Step((1,), 2, 0, "a2-a4", False, {None: ("Creator moves a2-a4.",)})
    rolled = Step((1,), 2, 1, "roll", False, {None: ("Destroyer rolls 6.",)}, automatic=True)
    skipped = Step((0,), 3, 1, "roll", False, {None: ("Destroyer rolls 6 and can't move.",)}, automatic=True)
    going_on = msgspec.structs.replace(state, steps=(moved, rolled))
    assert [is_posted(going_on, number) for number in (1, 2)] == [True, False]
    passed = msgspec.structs.replace(state, steps=(moved, skipped))
    assert [is_posted(passed, number) for number in (1, 2)] == [False, True]
    assert narration_since_last_post(passed, 2, None) == (*moved.told[None], *skipped.told[None])


def test_a_panel_tells_of_ones_own_turn_only_the_newest_action_and_turns_without_a_choice() -> None:
    steps = (
        Step((0,), 1, 0, "roll", False, {0: ("You roll 2.",)}),
        Step((1,), 2, 0, "a2-a4", False, {0: ("You move a2-a4.",)}),
        Step((0,), 3, 1, "roll", False, {0: ("Destroyer rolls 3.",)}),
        Step((1,), 4, 0, "roll", False, {0: ("You roll 6 and can't move.",)}, automatic=True),
        Step((0,), 5, 1, "b9-b6", False, {0: ("Destroyer moves b9-b6.",)}),
        Step((0,), 5, 0, "roll", False, {0: ("You roll 1.",)}, automatic=True),
    )
    match = msgspec.structs.replace(header(), seats=(Seat(seat=0, person=1), Seat(seat=1, level="easy")))
    state = msgspec.structs.replace(opening(match), steps=steps)
    assert state.narration_of_turn(0) == (
        "Destroyer rolls 3.",
        "You roll 6 and can't move.",
        "Destroyer moves b9-b6.",
        "You roll 1.",
    )
    earlier = msgspec.structs.replace(state, steps=steps[:3])
    assert earlier.narration_of_turn(0) == ("You move a2-a4.", "Destroyer rolls 3.")


def header() -> Match:
    seats = (Seat(seat=0, person=1), Seat(seat=1, person=2))
    game = GAMES["creators"]
    options = options_data(game.options({}))
    return Match(
        id="m",
        game="creators",
        ruleset=game.ruleset,
        options=options,
        seed=bytes(32),
        nonce=b"",
        pace="1d",
        created_at=1,
        seats=seats,
        rated=False,
    )
