"""Nothing that the public or the opponent gets depends on hidden identities or on unseen steps.

The same match is played twice, with the same nonce and the same interactions of the blind side; only what it
can't know differs. Scripts are written with Cyan as the hiding side, and mirrored where Magenta hides.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.core import match_record
from bot.core.match_state import MatchState
from bot.play.wording import matches
from games.core.game import Viewer
from tests.budgets import first_slow
from tests.kit.matches.decoy import HUNTED, LAYOUT, names_a_kind
from tests.kit.matches.decoy_twins import (
    ALIKE,
    BLIND,
    FEW,
    LOOK,
    MANY,
    PERMUTED,
    Leak,
    World,
    differences,
    leaks,
    played,
)
from tests.kit.matches.tapped import Played
from tests.kit.traffic import EVERYBODY, Sent, without_new_ids

OURS = ("bot", "games", "render", "storage")


REVEALING = ["e5xe6", LOOK]
"""An attack that shows the power of e5 to the player it hits, then a look."""


@pytest.fixture
def log_of(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """Return a function that returns what the bot's code has logged since its last call."""
    for name in OURS:
        caplog.set_level(logging.DEBUG, name)

    taken = 0

    def take() -> list[str]:
        nonlocal taken
        fresh, taken = caplog.records[taken:], len(caplog.records)
        return [without_new_ids(r.getMessage()) for r in fresh if r.name.split(".")[0] in OURS]

    return take


# --- identities ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", first_slow((0, 1)), ids=["Cyan hides", "Magenta hides"])
async def test_DP_17_hidden_kinds_change_nothing_that_anybody_else_gets(
    tmp_path: Path, seat: int, log_of: Callable[[], list[str]]
) -> None:
    worlds, logs = [], []
    for layout, edits in ((LAYOUT, 0), (PERMUTED, 3)):
        file = tmp_path / f"{layout.replace('/', '-')}.jsonl"
        worlds.append(await played(file, layout, BLIND, ALIKE, seat, then=REVEALING, edits=edits))
        logs.append(log_of())
    one, other = worlds
    assert one.seed == other.seed
    assert one.texts[2:] == other.texts[2:]
    assert leaks(one, other) == []
    assert logs[0] == logs[1]
    assert any("failed (attempt 1)" in line for line in logs[0]), "the log should have something in it"
    assert one.queued == other.queued
    assert one.phones == other.phones, "anybody may see a lock screen, mara's too"
    assert not [line for line in (*logs[0], *one.queued) if LAYOUT in line]
    assert differences(one.traffic, other.traffic, one.hider), "mara should see her own pieces"
    assert differences(one.traffic, other.traffic, one.blind), "the hit should tell them apart"
    assert differences(one.traffic, other.traffic, EVERYBODY) == []
    public = [sent for found in one.traffic.seen_by(EVERYBODY).values() for sent in found]
    assert not [sent for sent in public if names_a_kind(sent.body)]


# --- unseen steps -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", first_slow((0, 1)), ids=["Cyan hides", "Magenta hides"])
async def test_DP_19_the_number_of_unseen_steps_changes_nothing_that_anybody_else_gets(
    tmp_path: Path, seat: int
) -> None:
    few = await played(tmp_path / "few.jsonl", LAYOUT, HUNTED, FEW, seat)
    many = await played(tmp_path / "many.jsonl", LAYOUT, HUNTED, MANY, seat)
    assert len(many.texts) - len(few.texts) == 6
    assert leaks(few, many) == []
    assert few.phones == many.phones
    assert sum(map(len, few.phones)) > 10, "this proves nothing"
    assert differences(few.before, many.before, few.hider), "mara should see her own steps"
    for what in (
        "An enemy went from d",
        "× ",
        "To move: ",
        "sp|choose|",
        "sp|pick|",
        ", for ",
        ".txt",
        "board.png",
    ):
        assert found_in(few, what), f"{what} is in no message, so nothing is proved about it"


def found_in(world: World, what: str) -> bool:
    """Return whether a text is in anything that the blind side or the public got."""
    sent: list[Sent] = [
        message for found in world.traffic.seen_by(EVERYBODY, world.blind).values() for message in found
    ]
    return any(what in message.body or any(what in name for name, _ in message.files) for message in sent)


@pytest.mark.slow
async def test_an_unseen_step_buys_no_time_and_moves_no_deadline(tmp_path: Path) -> None:
    few = await played(tmp_path / "few.jsonl", LAYOUT, HUNTED, FEW[:4])
    many = await played(tmp_path / "many.jsonl", LAYOUT, HUNTED, MANY[:6])
    assert [line for line in few.queued if "turn" in line] == [line for line in many.queued if "turn" in line]


# --- a leak would be noticed --------------------------------------------------------------------------


async def tell_everybody(match: Played) -> None:
    """Say in the thread how many actions there are."""
    thread = match.t.running.bot.get_partial_messageable(int(match.posts()[-1].channel))
    # With a separate nonce each, the messages would differ in any case.
    await thread.send(f"{(await match.table()).length} actions so far", nonce=1)


async def tell_the_hider(match: Played) -> None:
    """Say to Mara alone how many actions there are."""
    bot = match.t.running.bot
    dm = await bot.create_dm(await bot.fetch_user(int(match.t.mara.id)))
    await dm.send(f"{(await match.table()).length} actions so far")


async def short_pair(folder: Path, leak: Leak | None = None) -> tuple[World, World]:
    """Play the first two turns, without and with unseen steps."""
    few = await played(folder / "few.jsonl", LAYOUT, HUNTED, FEW[:4], leak=leak)
    many = await played(folder / "many.jsonl", LAYOUT, HUNTED, MANY[:6], leak=leak)
    return few, many


@pytest.mark.proof
async def test_a_message_to_all_that_counts_the_actions_is_seen_as_a_leak(tmp_path: Path) -> None:
    found = leaks(*await short_pair(tmp_path, tell_everybody))
    assert found == [f"{EVERYBODY} POST /channels/ID/messages"]


@pytest.mark.slow
async def test_a_message_to_the_hiding_side_alone_is_none(tmp_path: Path) -> None:
    few, many = await short_pair(tmp_path, tell_the_hider)
    assert leaks(few, many) == []
    assert differences(few.before, many.before, few.hider)


@pytest.mark.proof
async def test_a_line_on_a_lock_screen_that_counts_all_actions_is_seen_as_a_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "against", lambda table, seat: f"after {table.length} actions")
    few, many = await short_pair(tmp_path)
    assert few.phones != many.phones


@pytest.mark.proof
async def test_component_ids_that_count_all_actions_are_seen_as_a_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MatchState, "version", lambda table, seat: table.length)
    few, many = await short_pair(tmp_path)
    assert any(where.startswith(few.blind) for where in leaks(few, many))


@pytest.mark.proof
async def test_a_record_that_numbers_unseen_actions_is_seen_as_a_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def so_far(table: MatchState, who: Viewer) -> str:
        return "\n".join(
            f"{number}. {' '.join(step.told[who])}" for number, step in enumerate(table.steps, 1)
        )

    monkeypatch.setattr(match_record, "_so_far", so_far)
    assert leaks(*await short_pair(tmp_path))
