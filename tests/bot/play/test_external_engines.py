"""Players that are external programs: what they're asked, what happens when one breaks, what's left of it."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.core.move_request import MoveRequest
from bot.core.seats import Place, SeatAssignment
from bot.core.terms import MatchTerms
from bot.play.ai.external_engines import (
    MOST_ACTIONS,
    ExternalEngines,
    Forfeit,
    RunningEngine,
    read_reply,
    request_line,
)
from bot.play.matches.starting import make_match
from games import GAMES
from games.core.selfplay import numbered_seed, rng_for
from tests.kit.hosts.house import SHORT
from tests.kit.inputs import ThreadThinkers, WorksAside
from tests.kit.levels.broken_engines import ANSWER, BROKEN, READ
from tests.kit.levels.broken_levels import doubled
from tests.kit.matches.tapped import SHORT as SLUGS
from tests.kit.matches.tapped import newest_match
from tests.kit.table import table
from tests.kit.worlds.worlds import WORLDS
from tests.paths import ROOT

DOCS = ROOT / "docs"
PYTHON = f"{sys.executable} -I -S"
LONG = 60.0
"""Seconds that no program in these tests takes."""
GAME = GAMES["creators"]


class StandIn(WorksAside):
    """A stand-in for the games' levels, which plays the last legal action and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[MoveRequest] = []

    async def think(self, question: MoveRequest) -> str:
        self.asked.append(question)
        return last_legal(question)


def last_legal(question: MoveRequest) -> str:
    game = GAMES[question.game]
    return [game.format(action) for action in game.actions(question.view)][-1]


def question(name: str, game_key: str = "creators", number: int = 1) -> MoveRequest:
    """Return the request for the Creator's move after the first roll, or for another game's first move."""
    game, raw = GAMES[game_key], SHORT if game_key == "creators" else {}
    state = game.new(game.options(raw), numbered_seed(number))
    if game_key == "creators":
        state = game.play(state, 0, game.parse(game.view(state, 0), "roll")).state
    seat = game.to_act(state)[0]
    view, briefing = game.view(state, seat), game.briefing(state, seat)
    return MoveRequest(game_key, name, seat, raw, view, briefing, random.Random(number), "match", 11)


def program(folder: Path, source: str) -> str:
    """Write a program with this source, and return its command line."""
    file = folder / "program.py"
    file.write_text(source)
    return f"{PYTHON} {file}"


@pytest.mark.parametrize("fault", BROKEN)
async def test_a_broken_program_forfeits_the_move_to_medium_and_is_asked_again_next_time(
    fault: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source, why = BROKEN[fault]
    limit = 0.3 if fault == "is silent" else LONG
    others = StandIn()
    async with ExternalEngines(others, {("creators", "magpie"): program(tmp_path, source)}, limit) as players:
        assert await players.think(question("magpie")) == last_legal(question("magpie"))
        assert [request.level for request in others.asked] == ["medium"]
        assert f"magpie forfeits a move at creators, so medium plays it: {why}" in caplog.text
        program(tmp_path, READ + ANSWER)
        players._engines["creators", "magpie"]._limit_seconds = LONG
        first = json.loads(request_line(question("magpie"), 1))["actions"][0]
        assert await players.think(question("magpie")) == first
        assert len(others.asked) == 1


async def test_a_program_that_crashes_after_its_answer_has_played_and_is_started_anew(tmp_path: Path) -> None:
    others, source = StandIn(), READ + ANSWER + "    os._exit(3)\n"
    async with ExternalEngines(others, {("creators", "magpie"): program(tmp_path, source)}, LONG) as players:
        for _ in range(2):
            await players.think(question("magpie"))
            running = players._engines["creators", "magpie"]._running
            await running._reading
    assert not others.asked


class Instant:
    """A process that has written all its output and ended by the time it's asked."""

    pid = 2**30

    def __init__(self, said: bytes) -> None:
        self.stdin, self.stdout, self._said = self, asyncio.StreamReader(), said

    def write(self, line: bytes) -> None:
        self.stdout.feed_data(self._said)
        self.stdout.feed_eof()

    async def drain(self) -> None:
        pass


async def test_an_answer_counts_if_the_program_ends_with_it_but_not_if_it_says_more() -> None:
    process: Any = Instant(b"one\n")
    assert await RunningEngine(process).exchange(b"\n") == b"one\n"
    process = Instant(b"one\ntwo\n")
    with pytest.raises(Forfeit, match="without being asked"):
        await RunningEngine(process).exchange(b"\n")


async def test_a_program_is_kept_between_moves_and_ended_with_the_bot(tmp_path: Path) -> None:
    source = (
        "import os\nanswers = 0\n"
        + READ
        + "    answers += 1\n"
        + (
            "    action = question['actions'][0] if os.environ.get('DISCORD_TOKEN') is None else 'told'\n"
            "    print(json.dumps({'action': action if answers < 3 else 'third'}), flush=True)\n"
        )
    )
    others = StandIn()
    async with ExternalEngines(others, {("creators", "magpie"): program(tmp_path, source)}, LONG) as players:
        for _ in range(2):
            await players.think(question("magpie"))
        assert not others.asked
        await players.think(question("magpie"))
        assert len(others.asked) == 1, "one process has answered all three"


async def test_a_program_is_given_no_token_and_no_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISCORD_TOKEN", "discord_token", "PGPASSWORD", "SLOWPLAY_DATABASE"):
        monkeypatch.setenv(name, "secret")
    source = READ + "    if 'secret' in os.environ.values():\n        raise SystemExit\n" + ANSWER
    others = StandIn()
    async with ExternalEngines(others, {("creators", "magpie"): program(tmp_path, source)}, LONG) as players:
        await players.think(question("magpie"))
    assert not others.asked


async def test_nothing_that_a_program_has_started_outlives_the_bot(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    source = f"import os, signal\nheld = os.open({str(pipe)!r}, os.O_WRONLY)\n"
    source += "if os.fork() == 0:\n    signal.pause()\n" + READ + ANSWER
    async with ExternalEngines(
        StandIn(), {("creators", "magpie"): program(tmp_path, source)}, LONG
    ) as players:
        opened = asyncio.to_thread(os.open, pipe, os.O_RDONLY)
        reading, _ = await asyncio.gather(opened, players.think(question("magpie")))
    async with asyncio.timeout(LONG):
        assert await asyncio.to_thread(os.read, reading, 1) == b"", "closed by all who held it"
    os.close(reading)


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key, worlds in WORLDS.items() if worlds.hidden])
def test_a_program_is_asked_the_same_in_two_worlds_that_its_seat_cannot_tell_apart(key: str) -> None:
    game, compared = GAMES[key], 0
    for twins in WORLDS[key].twins(random.Random(1)):
        for seat in twins.blind:
            if seat is None or seat not in game.to_act(twins.states[0]):
                continue
            one, other = (game.view(state, seat) for state in twins.states)
            briefings = [game.briefing(state, seat) for state in twins.states]
            asked_in = [
                request_line(MoveRequest(key, "magpie", seat, {}, view, briefing, random.Random(1)), 1)
                for view, briefing in zip((one, other), briefings, strict=True)
                if briefings[0] == briefings[1]
            ]
            compared += len(asked_in)
            assert len(set(asked_in)) <= 1, twins.what
    assert compared


def test_a_line_holds_what_the_document_says_and_nothing_more() -> None:
    line = request_line(question("magpie", number=2), 20_000)
    assert line.count(b"\n") == 1
    found = re.search(r"```json\n(\{\"game\".*?)\n```", (DOCS / "players.md").read_text(), re.DOTALL)
    example, real = json.loads(found[1]), json.loads(line)
    assert len(real["actions"]) == 52
    assert example == {**real, "actions": real["actions"][:3]}
    assert list(example) == list(real)


def test_CCC_42_a_program_cannot_say_what_stands_for_removed_words() -> None:
    state = GAMES["ccc"].new(
        GAMES["ccc"].options({"position": f"4s3/{'8/' * 6}N3S3 w 0,0 00 0 9"}), bytes(32)
    )
    asked = MoveRequest(
        "ccc", "magpie", 0, {}, GAMES["ccc"].view(state, 0), None, random.Random(1), "match", 11
    )
    mark = "removed:0123456789abcdef"
    assert read_reply(asked, json.dumps({"action": "N@d5{removed: a doubt}"}).encode()).startswith("N@d5")
    for words in (mark, f"Nice, {mark}"):
        with pytest.raises(Forfeit, match="a moderator"):
            read_reply(asked, json.dumps({"action": f"N@d5{{{words}}}"}).encode())


def test_of_very_many_actions_a_part_is_listed_and_that_there_are_more_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = json.loads(request_line(question("owl", "ccc"), 1))
    monkeypatch.setattr("bot.play.ai.external_engines.MOST_ACTIONS", 3)
    cut = json.loads(request_line(question("owl", "ccc"), 1))
    assert (whole["more"], cut["more"], cut["actions"]) == (False, True, whole["actions"][:3])
    assert MOST_ACTIONS == 5_000


def test_the_example_in_the_document_is_the_file_beside_it() -> None:
    shown = re.findall(r"```python\n(.*?)```", (DOCS / "players.md").read_text(), re.DOTALL)
    assert shown == [(DOCS / "random_player.py").read_text()]
    assert len(shown[0].splitlines()) <= 20


@pytest.mark.slow
async def test_the_example_plays_a_match_in_every_game(caplog: pytest.LogCaptureFixture) -> None:
    command = f"{sys.executable} {DOCS / 'random_player.py'}"
    others, names = StandIn(), dict.fromkeys([(key, "lot") for key in GAMES], command)
    async with ExternalEngines(others, names, LONG) as players:
        for key, game in GAMES.items():
            raw: dict[str, Any] = SHORT if key == "creators" else {}
            state, number = game.new(game.options(raw), numbered_seed(5)), 0
            while (acting := game.to_act(state)) and number < 40:
                view, briefing = game.view(state, acting[0]), game.briefing(state, acting[0])
                rng = rng_for(numbered_seed(5), acting[0], number)
                text = await players.think(MoveRequest(key, "lot", acting[0], raw, view, briefing, rng))
                state, number = game.play(state, acting[0], game.parse(view, text)).state, number + 1
    assert not others.asked
    assert not caplog.text


async def test_a_program_that_the_settings_no_longer_name_is_stood_in_for(
    caplog: pytest.LogCaptureFixture,
) -> None:
    others = StandIn()
    async with ExternalEngines(others, {}, LONG) as players:
        await players.think(question("magpie"))
    assert [request.level for request in others.asked] == ["medium"]
    assert "the settings no longer name it" in caplog.text


async def test_a_match_against_a_program_goes_on_whatever_it_writes_and_shows_nothing_of_that(
    tmp_path: Path,
) -> None:
    command = program(tmp_path, READ + ANSWER + "    print('gibberish', flush=True)\n")
    async with (
        table("mara") as t,
        ExternalEngines(ThreadThinkers(), {("creators", "magpie"): command}, LONG) as players,
    ):
        t.ai_pool, t.settings = players, {"slowplay_players": {"creators/magpie": command}}
        await t.restart_bot()
        await t.mara.start("/creators play", level="magpie", side="Destroyer", **SLUGS)
        await t.mara.tap("Show it now (then it counts)")
        await t.settled()
        match = await t.running.bot.ctx.app.match_state(await newest_match(t))
        messages = json.dumps([message.payload for message in t.playground.world.messages.values()])
    assert (match.length, match.to_act) == (2, (1,))
    assert "bot (magpie)" in messages
    assert "gibberish" not in messages
    assert "forfeit" not in messages


def test_a_match_against_a_program_never_counts() -> None:
    assert [rated(level) for level in ("easy", "hard", "magpie")] == [True, True, False]


def rated(level: str) -> bool:
    """Return whether a person's match against this level counts."""
    clock: Any = SimpleNamespace(now=lambda: 0)
    seats = (SeatAssignment(11, 901), SeatAssignment(level=level))
    return make_match(clock, "m", MatchTerms("creators", {}, "none"), seats, Place(1, 2), bytes(32)).rated


async def test_work_that_is_no_move_goes_to_the_workers() -> None:
    assert await ExternalEngines(StandIn(), {}, LONG).aside(1, doubled, 21) == 42
