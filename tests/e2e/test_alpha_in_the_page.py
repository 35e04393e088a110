"""Alpha Duel in the page, by taps: a deck built and fixed, a whole match, and its record verified."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.async_api import Locator

from bot.core.match_state import MatchState
from games.alpha.rules.state import COMBAT
from games.alpha.screen.prompt import DISCARDS
from games.core.screen.prompt import Prompt
from tests.kit.browser import CHROMIUM, Pane, page_of
from tests.kit.games.alpha_decks import creature, document, spell
from tests.kit.rows import open_ids
from tests.kit.table import Table, table
from tests.paths import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]

PHONE = 390

QUICK = document([(creature("otter", 0, 5, 10), 12), (spell("net", 0, None), 18)])
"""A deck that wins fast: nothing costs anything, and every blow and every net destroys."""

MEEK = document([(creature("mouse", 0, 1, 1), 10), (spell("straw", 10, 1), 20)])
"""A deck that loses fast: ten creatures with weak attacks."""

_WRONG_OTTER = {**QUICK["cards"][0], "attack": 6}
FAULTY = {"cards": [_WRONG_OTTER, QUICK["cards"][1]], "deck": ["oter", *QUICK["deck"][2:]]}
FAULTS = (
    "cards[0].attack: must be a whole number from 1 to 5, not 6",
    "deck: 29 cards; it must be exactly 30",
    'deck[0]: no card "oter"; did you mean "otter"?',
)

Draft = tuple[str, ...]


async def only_match(t: Table) -> str:
    async with t.database.read() as r:
        (match_id,) = await open_ids(r)
    return match_id


async def match_now(t: Table, match_id: str) -> MatchState:
    return await t.running.bot.ctx.app.match_state(match_id)


async def upload(pane: Pane, name: str, content: dict[str, Any]) -> None:
    await pane.slash("/alpha deck upload")
    await pane.attach(name, json.dumps(content).encode())
    await pane.send()


async def begin(pane: Pane, deck: str, opponent_deck: str) -> None:
    """Start a public match with two custom decks and the rule that pressure takes cards; open its panel."""
    await pane.slash("/alpha play")
    await pane.offer("deck", deck, f"{deck} (yours)")
    await pane.offer("opponent_deck", opponent_deck, f"{opponent_deck} (yours)")
    await pane.offer("pressure", "pressure takes a card")
    await pane.offer("public", "True")
    await pane.send()
    await pane.sees("deck: a custom one against a custom one")
    await pane.tap("Play")
    await pane.sees("You're blue")


# --- legal actions, as the prompts offer them ---------------------------------------------------------


def asked(match: MatchState, draft: Draft = ()) -> Prompt:
    return match.game.prompt(match.view(0), draft)


class Way(NamedTuple):
    """The keys to tap, the action they lead to, and the last button's label."""

    draft: Draft
    action: str
    label: str


def ways(match: MatchState) -> Iterator[Way]:
    """Yield every playable action with the choices that lead to it."""
    for first in asked(match).choices:
        if first.action is not None:
            if not first.disabled:
                yield Way((first.key,), first.action, first.label)
        elif not first.button:
            for then in asked(match, (first.key,)).choices:
                if not then.disabled:
                    yield Way((first.key, then.key), then.action or "", then.label)


def plan(match: MatchState) -> Draft:
    """Return the choices of the next action by a simple strategy.

    Cast one object on the first enemy (enemies are offered first), play creatures until there are three, and
    make every attack that has an effect.
    """
    own, foe = match.view(0).table.sides
    if match.view(0).table.phase == COMBAT:
        wanted = [("attack", "destroy"), ("attack", "empty")]
    else:
        used = any(not card.is_creature for card in own.discard)
        objects = [("cast", "")] if foe.occupied and not used else []
        creatures = [("play", "")] if own.occupied.bit_count() < 3 else []
        wanted = [*objects, *creatures]
    for verb, word in wanted:
        for way in ways(match):
            if way.action.startswith(verb) and word in way.label:
                return way.draft
    return ("end",)


# --- taps ----------------------------------------------------------------------------------------------


def asking(pane: Pane, match: MatchState, draft: Draft) -> Locator:
    """Return the components with which the panel continues a draft at this point of the match."""
    place, keys = f"{match.match.id}|{match.version(0)}|", "~".join(draft)
    picks = f'[data-custom-id^="sp|pick|{place}{keys}{"~" if draft else ""}"]'
    return pane.root.locator(f'{picks}, [data-custom-id^="sp|choose|{place}{keys}|"]').last


async def ones_turn(t: Table, pane: Pane) -> MatchState:
    """Wait for the panel's first question, and return the match.

    If the AI begins, it has played by then, and nothing changes anymore.
    """
    match_id = await only_match(t)
    await pane.root.locator(f'[data-custom-id^="sp|pick|{match_id}|"]').last.wait_for()
    return await match_now(t, match_id)


async def answered(t: Table, pane: Pane, before: MatchState) -> MatchState:
    """Wait until the panel shows the result of an action: the phases that ended, and the AI's actions."""
    over = f'[data-custom-id="sp|rematch|{before.match.id}"]'
    ages = (before.version(0) + played for played in (1, 2, 3))
    going_on = (f'[data-custom-id^="sp|pick|{before.match.id}|{age}|"]' for age in ages)
    await pane.root.locator(", ".join((over, *going_on))).last.wait_for()
    return await match_now(t, before.match.id)


async def take(t: Table, pane: Pane, match: MatchState, draft: Draft) -> MatchState:
    """Tap through a draft to its action, by a button's label or by a list entry."""
    for depth, key in enumerate(draft):
        prompt = asked(match, draft[:depth])
        choice = next(choice for choice in prompt.choices if choice.key == key)
        await asking(pane, match, draft[:depth]).wait_for()
        if choice.button or prompt.shape == "grid":
            await pane.tap(choice.label)
        else:
            await pane.choose(key)
    return await answered(t, pane, match)


async def play_to_the_end(t: Table, pane: Pane) -> MatchState:
    """Tap until the match is over, and look at the discards once."""
    match, looked = await ones_turn(t, pane), False
    while match.match.reason is None:
        await asking(pane, match, ()).wait_for()
        if not looked and any(choice.key == DISCARDS for choice in asked(match).choices):
            await look_at_the_discards(pane)
            looked = True
        match = await take(t, pane, match, plan(match))
    assert looked
    return match


async def look_at_the_discards(pane: Pane) -> None:
    await pane.tap("Discards")
    await pane.root.get_by_alt_text(re.compile(r"^Discards\. You: .*Abacus: ")).last.wait_for()
    await pane.tap("Back")
    await pane.root.get_by_alt_text(re.compile(r"^Discards\. ")).wait_for(state="detached")


async def verified(record: bytes, folder: Path) -> str:
    """Return the output of `python -m games verify` for a record."""
    file = folder / "record.txt"
    await asyncio.to_thread(file.write_bytes, record)
    arguments = (sys.executable, "-m", "games", "verify", str(file))
    ran = await asyncio.create_subprocess_exec(*arguments, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    said, _ = await ran.communicate()
    return said.decode()


async def the_record_is_true(pane: Pane, end: MatchState, folder: Path) -> None:
    """Download the match's record, and assert that it's complete and that the verifier accepts it."""
    await pane.tap("Record")
    name, record = await pane.download(pane.root.get_by_test_id("download").last)
    assert name == f"alpha-{end.match.id}.txt"
    assert '[Ruleset "alpha-fixed-0.1+mill1"]' in record.decode()
    assert f"\n{end.length}. end\n" in record.decode()
    said = (await verified(record, folder)).splitlines()
    assert said[0] == f"identical: {end.length} actions, 1-0 by exhaustion"


# --- the matches ---------------------------------------------------------------------------------------


@pytest.mark.proof
async def test_a_deck_is_mended_a_whole_match_is_won_with_it_and_the_record_is_true(tmp_path: Path) -> None:
    async with table("mara") as t, page_of(t, "mara") as panes:
        mara = panes["mara"]
        await upload(mara, "quick.json", FAULTY)
        for fault in FAULTS:
            await mara.sees(fault)
        await upload(mara, "quick.json", QUICK)
        await mara.sees("Saved “quick”.")
        await mara.root.get_by_alt_text("12 Card otter 5/10 for 0, 18 Card net destroy").last.wait_for()
        await upload(mara, "meek.json", MEEK)
        await mara.sees("Saved “meek”.")
        await begin(mara, "quick", "meek")
        end = await play_to_the_end(t, mara)
        assert {text.split(" ")[0] for text in end.texts} == {"play", "cast", "attack", "end"}
        assert (end.match.winner, end.match.reason) == (0, "exhaustion")
        for place, said in (("games", "You win."), ("Mara – Abacus", "wins")):
            await mara.go_to(place)
            await mara.sees("Abacus has no creatures left")
            await mara.sees(said)
        await the_record_is_true(mara, end, tmp_path)


async def test_on_a_phone_two_turns_are_taken_without_scrolling_to_the_side() -> None:
    async with table("mara") as t, page_of(t, "mara", width=PHONE, height=800) as panes:
        mara = panes["mara"]
        await mara.slash("/alpha play")
        await mara.send()
        await mara.sees("Standard")
        await mara.tap("Play")
        await mara.sees("You're blue")
        match = await ones_turn(t, mara)
        for _ in range(2):
            ply = match.view(0).table.ply
            while match.view(0).table.ply == ply:
                match = await take(t, mara, match, plan(match))
                await nothing_is_wider_than_the_phone(mara)
        table_seen = await mara.root.get_by_test_id("picture").last.bounding_box()
        assert table_seen is not None
        assert table_seen["x"] >= 0
        assert 250 < table_seen["width"] <= PHONE - table_seen["x"]


async def nothing_is_wider_than_the_phone(pane: Pane) -> None:
    wide = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
    assert await pane.page.evaluate("document.scrollingElement.scrollWidth") == PHONE
    assert await pane.root.locator(".scroller").evaluate_all(wide) == 0
