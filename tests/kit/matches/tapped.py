"""Matches at a table of the kit: begun by challenge, folded or played, viewed from all sides."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

from bot.core.app_context import AppContext
from bot.core.match_state import MatchState, nickname
from bot.discord_kit.interactions.live_panels import panels_of
from bot.play.dealing.hidden_info import is_unbriefed, see
from bot.play.matches.playing import act_as_typed
from games.creators.ai.players import best_move
from games.creators.rules.geometry import Move
from games.creators.rules.view import View
from tests.kit.people import Person
from tests.kit.rows import lasting_rows, open_ids
from tests.kit.seen import Seen
from tests.kit.table import Table

SHORT: dict[str, Any] = {"board_size": 12, "rounds": 20}
USUAL: dict[str, Any] = {"board_size": 16, "rounds": 20}
"""The usual rules, as a rated match needs them."""
DAY = 86_400.0
_MOST_PAGES = 4
"""The most pages of a part of a Creators board."""

Chooser = Callable[[MatchState, int], str]
"""A side's strategy: (state, seat) → action text."""


class Played:
    """A match at a table with its people by seat; None is an AI."""

    def __init__(self, t: Table, id: str, people: tuple[Person | None, Person | None]) -> None:
        self.t = t
        self.id = id
        self.people = people

    @property
    def name(self) -> str:
        """The match's nickname, used wherever it's named."""
        return nickname(self.id)

    async def table(self) -> MatchState:
        """Return the current state of the match, with all secrets."""
        return await self.t.running.bot.ctx.app.match_state(self.id)

    async def brief(self) -> None:
        """Let every person see the preview and close it, by taps.

        A second leg counts before anyone looks.
        """
        counts = (await self.table()).match.leg > 1
        for person in filter(None, self.people):
            await person.tap("Show it now" if counts else "Show it now (then it counts)")
            await person.tap("Got it")
        await self.t.settled()

    async def fold(self, texts: Iterable[str] = ()) -> None:
        """Store a position: play these texts with the use case alone, and wait for the messages at the end.

        Previews count as seen before. An AI's actions belong to no record: it acts by itself in between.
        """
        app = self.t.running.bot.ctx.app
        await look(app, self.id, *(seat for seat, person in enumerate(self.people) if person))
        for text in texts:
            if (person := self.people[(await self.table()).to_act[0]]) is None:
                await self.t.settled()
                person = self.people[(await self.table()).to_act[0]]
            assert person is not None
            await act_as_typed(app, self.id, int(person.id), text)
        await self.t.settled()

    async def legal(self) -> list[str]:
        """Return the legal actions of the side to act."""
        table = await self.table()
        return [table.game.format(a) for a in table.game.actions(table.view(table.to_act[0]))]

    async def landings(self) -> dict[str, list[str]]:
        """Return the legal actions after a roll in Creators, by target square."""
        found: dict[str, list[str]] = {}
        for text in await self.legal():
            found.setdefault(re.split("[-x]", text)[1], []).append(text)
        return found

    async def act(self, text: str | None = None) -> Seen:
        """Let the person to act look at any preview, and play a text or the first legal action."""
        seat = (await self.table()).to_act[0]
        person = self.people[seat]
        assert person is not None
        await look(self.t.running.bot.ctx.app, self.id, seat)
        return await person.move(text or (await self.legal())[0])

    async def turn(self) -> None:
        """Let the person to act roll, and move unless the roll skips the turn."""
        table = await self.table()
        before = table.to_act
        if "roll" in await self.legal():
            await self.act("roll")
        if (await self.table()).to_act == before:
            await self.act()

    async def play_on(self, choosers: tuple[Chooser, Chooser]) -> MatchState:
        """Play both sides by text to the end."""
        while (table := await self.table()).to_act:
            await self.t.settled()
            table = await self.table()
            if table.to_act:
                await self.act(choosers[table.to_act[0]](table, table.to_act[0]))
        await self.t.settled()
        return table

    async def forget_panels(self) -> None:
        """Forget which panels are alive, as a restart does: they keep their buttons when newer ones open."""
        await self.t.settled()
        panels = panels_of(self.t.running.bot.ctx)
        for person in filter(None, self.people):
            panels.forget((self.id, int(person.id)))

    async def open_twice(self, open_panel: Callable[[str], Awaitable[Seen]]) -> list[Seen]:
        """Return two panels that both have their buttons, each opened by the button with the given label."""
        panels = []
        for label in ("Move", "My view"):
            panels.append(await open_panel(label))
            await self.forget_panels()
        return panels

    def posts(self) -> list[Seen]:
        """Return the thread's public messages, oldest first."""
        thread = self.t.threads()[-1]["id"]
        person = next(person for person in self.people if person)
        return [seen for seen in person.messages() if seen.channel == thread and not seen.ephemeral]


def rebuilds(table: MatchState, seat: int) -> str:
    """Play algorithm 6 with a perfect memory."""
    view: View = table.view(seat)
    if not view.die:
        return "roll"
    return table.game.format(best_move(view, frozenset(table.game_state.setup.pattern.cells)))


def stands_aside(table: MatchState, seat: int) -> str:
    """Play the first move that neither captures nor enters the pattern, if there is one."""
    squares = set(table.briefing(0).data["cells"])
    actions = list(table.game.actions(table.view(seat)))
    return table.game.format(
        min(actions, key=lambda a: isinstance(a, Move) and (a.capture, a.target in squares))
    )


def first_legal(table: MatchState, seat: int) -> str:
    """Play the first legal action."""
    return table.game.format(next(iter(table.game.actions(table.view(seat)))))


def number_of(square: str, on: Seen) -> str | None:
    """Return the label of the button that lands on a square in Creators, or None if this page has none."""
    ends = f"|{square}", f"~{square}"
    return next((label for label, tap in on.buttons.items() if tap["custom_id"].endswith(ends)), None)


async def land(person: Person, square: str, on: Seen) -> Seen:
    """Tap the number of a square in Creators, on the page that shows it."""
    for label in ("", *"↖↗↙↘"):
        on = await person.tap(label, on) if label in on.buttons else on
        for _ in range(_MOST_PAGES):
            number = number_of(square, on)
            if number is not None:
                return await person.tap(number, on)
            on = await person.tap("More ▶", on) if "More ▶" in on.buttons else on
    raise AssertionError(f"no page has {square}")


async def newest_match(t: Table) -> str:
    """Return the id of the newest open match."""
    async with t.database.read() as r:
        return (await open_ids(r))[-1]


async def begin(t: Table, creator: Person, destroyer: Person, **options: Any) -> Played:
    """Begin a match by an accepted challenge, rated if it can be, and wait for all messages."""
    given = {"rated": True, **SHORT, **options}
    await creator.slash("/creators challenge", opponent=destroyer, side="Creator", **given)
    await destroyer.tap("Accept")
    await t.settled()
    return Played(t, await newest_match(t), (creator, destroyer))


async def begin_briefed(t: Table, creator: Person, destroyer: Person, **options: Any) -> Played:
    """Begin a match in which both players have seen the preview."""
    match = await begin(t, creator, destroyer, **options)
    await match.fold()
    return match


async def begin_by_taps(t: Table, creator: Person, destroyer: Person, **options: Any) -> Played:
    """Begin a match in which both players have opened the preview and closed it."""
    match = await begin(t, creator, destroyer, **options)
    await match.brief()
    return match


async def look(app: AppContext, match_id: str, *seats: int) -> None:
    """Mark the previews of these seats as seen. CVD-9."""
    state = await app.match_state(match_id)
    for seat in seats:
        if is_unbriefed(state, seat):
            await see(app, match_id, seat)


async def rows(t: Table) -> dict[str, list[tuple[Any, ...]]]:
    """Return all lasting rows, in the order of their keys."""
    return await lasting_rows(t.database)


def public_messages(t: Table) -> dict[str, Any]:
    """Return all messages that more than one person can see."""
    world = t.playground.world
    shared = (m for m in world.messages.values() if not m.reader and world.channels[m.channel_id].guild_id)
    return {m.id: m.payload for m in shared}


@asynccontextmanager
async def nothing_changes(t: Table) -> AsyncIterator[None]:
    """Check that no row and no public message changes within the block."""
    await t.settled()
    before = await rows(t), public_messages(t)
    yield
    await t.settled()
    assert (await rows(t), public_messages(t)) == before


def assert_refused(answer: Seen, sentence: str) -> None:
    """Check that an answer is one clear sentence, visible to the asker alone."""
    assert sentence in answer.text, answer.text
    assert answer.ephemeral
    assert not re.search(r"\w!", answer.text), "no exclamation marks in errors"
    assert len(answer.text) < 400
    assert not answer.buttons


ON_THE_CARD = re.compile(r"SHA-256 of my secret is `([0-9a-f]{64})`")


async def committed(person: Person, on: Seen) -> str:
    """Return the bot's fairness commitment as a person reads it on a card or at the end of a match."""
    answer = await person.tap("Fairness", on)
    found = ON_THE_CARD.search(answer.text)
    assert found is not None, answer.text
    assert answer.ephemeral
    return found[1]


async def revealed(person: Person, on: Seen) -> tuple[bytes, str, bytes]:
    """Return nonce, interactions and seed as a person reads them at the end of a match."""
    text = (await person.tap("Fairness", on)).text
    found = re.search(
        r"my secret was `([0-9a-f]{64})`, .* `(\d*:\d*)`; .* is the seed, `([0-9a-f]{64})`", text
    )
    assert found is not None, text
    return bytes.fromhex(found[1]), found[2], bytes.fromhex(found[3])
