"""Named presets, from the command to the rematch; the card of a preset that isn't rated says so."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from examples.tictactoe import TicTacToe
from games.core.vocabulary.options import OptionSpec
from games.core.vocabulary.presets import Preset
from tests.kit.hosts.registry import play_here
from tests.kit.matches.tapped import newest_match
from tests.kit.seen import Seen
from tests.kit.table import Table, table

CUSTOM = "· Custom · {} · casual: custom rules aren't rated"


class Options(msgspec.Struct, frozen=True):
    first: str
    corners: str


class Named(TicTacToe):
    """Tic-tac-toe with presets and an additional option without effect."""

    option_specs = (*TicTacToe.option_specs, OptionSpec("corners", "How corners count", ("once", "twice")))
    options_type: Any = Options
    presets = (
        Preset("Classic", "As ever."),
        Preset("Quick", "O begins.", {"first": "O"}),
        Preset("Wild", "Corners count twice.", {"corners": "twice"}, rated=False),
    )


@pytest.fixture(autouse=True)
def _in_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    play_here(monkeypatch, Named())


async def challenged(t: Table, **options: Any) -> Seen:
    given = {"side": "X", "time": "1d", "rated": True, **options}
    return await t.mara.slash("/tictactoe challenge", opponent=t.tom, **given)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "· Classic · rated"),
        ({"preset": "Quick"}, "· Quick · rated"),
        ({"preset": "Wild"}, "· Wild · casual: Wild isn't rated"),
        ({"preset": "Wild", "rated": True}, "· Wild · casual: Wild isn't rated"),
        ({"preset": "Quick", "corners": "twice"}, CUSTOM.format("first: O · corners: twice")),
        ({"preset": "Wild", "first": "O", "rated": True}, CUSTOM.format("first: O · corners: twice")),
        ({"first": "O"}, "· Quick · rated"),
        ({"preset": "Quick", "first": "X"}, "· Classic · rated"),
    ],
)
async def test_a_card_says_which_preset_it_is_and_whether_it_counts_before_anyone_accepts(
    options: dict[str, Any], said: str
) -> None:
    async with table("mara", "tom") as t:
        people = await challenged(t, **options)
        assert said in people.text
        assert "Accept" in people.buttons
        alone = await t.mara.slash("/tictactoe play", **{"rated": True, **options})
        assert said in alone.text
        assert "Play" in alone.buttons


@pytest.mark.slow
async def test_a_position_of_one_s_own_is_casual_on_both_cards() -> None:
    position, said = "8/8/8/8/4s3/3L4/8/7S w 0,0 00 0 9", "casual: custom rules aren't rated"
    async with table("mara", "tom") as t:
        for card in (
            await t.mara.slash("/ccc challenge", opponent=t.tom, rated=True, position=position),
            await t.mara.slash("/ccc play", rated=True, position=position),
        ):
            assert said in card.text
            assert "· rated" not in card.text


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["Quick", "Wild"])
async def test_a_rematch_keeps_the_preset(preset: str) -> None:
    async with table("mara", "tom") as t:
        await challenged(t, preset=preset)
        await t.tom.tap("Accept")
        await t.settled()
        assert f"· {preset} · " in await rematched(t)
        await t.mara.start("/tictactoe play", preset=preset, side="X")
        await t.settled()
        assert f"· {preset} · " in await rematched(t)


async def rematched(t: Table) -> str:
    """Resign Mara's newest match and return what she's shown of its rematch, mostly the card."""
    question = await t.mara.slash("/resign", match=await newest_match(t))
    over = await t.mara.tap("Resign", question)
    await t.settled()
    before = {seen.id for seen in t.mara.messages()}
    again = await t.mara.tap("Rematch", over)
    await t.settled()
    return "\n".join([again.text, *(seen.text for seen in t.mara.messages() if seen.id not in before)])


async def test_the_rules_have_a_page_of_the_presets() -> None:
    async with table("mara") as t:
        page = await t.mara.slash("/tictactoe rules")
        texts = [page.text]
        while "Next ▶" in page.buttons:
            page = await t.mara.tap("Next ▶", page)
            texts.append(page.text)
        (told,) = [text for text in texts if "ways to play" in text]
        assert "**Classic** (default): As ever." in told
        assert "**Quick**: O begins." in told
        assert "**Wild** (casual): Corners count twice." in told
        assert "/tictactoe challenge and /tictactoe play" in told


@pytest.mark.slow
async def test_a_card_shows_how_it_begins_where_the_options_change_it() -> None:
    async with table("mara", "tom") as t:
        for card in (
            await t.mara.slash("/ccc challenge", opponent=t.tom, preset="Collision"),
            await t.mara.slash("/ccc play", preset="Collision"),
        ):
            assert any("Flat Stack FFF b3" in alt for alt in card.alt_texts)
        plain = await t.mara.slash("/ccc challenge", opponent=t.tom)
        assert plain.alt_texts == []
