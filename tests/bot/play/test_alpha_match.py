"""Whole matches of alpha over the playground's sockets, from the command to the result."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.core.match_state import MatchState
from bot.core.move_request import MoveRequest
from games.core.record import verify
from tests.kit.games.alpha_decks import creature, spell
from tests.kit.games.alpha_decks import document as document_of
from tests.kit.inputs import ThreadThinkers
from tests.kit.matches.alpha import (
    ALPHA,
    MINE,
    THEIRS,
    a_busy_start,
    begin,
    deal,
    places,
    the_human_begins,
    upload,
)
from tests.kit.matches.analyzed import button_of
from tests.kit.matches.decoy import calls, crafted, in_private, record
from tests.kit.matches.tapped import Played, assert_refused, newest_match, nothing_changes, revealed
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table, table
from tests.kit.traffic import Traffic

MOVED_ON = "The board has moved on since then. Here it is now."


# --- how a match is begun -----------------------------------------------------------------------------


async def opened(match: Played) -> Seen:
    """Open the human's panel from the card."""
    human = match.people[0]
    assert human is not None
    return await human.tap("Play")


def offered(seen: Seen) -> dict[str, str]:
    """Return what a panel's buttons offer as the next key of the draft, as key → label."""
    keys = {tap["custom_id"].rpartition("|")[2].rpartition("~")[2]: label
            for label, tap in seen.buttons.items() if tap["custom_id"].startswith("sp|pick|")}  # fmt: skip
    return {key: label for key, label in keys.items() if key not in ("end", "more", "discards", "decks")}


async def pick(person: Person, key: str, panel: Seen) -> Seen:
    """Tap the button that adds this key to the draft."""
    return await person.tap(offered(panel)[key], panel)


@pytest.fixture
async def match(t: Table, monkeypatch: pytest.MonkeyPatch) -> Played:
    """A match that Mara begins with both kinds of cards in her hand; nothing costs her anything."""
    deal(monkeypatch, (MINE, THEIRS), a_busy_start)
    return await begin(t, t.mara, (MINE, THEIRS))


async def passed(match: Played) -> Seen:
    """End the human's turn, let the AI play its own, and return the human's panel."""
    human = match.people[0]
    assert human is not None
    ply = (await match.table()).view(0).table.ply
    while (now := await match.table()).view(0).table.ply == ply and now.to_act == (0,):
        answer = await human.move("end")
    await match.t.settled()
    return human.again(answer)


async def summon(match: Played, *slots: int) -> None:
    """Summon the human's first creatures into these slots."""
    for slot in slots:
        await match.act(f"play {places((await match.table()).game_state, 'creature')[0]} {slot}")


# --- the commands -------------------------------------------------------------------------------------


async def test_there_is_no_side_and_nobody_to_challenge(t: Table) -> None:
    (alpha,) = (command for command in t.mara.actor.commands("games") if command["name"] == "alpha")
    commands = {option["name"]: option for option in alpha["options"]}
    assert set(commands) == {"play", "rules", "deck", "leaderboard"}
    names = {option["name"] for option in commands["play"]["options"]}
    options = {"deck", "opponent_deck", "summoning_sickness", "pressure", "version"}
    assert names == {"time", "rated", "public", "level", "preset"} | options


@pytest.mark.slow
async def test_a_match_begins_with_a_card_a_thread_and_a_private_start(t: Table) -> None:
    card = await t.mara.slash("/alpha play", pressure="mill1", opponent_deck="giants", public=True)
    start = await t.mara.tap("Play", card)
    await t.settled()
    match = Played(t, await newest_match(t), (t.mara, None))
    assert "No clock · Custom · deck: balanced against giants · pressure takes a card" in card.text
    assert [thread["name"] for thread in t.threads()] == [
        f"Mara – Abacus (alpha bot) · {match.name} · Alpha Duel"
    ]
    assert start.ephemeral
    assert "You're blue against Abacus (alpha bot)." in start.text
    t.advance(60)
    await t.settled()
    assert in_private(t.mara) == [], "what the tap has shown is not said once more"
    assert (await match.table()).match.ruleset == "alpha-fixed-0.1+mill1"
    assert f"To move: <@{t.mara.id}>" in match.posts()[-1].text


@pytest.mark.slow
async def test_ALPHA_1_an_ai_that_begins_has_played_when_the_board_is_first_shown(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal(monkeypatch, (MINE, THEIRS), lambda state: not the_human_begins(state))
    match = await begin(t, t.mara, (MINE, THEIRS))
    assert (await match.table()).version(1) > 2
    assert "Abacus summons Own 1/5$0 (1/5) into slot 1." in match.posts()[-1].text
    panel = next(seen for seen in reversed(t.mara.messages()) if seen.ephemeral)
    assert "Abacus summons" in panel.text
    assert "You draw" in panel.text
    assert "Which card do you want to play?" in panel.text
    t.advance(60)
    await t.settled()
    assert calls(t.mara) == [], "the panel shows it"


async def test_ALPHA_1_who_is_told_late_that_the_match_began_is_not_told_that_they_begin(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal(monkeypatch, (MINE, THEIRS), lambda state: not the_human_begins(state))
    for name, deck in (("mine", MINE), ("theirs", THEIRS)):
        await upload(t.mara, name, deck)
        await t.settled()
    card = await t.mara.slash("/alpha play", deck="mine", opponent_deck="theirs")
    tap = t.mara.actor.press(card.channel, card.id, card.buttons["Play"]["custom_id"])
    assert (await t.losing_the_answer(tap))["type"] == "failed"
    t.advance(60)
    await t.settled()
    match = Played(t, await newest_match(t), (t.mara, None))
    assert (await match.table()).to_act == (0,)
    told = in_private(t.mara)
    assert "You're blue against Abacus (alpha bot)." in told[0].text
    assert not any("You go first." in seen.text for seen in told)


@pytest.mark.slow
async def test_in_a_private_message_there_is_neither_thread_nor_board_but_the_panel(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = (await t.mara.actor.open_dm(str(t.running.bot.application_id)))["id"]
    deal(monkeypatch, (MINE, THEIRS), a_busy_start)
    match = await begin(t, t.mara, (MINE, THEIRS), channel=place)
    assert not t.threads()
    panel = await t.mara.tap("Play")
    assert "Which card do you want to play?" in panel.text
    messages = len(in_private(t.mara))
    await t.mara.tap("End turn", panel)
    await t.settled()
    assert len(in_private(t.mara)) == messages
    assert "Abacus summons Own 1/5$0 (1/5) into slot 5." in t.mara.again(panel).text
    assert (await match.table()).version(1) == 7


# --- the panel of a turn ------------------------------------------------------------------------------


@pytest.mark.slow
async def test_ALPHA_17_a_creature_goes_into_the_first_free_slot_or_into_one_that_is_chosen(
    match: Played,
) -> None:
    mara = match.t.mara
    panel, creatures = await opened(match), places((await match.table()).game_state, "creature")
    assert "You have 1 energy. Which card do you want to play?" in panel.text
    assert list(offered(panel)) == [f"p{creatures[0]}"], (
        "of equal ones the first; objects have nothing to be played on"
    )
    every = await mara.tap("Another slot or target", panel)
    assert list(offered(every)) == creatures
    slots = await pick(mara, creatures[1], every)
    assert "Own 3/3$0, 3/3: into which slot?" in slots.text
    assert slots.answers - {"No coach"} == {"Slot 1", "Slot 2", "Slot 3", "Slot 4", "Slot 5", "Back"}
    assert "Which card do you want to play?" in (await mara.tap("Back", slots)).text
    slots = await pick(mara, creatures[1], await mara.tap("Another slot or target", mara.again(slots)))
    panel = await mara.tap("Slot 1", slots)
    assert "You summon Own 3/3$0 (3/3) into slot 1." in panel.text
    panel = await pick(mara, f"p{creatures[0]}", panel)
    assert "You summon Own 3/3$0 (3/3) into slot 2." in panel.text
    assert (await match.table()).texts == (f"play {creatures[1]} 1", f"play {creatures[0]} 2")


@pytest.mark.proof
@pytest.mark.drawn
async def test_ALPHA_9_attacks_are_made_one_by_one_until_nothing_can_attack(match: Played) -> None:
    mara = match.t.mara
    await summon(match, 2, 5)
    panel = await mara.tap("End Action Phase", await passed(match))
    assert list(offered(panel)) == ["2x1"], "all attackers are alike, and all targets"
    panel = await mara.tap("Another attacker or target", panel)
    assert "Which creature should attack?" in panel.text
    panel = await pick(mara, "3", await pick(mara, "5", panel))
    assert "Which attack do you want to make?" in panel.text
    assert list(offered(panel)) == ["2x1", "2x3"]
    assert offered(panel)["2x3"] == "2 Own 3/3$0 × 3 Own 1/5$0: destroys it, has 2 left"
    assert offered(panel)["2x1"] == "2 Own 3/3$0 × 1 Own 1/5$0: it has 2 left, yours 2"
    assert {"End turn", "Back"} & set(panel.buttons) == {"End turn"}
    panel = await pick(mara, "2x3", panel)
    assert "Abacus (alpha bot) is thinking." in panel.text, "nothing can attack any more: the turn ends"
    assert "attack 5 3, attack 2 3, end" in ", ".join((await match.table()).texts)


@pytest.mark.slow
async def test_the_discards_are_a_picture_from_which_one_goes_on(match: Played) -> None:
    mara = match.t.mara
    await summon(match, 2)
    panel = await passed(match)
    assert "Discards" not in panel.buttons
    place = places((await match.table()).game_state, "destroy")[0]
    every = await mara.tap("Another slot or target", panel)
    panel = await pick(mara, "o3", await pick(mara, place, every))
    pile = await mara.tap("Discards", panel)
    alt = "Discards. You: 1 Own end-it$0 destroy for 0. Abacus: 1 Own 1/5$0 1/5 for 0."
    assert pile.alt_texts == [alt]
    assert set(pile.buttons) == {*panel.buttons, "Back"} - {"Discards"}
    assert offered(pile) == offered(panel)
    assert (await mara.tap("Back", pile)).alt_texts == panel.alt_texts
    again = await mara.tap("Discards", mara.again(pile))
    on = await pick(mara, f"p{places((await match.table()).game_state, 'creature')[0]}", again)
    assert "You summon" in on.text
    assert on.alt_texts[0].startswith("Alpha Duel. ")


# --- what the AI does ---------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_panel_tells_the_turn_of_the_ai_and_not_ones_own_again_a_line_each(
    match: Played,
) -> None:
    await summon(match, 2)
    panel = await passed(match)
    ais = [f"- Abacus summons Own 1/5$0 (1/5) into slot {slot}." for slot in range(1, 6)]
    assert panel.text.splitlines()[1:6] == ais
    assert panel.text.splitlines()[6].startswith("- You draw Own ")
    assert panel.text.splitlines()[-1] == "**You have 2 energy. Which card do you want to play?**"
    panel = await passed(match)
    assert panel.text.splitlines()[1] == "Abacus does nothing. " + drawn(panel)


def drawn(panel: Seen) -> str:
    """Return the sentence that names the cards drawn last."""
    return re.findall(r"You draw [^.]+\.", panel.text)[-1]


@pytest.mark.slow
async def test_everybody_is_told_of_both_turns_in_one_post_and_of_no_card_that_is_drawn(
    match: Played,
) -> None:
    await summon(match, 2)
    await passed(match)
    post = match.posts()[-1]
    assert len(match.posts()) == 2
    assert post.text.splitlines()[:2] == [
        f"- {match.t.mara.name} summons Own 3/3$0 (3/3) into slot 2.",
        "- Abacus summons Own 1/5$0 (1/5) into slot 1.",
    ]
    assert "draw" not in post.text
    assert "Your hand" not in post.alt_texts[0]
    match.t.advance(60)
    await match.t.settled()
    assert not calls(match.t.mara), "the panel was open all the time"


class Waiting(ThreadThinkers):
    """An AI that answers only when the test lets it."""

    def __init__(self) -> None:
        self.asked, self.may_answer = asyncio.Event(), asyncio.Event()

    async def think(self, question: MoveRequest) -> str:
        self.asked.set()
        await self.may_answer.wait()
        return await super().think(question)


async def with_thinkers(t: Table, thinker: ThreadThinkers) -> None:
    await t.stop_bot()
    t.ai_pool = thinker
    await t.start_bot()


@pytest.mark.slow
async def test_an_answer_that_a_restart_cut_short_comes_all_the_same_and_is_called_once(
    t: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    thinker = Waiting()
    await with_thinkers(t, thinker)
    deal(monkeypatch, (MINE, THEIRS), a_busy_start)
    match = await begin(t, t.mara, (MINE, THEIRS))
    await t.mara.move("end")
    await thinker.asked.wait()
    monkeypatch.setattr("bot.app._DRAIN_SECONDS", 0.05)  # the panel waits for an answer that never comes
    await t.stop_bot()
    thinker.may_answer.set()
    await t.start_bot()
    await t.settled()
    t.advance(60)
    await t.settled()
    (call,) = calls(t.mara)
    assert "Abacus summons Own 1/5$0 (1/5) into slot 5." in call.text
    assert (await match.table()).to_act == (0,)
    caplog.clear()  # the connection was cut while the panel waited for the answer


@pytest.mark.slow
async def test_while_the_ai_thinks_nothing_can_be_played(t: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    thinker = Waiting()
    await with_thinkers(t, thinker)
    deal(monkeypatch, (MINE, THEIRS), a_busy_start)
    match = await begin(t, t.mara, (MINE, THEIRS))
    old = await match.open_twice(lambda label: t.mara.tap(label, match.posts()[-1]))
    await t.mara.tap("End turn", old[0])
    await thinker.asked.wait()
    async with unchanged(match):
        for text in ("end", "play 1 1", "nonsense"):
            assert_refused(await t.mara.move(text), "It's not your turn.")
        assert await t.mara.complete("/move", "action", "") == []
        stale = await t.mara.tap("End turn", old[1])
    assert MOVED_ON in stale.text
    assert stale.answers == {"Refresh"}
    thinker.may_answer.set()
    await t.settled()
    assert "Which card do you want to play?" in t.mara.again(old[0]).text
    assert not t.mara.again(stale).buttons, "the panel that waited is the newer one now"


@asynccontextmanager
async def unchanged(match: Played) -> AsyncIterator[None]:
    """Check that nothing is played inside the block.

    `nothing_changes` would wait for an AI that itself waits for the test.
    """
    before = (await match.table()).texts
    yield
    assert (await match.table()).texts == before


# --- crafted taps ---------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_panel_serves_only_its_owner(match: Played) -> None:
    for draft in ("1~1", "end", "1"):
        post = await crafted(match, f"sp|pick|{match.id}|0|{draft}")
        async with nothing_changes(match.t):
            assert_refused(await match.t.ines.tap("Old", post), "You're not playing in this match.")
    seen = await match.t.ines.tap("Move", match.posts()[0])
    assert not seen.selects
    assert "Your hand" not in seen.alt_texts[0]


# --- a restart ----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_every_panel_works_after_a_restart(match: Played) -> None:
    t, first = match.t, places((await match.table()).game_state, "creature")[0]
    panel = await opened(match)
    await t.restart_bot()
    every = await t.mara.tap("Another slot or target", panel)
    await t.restart_bot()
    slots = await pick(t.mara, first, every)
    await t.restart_bot()
    panel = await t.mara.tap("Slot 3", slots)
    second = places((await match.table()).game_state, "creature")[0]
    await t.restart_bot()
    panel = await pick(t.mara, f"p{second}", panel)
    await t.restart_bot()
    panel = await t.mara.tap("End Action Phase", panel)
    await t.restart_bot()
    attackers = await t.mara.tap("Attack an empty slot", panel)
    await t.restart_bot()
    targets = await pick(t.mara, "3", attackers)
    await t.restart_bot()
    panel = await pick(t.mara, "1", targets)
    await t.restart_bot()
    await t.mara.tap("End turn", panel)
    await t.settled()
    played = (await match.table()).texts
    assert played[:5] == (f"play {first} 3", f"play {second} 1", "end", "attack 3 1", "end")
    assert "Abacus summons" in t.mara.again(panel).text


# --- the end ------------------------------------------------------------------------------------------


def held(cards: Any) -> str:
    """Return a pattern for the names of these cards, each perhaps with a count."""
    return r"[^.]*".join(re.escape(name) for name in dict.fromkeys(card.name for card in cards))


def shows(begins: str, empty: str, cards: Any, told: str) -> bool:
    """Return whether a text lists these cards after its beginning, or says that there are none."""
    pattern = rf"{begins} [^.]*{held(cards)}" if cards else rf"{empty}.* (was|were) empty"
    return re.search(pattern, told, re.IGNORECASE) is not None


@pytest.mark.slow
async def test_ALPHA_28_a_resignation_reveals_hands_and_decks_to_everybody(match: Played) -> None:
    t, state = match.t, (await match.table()).game_state
    await t.mara.tap("Resign", await t.mara.slash("/resign"))
    await t.settled()
    post = match.posts()[-1]
    assert "**Abacus (alpha bot) wins by resignation.**" in post.text
    assert await revealed(match.t.mara, post)
    told = post.text.replace("\\", "")
    for name, hand, deck in zip((t.mara.name, "Abacus"), state.hands, state.decks, strict=True):
        assert re.search(rf"{name} held [^.]*{held(hand)}", told)
        assert re.search(rf"Next in {name}'s deck: [^.]*{held(deck[::-1])}", told)
    assert set(post.buttons) == {"My view", "Record", "Rematch", "Replay", "Verify", "Fairness"} | button_of(
        "alpha"
    )
    await the_record_is_true(match, "0-1", "resigned")


async def the_record_is_true(match: Played, score: str, reason: str) -> None:
    written, end = await record(match.t.ines, match), await match.table()
    assert verify(ALPHA, written).identical
    assert (written.score, written.reason, written.actions) == (score, reason, end.texts)
    assert written.seats == (match.t.mara.id, "alpha")
    assert written.options["decks"] == [MINE, THEIRS]


def as_the_ai(table: MatchState, seat: int) -> str:
    """Return the action that the AI's level would play in this seat."""
    action = ALPHA.players["alpha"](table.view(seat), None, random.Random(0), 0)
    return ALPHA.format(action)


@pytest.mark.proof
async def test_a_match_is_played_to_its_end_and_everything_is_open_then(match: Played) -> None:
    end = await match.play_on((as_the_ai, as_the_ai))
    assert (end.match.winner, end.match.reason) == (0, "exhaustion")
    post, panel = match.posts()[-1], match.t.mara.messages()[-1]
    for seen in (post, panel):
        told = seen.text.replace("\\", "")
        assert re.search(rf"Abacus has no creatures left: (you win|{match.t.mara.name} wins)\.", told)
        assert shows("Abacus held", "Abacus's hand", end.game_state.hands[1], told)
        assert shows(
            r"Next in \w+('s)? deck:", r"\w+('s)? (hand and )?deck", end.game_state.decks[0][::-1], told
        )
    assert await revealed(match.t.mara, post)
    await the_record_is_true(match, "1-0", "exhaustion")


# --- names that look like commands --------------------------------------------------------------------

LIVE = (
    "@everyone **x** <@1> [a](http://b)",
    "||s|| `c` ~~d~~ <#1> <t:1:R> <:a:1>",
    "> #q -# [l]: @here <@&1> __u__ s://a.b \\",
)
LIVE_PARTS = (
    *("@everyone", "@here", "<@1>", "<@&1>", "<#1>", "<t:1", "<:a:1", "](http", "://a.b"),
    *("**x", "||s", "`c`", "~~d", "__u"),
)
NAMING = (
    *(": into which slot?", ": on which creature?", "attacks which slot?", "is an object", "is a creature"),
    *("You summon", "Abacus summons", "Mara summons", "You play", "Abacus plays", "You draw"),
    *("attacks ", "destroy", "held", "Next in"),
)
"""Words near which a card's name is shown: in questions, announcements, revelations and refusals."""


def named(names: Sequence[str]) -> dict[str, Any]:
    """Return a deck of thirty different cards with these names in turn; every fourth card destroys."""
    cards = [
        creature(f"c{n}", 0, 1 + n % 5, 1 + n % 7) if n % 4 else spell(f"c{n}", 0, None) for n in range(30)
    ]
    return document_of([({**card, "name": names[n % len(names)]}, 1) for n, card in enumerate(cards)])


async def tap_out(match: Played, panel: Seen, text: str) -> Seen:
    """Tap the human's longest way through the questions that lead to an action, and let the AI answer."""
    mara, keys = match.t.mara, text.split(" ")[1:]
    view = (await match.table()).view(0)
    first = ALPHA.prompt(view, ())
    more = [choice.label for choice in first.choices if choice.key == "more" and text != "end"]
    if more:
        panel, first = await mara.tap(more[0], panel), ALPHA.prompt(view, ("more",))
    at_once = [choice.label for choice in first.choices if choice.action == text]
    if at_once:
        panel = await mara.tap(at_once[0], panel)
    else:
        panel = await pick(mara, keys[1], await pick(mara, keys[0], panel))
    await match.t.settled()
    return mara.again(panel)


async def taps_and_looks(match: Played, number: int) -> None:
    """Play this many actions by taps, after a refusal for each card; then look at everything and resign."""
    t, panel = match.t, await opened(match)
    for place, card in enumerate((await match.table()).game_state.hands[0], 1):
        refused = await t.mara.move(f"cast {place} o1" if card.is_creature else f"play {place} 1")
        assert card.name in unescaped(refused.text)
    for _ in range(number):
        panel = await tap_out(match, panel, as_the_ai(await match.table(), 0))
    for label in ("My view", "Record", "Move"):
        await t.ines.tap(label, match.posts()[-1])
    await t.mara.tap("Discards", await t.mara.tap("Move", match.posts()[-1]))
    await t.mara.tap("Resign", await t.mara.slash("/resign"))
    await t.settled()


def found_in(body: Any, wanted: str) -> Iterator[str]:
    """Yield all values of a key in a request from the bot.

    Discord reads `content` as Markdown, but not `label`.
    """
    parts = body.items() if isinstance(body, dict) else enumerate(body)
    for key, value in parts:
        if isinstance(value, str) and key == wanted:
            yield value
        elif isinstance(value, dict | list):
            yield from found_in(value, wanted)


def unescaped(text: str) -> str:
    """Return Markdown as its reader sees it, without the escapes."""
    return re.sub(r"\\([^A-Za-z0-9\s])", r"\1", text.replace("\u200b", ""))


@pytest.mark.slow
async def test_names_that_look_like_markdown_mentions_and_links_are_shown_and_do_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, decks = tmp_path / "traffic.jsonl", (named(LIVE), named(LIVE[::-1]))
    deal(monkeypatch, decks)
    async with table("mara", "ines", record=file) as t:
        await taps_and_looks(await begin(t, t.mara, decks), 30)
        seen = [*t.mara.messages(), *t.ines.messages()]
    assert all(message.is_quiet for message in seen if message.payload["mentions"])
    assert not any(message.payload["mention_everyone"] for message in seen)
    mentioned = {user["id"] for message in seen for user in message.payload["mentions"]}
    assert mentioned == {t.mara.id}, "the first board brings her into the thread"
    bodies = [json.loads(request.body) for request in Traffic(file).sent]
    texts = [text for body in bodies for text in found_in(body, "content")]
    assert [text for text in texts if any(part in text for part in LIVE_PARTS)] == []
    shown = [line for text in texts for line in unescaped(text).splitlines()]
    for words in NAMING:
        assert [line for line in shown if words in line and any(name in line for name in LIVE)], words
    labels = [label for body in bodies for label in found_in(body, "label")]
    for name in LIVE:
        assert [label for label in labels if name in label]
    names = {re.sub("-[a-z]{8}", "", name) for request in Traffic(file).sent for name, _ in request.files}
    assert names == {"board.png", "curve.png", "game.png", "deck.png", "alpha.txt"}


# --- long names ---------------------------------------------------------------------------------------

LONG = tuple(f"{'*_~`|' * 8:.37}{number:03}" for number in range(30))
"""Names of forty characters, which are twice as long once their Markdown is escaped."""


def crowd() -> dict[str, Any]:
    """Return a deck of ten tough creatures and twenty weak spells, for turns in which much happens."""
    cards = [creature(f"c{n}", 0, 1, 10) if n < 10 else spell(f"c{n}", 0, 1) for n in range(30)]
    return document_of([({**card, "name": name}, 1) for card, name in zip(cards, LONG, strict=True)])


async def hoarded(t: Table, monkeypatch: pytest.MonkeyPatch) -> Played:
    """Begin a match in which the human keeps all cards for ten turns."""
    decks = (crowd(), crowd())
    deal(monkeypatch, decks)
    match = await begin(t, t.mara, decks)
    for _ in range(10):
        await passed(match)
    return match


@pytest.mark.proof
async def test_however_much_is_told_the_question_stands_below_it(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, played = await hoarded(t, monkeypatch), 0
    panel = await t.mara.tap("Move", match.posts()[-1])
    assert len(panel.selects) == 1, "so many buttons would push the board away"
    while texts := [text for text in await match.legal() if text.startswith(("play", "cast"))]:
        panel, played = await t.mara.move(texts[0]), played + 1
        question = r"\*\*(You have 11 energy\. .*|Which creature should attack\?)\*\*"
        assert re.fullmatch(question, panel.text.splitlines()[-1]), panel.text[-200:]
        assert len(panel.text) <= 4000
    assert played > 12
    await passed(match)
    assert match.posts()[-1].text.splitlines()[-1] == f"To move: {t.mara.name}"
    assert all(0 < len(alt) <= 1024 for seen in t.mara.messages() for alt in seen.alt_texts)


@pytest.mark.slow
async def test_however_much_is_revealed_the_result_and_the_seed_stand_below_it(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await hoarded(t, monkeypatch)
    await t.mara.tap("Resign", await t.mara.slash("/resign"))
    await t.settled()
    post, panel = match.posts()[-1], await t.mara.tap("My view", match.posts()[-1])
    assert "**Abacus (alpha bot) wins by resignation.**" in post.text
    assert "### You lose: you resigned." in panel.text
    for seen in (post, panel):
        assert len(seen.text) <= 4000
    assert await revealed(match.t.mara, post)
