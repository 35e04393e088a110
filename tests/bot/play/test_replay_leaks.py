"""A replay of a running match reveals nothing new, neither by what it shows nor by how often.

The same match is played twice, as in `test_decoy_leaks`. Then the blind side and an onlooker watch it again,
turn by turn and as a GIF, and everything that they get is compared byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.core.match_state import MatchState
from bot.play.records import folding, replays
from bot.play.records.replays import Replay, ReplayStep
from bot.play.records.ui import replay
from bot.play.records.ui.buttons import ShowStep
from tests.budgets import first_slow
from tests.kit.matches.decoy import HUNTED, LAYOUT
from tests.kit.matches.decoy_twins import (
    ALIKE,
    BLIND,
    FEW,
    LOOK,
    MANY,
    PERMUTED,
    World,
    differences,
    leaks,
    played,
)
from tests.kit.matches.tapped import Played
from tests.kit.seen import Seen

FILM = "replay.gif"


def unwatched(script: list[str]) -> list[str]:
    """Return a script without its looks, so that only the replay is watched."""
    return [text for text in script if text != LOOK]


async def watch(match: Played) -> None:
    """Watch the replay as the blind side and as an onlooker.

    Each looks at every turn, chooses the last entry of each list, and asks for the GIF.
    """
    for person in (match.t.tom, match.t.ines):
        seen = await person.slash("/replay", match=match.id)
        await person.complete("/replay", "match", "")
        seen = await person.tap("⏮", seen)
        while "▶" in seen.buttons:
            seen = await person.tap("▶", seen)
        for entry in [select["options"][-1]["value"] for select in seen.selects]:
            seen = await person.choose(entry, seen)
        await person.tap("GIF", seen)
        await person.until("a film", lambda person=person: person.newest(has_film))


def has_film(seen: Seen) -> bool:
    return FILM in seen.pictures


async def pair(folder: Path, one: list[str], other: list[str], layouts: tuple[str, str], enemy: str,
               seat: int) -> tuple[World, World]:  # fmt: skip
    """Play the same match in two worlds, watched by the people who mustn't see a difference."""
    files = folder / "one.jsonl", folder / "other.jsonl"
    scripts = unwatched(one), unwatched(other)
    first, second = [
        await played(file, layout, enemy, script, seat, leak=watch)
        for file, layout, script in zip(files, layouts, scripts, strict=True)
    ]
    return first, second


# --- nothing is told ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", first_slow((0, 1)), ids=["Cyan hides", "Magenta hides"])
async def test_DP_19_a_replay_does_not_tell_how_often_somebody_acted_unseen(
    tmp_path: Path, seat: int
) -> None:
    few, many = await pair(tmp_path, FEW, MANY, (LAYOUT, LAYOUT), HUNTED, seat)
    assert len(many.texts) - len(few.texts) == 6
    assert leaks(few, many) == []
    assert_watched(few, 9)


async def test_DP_17_a_replay_does_not_tell_hidden_kinds(tmp_path: Path) -> None:
    one, other = await pair(tmp_path, ALIKE, ALIKE, (LAYOUT, PERMUTED), BLIND, 1)
    assert leaks(one, other) == []
    assert_watched(one, 6)


def assert_watched(world: World, turns: int) -> None:
    """Check that the replay showed this many turns, and a GIF to each of its two viewers."""
    gifs = [sent for sent in world.before.sent for name, _ in sent.files if name == FILM]
    assert {sent.seer for sent in gifs} >= {world.blind}
    assert len(gifs) == 2
    bodies = [sent.body for sent in world.before.sent if sent.seer == world.blind]
    numbers = {
        int(n) for body in bodies for n in re.findall(r"Decoy Patrol · [^·]+ · Turn (\d+) of \d+", body)
    }
    assert numbers >= set(range(1, turns + 1))


# --- a leak would be noticed --------------------------------------------------------------------------


def differs(one: World, other: World) -> list[str]:
    """Return the places at which the blind side got something else."""
    return differences(one.before, other.before, one.blind)


async def short_pair(folder: Path) -> tuple[World, World]:
    """Play the first two turns, without and with unseen steps."""
    return await pair(folder, FEW[:4], MANY[:6], (LAYOUT, LAYOUT), HUNTED, 0)


@pytest.mark.proof
async def test_steps_that_nobody_was_told_of_are_seen_as_a_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def steps(table: MatchState, eyes: replays.Eyes) -> Iterator[ReplayStep]:
        for number, state in enumerate(folding.states(table)):
            lines = replays._lines(table, number, eyes) if number else ()
            yield ReplayStep(state, number, lines, table.moment(number).acting, number)

    monkeypatch.setattr(replays, "_steps", steps)
    assert differs(*await short_pair(tmp_path))


@pytest.mark.proof
async def test_other_eyes_before_the_end_are_seen_as_a_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replays, "list_eyes", lambda table, person: ("all", "seat0", "seat1", "truth"))
    assert differs(*await short_pair(tmp_path))


@pytest.mark.proof
async def test_buttons_that_number_all_actions_are_seen_as_a_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def by_action(shown: Replay, number: int, button: Any) -> ShowStep:
        action = shown.steps[shown.clamp(number)].action
        return ShowStep(shown.state.match.id, shown.eyes, action or 0, button)

    monkeypatch.setattr(replay, "_to", by_action)
    assert differs(*await short_pair(tmp_path))


@pytest.mark.proof
async def test_a_film_with_other_eyes_is_seen_as_a_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = replay._shots
    monkeypatch.setattr(replay, "_shots", lambda shown: whole(replays.build_replay(shown.state, "seat0")))
    assert differs(*await short_pair(tmp_path))
