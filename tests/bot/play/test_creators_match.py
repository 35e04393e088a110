"""Whole matches of creators over the playground's sockets, from challenge to result."""

from __future__ import annotations

import hashlib
import re

import msgspec
import pytest
from discord import ui

from bot.core import notices
from bot.core.match_state import nickname
from bot.discord_kit.components import items, prompts
from bot.discord_kit.components.navigation import OpenMatch
from bot.play.matches.ui.asking import taps_of
from bot.play.posts.ui import direct_messages
from games import GAMES
from games.core.record import read_record, verify
from games.core.selfplay import numbered_seed, playing
from storage.rows import QueuedMessage
from tests.kit.matches.tapped import (
    SHORT,
    Chooser,
    Played,
    begin_briefed,
    begin_by_taps,
    committed,
    first_legal,
    land,
    newest_match,
    number_of,
    rebuilds,
    revealed,
    stands_aside,
)
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table


@pytest.mark.slow
async def test_a_challenge_becomes_a_thread_and_a_private_start_for_each(t: Table) -> None:
    card = await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator", pattern="A")
    assert set(card.buttons) == {"Accept", "Decline", "Withdraw", "Rules", "Fairness"}
    await t.tom.tap("Accept")
    await t.settled()
    assert set(t.ines.again(card).buttons) == {"Fairness"}
    assert [thread["name"] for thread in t.threads()] == [
        f"Mara – Tom · {nickname(await newest_match(t))} · Creators vs Destroyers"
    ]
    for person, side in ((t.mara, "You're the Creator"), (t.tom, "You're the Destroyer")):
        assert "The pattern has" in (await person.sees(side)).text
    assert not t.ines.newest(lambda seen: "The pattern has" in seen.text)


async def rolled(t: Table, match: Played) -> tuple[Seen, dict[str, list[str]]]:
    """Roll for Tom once his call has come, and return his panel with the squares on which he can land."""
    await t.settled()
    await t.tom.tap("Move")
    return await t.tom.tap("Roll the die"), await match.landings()


@pytest.mark.slow
async def test_every_move_takes_a_square_and_at_most_one_pawn(t: Table) -> None:
    """The field, in which every pattern lies, comes first; a single pawn isn't asked about (CVD-3)."""
    match = await begin_by_taps(t, t.mara, t.tom, board_size=16, destroyer_preview="full")
    await match.turn()
    panel, squares = await rolled(t, match)
    while not any(map(is_in_field, squares)):
        await match.act()
        await match.turn()
        panel, squares = await rolled(t, match)
    numbered = {square for square in squares if number_of(square, panel)}
    assert numbered == set(filter(is_in_field, squares))
    assert not panel.selects
    square = next(square for square, texts in squares.items() if len(texts) > 1)
    asked = await land(t.tom, square, panel)
    pawns = {label.split(" ")[0]: label for label in asked.buttons}
    assert {text.split("-")[0] for text in squares[square]} <= set(pawns)
    await t.tom.tap(pawns[squares[square][1].split("-")[0]], asked)
    assert (await match.table()).texts[-1] == squares[square][1]


def test_every_page_of_squares_has_room_in_a_panel_and_in_a_call() -> None:
    """With the frame, two texts, the picture, and an answer to an offer it's fewer than 40 components."""
    game, seen = GAMES["creators"], 0
    more = [items.button("Open", OpenMatch("m")), items.button("Hint", OpenMatch("n"))]
    for _, state in playing(game, game.options({}), numbered_seed(1), (game.players["easy"],) * 2, 100):
        view = game.view(state, (game.to_act(state) or (0,))[0])
        for draft in ((), ("nw",), ("ne",), ("sw",), ("se",), ("board",)) if view.die else ():
            where = prompts.Where(taps_of("m", 1), draft)
            built = prompts.rows(game.prompt(view, draft), where)
            assert len(built) + sum(len(row.children) for row in built) <= 30
            call = prompts.in_five_rows(game.prompt(view, ()), where, more)
            ids = {tap.custom_id for row in call for tap in row.children if isinstance(tap, ui.Button)}
            numbers = (choice for choice in game.prompt(view, ()).choices if not choice.button)
            assert ids > {where.pick(choice.key).custom_id for choice in numbers}
            assert len(call) <= 5
            assert more[0].custom_id in ids
            seen += 1
    assert seen > 60


@pytest.mark.slow
async def test_a_square_that_one_pawn_reaches_is_one_choice(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await match.act("roll")
    while not (single := [texts for texts in (await match.landings()).values() if len(texts) == 1]):
        await match.act()
        await match.act("roll")
    (text,) = single[0]
    person = (t.mara, t.tom)[(await match.table()).to_act[0]]
    await land(person, re.split("[-x]", text)[1], await person.tap("Move", match.posts()[-1]))
    assert (await match.table()).texts[-1] == text


def is_in_field(square: str) -> bool:
    """Return whether a square of a board of 16 lies in the field of the patterns, e6 to k12."""
    return "e" <= square[0] <= "k" and 6 <= int(square[1:]) <= 12


@pytest.mark.slow
@pytest.mark.drawn
async def test_each_turn_is_posted_and_only_the_newest_post_has_buttons(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await match.turn()
    await match.turn()
    await t.settled()
    first, second, third = match.posts()
    assert f"To move: <@{t.mara.id}> (Creator)" in first.text
    assert not first.buttons
    assert not second.buttons
    assert "Creator moves" in second.text
    assert set(third.buttons) == {"Move", "My view", "Record", "⋯"}
    assert "Destroyer moves" in third.text
    for post in (first, second, third):
        assert [alt.startswith("Creators vs Destroyers.") for alt in post.alt_texts] == [True]
        assert "attachment_id" in post.pictures["board.png"], "its own picture is still there"
    routes = t.playground.traffic.counts()["routes"]
    assert "GET /channels/{channel}/messages/{message}" not in routes, "what was sent is known"


@pytest.mark.slow
async def test_each_turn_is_one_private_call_with_a_way_in(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await match.turn()
    await t.settled()
    calls = [seen for seen in t.tom.messages() if "Your turn" in seen.text]
    assert len(calls) == 1
    assert not t.mara.newest(lambda seen: "Your turn" in seen.text)
    assert "You're the Destroyer" in (await t.tom.tap("Open", calls[0])).text


@pytest.mark.slow
async def test_a_turn_is_played_in_its_ping_without_opening_anything(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await match.turn()
    await t.settled()
    [ping] = [seen for seen in t.tom.messages() if "Your turn" in seen.text]
    assert ping.answers == {"Roll the die", "Open"}
    panel = await t.tom.tap("Roll the die", ping)
    assert panel.id == ping.id
    assert "You rolled" in panel.text
    await t.settled()
    assert (await match.table()).texts[-1].startswith("roll")


async def test_a_turn_that_was_begun_before_its_ping_is_told_by_none(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await match.turn()
    await t.settled()
    before = await match.table()
    ping = msgspec.structs.asdict(notices.ping(before, 1, 0, 0))
    late = QueuedMessage(
        **ping,
        id=999,
        attempts=1,
        last_error=None,
        lease_until=None,
        lease_by=None,
        waits_for=None,
        sent_at=None,
        failed_at=None,
        message_id=None,
    )
    await match.act("roll")
    await t.settled()
    told = len(t.tom.messages())
    assert await direct_messages.send_ping(t.running.bot.ctx, late) is None
    assert len(t.tom.messages()) == told


@pytest.mark.slow
@pytest.mark.parametrize("preview", ["full", "half"])
async def test_CVD_11_held_and_needed_stand_on_every_picture_of_whoever_may_know_them(
    t: Table, preview: str
) -> None:
    match = await begin_briefed(t, t.mara, t.tom, pattern="Y", progress="both", destroyer_preview=preview)
    for _ in range(4):
        await match.turn()
    await t.settled()
    (held,), post = (await match.table()).view(0).progress, match.posts()[-1]
    counted = "Round 3. Cells needed: 10 of 10.", f"Held: {held}."
    ping, panel = await t.mara.sees("Your turn"), await t.mara.tap("Move", post)
    for seen in (ping, panel, await t.mara.tap("My view", post), await t.mara.tap("Roll the die", panel)):
        assert all(words in seen.alt_texts[0] for words in counted)
    for seen in (post, await t.tom.tap("My view", post)):
        if preview == "full":
            assert all(words in seen.alt_texts[0] for words in counted)
        else:
            assert "Cells needed: fewer over time." in seen.alt_texts[0]
            assert "Held" not in seen.alt_texts[0]
    await t.tom.tap("Resign", await t.tom.slash("/resign"))
    await t.settled()
    for seen in (match.posts()[-1], await t.mara.sees("You win"), await t.tom.sees("You lose")):
        assert list(seen.pictures) == ["board.png", "curve.png"]
        assert all(words in seen.alt_texts[0] for words in counted)
        assert f"{held} at the end. Needed: 10 at first" in seen.alt_texts[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pattern", "choosers", "winner", "reason"),
    [("Y", (rebuilds, stands_aside), 0, "pattern"), ("B", (first_legal, rebuilds), 1, "held-out")],
    ids=["to a Creator win", "to a Destroyer win"],
)
async def test_a_match_by_text_is_played(
    t: Table, pattern: str, choosers: tuple[Chooser, Chooser], winner: int, reason: str
) -> None:
    card = await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator", pattern=pattern, **SHORT)
    ids = [t.mara.outcome["interaction"]]
    promised = await committed(t.tom, card)
    await t.tom.tap("Accept", card)
    ids.append(t.tom.outcome["interaction"])
    await t.settled()
    match = Played(t, await newest_match(t), (t.mara, t.tom))
    await match.fold()
    end = await match.play_on(choosers)
    assert (end.match.winner, end.match.reason) == (winner, reason)
    await _the_end_is_told(match, pattern)
    await _the_record_is_true(t.ines, match, (f"{t.mara.id} - {t.tom.id}"))
    await _the_dice_were_fair(t.mara, promised, match.posts()[-1], ids)


@pytest.mark.proof
async def test_a_match_against_medium_is_played_to_its_end(t: Table) -> None:
    card = await t.mara.slash(
        "/creators play", level="medium", side="Destroyer", pattern="T", public=True, **SHORT
    )
    promised = await committed(t.mara, card)
    await t.mara.tap("Play", card)
    ids = ["", t.mara.outcome["interaction"]]
    await t.settled()
    match = Played(t, await newest_match(t), (None, t.mara))
    await match.fold()
    end = await match.play_on((first_legal, rebuilds))
    assert end.result is not None
    assert "The pattern was “T”." in match.posts()[-1].text
    assert "The pattern was “T”." in (await t.mara.sees("You're the Destroyer")).text
    await _the_record_is_true(t.mara, match, f"medium - {t.mara.id}")
    await _the_dice_were_fair(t.mara, promised, match.posts()[-1], ids)


async def _the_end_is_told(match: Played, pattern: str) -> None:
    """Check that the end is announced in the thread and told to both players in private."""
    end = await match.table()
    places = [match.posts()[-1]]
    assert f"({end.game.seats[end.match.winner or 0]}) wins" in places[0].text
    for seat, person in enumerate(match.people):
        assert person is not None
        words = "### You win." if seat == end.match.winner else "### You lose."
        private = person.newest(
            lambda seen, own=person, said=words: said in seen.text and _is_private(seen, own)
        )
        assert private is not None, person.conversation()
        places.append(private)
    for seen in places:
        assert f"The pattern was “{pattern}”." in seen.text
        assert f"The pattern was “{pattern}”." in seen.alt_texts[0]
    for person, seen in zip((match.t.ines, *filter(None, match.people)), places, strict=False):
        assert "SHA-256" not in seen.text
        assert await revealed(person, seen)


def _is_private(seen: object, person: Person) -> bool:
    dms = {dm["id"] for dm in person.actor.home()["dms"]}
    return getattr(seen, "ephemeral", False) or getattr(seen, "channel", "") in dms


async def _the_record_is_true(reader: Person, match: Played, seats: str) -> None:
    answer = await reader.tap("Record", match.posts()[-1])
    record = read_record((await match.t.download(answer.attachments[0])).decode())
    end = await match.table()
    assert verify(GAMES["creators"], record).identical
    assert record.actions == end.texts
    assert (record.score, record.reason) == (["1-0", "0-1"][end.match.winner or 0], end.match.reason)
    assert " - ".join(record.seats) == seats
    assert record.seed == end.match.seed


async def _the_dice_were_fair(reader: Person, promised: str, post: Seen, interactions: list[str]) -> None:
    """Check that the nonce matches its commitment, and makes the seed together with both interactions."""
    nonce, told, seed = await revealed(reader, post)
    assert hashlib.sha256(nonce).hexdigest() == promised == await committed(reader, post)
    assert told == ":".join(interactions)
    assert hashlib.sha256(nonce + told.encode()).digest() == seed


@pytest.mark.slow
async def test_nobody_is_pinged_in_public_but_the_one_who_is_challenged(t: Table) -> None:
    card = await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator", **SHORT)
    assert [user["id"] for user in card.payload["mentions"]] == [t.tom.id]
    await t.tom.tap("Accept")
    await t.settled()
    match = Played(t, await newest_match(t), (t.mara, t.tom))
    await match.fold()
    await match.turn()
    await t.settled()
    await t.tom.tap("Resign", await t.tom.slash("/resign"))
    await t.settled()
    assert len(match.posts()) == 3
    first, *later = match.posts()
    assert first.is_quiet, "it brings both into the thread without calling them"
    for post in (t.ines.again(card), *later):
        assert f"{t.mara.name}" in post.text or "Creator moves" in post.text
        assert not post.payload["mentions"] or post.id == card.id
