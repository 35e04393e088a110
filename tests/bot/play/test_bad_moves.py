"""Illegal moves, without Discord: each is refused with a clear sentence, and nothing changes."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.core.errors import UserError
from bot.play.dealing.hidden_info import see
from bot.play.matches.playing import act_as_typed
from storage import Match
from tests.kit.hosts.house import INES, MARA, TOM, House

PEOPLE = (MARA, TOM)


@pytest.fixture
async def match(here: House) -> Match:
    """A match of Creators vs Destroyers in which Mara, the Creator, is to roll."""
    match = await here.match()
    for seat in (0, 1):
        await see(here.app, match.id, seat)
    return match


@pytest.fixture
async def rolled(here: House, match: Match) -> Match:
    """The match once Mara has rolled."""
    await here.act(match, "roll")
    return match


@pytest.fixture
async def decoy(here: House) -> Match:
    """A match of Decoy, set up, in which Mara is to act."""
    match = await here.match(game="decoy", vision="diamond")
    for person, text in zip(PEOPLE, ("Setup cddddd4/ssggii4/10", "DDDDD5/SSCGII4/6G3"), strict=True):
        await act_as_typed(here.app, match.id, person.id, text)
    return match


async def refused(here: House, match: Match, seat: int, text: str) -> str:
    """Return the sentence with which a seat's text is refused, once nothing has changed."""
    async with here.nothing_changes():
        with pytest.raises(UserError) as error:
            await act_as_typed(here.app, match.id, PEOPLE[seat].id, text)
    sentence = str(error.value)
    assert not re.search(r"\w!", sentence), "no exclamation marks in errors"
    assert len(sentence) < 400
    return sentence


async def die_of(here: House, match: Match) -> int:
    return (await here.app.match_state(match.id)).game_state.die


async def legal(here: House, match: Match) -> list[str]:
    state = await here.app.match_state(match.id)
    return [state.game.format(action) for action in state.game.actions(state.view(state.to_act[0]))]


async def texts(here: House, match: Match) -> tuple[str, ...]:
    return (await here.app.match_state(match.id)).texts


# --- Creators vs Destroyers ---------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["roll", "a2-a5", "nonsense"])
async def test_out_of_turn_one_is_told_whose_turn_it_is(here: House, match: Match, text: str) -> None:
    assert await refused(here, match, 1, text) == "It's the Creator's turn."


async def test_before_the_roll_one_is_told_to_roll(here: House, match: Match) -> None:
    assert await refused(here, match, 0, "d11-d8") == "Roll the die before you move."


async def test_a_second_roll_is_refused(here: House, rolled: Match) -> None:
    die = await die_of(here, rolled)
    assert await refused(here, rolled, 0, "roll") == f"You already rolled a {die}; move a pawn."


async def test_a_move_of_wrong_length_is_refused(here: House, rolled: Match) -> None:
    die = await die_of(here, rolled)
    target = "a9" if die != 2 else "a8"
    said = f"A pawn moves exactly {die} in a straight line; a11 to {target} isn't that."
    assert said in await refused(here, rolled, 0, f"a11-{target}")


async def test_a_move_onto_a_friend_is_refused(here: House, rolled: Match) -> None:
    friend = f"{chr(ord('a') + await die_of(here, rolled))}11"
    assert await refused(here, rolled, 0, f"a11-{friend}") == f"Your own pawn is on {friend}."


@pytest.mark.parametrize(("text", "square"), [("a11-a99", "a99"), ("z9-a5", "z9"), ("a11-m11", "m11")])
async def test_a_move_off_the_board_is_refused(here: House, rolled: Match, text: str, square: str) -> None:
    assert f"{square} isn't on the board." in await refused(here, rolled, 0, text)


@pytest.mark.parametrize("source", ["f6", "a1"], ids=["empty", "the opponent's"])
async def test_a_move_of_no_own_pawn_is_refused(here: House, rolled: Match, source: str) -> None:
    assert await refused(here, rolled, 0, f"{source}-f7") == f"You have no pawn on {source}."


@pytest.mark.parametrize(
    "text",
    ["e4", "resign", "", "x" * 2000, "**d11** `-` ||d8||", "<@&1> @everyone", "a11-a8\n" * 20],
    ids=["a square", "a word", "nothing", "long", "markdown", "mentions", "lines"],
)
async def test_text_that_is_no_move_is_refused(here: House, rolled: Match, text: str) -> None:
    said = "isn't a move. Write roll, or two squares such as d15-d12."
    assert said in await refused(here, rolled, 0, text)


@pytest.mark.parametrize("text", [" ROLL ", "Roll", "roll the die!"])
async def test_case_and_spaces_are_forgiven(here: House, match: Match, text: str) -> None:
    await act_as_typed(here.app, match.id, MARA.id, text)
    assert await texts(here, match) == ("roll",)


@pytest.mark.parametrize(("mark", "written"), [("-", "X"), ("x", "-")], ids=["a move", "a capture"])
async def test_a_capture_may_be_written_with_a_dash_and_is_recorded_truly(
    here: House, match: Match, mark: str, written: str
) -> None:
    while not (found := [text for text in await legal(here, match) if mark in text]):
        await here.act(match, (await legal(here, match))[-1])
    state = await here.app.match_state(match.id)
    mover = PEOPLE[state.to_act[0]]
    await act_as_typed(here.app, match.id, mover.id, found[0].replace(mark, written).upper())
    assert (await texts(here, match))[state.length :] == (found[0],)


async def test_nobody_plays_in_the_match_of_others(here: House, match: Match) -> None:
    async with here.nothing_changes():
        with pytest.raises(UserError, match="You're not playing in this match"):
            await act_as_typed(here.app, match.id, INES.id, "roll")


async def test_of_two_texts_at_once_one_wins_and_the_other_is_told(here: House, match: Match) -> None:
    acts = (act_as_typed(here.app, match.id, MARA.id, "roll") for _ in range(2))
    answers = await asyncio.gather(*acts, return_exceptions=True)
    assert await texts(here, match) == ("roll",)
    (late,) = (answer for answer in answers if isinstance(answer, BaseException))
    assert isinstance(late, UserError)
    assert "The board has moved on" in str(late) or "already" in str(late)


# --- whole paths of Decoy -----------------------------------------------------------------------------


async def test_a_whole_path_is_played_at_once(here: House, decoy: Match) -> None:
    _, left = await act_as_typed(here.app, decoy.id, MARA.id, "F1–g2 h3 I4")
    assert left == ""
    assert (await texts(here, decoy))[2:] == ("f1-g2", "g2-h3", "h3-i4")
    here.app.forget(decoy.id)
    await act_as_typed(here.app, decoy.id, TOM.id, "g7g6")
    assert (await texts(here, decoy))[5:] == ("g7-g6",)


async def test_a_path_that_can_be_seen_to_be_wrong_is_not_begun(here: House, decoy: Match) -> None:
    said = "An Infiltrator can't step from h3 to h4: one square at a time, diagonally."
    assert said in await refused(here, decoy, 0, "f1-g2-h3-h4")


async def test_a_path_into_what_nobody_could_see_is_played_as_far_as_it_goes(
    here: House, decoy: Match
) -> None:
    for seat, text in ((0, "f1-g2-h3-i4"), (1, "g7-g6"), (1, "done")):
        await act_as_typed(here.app, decoy.id, PEOPLE[seat].id, text)
    _, left = await act_as_typed(here.app, decoy.id, MARA.id, "i4-h5-g6-f7")
    assert "Not played: h5-g6, g6-f7. There's a piece on g6." in left
    assert (await texts(here, decoy))[-1] == "i4-h5"
    await act_as_typed(here.app, decoy.id, MARA.id, "h5-i6")
    assert (await texts(here, decoy))[-2:] == ("i4-h5", "h5-i6")


async def test_what_follows_the_end_of_the_turn_is_not_played(here: House, decoy: Match) -> None:
    """A path that uses up the points ends the turn; the rest of it isn't played in the next one."""
    await act_as_typed(here.app, decoy.id, MARA.id, "f1-g2")
    assert "That path takes 3 steps" in await refused(here, decoy, 0, "g2-h3-i4-j5")
    assert (await texts(here, decoy))[2:] == ("f1-g2",)
