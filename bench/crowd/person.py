"""A person of the crowd: reads messages to them and follows what these offer."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import Any

from bench.crowd import offered, reading
from bench.crowd.crowd import Board, Crowd
from bench.crowd.line import NotPossible
from bench.crowd.reading import Tap
from playground.model.payload import Json

Tapped = tuple[dict[str, str], Tap]
"""A message, as the control API wants it, and an element of it that can be tapped."""

_OLD_KEPT = 12
_TRIES = 3
_WORDS = ("Well played", "Nice one", "…", "I did not see that coming", "?!", "")


@dataclass
class Talk:
    """A message that a person is busy with; `waiting` while its next act is on the timetable."""

    message: Json
    waiting: bool = False
    tries: int = 0

    @property
    def where(self) -> dict[str, str]:
        """Channel and message, as the control API wants them."""
        return {"channel": self.message["channel_id"], "message": self.message["id"]}


class Person:
    """One simulated person.

    Attributes:
        threads: Threads of their matches in which they have seen a board.
        old: The latest elements they have tapped.
        left: The latest elements they could have tapped on boards that they left.
    """

    def __init__(self, id: str, name: str, crowd: Crowd) -> None:
        self.id = id
        self.name = name
        self.crowd = crowd
        self.threads: dict[str, None] = {}
        self.old: deque[Tapped] = deque(maxlen=_OLD_KEPT)
        self.left: deque[Tapped] = deque(maxlen=_OLD_KEPT)
        self._talks: dict[str, Talk] = {}

    # --- reading ----------------------------------------------------------------------------------------

    def read_private(self, message: Json) -> None:
        """Handle a new or changed message that only this person sees."""
        if reading.is_loading(message) or reading.is_silent(message):
            return
        self._note(message)
        self.crowd.ledger.note_board(self.id, message)
        talk = self._talks.get(message["id"])
        if talk is not None:
            talk.message = message
        self._consider(talk or Talk(message), self.crowd.habits.dawdle)

    def read_mention(self, message: Json) -> None:
        """Handle a public message that mentions this person, if it offers something to accept."""
        if any(tap.style == reading.GOOD for tap in reading.taps(message)):
            self._consider(Talk(message), self.crowd.habits.think)

    def forget(self, message_id: str) -> None:
        """Forget a deleted message."""
        self._talks.pop(message_id, None)

    def _note(self, message: Json) -> None:
        thread = reading.place(message)
        if thread is not None and reading.shows_board(message):
            self.threads[thread] = None

    def _consider(self, talk: Talk, mean: float) -> None:
        """Schedule the next act on a message; drop a message that offers nothing."""
        if talk.waiting:
            return
        if not reading.offers(talk.message):
            self._talks.pop(talk.message["id"], None)
            return
        self._talks[talk.message["id"]] = talk
        talk.waiting = True
        self.crowd.timetable.later(self.crowd.pause(mean), lambda due: self._go_on(talk, due))

    # --- acting -----------------------------------------------------------------------------------------

    async def _go_on(self, talk: Talk, due: float) -> None:
        talk.waiting = False
        offers, rng, habits = reading.offers(talk.message), self.crowd.rng, self.crowd.habits
        if not offers:
            return
        thread = reading.place(talk.message)
        if thread is not None and reading.asks(talk.message) and rng.random() < habits.by_text:
            await self._write(talk, thread, due)
            return
        tap = rng.choice(offers)
        self.old.append((talk.where, tap))
        times = 2 if rng.random() < habits.twice else 1
        kind = "tap" if tap.chooses else "accept" if tap.label == reading.ACCEPT else "open"
        for outcome in await asyncio.gather(*(self.press(kind, talk.where, tap, due) for _ in range(times))):
            self._after(talk, tap.chooses, outcome)

    def _after(self, talk: Talk, chose: bool, outcome: Json | None) -> None:
        """Read the outcome of a tap and go on from there."""
        if outcome is None or outcome["type"] == "failed":
            return
        if outcome["type"] == "modal":
            self._fill_in_later(talk, outcome)
            return
        message = outcome["message"]
        if message is None or reading.is_loading(message):
            return
        self._read_answer(message, chose)
        if message["id"] == talk.message["id"]:
            talk.message, talk.tries = message, 0
            self._consider(talk, self.crowd.habits.think)
        elif chose and not reading.shows_board(message) and talk.tries < _TRIES:
            talk.tries += 1
            self._consider(talk, self.crowd.habits.think)
        else:
            self.follow(message)

    def _read_answer(self, message: Json, chose: bool) -> None:
        self._note(message)
        if chose:
            self.crowd.ledger.note_acknowledged(self.id, message)
        else:
            self.crowd.ledger.note_board(self.id, message)

    def follow(self, message: Json) -> None:
        """Go on with a message that answered an act."""
        known = self._talks.get(message["id"])
        self._consider(known or Talk(message), self.crowd.habits.think)

    async def look_at(self, board: Board, due: float) -> None:
        """Open a private board by the button of a public one."""
        way = next((tap for tap in board.taps if tap.style == reading.PRIMARY), None)
        if way is None:
            return
        outcome = await self.press("open", board.where, way, due)
        if outcome is not None and outcome["message"] is not None:
            self._read_answer(outcome["message"], False)
            self.follow(outcome["message"])

    async def press(self, kind: str, where: dict[str, str], tap: Tap, due: float) -> Json | None:
        """Tap; return the outcome, or None if the playground refuses the tap."""
        values = {} if tap.values is None else {"values": list(tap.values)}
        return await self.do(kind, due, "press", **where, custom_id=tap.custom_id, **values)

    async def do(self, kind: str, due: float, verb: str, **body: Any) -> Json | None:
        """Perform an act and count the time from its due moment to the answer; return None if refused."""
        tally, timetable = self.crowd.tally, self.crowd.timetable
        try:
            outcome: Json = await self.crowd.line.post(self.id, verb, **body)
        except NotPossible:
            tally.refused[kind] += 1
            return None
        tally.count_answer(kind, due, timetable.now(), failed=outcome.get("type") == "failed")
        self.crowd.news.set()
        return outcome

    # --- modals and texts -------------------------------------------------------------------------------

    def _fill_in_later(self, talk: Talk, outcome: Json) -> None:
        """Fill in the form after a pause; retry if it was left empty and refused."""

        async def fill_in(due: float) -> None:
            words = self.crowd.rng.choice(_WORDS)
            fields = [field["custom_id"] for field in _fields(outcome["modal"])]
            values = dict.fromkeys(fields, words)
            answer = await self.do("form", due, "submit", interaction=outcome["interaction"], values=values)
            if answer is None and not words:
                self._fill_in_later(talk, outcome)
            self._after(talk, True, answer)

        self.crowd.timetable.later(self.crowd.pause(self.crowd.habits.think), fill_in)

    async def _write(self, talk: Talk, thread: str, due: float) -> None:
        """Answer by the move command, with one of its completions."""
        leaf = self.crowd.leaf(offered.MOVE)
        option = leaf and next((known["name"] for known in leaf.options if known.get("required")), None)
        if leaf is None or option is None:
            self._consider(talk, self.crowd.habits.think)
            return
        common: dict[str, Any] = {"channel": thread, "command": leaf.words[0]}
        typed = leaf.nest_options({option: ""}, focused=option)
        found = await self.do("complete", due, "autocomplete", **common, options=typed)
        choices = (found or {}).get("choices") or []
        if not choices:
            self._consider(talk, self.crowd.habits.think)
            return
        text = self.crowd.rng.choice(choices)["value"]

        async def send(due: float) -> None:
            outcome = await self.do("move", due, "slash", **common, options=leaf.nest_options({option: text}))
            self._after_writing(talk, text, outcome)

        self.crowd.timetable.later(self.crowd.pause(self.crowd.habits.think), send)

    def _after_writing(self, talk: Talk, text: str, outcome: Json | None) -> None:
        message = outcome["message"] if outcome is not None else None
        if message is None:
            return
        if not reading.shows_board(message):
            self._consider(talk, self.crowd.habits.think)
            return
        self._note(message)
        self.crowd.ledger.note_acknowledged(self.id, message, text)
        self.left.extend((talk.where, tap) for tap in reading.offers(talk.message)[:1])
        self._talks.pop(talk.message["id"], None)
        self.follow(message)


def _fields(modal: Json) -> list[Json]:
    """Return the text fields of a modal."""
    return [part for part in _parts(modal) if part.get("type") == 4]


def _parts(component: Json) -> list[Json]:
    inside = [*(component.get("components") or ()), *filter(None, [component.get("component")])]
    return [part for child in inside for part in (child, *_parts(child))]
