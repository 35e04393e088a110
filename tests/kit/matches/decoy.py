"""Matches of Decoy Patrol at a table of the kit: set up and played by text, viewed and tapped by hand."""

from __future__ import annotations

from typing import Any

import discord

from games.core.record import Record, read_record
from games.decoy.rules.pieces import KINDS
from tests.kit.matches.tapped import Played, newest_match
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table

LAYOUT = "CDDDDD4/SGII6/3SG5"
"""For Cyan: Scout d2 and Guardian e2 in front."""

HUNTED = "DDDDD5/SSGGII4/4C5"
"""For Magenta: the Commander alone in front, on e7."""

SCOUTS = "CDDDDD4/GGII6/3SS5"
"""For Magenta: Scouts d7 and e7 in front."""

DECOYS = "CSSGGII3/10/2DDDDD3"
"""For Cyan: five Decoys in front, c2 to g2."""


def turns(*texts: str) -> list[str]:
    """Return the actions of several turns, given as one text per turn."""
    return " ".join(texts).split()


ASSASSINATION = turns("e2-e3 e3-e4 d2-d3", "e7-e6 end", "e4-e5 d3-d4 d4-d5 e5xe6 d5xe6")
"""Turns after LAYOUT and HUNTED: the Commander walks into Guardian and Scout."""

ATTRITION = turns(
    "e7-e6 e6-e5 e5-e4",
    "d2-d3 e2-e3 f2-f3 end",
    "d7-d6 d6-d5 d5-d4 e4xf3 d4xd3",
    "c2-c3 end end",
    "end e4xe3 d4xc3",
    "g2-f3 end end",
    "end e4xf3",
)
"""Turns after DECOYS and SCOUTS, Magenta first: the Decoys meet the Scouts one by one."""


async def begin(t: Table, cyan: Person, magenta: Person, **options: Any) -> Played:
    """Begin a match by an accepted challenge, rated if it can be, and wait until both are asked to set up."""
    await cyan.slash("/decoy challenge", opponent=magenta, side="Cyan", **{"rated": True, **options})
    await magenta.tap("Accept")
    await t.settled()
    return Played(t, await newest_match(t), (cyan, magenta))


def sitting(match: Played, seat: int) -> Person:
    """Return the person in a seat."""
    person = match.people[seat]
    assert person is not None, "an AI sits there"
    return person


async def set_up(match: Played, cyan: str = LAYOUT, magenta: str = HUNTED) -> None:
    """Commit both layouts, Cyan's first."""
    await match.fold(f"setup {layout}" for layout in (cyan, magenta))


async def begin_set_up(
    t: Table, cyan: Person, magenta: Person, layouts: tuple[str, str] = (LAYOUT, HUNTED), **options: Any
) -> Played:
    """Begin a match in which both players have set up."""
    match = await begin(t, cyan, magenta, **options)
    await set_up(match, *layouts)
    return match


async def play(match: Played, texts: list[str]) -> None:
    """Play these texts for the side to act: all before the last as a stored position, the last by hand."""
    *before, last = texts
    await match.fold(before)
    await match.act(last)
    await match.t.settled()


async def play_each(match: Played, texts: list[str]) -> None:
    """Play these texts for the side to act, and wait for all messages after each."""
    for text in texts:
        await match.act(text)
        await match.t.settled()


async def panel(match: Played, person: Person) -> Seen:
    """Open the person's panel from the newest board, once all messages are there."""
    await match.t.settled()
    return await person.tap("Move", match.posts()[-1])


async def commit_by_panel(person: Person, opened: Seen, layout: str) -> Seen:
    """Choose and commit a ready layout in the panel, and return the resulting message."""
    editor = await person.choose(layout, opened)
    return await person.tap("Confirm", await person.tap("Confirm", editor))


async def record_file(person: Person, match: Played) -> str:
    """Return the text of the record that the person downloads from the newest board."""
    answer = await person.tap("Record", match.posts()[-1])
    return (await match.t.download(answer.attachments[0])).decode()


async def record(person: Person, match: Played) -> Record:
    """Return the parsed record after the end."""
    return read_record(await record_file(person, match))


async def crafted(match: Played, custom_id: str, value: str = "") -> Seen:
    """Post a message by the bot with a forged button, or with a forged select of one value."""
    view = discord.ui.View(timeout=None)
    if value:
        options = [discord.SelectOption(label="Old", value=value)]
        view.add_item(discord.ui.Select(custom_id=custom_id, options=options))
    else:
        view.add_item(discord.ui.Button(label="Old", custom_id=custom_id))
    thread = match.t.running.bot.get_partial_messageable(int(match.t.threads()[-1]["id"]))
    sent = await thread.send("an older post", view=view)
    return next(seen for seen in match.posts() if seen.id == str(sent.id))


def in_private(person: Person) -> list[Seen]:
    """Return the person's DMs, oldest first."""
    dms = {dm["id"] for dm in person.actor.home()["dms"]}
    return [seen for seen in person.messages() if seen.channel in dms]


def calls(person: Person) -> list[Seen]:
    """Return the DMs that called this person to a turn, even if a newer panel has taken their place."""
    told = ("Your turn against", "is open in a newer message")
    return [seen for seen in in_private(person) if any(words in seen.text for words in told)]


def names_a_kind(*lines: str) -> bool:
    """Return whether any of these texts names a kind of piece."""
    return any(kind.name in line.replace("Decoy Patrol", "") for kind in KINDS for line in lines)


def shows_a_kind(*messages: Seen) -> bool:
    """Return whether a text or alt text of these messages names a kind of piece."""
    return names_a_kind(*(line for seen in messages for line in (seen.text, *seen.alt_texts)))
