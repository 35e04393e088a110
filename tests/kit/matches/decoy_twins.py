"""Two matches of decoy that differ in what's hidden."""

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
"""LAYOUT with its kinds permuted: the same squares."""


BLIND = "CDDDD5/SSGGII4/4D5"
"""A Decoy in front, on e7 as Magenta; Scouts watch from behind."""


ALIKE = turns(
    "e2-e3 look e3-e4 a1-a2",
    "e7-e6 look end",
    "d2-d3 look e4-e5 d3-d4 look end",
    "look end e6xe5",
    "d4-d5 look end end",
    "look end e6xe5",
    "look end",
)
"""What looks alike with LAYOUT and with PERMUTED: e2 and d2 are Guardian and Scout or Scout and Guardian,
step as both can, and live when they are hit for one point."""


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
"""The same to look at as FEW: the Guardian b1 and the Scout a1 step unseen, there and back."""


@dataclass(frozen=True)
class World:
    """One of the two matches: its record, what was sent and queued, who hides something and who is blind.

    `before`: what had been sent before the part of the script that reveals something. `phones`: what all
    their lock screens showed until the end.
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
    """Where these people or everybody got something else, by who and where."""
    here, there = one.seen_by(*seers), other.seen_by(*seers)
    return [" ".join(where) for where in sorted({*here, *there}) if here.get(where) != there.get(where)]


def mirrored(text: str, seat: int) -> str:
    """A text written for Cyan's side, as the hiding seat and its enemy play it."""
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
    """A match in which mara, in this seat, hides something from tom; `then` reveals it."""
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
    """Both set up, mara after so many looks at random layouts; a post fails once, for the log."""
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
    """Play a script; `look` lets those look around who must not see a difference."""
    for text in script:
        if text == LOOK:
            await look_around(match)
        else:
            await match.act(mirrored(text, seat))
        await match.t.settled()


async def look_around(match: Played) -> None:
    """The blind side and an onlooker tap and write whatever there is."""
    for person in (match.t.tom, match.t.ines):
        for label in ("Move", "My view", "Record", "⋯"):
            await person.tap(label, match.posts()[-1])
        await person.slash("/matches")
        await person.complete("/move", "action", "")
        await person.complete("/move", "match", "")
        await person.move("nonsense", match=match.id)
    await match.t.settled()


def leaks(one: World, other: World) -> list[str]:
    """Where the public or the blind side got something else before anything was revealed."""
    assert sum(map(len, one.before.seen_by(EVERYBODY, one.blind).values())) > 40, "this proves nothing"
    return differences(one.before, other.before, EVERYBODY, one.blind)
