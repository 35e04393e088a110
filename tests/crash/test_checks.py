"""The harness's checks: each finds the violations it's for, and names them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from bot.core.match_state import MatchState, apply_actions, opening
from playground.model.world import World
from playground.people.defaults import BOT_ID, default_world
from playground.places import channels
from playground.posts import messages
from storage.rows import Action, Match, QueuedMessage, Seat
from tests.crash import checks
from tests.crash.books import Books
from tests.crash.notebook import PLAYED, UNANSWERED, Attempt, Notebook, Post

PLIES = 12
Reckoning = tuple[Books, Notebook, World]


def a_match(world: World) -> Match:
    """Return a match of the world's first two people, in a game without a private start."""
    mara, tom = [int(id) for id in world.users if id != BOT_ID][:2]
    return Match(
        id="m",
        game="ccc",
        ruleset="ccc/3",
        options={"flatRows": 2},
        seed=bytes(32),
        nonce=b"",
        pace="1d",
        created_at=1,
        rated=True,
        seats=(Seat(seat=0, person=mara), Seat(seat=1, person=tom)),
    )


def played(table: MatchState, text: str | None = None) -> MatchState:
    """Return the match after the acting seat's first legal action, or after the action `text`."""
    seat = table.to_act[0]
    text = text or table.game.format(next(iter(table.game.actions(table.view(seat)))))
    length = table.match.length + 1
    after = apply_actions(table, [Action(length, seat, text, 1)])
    return msgspec.structs.replace(after, match=msgspec.structs.replace(after.match, length=length))


def told(world: World, table: MatchState, number: int, seat: int) -> QueuedMessage:
    """Return a ping that was sent and is in the player's DMs."""
    person, id = table.seat_row(seat).person or 0, 100 + number
    place = channels.open_dm(world, BOT_ID, str(person))
    sent = messages.create(world, place, BOT_ID, {"content": "Your turn", "nonce": f"sp{id}"})
    return QueuedMessage(
        lane=f"person:{person}",
        kind="ping",
        payload={"person": person, "seat": seat, "number": number},
        nonce=f"ping:m:{number}:{seat}",
        created_at=1,
        due_at=1,
        match_id="m",
        id=id,
        attempts=1,
        last_error=None,
        waits_for=None,
        lease_until=None,
        lease_by=None,
        sent_at=1,
        failed_at=None,
        message_id=int(sent.id),
    )


@pytest.fixture
def reckoning() -> Reckoning:
    """Return the books, notebook and world of a match whose plies were all acknowledged and told."""
    world, notebook = default_world(), Notebook()
    table = opening(a_match(world))
    for _ in range(PLIES):
        seat, version = table.to_act[0], table.version(table.to_act[0])
        table = played(table)
        person = table.seat_row(seat).person or 0
        notebook.note(Attempt(person, "m", version, text=table.texts[-1], outcome=PLAYED))
    pings = [told(world, table, number, seat) for number, seat in checks.turns_to_tell(table)]
    assert len(pings) > 1
    return Books({"m": table}, {"m": pings}, set(), {}), notebook, world


def cut(books: Books, plies: int) -> Books:
    """Return the books with the match's record shortened to this number of plies."""
    table = books.tables["m"]
    kept = [Action(number, step.seat, step.text, 1) for number, step in enumerate(table.steps, 1)]
    header = msgspec.structs.replace(table.match, length=plies)
    return dataclasses.replace(books, tables={"m": apply_actions(opening(header), kept[:plies])})


def all_violations(reckoning: Reckoning) -> Iterator[str]:
    books, notebook, world = reckoning
    yield from checks.lost_moves(books, notebook)
    yield from checks.doubled_moves(books, notebook)
    yield from checks.missing_pings(books, notebook, world)
    yield from checks.shown_twice(world)
    yield from checks.said_twice(books, world)
    yield from checks.broken_promises(books, notebook)
    yield from checks.unreadable_records(books)
    yield from checks.given_up(books)
    yield from checks.untold_ends(books, notebook, world)
    yield from checks.stray_threads(books, world)


def test_where_nothing_is_wrong_nothing_is_found(reckoning: Reckoning) -> None:
    assert not list(all_violations(reckoning))


def test_an_acknowledged_move_that_is_not_in_the_record_is_lost(reckoning: Reckoning) -> None:
    books, notebook, _ = reckoning
    (violation,) = checks.lost_moves(cut(books, PLIES - 1), notebook)
    assert violation.startswith(f"match m, try {PLIES} of ")


def test_a_move_that_was_acknowledged_as_another_one_is_lost(reckoning: Reckoning) -> None:
    books, notebook, _ = reckoning
    first = notebook.attempts[0]
    first.text = played_otherwise(books.tables["m"])
    (violation,) = checks.lost_moves(books, notebook)
    assert f"was acknowledged as {first.text!r}" in violation


def played_otherwise(table: MatchState) -> str:
    """Return a legal first action that differs from the one played."""
    start = opening(table.match)
    legal = (start.game.format(action) for action in start.game.actions(start.view(start.to_act[0])))
    return next(text for text in legal if text != table.texts[0])


def test_a_move_that_nobody_acknowledged_is_not_lost(reckoning: Reckoning) -> None:
    books, notebook, _ = reckoning
    notebook.attempts[-1].outcome = UNANSWERED
    assert not list(checks.lost_moves(cut(books, PLIES - 1), notebook))
    assert not list(checks.doubled_moves(books, notebook))


def test_an_action_that_nobody_tried_is_doubled(reckoning: Reckoning) -> None:
    books, notebook, _ = reckoning
    notebook.attempts.pop()
    (violation,) = checks.doubled_moves(books, notebook)
    assert violation.startswith(f"match m, action {PLIES} ")


def test_a_turn_without_message_and_panel_is_missing_its_ping(reckoning: Reckoning) -> None:
    books, notebook, world = reckoning
    ping = books.messages["m"][0]
    messages.delete(world, world.messages[str(ping.message_id)])
    (violation,) = checks.missing_pings(books, notebook, world)
    assert f"after action {ping.payload['number']}" in violation
    table, seat = books.tables["m"], ping.payload["seat"]
    version = table.count_actions(seat, ping.payload["number"])
    notebook.turns_seen.add((ping.payload["person"], "m", version))
    assert not list(checks.missing_pings(books, notebook, world))


def test_a_turn_that_was_begun_before_its_ping_needs_none_and_one_that_was_not_does(
    reckoning: Reckoning,
) -> None:
    books, notebook, world = reckoning
    for ping in books.messages["m"]:
        messages.delete(world, world.messages[str(ping.message_id)])
    given_up = [msgspec.structs.replace(ping, sent_at=None, failed_at=2) for ping in books.messages["m"]]
    replace = msgspec.structs.replace
    books.messages["m"] = [replace(ping, last_error="superseded") for ping in given_up]
    (violation,) = checks.missing_pings(books, notebook, world)
    assert f"after action {PLIES}" in violation
    books.messages["m"] = [replace(ping, last_error="404") for ping in given_up]
    assert len(list(checks.missing_pings(books, notebook, world))) == len(given_up)


def test_a_turn_whose_ping_is_not_even_in_the_outbox_is_missing_it(reckoning: Reckoning) -> None:
    books, notebook, world = reckoning
    books.messages["m"].pop(0)
    (violation,) = checks.missing_pings(books, notebook, world)
    assert violation.endswith("there is no ping in the outbox")


def test_a_message_that_stands_there_twice_is_doubled(reckoning: Reckoning) -> None:
    books, _, world = reckoning
    first = books.messages["m"][0]
    again = told(world, books.tables["m"], first.payload["number"], first.payload["seat"])
    (violation,) = checks.shown_twice(world)
    assert violation.startswith(f"sp{first.id} is shown 2 times in ")
    assert violation.endswith(f"{first.message_id}, {again.message_id}")


def test_one_turn_with_two_messages_is_told_twice(reckoning: Reckoning) -> None:
    books, _, world = reckoning
    first = books.messages["m"][0]
    books.messages["m"].append(msgspec.structs.replace(first, id=999))
    (violation,) = checks.said_twice(books, world)
    assert f"[{first.id}, 999]" in violation


def test_the_same_post_twice_is_found_without_its_nonce(reckoning: Reckoning) -> None:
    _, notebook, _ = reckoning
    notebook.posts += [Post("1", "5", "a board"), Post("2", "6", "a board"), Post("1", "7", "another")]
    assert not list(checks.said_in_the_same_words(notebook))
    notebook.posts.append(Post("1", "8", "a board"))
    (violation,) = checks.said_in_the_same_words(notebook)
    assert violation.startswith("5 and 8 in 1 ")


Breaking = Callable[[Books, Notebook, World], Any]


@pytest.mark.parametrize(
    ("breaking", "named"),
    [
        (lambda b, n, w: n.challenges.add("c"), "challenge c "),
        (lambda b, n, w: n.begun.add("x"), "match x was begun"),
        (lambda b, n, w: n.resigned.add("m"), "match m: the resignation"),
        (lambda b, n, w: b.unreadable.update(y="a gap"), "match y cannot be read: a gap"),
        (lambda b, n, w: give_up(b), "was given up: 400"),
        (lambda b, n, w: end(b), "was not told of its end"),
        (lambda b, n, w: end(b, score=1), "match m does not verify"),
    ],
)
def test_a_broken_promise_is_found(reckoning: Reckoning, breaking: Breaking, named: str) -> None:
    breaking(*reckoning)
    assert any(named in violation for violation in all_violations(reckoning))


def give_up(books: Books) -> None:
    """Mark the first message as given up."""
    first = books.messages["m"][0]
    books.messages["m"][0] = msgspec.structs.replace(first, failed_at=2, last_error="400")


def end(books: Books, score: int | None = None) -> None:
    """End the match: aborted, or with a result that the game didn't give."""
    table = books.tables["m"]
    reason = "aborted" if score is None else "no such reason"
    header = msgspec.structs.replace(table.match, reason=reason, ended_at=2, winner=score)
    books.tables["m"] = msgspec.structs.replace(table, match=header)


@pytest.mark.parametrize(("reason", "excused"), [("resigned", True), ("time", False)])
def test_a_turn_in_which_somebody_ended_the_match_needs_no_ping_and_one_that_ran_out_does(
    reckoning: Reckoning, reason: str, excused: bool
) -> None:
    books, notebook, world = reckoning
    *_, last = books.messages["m"]
    messages.delete(world, world.messages[str(last.message_id)])
    replace = msgspec.structs.replace
    books.messages["m"][-1] = replace(last, sent_at=None, failed_at=2, last_error="superseded")
    table = books.tables["m"]
    books.tables["m"] = replace(table, match=replace(table.match, reason=reason, ended_at=2))
    found = list(checks.missing_pings(books, notebook, world))
    assert len(found) == (not excused), found


@pytest.mark.parametrize(("typed", "excused"), [(True, True), (False, False)])
def test_what_was_typed_may_come_one_action_later_and_a_tap_may_not(
    reckoning: Reckoning, typed: bool, excused: bool
) -> None:
    books, notebook, _ = reckoning
    later = notebook.attempts[2]
    later.version -= 1
    later.key = None if typed else "tapped"
    found = [*checks.lost_moves(books, notebook), *checks.doubled_moves(books, notebook)]
    assert bool(found) != excused, found
