"""Buttons that end a turn never appear where the player has just tapped: whole matches, tapped at random."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui

from bot.discord_kit.components import buttons, items
from bot.discord_kit.components.buttons import Nothing
from bot.discord_kit.interactions.interaction_dedup import keep_clear
from bot.play.matches.ui.buttons import Choose, Pick, ShowDraft
from tests.kit.matches.tapped import newest_match
from tests.kit.seen import Seen
from tests.kit.table import Table, table
from tests.kit.watching.finger import places, rows_of, tap

STEPS = tuple(f"sp|{buttons.verb_of(kind)}|" for kind in (Pick, Choose, ShowDraft))


def endings(seen: Seen) -> dict[str, str]:
    """Return the buttons that end something, as custom_id → label."""
    return {button["custom_id"]: label for label, button in seen.buttons.items() if label.startswith("End ")}


def assert_clear(before: Seen, tapped: str, after: Seen) -> None:
    top, bottom, column = places(before)[tapped]
    for ending, label in endings(after).items():
        there = places(after)[ending]
        assert (top, column) != (there[0], there[2]), f"“{label}” came under the finger"
        assert (bottom, column) != (there[1], there[2]), f"“{label}” came under the finger"


@pytest.mark.proof
@pytest.mark.parametrize(
    ("number", "options"),
    [
        (1, {"preset": "Standard"}),
        pytest.param(2, {"preset": "Skirmish"}, marks=pytest.mark.proof),
        pytest.param(3, {"preset": "Pressure"}, marks=pytest.mark.proof),
    ],
)
async def test_an_ending_never_stands_where_the_finger_is(number: int, options: dict[str, str]) -> None:
    async with table("mara") as t:
        seen = await t.mara.start("/alpha play", **options)
        ended, steps = await tapped_at_random(t, seen, random.Random(number))
    assert steps > ended > 10


@pytest.mark.proof
async def test_an_ending_never_stands_where_the_finger_is_beside_a_pad() -> None:
    async with table("mara") as t:
        await t.mara.start("/decoy play", level="easy", side="Cyan")
        seen = await t.mara.move("setup S2DCD3S/1D1GDG1D2/2I4I2")
        await t.settled()
        ended, steps = await tapped_at_random(t, seen, random.Random(4), most=120)
    assert steps > ended > 10


async def tapped_at_random(t: Table, seen: Seen, rng: random.Random, most: int = 10_000) -> tuple[int, int]:
    """Tap at random until the match ends or `most` taps are made; return the taps on endings and in all."""
    match_id, ended, steps = await newest_match(t), 0, 0
    while steps < most and (await t.running.bot.ctx.app.match_state(match_id)).match.reason is None:
        await t.settled()
        seen = t.mara.again(seen)
        off = {tap["custom_id"] for row in rows_of(seen) for tap in row if tap.get("disabled")}
        taps = [
            custom_id for custom_id in places(seen) if custom_id.startswith(STEPS) and custom_id not in off
        ]
        # Half of the taps are endings, or else no turn would ever pass.
        closing = [custom_id for custom_id in taps if custom_id in endings(seen)]
        tapped = rng.choice(closing if closing and rng.random() < 0.5 else taps)
        lists = {select["custom_id"]: select["options"] for select in seen.selects}
        values = [rng.choice(lists[tapped])["value"]] if tapped in lists else []
        outcome = await t.mara.actor.press(seen.channel, seen.id, tapped, values)
        assert outcome["type"] != "failed", outcome
        await t.settled()
        after = t.mara.again(seen)
        assert_clear(seen, tapped, after)
        ended, steps, seen = ended + (tapped in closing), steps + 1, after
    return ended, steps


# --- where it goes instead -----------------------------------------------------------------------------


def end(key: str = "end") -> items.Tap:
    return items.ending(key, Nothing(key))


def tapped_at(row: int, column: int, rows: int) -> Any:
    """Return a message with this many rows of five buttons, and the custom_id of one of them."""
    made = [
        discord.ActionRow({"type": 1, "id": 0, "components": [
            {"type": 2, "style": 2, "label": "·", "custom_id": f"{number}.{place}"} for place in range(5)
        ]})
        for number in range(rows)
    ]  # fmt: skip
    frame = SimpleNamespace(children=made)
    return SimpleNamespace(components=[frame]), f"{row}.{column}"


def laid_out(view: ui.LayoutView) -> list[list[str | None]]:
    return [[each.label for each in row.children if isinstance(each, ui.Button)]
            for row in view.walk_children() if isinstance(row, ui.ActionRow)]  # fmt: skip


@pytest.mark.parametrize(
    ("at", "rows", "expected"),
    [
        ((0, 2, 1), [["a", "b", "end"]], [["a", "end", "b"]]),
        ((0, 0, 1), [["end", "a"]], [["a", "end"]]),
        ((0, 0, 1), [["end"]], [["·", "end"]]),
        ((0, 1, 1), [["a", "b", "end"]], [["a", "b", "end"]]),
        ((0, 1, 3), [["a", "end"]], [["end", "a"]]),
        ((2, 1, 3), [["a"], ["b", "end"]], [["a"], ["end", "b"]]),
        ((1, 1, 3), [["a"], ["b", "end"], ["c"]], [["a"], ["end", "b"], ["c"]]),
        ((0, 4, 1), [["a", "end"]], [["a", "end"]]),
    ],
)  # fmt: skip
def test_it_changes_places_or_makes_room(at: tuple[int, int, int], rows: Any, expected: Any) -> None:
    row, column, many = at
    made = [[end() if key == "end" else tap(key) for key in keys] for keys in rows]
    view = items.message(*(items.row(*taps) for taps in made))
    keep_clear(*tapped_at(row, column, many), view)
    assert laid_out(view) == expected


def test_nothing_moves_for_who_has_not_tapped_here() -> None:
    for message in (None, tapped_at(0, 0, 1)[0]):
        view = items.message(items.row(end(), tap("a")))
        keep_clear(message, "elsewhere", view)
        assert laid_out(view) == [["end", "a"]]
