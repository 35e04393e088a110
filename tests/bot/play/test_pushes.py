"""What phones show of a match: one push for each turn, never an empty one, never a secret."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from discord import ui

from bot.core.match_state import MatchState
from bot.core.notices import PANEL_GRACE_SECONDS
from bot.discord_kit.components import items, prompts
from bot.discord_kit.components.buttons import Nothing
from bot.discord_kit.components.navigation import OpenMatch
from bot.play.matches import playing
from bot.play.matches.ui.asking import taps_of
from games import GAMES
from games.core.screen.prompt import Choice, Prompt
from games.core.selfplay import BUDGET, numbered_seed, rng_for
from tests.budgets import first_slow
from tests.kit.matches.alpha import MINE, THEIRS
from tests.kit.matches.alpha import begin as begin_with_decks
from tests.kit.matches.tapped import Played, look, newest_match
from tests.kit.people import Person
from tests.kit.table import Table, table
from tests.kit.watching.delivery import RAW

TWO = tuple(key for key, game in GAMES.items() if game.supports_pvp)
A_FEW = 12


@pytest.fixture
async def t() -> AsyncIterator[Table]:
    async with table("mara", "tom") as made:
        made.by_hand = False
        yield made


def text_of(state: MatchState, seat: int) -> str:
    """Return the move that the first level would play."""
    play = next(iter(state.game.players.values()))
    rng = rng_for(numbered_seed(5), seat, state.length)
    return state.game.format(play(state.view(seat), state.briefing(seat), rng, BUDGET))


async def begun(t: Table, key: str) -> tuple[MatchState, tuple[Person, Person]]:
    """Begin a match of Mara against Tom, look at previews, and return the state and the people by seat."""
    await t.mara.slash(f"/{key} challenge", opponent=t.tom)
    await t.tom.tap("Accept")
    await t.settled()
    app, match_id = t.running.bot.ctx.app, await newest_match(t)
    await look(app, match_id, 0, 1)
    state = await app.match_state(match_id)
    people = {int(person.id): person for person in (t.mara, t.tom)}
    return state, (people[state.seat_row(0).person or 0], people[state.seat_row(1).person or 0])


async def play_and_count(t: Table, key: str, most: int) -> None:
    """Play by text, and check that each turn pushes once, only to the player who's to move."""
    state, people = await begun(t, key)
    app = t.running.bot.ctx.app
    while state.result is None and state.length < most:
        seat = state.to_act[0]
        before = [len(person.pushes()) for person in people]
        await people[seat].move(text_of(state, seat), channel="quiet", match=state.match.id)
        await t.settled()
        after = await app.match_state(state.match.id)
        new = [len(person.pushes()) - count for person, count in zip(people, before, strict=True)]
        told = after.result is not None or (not after.sealed and seat not in after.to_act)
        other = 1 if told and 1 - seat not in state.to_act else 0
        expected = [0, 0]
        expected[1 - seat] = other
        assert new == expected, f"after {state.length}: {people[1 - seat].conversation()}"
        state = after
    for person in people:
        assert all(person.pushes()), person.pushes()
        assert not [body for body in person.pushes() if RAW.search(body)]


@pytest.mark.slow
@pytest.mark.parametrize("key", TWO)
async def test_each_turn_pushes_once_and_says_against_whom(t: Table, key: str) -> None:
    await play_and_count(t, key, A_FEW)
    bodies = [body for person in (t.mara, t.tom) for body in person.pushes()]
    assert any(re.search("Your turn against (Mara|Tom)", body) for body in bodies)


@pytest.mark.proof
@pytest.mark.parametrize("key", first_slow(TWO))
async def test_so_does_a_whole_match_and_its_end(t: Table, key: str) -> None:
    await play_and_count(t, key, 10_000)
    ends = [body for person in (t.mara, t.tom) for body in person.pushes()]
    assert [body for body in ends if re.match("You won|You lost|A draw", body)]


async def test_a_push_about_the_last_turns_says_so(t: Table) -> None:
    await t.mara.slash("/decoy challenge", opponent=t.tom, quiet=20)
    await t.tom.tap("Accept")
    await t.settled()
    match_id = await newest_match(t)
    state = await t.running.bot.ctx.app.match_state(match_id)
    people = {int(person.id): person for person in (t.mara, t.tom)}
    seats = tuple(people[state.seat_row(seat).person or 0] for seat in (0, 1))
    match = Played(t, match_id, (seats[0], seats[1]))
    await match.fold(["setup C9/SS8/GGIIDDDDD1"] * 2 + ["end"] * 17)
    assert "unless" not in seats[1].pushes()[-1]
    await match.fold(["end"])
    assert seats[0].pushes()[-1].endswith(" · 2 turns left unless a piece is lost")
    await match.fold(["end"])
    assert seats[1].pushes()[-1].endswith(" · Last turn unless a piece is lost")


# --- against the bot ----------------------------------------------------------------------------------


async def begun_against_the_bot(t: Table, key: str) -> MatchState:
    """Begin a match of Mara's against the bot's first level, and look at what she was dealt."""
    # Her list of matches is pinned meanwhile, which Discord announces with a push that isn't the bot's.
    t.playground.world.beliefs.pins_in_dms_push = False
    if GAMES[key].supports_pvp:
        await t.mara.start(f"/{key} play", level=next(iter(GAMES[key].players)))
    else:
        await begin_with_decks(t, t.mara, (MINE, THEIRS))
    await t.settled()
    app, match_id = t.running.bot.ctx.app, await newest_match(t)
    state = await app.match_state(match_id)
    await look(app, match_id, state.seat_of(int(t.mara.id)) or 0)
    await grace_is_over(t)
    return await app.match_state(match_id)


async def grace_is_over(t: Table) -> None:
    """Let the bot answer, and pass the time in which an open panel would show this instead of a ping."""
    await t.settled()
    t.advance(PANEL_GRACE_SECONDS)
    await t.settled()


async def play_against_the_bot(t: Table, key: str, most: int) -> None:
    """Check that each turn that the bot hands back pushes once, and so does an end that it brings about."""
    state, app, person = await begun_against_the_bot(t, key), t.running.bot.ctx.app, int(t.mara.id)
    seat = state.seat_of(person) or 0
    while state.to_act and state.length < most:
        before, turn = len(t.mara.pushes()), state.turn_number
        while seat in state.to_act and state.turn_number == turn:
            state = await playing.act(app, state.match.id, person, text_of(state, seat))
        mine = state.length
        await grace_is_over(t)
        state = await app.match_state(state.match.id)
        new = t.mara.pushes()[before:]
        assert len(new) == (state.length > mine), f"after {state.length}: {new}"
    assert all(t.mara.pushes()), t.mara.pushes()
    assert not [body for body in t.mara.pushes() if RAW.search(body)]
    assert not state.to_act or state.length >= most


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
async def test_each_turn_that_the_bot_hands_back_pushes_once(t: Table, key: str) -> None:
    await play_against_the_bot(t, key, A_FEW)
    assert any(body.startswith("Your turn against ") for body in t.mara.pushes())


@pytest.mark.parametrize("key", first_slow(GAMES))
async def test_so_does_a_whole_match_against_the_bot(t: Table, key: str) -> None:
    await play_against_the_bot(t, key, 10_000)


@pytest.mark.parametrize("key", first_slow(GAMES))
async def test_a_card_in_the_bot_s_dm_and_its_match_push_nothing(t: Table, key: str) -> None:
    t.playground.world.beliefs.pins_in_dms_push = False
    dm = (await t.mara.actor.open_dm(str(t.running.bot.application_id)))["id"]
    card = await t.mara.slash(f"/{key} play", channel=dm)
    assert not t.mara.pushes()
    await t.mara.tap("Play", card)
    await t.settled()
    assert not t.mara.pushes()


# --- what fits into one request -----------------------------------------------------------------------


def test_a_question_with_too_many_rows_waits_behind_the_buttons_of_the_call() -> None:
    choices = tuple(Choice(str(n), f"Card {n}", action=str(n), group=f"Row {n % 5}") for n in range(60))
    prompt, where = Prompt("Which card?", "list", choices), prompts.Where(taps_of("m", 0))
    assert len(prompts.rows(prompt, where)) == 5, "with the buttons below they are too many"
    [row] = prompts.in_five_rows(prompt, where, [items.button("Open", OpenMatch("m"))])
    assert [getattr(tap, "label", "") for tap in row.children] == ["Open"]


def labels_of(rows: list[ui.ActionRow[Any]]) -> list[list[str]]:
    return [[getattr(tap, "label", "") for tap in row.children] for row in rows]


def test_a_full_grid_shares_its_last_row_with_the_buttons_of_the_call() -> None:
    choices = [Choice(str(n), str(n), action=str(n)) for n in range(20)]
    apart = [Choice(f"p{n}", f"Part {n}", leads_to=(f"p{n}",), button=True) for n in range(4)]
    prompt, where = Prompt("Where to?", "grid", (*choices, *apart)), prompts.Where(taps_of("m", 0))
    more = [items.button(label, Nothing(label)) for label in ("Open", "Hint")]
    found = labels_of(prompts.in_five_rows(prompt, where, more))
    assert [len(row) for row in found] == [5] * 5
    assert found[-1] == ["Part 0", "Part 1", "Part 2", "Part 3", "Open"]


def test_beneath_a_pad_a_row_holds_what_a_phone_shows_side_by_side() -> None:
    names = ("D d0 → e1", "D e0", "D f0", "S a1 → a2", "G b1", "I c1", "I d1", "S d3", "End turn")
    apart = [Choice(name, name, button=True) for name in names]
    prompt = Prompt("Where to?", "compass", (Choice("n", "↑ e5", action="n"), *apart))
    pad, beneath = labels_of(prompts.rows(prompt, prompts.Where(taps_of("m", 0)))), 3
    assert [len(row) for row in pad[:beneath]] == [3, 3, 3]
    assert [len(row) for row in pad[beneath:]] == [3, 3, 3]
    assert [label for row in pad[beneath:] for label in row] == [*names]


async def test_a_challenge_calls_whom_it_names(t: Table) -> None:
    await t.mara.slash(f"/{TWO[0]} challenge", opponent=t.tom)
    [said] = t.tom.pushes()
    assert said == f"@Tom, Mara challenges you to {GAMES[TWO[0]].title} · 7 days to answer"
    assert not t.mara.pushes()
