"""simcord, a virtual Discord for bots on discord.py, as a second opinion next to the playground.

One bot runs one script in both, and the tests compare what people see at the end, without ids, times and
addresses. Where the two differ, Discord's description and documentation decide. `DECIDED`, `REFUSALS` and
`REAL_DECIDED` list every difference: these tests fail on a new one, and on one that no longer exists.
(simcord doesn't know closed DMs; tests/playground covers them.)
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio

pytest.importorskip("simcord")

from tests.clients.oracle_bot import MISUSES
from tests.clients.real_bot import real_bot_in_simcord
from tests.clients.stages import Stage, on_playground, on_simcord
from tests.clients.told import Everybody, Payload, differences, told
from tests.conftest import GUARD_SECONDS
from tests.kit.table import table

pytestmark = pytest.mark.asyncio(loop_scope="module")

THREAD_CREATED, THREAD_STARTER = 18, 21

ANSWERS = (
    "an answer to a component and all that follows a first answer are replies to it (Discord's messages)"
)
SHOWN = "a file that components show is not listed again among the attachments (report 8277)"
SIZES = "Discord measures pictures: attachments and media have width and height (the description)"
DECIDED: dict[tuple[str, Any, Any], str] = {
    ("type", 19, 20): ANSWERS,
    ("type", 19, 0): ANSWERS,
    ("answers", True, False): ANSWERS,
    ("attachments", (), ("board.png",)): SHOWN,
    ("files", (), ("board.png",)): SHOWN,
    ("files/width", 16, None): SIZES,
    ("files/height", 16, None): SIZES,
    ("files/width", 64, None): SIZES,
    ("files/height", 64, None): SIZES,
    ("components/components/items/media/width", 32, None): SIZES,
    ("components/components/items/media/height", 32, None): SIZES,
    ("content", "", "pinned a message to this channel."): "system messages have no words of their own",
    ("edited", False, True): "the first words after “is thinking” are no edit",
    ("flags", 32, 0): "a message on which a thread was opened says so: flag HAS_THREAD (the description)",
    ("has a thread", True, False): "… and carries the thread (the description)",
    ("only in simcord", None, "the match"): "a thread on a message is announced by that message alone",
    ("only here", 21, None): "a thread on a message begins with a line of type 21, a quotation of it",
}
"""(field, the playground's value, simcord's) → what Discord does; the playground does the same."""

REFUSALS: dict[str, tuple[Any, Any, str]] = {
    "answer gone message": (
        (400, 50035),
        None,
        "50035: invalid form body, message_reference: unknown message",
    ),
    "send nothing": ((400, 50006), (400, 50035), "50006: cannot send an empty message"),
    "two threads on one message": ((400, 160004), None, "160004: there is a thread on this message"),
    "edit in an archived thread": ((400, 50083), None, "50083: the thread is archived"),
    "fetch unknown command": (
        (404, 10063),
        (501, 0),
        "10063: unknown application command; simcord has no such route",
    ),
    "use an unknown token": ((401, 50027), (404, 10015), "50027: invalid webhook token"),
}
"""Misuse → how the playground refuses it, how simcord does, and Discord's code (“JSON error codes”)."""


@dataclass(frozen=True)
class Given:
    """The result of a script: the kind of each outcome, what each person sees, and the bot's refusals."""

    kinds: list[str]
    modal: Payload
    choices: list[Any]
    seen: dict[str, dict[str, list[Payload]]]
    refusals: dict[str, tuple[int, int] | None]


async def give(stage: Stage) -> Given:
    """Run the script on a stage, and return its result."""
    await stage.say("tom", "hello")
    panel = await stage.slash("mara", "panel", rival="tom")
    done = [panel]
    for command in ("notes", "board", "secret", "slow", "letter"):
        done.append(await stage.slash("mara", command))
    opened = await stage.press("mara", panel["message"], "form")
    done += [opened, await stage.submit("mara", opened, {"name": "Mara", "side": ["red"]})]
    done.append(await stage.choose("mara", panel["message"], "people", ["tom"]))
    done.append(await stage.press("mara", panel["message"], "whisper"))
    done.append(await stage.press("mara", panel["message"], "next"))
    done.append(await stage.slash("mara", "match", rival="tom"))
    choices = await stage.complete("mara", "move", "square", "a")
    await stage.write("mara", "thank you")
    seen = {who: stage.seen(who) for who in ("mara", "tom")}
    await stage.slash("mara", "wrong")
    await stage.late("mara", 3.1)
    # simcord says “message” for an answer that was deferred at first.
    kinds = ["message" if response["kind"] == "deferred" else response["kind"] for response in done]
    modal = _unnumbered({name: value for name, value in opened["modal"].items() if name != "custom_id"})
    return Given(kinds, modal, choices, seen, stage.bot.refusals)


def _unnumbered(form: Any) -> Any:
    """Return a form without nulls and without the numbers that Discord gives its components."""
    if isinstance(form, dict):
        return {
            name: _unnumbered(value) for name, value in form.items() if name != "id" and value is not None
        }
    return [_unnumbered(part) for part in form] if isinstance(form, list) else form


async def given_on_playground() -> Given:
    async with on_playground() as stage:
        return await give(stage)


async def given_in_simcord() -> Given:
    async with on_simcord() as stage:
        return await give(stage)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def both() -> tuple[Given, Given]:
    # Each runs in a new task, since simcord leaves traces in the context it ran in.
    async with asyncio.timeout(GUARD_SECONDS):
        return await asyncio.create_task(given_on_playground()), await asyncio.create_task(given_in_simcord())


def told_places(given: Given, who: str) -> dict[str, list[Payload]]:
    everybody = Everybody(given.seen["mara"])
    return {
        place: [told(message, everybody) for message in found] for place, found in given.seen[who].items()
    }


def frozen(value: Any) -> Any:
    """Return a hashable copy of a value; files become their names."""
    if isinstance(value, dict):
        return tuple((name, frozen(item)) for name, item in sorted(value.items()))
    if isinstance(value, list):
        return tuple(
            item["filename"] if isinstance(item, dict) and "filename" in item else frozen(item)
            for item in value
        )
    return value


def compared(ours: list[Payload], theirs: list[Payload]) -> list[tuple[str, Any, Any]]:
    """Return the differences of two conversations; an extra message counts as a difference."""
    found = [
        ("only in simcord", None, message["content"])
        for message in theirs
        if message["type"] == THREAD_CREATED
    ]
    found += [("only here", message["type"], None) for message in ours if message["type"] == THREAD_STARTER]
    said = [message for message in ours if message["type"] != THREAD_STARTER]
    same = [message for message in theirs if message["type"] != THREAD_CREATED]
    assert len(said) == len(same), [(message["author"], message["content"]) for message in (*said, *same)]
    for message, other in zip(said, same, strict=True):
        found += [(place, frozen(a), frozen(b)) for place, a, b in differences(message, other)]
    return found


async def test_people_see_the_same_but_for_what_is_decided(both):
    found = set()
    for who in ("mara", "tom"):
        ours, theirs = (told_places(given, who) for given in both)
        assert list(ours) == list(theirs)
        for place in ours:
            found |= set(compared(ours[place], theirs[place]))
    assert found == set(DECIDED)


async def test_who_may_not_see_a_message_sees_it_in_neither(both):
    for given in both:
        words = {who: [message["content"] for message in given.seen[who]["games"]] for who in ("mara", "tom")}
        assert set(words["mara"]) - set(words["tom"]) == {
            "only you",
            "the pattern is L",
            "sent",
            "Mara plays red",
        }
        assert "dm" not in given.seen["tom"]


async def test_every_step_has_the_same_outcome(both):
    ours, theirs = both
    assert ours.kinds == theirs.kinds
    assert ours.kinds.count("message") == 9
    assert (ours.modal, ours.choices) == (theirs.modal, theirs.choices)


@pytest.mark.parametrize("misuse", [*MISUSES, "answer late"])
async def test_misuse_is_refused_with_the_same_code_but_for_what_is_decided(both, misuse):
    ours, theirs = (given.refusals[misuse] for given in both)
    expected = REFUSALS.get(misuse)
    if expected is None:
        assert ours == theirs is not None
    else:
        assert (ours, theirs) == expected[:2]
        assert str(ours[1]) == expected[2].partition(":")[0]


REAL = (
    ("help", {}),
    ("profile", {}),
    ("creators rules", {}),
    ("creators leaderboard", {}),
    ("creators challenge", {"opponent": "tom"}),
)
"""Commands that the real bot answers without its loops; simcord can't wait for those."""
NAMES = "a command is named with its group and sub-command (Discord's messages, “interaction metadata”)"
MEDIA = "components/components/items/media/"
REAL_DECIDED: dict[tuple[str, Any, Any], str] = {
    ("asked with", (2, "creators rules"), (2, "creators")): NAMES,
    ("asked with", (2, "creators leaderboard"), (2, "creators")): NAMES,
    ("asked with", (2, "creators challenge"), (2, "creators")): NAMES,
    **{
        (field, (), (file,)): SHOWN
        for field in ("attachments", "files")
        for file in ("board.png", "leaderboard.png", "game.png")
    },
    (MEDIA + "width", 800, None): SIZES,
    (MEDIA + "height", 800, None): SIZES,
    (MEDIA + "height", 192, None): SIZES,
    **{
        (
            field,
            number,
            0,
        ): "components that have no id are numbered in order (Discord's components reference)"
        for field, numbers in (("components/id", (1,)), ("components/components/id", (2, 3, 4, 5, 6)))
        for number in numbers
    },
    ("embeds/thumbnail", (("content_type", "image/png"), ("height", 240), ("width", 240)), None): (
        "an embed shows a file of its own message (Discord's reference, “Using attachments within embeds”)"
    ),
}


async def real_bot_on_playground() -> list[Payload]:
    async with table("mara", "tom", by_hand=False) as t:
        return [
            (
                await t.mara.slash(f"/{command}", **{name: getattr(t, who) for name, who in options.items()})
            ).payload
            for command, options in REAL
        ]


async def real_bot_elsewhere() -> list[Payload]:
    async with real_bot_in_simcord() as ask:
        return [await ask("mara", command, options) for command, options in REAL]


async def test_the_real_bot_answers_the_same_but_for_what_is_decided():
    ours = await asyncio.create_task(real_bot_on_playground())
    theirs = await asyncio.create_task(real_bot_elsewhere())
    found = set()
    for pair in zip(ours, theirs, strict=True):
        one, other = (told(payload, Everybody({"": [payload]})) for payload in pair)
        found |= {(place, frozen(a), frozen(b)) for place, a, b in differences(one, other)}
    assert found == set(REAL_DECIDED)
