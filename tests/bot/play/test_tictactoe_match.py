"""The example game in the bot: added to the registry and nothing else, it's played by taps."""

from __future__ import annotations

import pytest

from examples.tictactoe import TicTacToe
from tests.kit.hosts.registry import play_here
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import table


@pytest.fixture(autouse=True)
def _in_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    play_here(monkeypatch, TicTacToe())


async def take(person: Person, square: str) -> Seen:
    """Open the newest message about the person's turn, and tap a square of the pad."""
    return await person.tap(square, await person.tap("Open"))


def pad(seen: Seen) -> list[list[str]]:
    """Return the labels of all buttons, row by row."""
    rows = [part["components"] for part in seen.parts() if part["type"] == 1]
    return [[button["label"] for button in row if button["type"] == 2] for row in rows]


@pytest.mark.slow
@pytest.mark.parametrize("over_http", [False, True], ids=["gateway", "http"])
async def test_a_match_is_played_by_taps_until_three_are_in_a_row(over_http: bool) -> None:
    async with table("mara", "tom", over_http=over_http) as t:
        await t.mara.slash("/tictactoe challenge", opponent=t.tom, side="X")
        await t.tom.tap("Accept")
        for person, square in [(t.mara, "a3"), (t.tom, "a1"), (t.mara, "b3"), (t.tom, "b1")]:
            await take(person, square)
        await take(t.mara, "c3")
        ended = await t.tom.sees("(X) wins.")
        assert "X takes c3." in ended.text
        assert {"Rematch", "Replay", "Record"} <= set(ended.buttons)


@pytest.mark.slow
async def test_the_pad_has_three_rows_of_three_and_shows_what_is_taken() -> None:
    async with table("mara", "tom") as t:
        await t.mara.slash("/tictactoe challenge", opponent=t.tom, side="X", first="O")
        await t.tom.tap("Accept")
        await t.tom.tap("b2")
        await t.settled()
        shown = await t.mara.tap("Open")
        assert pad(shown)[:3] == [["a3", "b3", "c3"], ["a2", "O", "c2"], ["a1", "b1", "c1"]]
        assert "O" not in shown.buttons
        assert shown.alt_texts == ["Tic-Tac-Toe. X to move. O on b2."]


async def test_the_bot_plays_it_too() -> None:
    async with table("mara") as t:
        shown = await t.mara.tap("b2", await t.mara.start("/tictactoe play", side="X"))
        await t.settled()
        assert len(t.mara.again(shown).answers) == 9 - 2
        assert "O takes" in t.mara.again(shown).text
