"""In alpha, nothing that a reader gets depends on hands or deck orders hidden from them (ALPHA-28).

The same match is played twice, with the same nonce, the same interactions and two seeds found by a search.
For eight plies, one seat and the public see the same in both, while the opponent's hand and the rest of both
decks differ. Then a resignation reveals everything.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.core import match_record
from bot.core.match_state import MatchState
from bot.core.move_request import MoveRequest
from games import GAMES
from games.alpha.rules import narration
from games.core.game import Viewer
from games.core.selfplay import numbered_seed
from tests.budgets import first_fast, first_slow
from tests.kit.games.alpha_table import document
from tests.kit.inputs import ThreadThinkers
from tests.kit.matches.alpha import begin, the_human_begins
from tests.kit.matches.tapped import Played, rows
from tests.kit.people import Person
from tests.kit.table import Table, table
from tests.kit.traffic import EVERYBODY, Traffic, without_new_ids

ALPHA = GAMES["alpha"]
OURS = ("bot", "games", "render", "storage")
PLAIN = document("3/2$1*24 2dmg$1*6")
"""A deck of few different cards, so that the search soon finds two seeds that deal the same ones."""

VARIED = document("2/3$1*12 2dmg$1*4 5/10$9*7 end-it$9*7")
"""A deck in which half of the cards can't be paid in the first turns, so that hands can differ unnoticed."""

PLIES, FEW_PLIES = 8, 4
"""Even numbers of plies: the human begins, and is asked again after them."""
SEEDS = 500
Seeds = tuple[bytes, bytes]
Leak = Callable[[Played], Awaitable[None]]


# --- two seeds that a seat can't tell apart ------------------------------------------------------------


def decks_of(blind: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return both decks by seat: the blind seat has the plain one."""
    return (PLAIN, VARIED) if blind == 0 else (VARIED, PLAIN)


def what_the_level_plays(state: Any) -> Any:
    """Return the action that the AI's level plays in either seat; the human in these tests plays it, too."""
    view = ALPHA.view(state, state.table.mover)
    return ALPHA.players["alpha"](view, None, random.Random(0), 0)


def states_of(seed: bytes, blind: int) -> Iterator[tuple[Any, Any]]:
    """Yield each state up to the first after PLIES, with what the action before it told each reader."""
    state, told = ALPHA.new(ALPHA.options({"decks": decks_of(blind)}), seed), None
    yield state, told
    while ALPHA.to_act(state) and state.table.ply <= PLIES:
        state, told = played_on(state)
        yield state, told


def played_on(state: Any) -> tuple[Any, Any]:
    played = ALPHA.play(state, state.table.mover, what_the_level_plays(state))
    return played.state, played.told


def seen_from(seed: bytes, blind: int) -> int:
    """Return a digest of everything that the blind seat and the public see and are told."""
    return hash(
        tuple(
            (ALPHA.view(state, blind), ALPHA.view(state, None), told and (told[blind], told[None]))
            for state, told in states_of(seed, blind)
        )
    )


@cache
def twin_seeds(blind: int) -> Seeds:
    """Return two seeds that look the same to the blind seat and the public, but deal different hidden hands.

    Of all such pairs, it's the one in which most happens. The human begins, so that nothing depends on how
    quickly the AI plays while the match is announced.
    """
    options, alike = ALPHA.options({"decks": decks_of(blind)}), dict[int, list[bytes]]()
    for seed in filter(
        lambda seed: the_human_begins(ALPHA.new(options, seed)), map(numbered_seed, range(SEEDS))
    ):
        alike.setdefault(seen_from(seed, blind), []).append(seed)
    pairs = [(seeds[0], seeds[1]) for seeds in alike.values() if len(seeds) > 1]
    return max(pairs, key=lambda pair: (len(deeds(pair[0], blind)), differing(pair, blind), pair))


@pytest.fixture(autouse=True)
def seeds_found_first() -> None:
    """Find the seeds before a test breaks what the search relies on."""
    twin_seeds(0)


def deeds(seed: bytes, blind: int) -> set[str]:
    """Return the kinds of actions in the first plies."""
    return {ALPHA.format(what_the_level_plays(state)).split(" ")[0] for state, _ in states_of(seed, blind)}


def differing(pair: Seeds, blind: int) -> int:
    """Return in how many of the first states the hidden hands of two matches differ."""
    matches = zip(*(states_of(seed, blind) for seed in pair), strict=True)
    return sum(held(state, 1 - blind) != held(other, 1 - blind) for (state, _), (other, _) in matches)


def held(state: Any, seat: int) -> list[str]:
    return sorted(card.id for card in state.hands[seat])


@pytest.mark.parametrize("blind", first_fast((0, 1)), ids=["the human is blind", "the AI is blind"])
def test_the_two_worlds_differ_in_a_hand_and_in_both_decks_and_in_nothing_that_can_be_seen(
    blind: int,
) -> None:
    one, other = ([state for state, _ in states_of(seed, blind)] for seed in twin_seeds(blind))
    assert len(one) == len(other) > 25
    assert differing(twin_seeds(blind), blind) > len(one) // 2
    for first, second in zip(one, other, strict=True):
        assert ALPHA.view(first, blind) == ALPHA.view(second, blind)
        assert ALPHA.view(first, None) == ALPHA.view(second, None)
    assert one[-1].decks[0] != other[-1].decks[0]
    assert one[-1].decks[1] != other[-1].decks[1]
    assert deeds(twin_seeds(blind)[0], blind) == {"play", "cast", "attack", "end"}


# --- the same match in both worlds ---------------------------------------------------------------------


class Noting(ThreadThinkers):
    """The AI, which also keeps every view that it was asked about."""

    def __init__(self) -> None:
        self.views: list[Any] = []

    async def think(self, question: MoveRequest) -> str:
        self.views.append(question.view)
        return await super().think(question)


@dataclass(frozen=True)
class World:
    """One of the two matches: its traffic, its log, its queue and the AI's views.

    `traffic` ends with the resignation; `whole` also has what came after it.
    """

    traffic: Traffic
    whole: Traffic
    logged: list[str]
    queued: list[str]
    given: list[Any]
    human: str
    onlooker: str
    phones: list[list[str]]

    def blind(self, seat: int) -> tuple[str, ...]:
        """Return the readers who mustn't see a difference when this seat is blind."""
        return (EVERYBODY, self.onlooker, self.human) if seat == 0 else (EVERYBODY, self.onlooker)


def differences(one: Traffic, other: Traffic, *seers: str) -> list[str]:
    """Return the readers and places for which two records of traffic differ."""
    here, there = one.seen_by(*seers), other.seen_by(*seers)
    return [" ".join(where) for where in sorted({*here, *there}) if here.get(where) != there.get(where)]


async def played(
    file: Path, seed: bytes, blind: int, log: pytest.LogCaptureFixture, plies: int, leak: Leak | None
) -> World:
    """Play a match with this seed for some plies, resign, and return what was sent, logged and queued."""
    log.clear()
    thinker = Noting()
    async with table("mara", "ines", record=file) as t:
        await t.stop_bot()
        t.ai_pool = thinker
        await t.start_bot()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("bot.play.matches.starting.fair_seed", lambda *_: seed)
            match = await begin(t, t.mara, decks_of(blind))
        t.fault(f"POST /channels/{t.threads()[-1]['id']}/messages$", 503)
        await play_and_look(match, plies)
        await t.ines.tap("Fairness")
        if leak is not None:
            await leak(match)
            await t.settled()
        before, queued = Traffic(file), await queued_rows(t)
        logged = [r.getMessage() for r in log.records if r.name.split(".")[0] in OURS]
        await t.mara.tap("Resign", await t.mara.slash("/resign"))
        await t.settled()
        await t.ines.tap("Fairness", match.posts()[-1])
        people = t.mara.id, t.ines.id
        phones = [person.pushes_by_place() for person in t.people.values()]
    return World(
        before,
        Traffic(file),
        [without_new_ids(line) for line in logged],
        queued,
        thinker.views,
        *people,
        phones,
    )


async def queued_rows(t: Table) -> list[str]:
    return [without_new_ids(str(row)) for kind in ("outbox", "deadlines") for row in (await rows(t))[kind]]


async def play_and_look(match: Played, plies: int) -> None:
    """Play as the AI's level does, in turn by taps and by text, while everybody looks at everything."""
    while (now := await match.table()).game_state.table.ply <= plies:
        text = ALPHA.format(what_the_level_plays(now.game_state))
        await match.act(text)
        await match.t.settled()
        if text == "end":
            match.t.advance(5)
            await match.t.settled()
            for person in match.t.people.values():
                await look_around(match, person)


async def look_around(match: Played, person: Person) -> None:
    """Tap and write everything that a person can to look at the match."""
    for label in ("Move", "My view", "Record", "⋯"):
        await person.tap(label, match.posts()[-1])
    panel = await person.tap("Move", match.posts()[-1])
    first = ALPHA.prompt((await match.table()).view(0), ()).choices if person is match.people[0] else ()
    asking_on = [choice for choice in first if choice.action is None and not choice.button]
    for choice in asking_on[:1]:
        panel = await person.tap(choice.label, panel)
    if "Back" in panel.buttons:
        panel = await person.tap("Back", panel)
    if "Discards" in panel.buttons:
        await person.tap("Discards", panel)
    await person.slash("/matches")
    await person.complete("/move", "action", "")
    await person.complete("/move", "match", "")
    for text in ("nonsense", "play 30 1", "cast 30 o5", "attack 5 5"):
        await person.move(text, match=match.id)
    await match.t.settled()


async def worlds(
    folder: Path,
    log: pytest.LogCaptureFixture,
    blind: int = 0,
    plies: int = FEW_PLIES,
    leak: Leak | None = None,
) -> tuple[World, World]:
    """Play the match with both seeds."""
    for name in OURS:
        log.set_level(logging.DEBUG, name)
    one, other = [
        await played(folder / f"{number}.jsonl", seed, blind, log, plies, leak)
        for number, seed in enumerate(twin_seeds(blind))
    ]
    return one, other


def leaks(one: World, other: World, blind: int = 0) -> list[str]:
    """Return the readers and places for which a blind reader got something else before the resignation."""
    seers = one.blind(blind)
    assert sum(map(len, one.traffic.seen_by(*seers).values())) > 40, "this proves nothing"
    return differences(one.traffic, other.traffic, *seers)


@pytest.mark.parametrize("blind", first_slow((0, 1)), ids=["the human is blind", "the AI is blind"])
async def test_ALPHA_28_a_hand_and_what_is_left_of_the_decks_change_nothing_that_anybody_else_gets(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, blind: int
) -> None:
    one, other = await worlds(tmp_path, caplog, blind, PLIES)
    assert leaks(one, other, blind) == []
    assert one.logged == other.logged
    assert any("failed (attempt 1)" in line for line in one.logged), "the log should have something in it"
    assert one.queued == other.queued
    assert one.phones == other.phones
    assert any(one.phones)
    assert len(one.given) > 10
    assert (one.given == other.given) == (blind == 1), "ALPHA-24: what the AI thinks about"
    assert bool(differences(one.traffic, other.traffic, one.human)) == (blind == 1)
    assert differences(one.whole, other.whole, EVERYBODY), "what is revealed should tell them apart"
    for what in ("To move: ", "Abacus plays", "You play", "sp|open|", ".txt", "board.png"):
        assert found_in(one, blind, what), f"{what} is in no message, so nothing is proved about it"
    seed = twin_seeds(blind)[0].hex()
    assert [any(seed in sent.body for sent in t.sent) for t in (one.traffic, one.whole)] == [False, True]


def found_in(world: World, blind: int, what: str) -> bool:
    """Return whether a text is in anything that the blind readers got."""
    sent = [message for found in world.traffic.seen_by(*world.blind(blind)).values() for message in found]
    return any(what in message.body or any(what in name for name, _ in message.files) for message in sent)


# --- a leak would be noticed ----------------------------------------------------------------------------


async def tell_everybody(match: Played) -> None:
    """Say in the thread what the AI holds."""
    thread = match.t.running.bot.get_partial_messageable(int(match.posts()[-1].channel))
    await thread.send(", ".join(held((await match.table()).game_state, 1)))


@pytest.mark.proof
async def test_a_message_to_all_with_the_hand_of_the_ai_is_seen_as_a_leak(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    found = leaks(*await worlds(tmp_path, caplog, leak=tell_everybody))
    assert found == [f"{EVERYBODY} POST /channels/ID/messages"]


@pytest.mark.proof
async def test_telling_what_the_ai_draws_is_seen_as_a_leak(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell = narration.turn_ended

    def to_everybody(table: Any, after: Any) -> Any:
        told = tell(table, after)
        return dict.fromkeys((0, 1, None), told[after.table.mover])

    monkeypatch.setattr(narration, "turn_ended", to_everybody)
    found = leaks(*await worlds(tmp_path, caplog))
    assert f"{EVERYBODY} POST /channels/ID/messages" in found


@pytest.mark.proof
async def test_a_picture_with_the_hand_of_the_ai_is_seen_as_a_leak(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = ALPHA.view

    def with_a_hand(state: Any, who: Viewer) -> Any:
        view = look(state, who)
        return msgspec.structs.replace(view, hand=state.hands[1]) if who is None else view

    monkeypatch.setattr(ALPHA, "view", with_a_hand)
    one, other = await worlds(tmp_path, caplog)
    assert f"{EVERYBODY} POST /channels/ID/messages" in leaks(one, other)
    assert sorted(sent.body for sent in one.traffic.sent) == sorted(sent.body for sent in other.traffic.sent)


@pytest.mark.proof
async def test_a_component_id_with_a_secret_in_it_is_seen_as_a_leak(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(table: MatchState, seat: int) -> int:
        order = sum(place * card.cost for place, card in enumerate(table.game_state.decks[1]))
        return table.count_actions(seat, table.length) * 1000 + order % 1000

    monkeypatch.setattr(MatchState, "version", version)
    assert leaks(*await worlds(tmp_path, caplog))


@pytest.mark.proof
async def test_a_record_with_the_actions_in_it_before_the_end_is_seen_as_a_leak(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def so_far(table: MatchState, who: Viewer) -> str:
        return "\n".join(table.texts)

    monkeypatch.setattr(match_record, "_so_far", so_far)
    assert leaks(*await worlds(tmp_path, caplog))
