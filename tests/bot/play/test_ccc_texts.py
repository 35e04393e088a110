"""Matches of CCC played by text, without Discord: what's played, refused, passed, and recorded."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import match_record
from bot.core.errors import UserError
from bot.core.match_record import record_of
from bot.play.matches import ending
from bot.play.matches.playing import act_as_typed
from games import GAMES
from games.ccc.rules.compliments import escape
from games.core.record import verify
from storage import Match
from tests.kit.hosts.house import INES, MARA, TOM, House
from tests.kit.matches.ccc import position, quoted
from tests.kit.matches.ccc_words import ROOM as TALK

CCC = GAMES["ccc"]
ROOM = position("Sa1 Lh1 Cb1 (FFFF)d4 Nh4 fd6 sa8 nh8")
STUCK = position("Nf6 La1 Fa2 sh8 cg7 ng5")
"""After a2-a3, Black's Cube is frozen, its Pyramid blocked, and Flag stands by Flag. CCC-12, CCC-38."""
BOTH_STUCK = position("La1 Cb2 Nf2 nc3 sh8 cg7", moved="01")


@pytest.fixture(autouse=True)
async def free_words(here: House) -> None:
    """Let the people on the server say what they like."""
    await here.set_on_server(own_words="free")


async def begin(here: House, start: str, **options: Any) -> Match:
    return await here.match(game="ccc", position=start, **options)


async def texts(here: House, match: Match) -> tuple[str, ...]:
    return (await here.app.match_state(match.id)).texts


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("4d4+112", "4d4+112"),
        (" 4D4+112 ", "4d4+112"),
        ("D4-d5", "d4-d5"),
        ("a1~h1", "a1~h1"),
        ("N@c5{So  patient, and so KIND.}", "N@c5{So  patient, and so KIND.}"),
    ],
)
async def test_a_text_plays_and_a_phones_capitals_do_no_harm(here: House, text: str, played: str) -> None:
    match = await begin(here, ROOM)
    await act_as_typed(here.app, match.id, MARA.id, text)
    assert await texts(here, match) == (played,)


ILLEGAL = {
    "d4xd5": "d5 is empty; use “-” for that.",
    "d4-d6": "A Flat Stack can't reach d6 from d4: it goes one square along a rank or file.",
    "a8-b7": "You have no piece on a8.",
    "5d4+1112": "Your Flat Stack on d4 has only 4 parts.",
    "4d4+12": "You lift 4 and drop 3; the two must be equal.",
    "4d4+4": "When a whole Structure goes to one square in its reach, write that as an ordinary move.",
    "4d4+>112": "A Flat Stack collapses along a rank or file, not toward +>.",
    "3d4:+1:+2": "The collapse of a Flat Stack is written like 4d4+112.",
    "h1~b1": "You don't have a lone Pyramid on b1.",
    "b1^b3": "Only a lone Flat can hop, and there's a Cube on b1.",
    "--": "You can't pass while there's something you can do.",
    "N@d4{Cool move.}": "A Nice Flag can only go to an empty square, and d4 isn't.",
    "N*{Cool move.}": "Your Nice Flag is on the board; you can only put back a destroyed one.",
    "d4-d9": "d9 isn't on this board: its files go from a to h, its ranks from 1 to 8.",
    "resign": "isn't an action",
    "d4–d6": "A Flat Stack can't reach d6 from d4",
    "i4-d5": "i4 isn't on this board: its files go from a to h, its ranks from 1 to 8.",
    "**d4** <@1> @everyone": "isn't an action",
    "castle " * 200: "isn't an action",
}
BAD_TEXTS = {
    "N@c3{}": "A Nice Flag needs a compliment of 1 to 200 characters.",
    "N@c3{  }": "A Nice Flag needs a compliment of 1 to 200 characters.",
    "N@c3{" + "x" * 201 + "}": "A compliment can have at most 200 characters; this one has 201.",
    "N@c3{{}}": "isn't an action",
    "N@c3": "A Nice Flag moves with a compliment; write N@c3{Cool move.}, for example.",
    "N@i9{Cool move.}": "i9 isn't on this board: its files go from a to h, its ranks from 1 to 8.",
}
LATE = {"N@c5{Cool move.}": "You moved your Nice Flag on your last turn; do something else this turn."}
LISTED = {"N@c3{So kind.}": "In this match, you choose compliments from the list."}
WORDLESS = {"N@c3{Cool move.}": "In this match, Flags move without words; leave the braces empty."}


@pytest.mark.parametrize(
    ("start", "before", "options", "sentences"),
    [
        (ROOM, (), {}, ILLEGAL),
        (TALK, (), {}, BAD_TEXTS),
        (TALK, ("N@c3{Cool move.}", "e7-e6"), {}, LATE),
        (TALK, (), {"compliments": "list"}, LISTED),
        (TALK, (), {"compliments": "off"}, WORDLESS),
    ],
    ids=["moves", "words", "a Flag that has moved", "from the list", "without words"],
)
async def test_a_text_that_cannot_be_played_is_refused_with_the_rules_sentence(
    here: House, start: str, before: tuple[str, ...], options: dict[str, str], sentences: dict[str, str]
) -> None:
    match = await begin(here, start, **options)
    await here.play(match, *before)
    async with here.nothing_changes():
        for text, sentence in sentences.items():
            with pytest.raises(UserError) as refused:
                await act_as_typed(here.app, match.id, MARA.id, text)
            assert sentence in str(refused.value)
            assert len(str(refused.value)) < 400


async def test_who_is_not_to_move_or_does_not_play_is_told_so(here: House) -> None:
    match = await begin(here, ROOM)
    async with here.nothing_changes():
        for person, text, why in (
            *((TOM, text, "It's White's turn.") for text in ("a8-b7", "--", "nonsense")),
            (INES, "d4-d5", "You're not playing in this match."),
        ):
            with pytest.raises(UserError, match=why):
                await act_as_typed(here.app, match.id, person.id, text)


@pytest.mark.parametrize(
    "words", ["x" * 200, "🌷" * 200, " a ", "~|“”--"], ids=["letters", "flowers", "spaces", "signs"]
)
async def test_any_visible_words_up_to_200_characters_are_said_and_recorded(here: House, words: str) -> None:
    match = await begin(here, TALK)
    await act_as_typed(here.app, match.id, MARA.id, f"N@c3{{{escape(words)}}}")
    state = await here.app.match_state(match.id)
    assert [step.said for step in state.steps] == [words]
    assert quoted(match_record.file_of(state, None)[1]) == words
    await ending.resign(here.app, match.id, TOM.id)
    assert verify(CCC, record_of(await here.app.match_state(match.id))).identical


# --- passes and ends ----------------------------------------------------------------------------------


async def test_a_forced_pass_is_played_by_the_match_and_told_with_what_came_before(here: House) -> None:
    match = await begin(here, STUCK)
    state = await here.play(match, "a2-a3")
    assert state.texts == ("a2-a3", "--")
    assert state.to_act == (0,)
    assert [line for step in state.steps for line in step.told[None]] == [
        "White moves a Flat: a2-a3.",
        "Black can't do anything, so Black's turn passes.",
    ]
    pings = [kind for kind in await here.kinds(match) if kind.startswith("ping")]
    assert not [kind for kind in pings if kind.endswith(":1")], "nobody calls who can't do anything"
    with pytest.raises(UserError, match="It's White's turn"):
        await act_as_typed(here.app, match.id, TOM.id, "--")


async def test_who_begins_and_can_do_nothing_passes_by_themselves(here: House) -> None:
    match = await begin(here, STUCK.replace(" w ", " b "))
    assert await texts(here, match) == ()
    await act_as_typed(here.app, match.id, TOM.id, "--")
    assert await texts(here, match) == ("--",)


@pytest.mark.parametrize(
    ("start", "played", "more", "winner", "reason"),
    [
        (BOTH_STUCK, ("N@f6{Cool move.}",), ("--", "--"), None, "stuck"),
        (position("Lc3 Fa2 fa7 se5"), ("a2-a3", "a7-a6", "c3xe5"), (), 0, "pyramids"),
        (position("Sc3 Fa2 fa7 se5"), ("c3xe5",), (), None, "both-pyramids"),
        (TALK.replace(" 0 9", " 99 199"), ("N@c3{Well played.}",), (), 0, "quiet"),
    ],
)
async def test_a_match_ends_by_the_rules_and_its_record_says_the_same(
    here: House, start: str, played: tuple[str, ...], more: tuple[str, ...], winner: int | None, reason: str
) -> None:
    match = await begin(here, start)
    end = await here.play(match, *played)
    assert end.texts == (*played, *more)
    assert (end.match.winner, end.match.reason) == (winner, reason)
    record = record_of(end)
    assert verify(CCC, record).identical
    assert (record.actions, record.score) == (end.texts, "1/2-1/2" if winner is None else "1-0")
