"""Blocked people can't tell that they're blocked by anything they look at, tap or type.

One test asks the bot for everything before and after a block in the same world; another plays a whole match
in two worlds, with and without a block.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from storage.tables import blocks
from tests.kit.matches import ccc
from tests.kit.matches.creators_twins import OURS
from tests.kit.matches.endings import begun, final_post, give_up
from tests.kit.matches.tapped import newest_match
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table, table
from tests.kit.traffic import without_new_ids
from tests.kit.watching.discord_requests import Witness

pytestmark = pytest.mark.table("mara", "tom")

Act = Callable[[], Awaitable[Any]]
_SUB_COMMANDS, _PERSON, _FILE = (1, 2), 6, 11
_COUNTED = ("challenge", "play")
"""Commands that post something; other tests look at what follows from them."""
_TAPS = frozenset(["My view", "Record", "⋯", "Replay", "Fairness", "Rules", "Move", "Open"])
"""Buttons that show something and change nothing."""


async def block(t: Table, *, is_blocked: bool = True) -> None:
    """Let Tom block Mara, or lift the block."""
    async with t.database.write("all") as w:
        change = blocks.add(w, int(t.tom.id), int(t.mara.id), 1) if is_blocked else None
        await (change or blocks.remove(w, int(t.tom.id), int(t.mara.id)))


def leaves(command: dict[str, Any], name: str = "") -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the full name and options of each command without subcommands, at or below a command."""
    whole, options = f"{name} {command['name']}".strip(), command.get("options", [])
    below = [option for option in options if option["type"] in _SUB_COMMANDS]
    for subcommand in below:
        yield from leaves(subcommand, whole)
    if not below:
        yield whole, options


def asked_by_command(t: Table) -> Iterator[tuple[str, Act]]:
    """Yield every command and completion that Mara is offered, with Tom wherever a person is asked for."""
    for command in t.mara.actor.commands("games"):
        for name, options in leaves(command):
            if (name.split()[-1] in _COUNTED and " " in name) or any(
                option["type"] == _FILE for option in options
            ):
                continue
            given: dict[str, Any] = {
                option["name"]: t.tom if option["type"] == _PERSON else "mine"
                for option in options
                if (option["type"] == _PERSON and name != "block") or option.get("required")
            }
            yield name, lambda name=name, given=given: t.mara.slash(f"/{name}", **given)
            for option in (candidate for candidate in options if candidate.get("autocomplete")):
                said = f"completing {option['name']} of {name}"
                yield said, lambda n=name, o=option: t.mara.complete(f"/{n}", o["name"], "")


def asked_by_tap(t: Table, seen: list[Seen]) -> Iterator[tuple[str, Act]]:
    """Yield a tap for every button on these messages that only shows something."""
    for message in seen:
        for label in sorted(_TAPS & message.buttons.keys()):
            yield f"{label} on {message.id}", lambda label=label, one=message: t.mara.tap(label, one)


def plain(answer: Any) -> Any:
    if not isinstance(answer, Seen):
        return answer
    shown = without_new_ids(answer.text), tuple(answer.buttons), [s["options"] for s in answer.selects]
    return (*shown, *map(without_new_ids, answer.alt_texts))


@pytest.mark.proof
async def test_whatever_they_ask_the_bot_for_they_get_the_same_by_the_same_questions(
    t: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in OURS:
        caplog.set_level(logging.DEBUG, name)
    await begun(t, "ccc", "White")
    await give_up(t, t.tom)
    over = await final_post(t, t.mara)
    card = await t.tom.slash("/ccc challenge")
    await begun(t, "ccc", "White")
    thread = [message for message in t.mara.messages() if message.channel == t.threads()[-1]["id"]]
    acts = [*asked_by_command(t), *asked_by_tap(t, [over, card, thread[-1]])]
    assert len(acts) > 50
    witness, worlds = Witness(t, monkeypatch, caplog), []
    # The first round fills the bot's caches.
    for is_blocked in (False, False, True):
        await block(t, is_blocked=is_blocked)
        world = dict[str, Any]()
        for name, act in acts:
            answer, noticed = await witness.of(act)
            world[name] = plain(answer), noticed.logged, noticed.asked
        worlds.append(world)
    _, free, blocked = worlds
    for name, what in free.items():
        assert what == blocked[name], name


async def whole_match(*, is_blocked: bool) -> list[list[str]]:
    """Return all texts and pushes that Mara gets in a match against Tom, who may have blocked her."""
    async with table("mara", "tom") as t:
        match = await ccc.begin(t, t.mara, t.tom)
        await block(t, is_blocked=is_blocked)
        for _ in range(6):
            await match.act()
            await t.settled()
        await t.mara.tap("Offer a draw", await t.mara.tap("⋯", match.posts()[-1]))
        t.advance(2 * 86_400)
        await t.settled()
        await t.tom.slash("/resign", match=match.id)
        await t.tom.tap("Resign")
        await t.settled()
        texts = [f"{without_new_ids(message.text)} {list(message.buttons)}" for message in t.mara.messages()]
        home = t.mara.home()
        return [sorted(texts), sorted(map(without_new_ids, t.mara.pushes())), [home.text if home else ""]]


@pytest.mark.slow
async def test_a_match_that_goes_on_is_like_any_other() -> None:
    free, blocked = await whole_match(is_blocked=False), await whole_match(is_blocked=True)
    assert len(free[0]) > 8
    assert free == blocked


async def test_an_acceptance_and_a_withdrawal_of_their_own_are_as_always(t: Table) -> None:
    """A block changes nothing about a card that the blocked person posts for anyone and withdraws."""
    answers = []
    for is_blocked in (False, True):
        await block(t, is_blocked=is_blocked)
        card = await t.mara.slash("/ccc challenge")
        answers.append((plain(card), plain(await t.mara.tap("Withdraw", card)), plain(t.mara.again(card))))
    assert answers[0] == answers[1]


def said_to(person: Person) -> list[str]:
    return [seen.text for seen in person.messages()]


@pytest.mark.slow
async def test_who_blocks_in_the_middle_of_a_match_says_nothing_to_the_other(t: Table) -> None:
    await begun(t, "ccc", "White")
    before = said_to(t.mara), t.mara.pushes()
    await t.tom.slash("/block", person=t.mara)
    await t.tom.tap("Undo", await t.tom.slash("/block", person=t.mara))
    await t.settled()
    assert (said_to(t.mara), t.mara.pushes()) == before
    assert await newest_match(t)
