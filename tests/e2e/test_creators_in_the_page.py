"""Whole matches in the page, by taps: two people to either result, and one person against the bot."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable

import pytest

from bot.core.match_state import MatchState
from games import GAMES
from games.core.screen.prompt import Choice, Prompt
from playground.people.defaults import BOT_ID
from tests.kit.browser import CHROMIUM, Pane, page_of
from tests.kit.people import Person
from tests.kit.rows import open_ids
from tests.kit.table import Table, table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]

CREATORS = GAMES["creators"]
SHORT = {"board_size": "12", "rounds": "20", "pattern": "+"}
_MOST_TAPS = 4
Policy = Callable[[MatchState, int], str]


def best(match: MatchState, seat: int) -> str:
    """Return the hard AI's action, with the player's full knowledge of the pattern."""
    player = CREATORS.players["hard"]
    return CREATORS.format(player(match.view(seat), match.briefing(seat), random.Random(0), 20_000))


def idle(match: MatchState, seat: int) -> str:
    """Return a move that neither captures nor touches the pattern, if there is one."""
    cells = set(match.briefing(0).data["cells"])
    legal = [CREATORS.format(action) for action in CREATORS.actions(match.view(seat))]
    harmless = [text for text in legal if "x" not in text and text.rpartition("-")[2] not in cells]
    return (harmless or legal)[-1]


async def match_now(t: Table, match_id: str) -> MatchState:
    return await t.running.bot.ctx.app.match_state(match_id)


async def only_open_match(t: Table) -> str:
    async with t.database.read() as r:
        (match_id,) = await open_ids(r)
    return match_id


async def challenge(t: Table, panes: dict[str, Pane]) -> str:
    """Let Mara challenge Tom as Creator; Tom accepts, both see the preview. Return the match's id."""
    mara, tom = panes["mara"], panes["tom"]
    await mara.slash("/creators challenge")
    await mara.offer("opponent", "Tom")
    await mara.offer("side", "Creator")
    for option, value in SHORT.items():
        await mara.offer(option, value)
    await mara.send()
    await tom.tap("Accept")
    await mara.go_to("Slowplay")
    for pane in (mara, tom):
        await pane.tap("Show it now (then it counts)")
        await pane.root.get_by_alt_text(re.compile("The pattern(: cells| is one of these)")).last.wait_for()
        await pane.tap("Got it")
    await t.tom.actor.open_dm(BOT_ID)
    await tom.go_to("Slowplay")
    return await only_open_match(t)


async def take_turn(t: Table, pane: Pane, match_id: str, seat: int, policy: Policy) -> MatchState:
    """Play a turn by taps: open the panel if necessary, roll, choose a square, and choose among its pawns."""
    await t.settled()
    await pane.root.get_by_role("button", name=re.compile("^(Open|Roll the die)$")).last.wait_for()
    if not await pane.button("Roll the die").is_visible():
        await pane.tap("Open")
    await pane.tap("Roll the die")
    await pane.root.get_by_text(re.compile("You rolled")).last.wait_for()
    match = await match_now(t, match_id)
    way = find_way(match, seat, policy(match, seat))
    for prompt, choice in way:
        await take(pane, prompt, choice)
    question = pane.root.get_by_test_id("messages").get_by_text(way[-1][0].question)
    await question.wait_for(state="detached")
    return await match_now(t, match_id)


def find_way(match: MatchState, seat: int, text: str) -> list[tuple[Prompt, Choice]]:
    """Return the questions, each with the choice to tap, of the shortest way to an action."""
    view = match.view(seat)
    ways: list[tuple[tuple[str, ...], list[tuple[Prompt, Choice]]]] = [((), [])]
    for draft, way in ways:
        prompt = match.game.prompt(view, draft)
        for choice in prompt.choices:
            step = [*way, (prompt, choice)]
            if choice.action == text:
                return step
            if choice.action is None and len(step) < _MOST_TAPS:
                ways.append((choice.leads_to or (*draft, choice.key), step))
    raise AssertionError(f"no taps lead to {text}")


async def take(pane: Pane, prompt: Prompt, choice: Choice) -> None:
    """Wait for the question, and tap the button; if it leads to another part of the board, wait for that."""
    await pane.sees(prompt.question)
    await pane.tap(choice.label)
    if choice.button:
        await pane.button("Back").wait_for()


async def write_turn(t: Table, person: Person, match_id: str, seat: int, policy: Policy) -> MatchState:
    """Play a turn with two typed commands, without the page."""
    await person.move("roll")
    await person.move(policy(await match_now(t, match_id), seat))
    return await match_now(t, match_id)


async def play_to_the_end(
    t: Table, panes: dict[str, Pane], match_id: str, policies: tuple[Policy, Policy], written: range
) -> MatchState:
    """Let both people play until the match is over; turns in `written` are typed, the others tapped."""
    match, people = await match_now(t, match_id), ("mara", "tom")
    for turn in itertools.count():
        if not match.to_act:
            return match
        seat = match.to_act[0]
        if turn in written:
            match = await write_turn(t, t.people[people[seat]], match_id, seat, policies[seat])
        else:
            match = await take_turn(t, panes[people[seat]], match_id, seat, policies[seat])
    raise AssertionError("a match ends")


@pytest.mark.proof
@pytest.mark.parametrize(
    ("policies", "written", "winner", "words"),
    [
        pytest.param((idle, best), range(4, 34), 1, "(Destroyer) wins"),
        pytest.param((best, idle), range(0), 0, "(Creator) wins"),
    ],
    ids=["the Destroyer wins, in the middle by text", "the Creator wins"],
)
async def test_two_people_play_a_whole_match_in_one_page(
    policies: tuple[Policy, Policy], written: range, winner: int, words: str
) -> None:
    async with table("mara", "tom") as t, page_of(t, "mara", "tom") as panes:
        match = await play_to_the_end(t, panes, await challenge(t, panes), policies, written)
        assert match.match.winner == winner
        await panes["tom"].sees("You lose." if winner == 0 else "You win.")
        await panes["mara"].go_to("Mara – Tom")
        await panes["mara"].sees(words)
        await panes["mara"].sees("The pattern was “+”")
        await panes["mara"].tap("Fairness")
        await panes["mara"].sees("my secret was")


@pytest.mark.proof
async def test_one_person_plays_medium_to_the_end() -> None:
    async with table("mara") as t, page_of(t, "mara") as panes:
        mara = panes["mara"]
        await mara.slash("/creators play")
        await mara.offer("level", "medium", "medium · Squirrel")
        await mara.offer("side", "Creator")
        for option, value in SHORT.items():
            await mara.offer(option, value)
        await mara.send()
        await mara.tap("Play")
        await mara.tap("Show it now (then it counts)")
        await mara.tap("Got it")
        match_id = await only_open_match(t)
        match = await match_now(t, match_id)
        while match.match.reason is None:
            await take_turn(t, mara, match_id, 0, best)
            await t.running.bot.ctx.bots.wait_until_settled(match_id)
            match = await match_now(t, match_id)
        await mara.sees("You ")


@pytest.mark.proof
async def test_an_old_panel_works_after_the_bot_was_restarted_in_the_middle_of_a_turn() -> None:
    async with table("mara", "tom") as t, page_of(t, "mara", "tom") as panes:
        match_id = await challenge(t, panes)
        mara = panes["mara"]
        await mara.tap("Roll the die")
        await mara.root.get_by_text("Where do you want to land?").last.wait_for()
        await t.restart_bot()
        match = await match_now(t, match_id)
        text = idle(match, 0)
        for prompt, choice in find_way(match, 0, text):
            await take(mara, prompt, choice)
        await mara.sees("To move:")
        assert (await match_now(t, match_id)).texts[-1] == text
