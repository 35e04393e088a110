"""Two matches of Decoy Patrol that differ only in hidden information."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from tests.kit.matches.decoy import begin, panel, turns
from tests.kit.matches.tapped import Played, rows
from tests.kit.table import Table, table
from tests.kit.traffic import EVERYBODY, Traffic, without_new_ids

LOOK = "look"


Leak = Callable[[Played], Awaitable[None]]


PERMUTED = "DDCDID4/GSDI6/3GS5"
"""LAYOUT with its kinds permuted on the same squares."""


BLIND = "CDDDD5/SSGGII4/4D5"
"""For Magenta: a Decoy in front, on e7, watched by Scouts from behind."""


ALIKE = turns(
    "e2-e3 look e3-e4 a1-a2",
    "e7-e6 look end",
    "d2-d3 look e4-e5 d3-d4 look end",
    "look end e6xe5",
    "d4-d5 look end end",
    "look end e6xe5",
    "look end",
)
"""Turns that look the same with LAYOUT and with PERMUTED.

The pieces on e2 and d2 are Guardian and Scout in either order, step as both can, and survive a hit for one
point.
"""


FEW = turns(
    "look end",
    "look end",
    "d2-d3 look end",
    "e7-e6 look end",
    "d3-d4 look end",
    "look end",
    "d4-d5 look end d5xe6",
    "look end e6xd5",
    "look end",
    "look end",
)


MANY = turns(
    "b1-b2 b2-b1 look end",
    "look end",
    "d2-d3 a1-a2 look a2-a1",
    "e7-e6 look end",
    "b1-b2 d3-d4 look b2-b1",
    "look end",
    "b1-b2 b2-b1 d4-d5 look d5xe6",
    "look end e6xd5",
    "b1-b2 look end",
    "look end",
)
"""Turns that look the same as FEW: Guardian b1 and Scout a1 step there and back unseen."""


@dataclass(frozen=True)
class World:
    """One of the two matches: its record, the sent and queued messages, and its hiding and blind players.

    `before` is what was sent before the revealing part of the script, and `phones` what all lock screens
    showed until the end.
    """

    texts: tuple[str, ...]
    seed: bytes
    traffic: Traffic
    before: Traffic
    queued: list[str]
    hider: str
    blind: str
    phones: list[list[str]]


def differences(one: Traffic, other: Traffic, *seers: str) -> list[str]:
    """Return where these people or the public got different content, by viewer and request."""
    here, there = one.seen_by(*seers), other.seen_by(*seers)
    return [" ".join(where) for where in sorted({*here, *there}) if here.get(where) != there.get(where)]


def mirrored(text: str, seat: int) -> str:
    """Return a text written for Cyan's side as the hiding seat and its enemy play it."""
    return re.sub(r"\d", lambda row: str(9 - int(row[0])), text) if seat else text


async def played(
    file: Path,
    layout: str,
    enemy: str,
    script: list[str],
    seat: int = 0,
    *,
    then: list[str] | None = None,
    edits: int = 0,
    leak: Leak | None = None,
) -> World:
    """Play a match in which mara, in this seat, hides something from tom; `then` reveals it."""
    async with table("mara", "tom", "ines", record=file) as t:
        match = await begin_hiding(t, seat, layout, enemy, edits)
        await act_and_look(match, script, seat)
        if leak is not None:
            await leak(match)
            await t.settled()
        before = Traffic(file)
        await act_and_look(match, then or [], seat)
        end = await match.table()
        queued = [
            without_new_ids(str(row)) for kind in ("outbox", "deadlines") for row in (await rows(t))[kind]
        ]
        people = t.mara.id, t.tom.id
        phones = [person.pushes_by_place() for person in t.people.values()]
    return World(end.texts, end.match.seed, Traffic(file), before, queued, *people, phones)


async def begin_hiding(t: Table, seat: int, layout: str, enemy: str, edits: int) -> Played:
    """Begin and set up a match, with mara looking at random layouts first; one post fails, for the log."""
    people = (t.mara, t.tom) if seat == 0 else (t.tom, t.mara)
    match = await begin(t, *people, first=("cyan", "magenta")[seat])
    seen = await panel(match, t.mara)
    for _ in range(edits):
        seen = await t.mara.tap("Random layout", seen)
    await t.mara.move(f"setup {layout}")
    await look_around(match)
    t.fault(f"POST /channels/{t.threads()[-1]['id']}/messages$", 503)
    await t.tom.move(f"setup {enemy}")
    await t.settled()
    t.advance(5)
    await t.settled()
    return match


async def act_and_look(match: Played, script: list[str], seat: int) -> None:
    """Play a script; at `look`, the blind side and an onlooker look around."""
    for text in script:
        if text == LOOK:
            await look_around(match)
        else:
            await match.act(mirrored(text, seat))
        await match.t.settled()


async def look_around(match: Played) -> None:
    """Let the blind side and an onlooker use everything they can."""
    for person in (match.t.tom, match.t.ines):
        for label in ("Move", "My view", "Record", "⋯"):
            await person.tap(label, match.posts()[-1])
        await person.slash("/matches")
        await person.complete("/move", "action", "")
        await person.complete("/move", "match", "")
        await person.move("nonsense", match=match.id)
    await match.t.settled()


def leaks(one: World, other: World) -> list[str]:
    """Return where the public or the blind side got different content before the reveal."""
    assert sum(map(len, one.before.seen_by(EVERYBODY, one.blind).values())) > 40, "this proves nothing"
    return differences(one.before, other.before, EVERYBODY, one.blind)
