"""Stray acts of people: looking around, tapping old buttons or those of others, writing nonsense."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bench.crowd import offered, reading
from bench.crowd.person import Person
from bench.crowd.schedule import Stray

NONSENSE = ("xyzzy", "99-00", "to the moon", "roll roll", "()", "d" * 90)


async def indulge(person: Person, what: Stray, due: float) -> None:
    """Let a person do an act of this kind, if there is something to do it with."""
    await _WHIMS[what](person, due)


async def _look(person: Person, due: float) -> None:
    crowd = person.crowd
    easy = [leaf for leaf in crowd.leaves if leaf.name in offered.LOOKS and leaf.is_easy]
    if easy:
        leaf = crowd.rng.choice(easy)
        place = {"channel": crowd.place, "command": leaf.words[0]}
        await person.do("look", due, "slash", **place, options=leaf.nest_options({}))


async def _tap_old(person: Person, due: float) -> None:
    known = person.left or person.old
    if known:
        where, tap = person.crowd.rng.choice(known)
        await person.press("old button", where, tap, due)


async def _tap_anothers(person: Person, due: float) -> None:
    foreign = [board for board in person.crowd.boards.values() if board.channel not in person.threads]
    if foreign:
        board = person.crowd.rng.choice(foreign)
        await person.press("wrong person", board.where, person.crowd.rng.choice(board.taps), due)


async def _write_nonsense(person: Person, due: float) -> None:
    crowd = person.crowd
    threads = list(person.threads)
    await _move(person, due, "nonsense", crowd.rng.choice(threads) if threads else crowd.place)


async def _write_elsewhere(person: Person, due: float) -> None:
    crowd = person.crowd
    await _move(person, due, "wrong place", crowd.rng.choice(list(crowd.other_places) or [crowd.place]))


async def _move(person: Person, due: float, kind: str, place: str) -> None:
    leaf = person.crowd.leaf(offered.MOVE)
    if leaf is None:
        return
    text = person.crowd.rng.choice(NONSENSE)
    options = leaf.nest_options({option["name"]: text for option in leaf.options if option.get("required")})
    await person.do(kind, due, "slash", channel=place, command=leaf.words[0], options=options)


async def _resign(person: Person, due: float) -> None:
    leaf = person.crowd.leaf(offered.RESIGN)
    running = [thread for thread in person.threads if thread not in person.crowd.finished]
    if leaf is None or not running:
        return
    place = {"channel": person.crowd.rng.choice(running), "command": leaf.words[0]}
    outcome = await person.do("resign", due, "slash", **place, options=leaf.nest_options({}))
    if outcome is not None and outcome["message"] is not None:
        person.follow(outcome["message"])


async def _rematch(person: Person, due: float) -> None:
    over = [
        person.crowd.boards[thread]
        for thread in person.threads
        if thread in person.crowd.finished.keys() & person.crowd.boards.keys()
    ]
    taps = [(board, tap) for board in over for tap in board.taps if tap.label == reading.REMATCH]
    if taps:
        board, tap = person.crowd.rng.choice(taps)
        await person.press("rematch", board.where, tap, due)


_WHIMS: dict[Stray, Callable[[Person, float], Awaitable[None]]] = {
    Stray.LOOK: _look,
    Stray.OLD_BUTTON: _tap_old,
    Stray.WRONG_PERSON: _tap_anothers,
    Stray.NONSENSE: _write_nonsense,
    Stray.WRONG_PLACE: _write_elsewhere,
    Stray.RESIGN: _resign,
    Stray.REMATCH: _rematch,
}
