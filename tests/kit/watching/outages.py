"""Matches played while Discord gets nothing from the bot, and what a person finds afterward."""

from __future__ import annotations

from bot.play.matches import playing
from tests.kit.matches.tapped import Played, begin_briefed
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table

PRIVATE = "POST /users/@me/channels|POST /channels/.*/messages$"
"""The bot's unprompted messages; answers to commands and taps use another route."""


async def several(t: Table, me: Person, others: list[Person]) -> list[Played]:
    """Begin a match against each opponent, who has the first turn."""
    return [await begin_briefed(t, other, me) for other in others]


async def plays(match: Played) -> None:
    """Play a turn for the side to act, without Discord."""
    app, before = match.t.running.bot.ctx.app, (await match.table()).to_act
    person = match.people[before[0]]
    assert person is not None
    table = await playing.act(app, match.id, int(person.id), "roll")
    if table.to_act == before:
        await playing.act(app, match.id, int(person.id), (await match.legal())[0])


def private(person: Person) -> list[Seen]:
    """Return all the bot's messages to a person alone, oldest first."""
    places = {dm["id"] for dm in person.actor.home()["dms"]}
    return [seen for seen in person.messages() if seen.channel in places]


def calls_of_turns(person: Person) -> list[Seen]:
    """Return the DMs that called a person to their turn, even if a newer panel has taken their place."""
    told = ("Your turn", "is open in a newer message")
    return [seen for seen in private(person) if any(words in seen.text for words in told)]


def opened(seen: Seen) -> set[str]:
    """Return the ids of the matches that a message's buttons open."""
    ids = [part.get("custom_id", "") for part in seen.parts() if part["type"] == 2]
    return {id.split("|")[2] for id in ids if id.split("|")[1] == "open"}


def posts(match: Played, thread: str) -> list[Seen]:
    """Return a thread's public messages, oldest first."""
    person = next(person for person in match.people if person)
    return [seen for seen in person.messages() if seen.channel == thread and not seen.ephemeral]
