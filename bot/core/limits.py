"""How much of everything one person may have or do: all limits of the bot in one table.

What has happened counts; what was refused costs nothing. Limits of what stands in the database are counted
there, so that a restart changes nothing; the others are counted in memory, and a restart forgets them."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

import msgspec

from bot.core.errors import UserError
from storage import challenges, matches
from storage.handle import Reader

_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


class Limit(msgspec.Struct, frozen=True):
    """So many (`most`) of something within `seconds` (None: at the same time). `sentence`: for whoever wants
    more, with `{most}`, and `{when}` for the moment from which on there is room again; `busy`: for whoever
    wants two at once (empty: nobody minds); `command`: the name of one that the sentence names."""

    most: int
    seconds: int | None
    sentence: str
    busy: str = ""
    command: str | None = None

    def said(self, when: int | None = None) -> str:
        """The sentence as it is told."""
        return self.sentence.format(most=self.most, when=f"<t:{when}:R>")


LIMITS: Mapping[str, Limit] = MappingProxyType(
    {
        "matches against the bot": Limit(
            20,
            None,
            "You have {most} open matches against the bot; /matches lists them. Finish or resign one to "
            "start another.",
            command="matches",
        ),
        "matches begun with the bot": Limit(
            40,
            _HOUR,
            "You've started {most} matches against the bot within an hour. You can start the next one "
            "{when}.",
        ),
        "open challenges": Limit(
            20, None, "You have {most} open challenges. Withdraw one before you make another."
        ),
        "challenges": Limit(
            10, _HOUR, "You've made {most} challenges within an hour. You can make the next one {when}."
        ),
        "challenges to one person": Limit(
            3,
            _HOUR,
            "You've challenged them {most} times within an hour, so give them time to answer. You can ask "
            "again {when}.",
        ),
        "rated matches of the same two": Limit(
            5,
            _DAY,
            "You two have started {most} rated matches in 24 hours, so your new one is casual: it won't "
            "change any ratings.",
        ),
        "documents kept for a game": Limit(
            20, None, "You already have {most}. Delete one first, or replace one by using its name."
        ),
        "uploads": Limit(
            10,
            _HOUR,
            "You've sent {most} files within an hour. You can send the next one {when}.",
            busy="I'm still reading your last file. Send the next one when that's done.",
        ),
        "exports": Limit(
            20, _HOUR, "You've exported {most} records within an hour. You can export the next one {when}."
        ),
        "films": Limit(
            10,
            _HOUR,
            "I've made {most} GIFs for you within an hour. You can ask for the next one {when}.",
            busy="I'm still making your last GIF. Ask for the next one when it's here.",
        ),
        "hints": Limit(
            60,
            _HOUR,
            "I've given you {most} hints within an hour. You can ask for the next one {when}.",
            busy="I'm still thinking about your last hint. It'll be here in a moment.",
        ),
        "records verified": Limit(
            20,
            _HOUR,
            "I've checked {most} records for you within an hour. You can send the next one {when}.",
            busy="I'm still checking your last record. Send the next one when that's done.",
        ),
        "changes of a holiday": Limit(
            10,
            _HOUR,
            "You've started or ended a holiday {most} times within an hour. You can do it again {when}.",
        ),
        "news of a holiday": Limit(
            1, _MINUTE, "Your opponents get the latest about your holiday at most once a minute."
        ),
    }
)
"""What is limited → how. Sizes of files stand beside what reads them."""


class SlidingWindow:
    """When each has done something within the last `seconds`; who has done nothing lately is forgotten."""

    def __init__(self, most: int, seconds: int) -> None:
        self._most = most
        self._seconds = seconds
        self._times: OrderedDict[Hashable, tuple[float, ...]] = OrderedDict()

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._times)

    def opens(self, who: Hashable, now: float) -> float | None:
        """The moment from which on they may do it once more; None: they may now."""
        lately = self._lately(who, now)
        return None if len(lately) < self._most else lately[-self._most] + self._seconds

    def add(self, who: Hashable, now: float) -> None:
        """They have done it."""
        self._times[who] = (*self._lately(who, now), now)
        self._times.move_to_end(who)
        # The first one is who has done nothing for longest.
        while not self._lately(first := next(iter(self._times)), now):
            del self._times[first]

    def take_back(self, who: Hashable, at: float) -> None:
        """What was added at a moment has not happened after all."""
        times = list(self._times.pop(who, ()))
        if at in times:
            times.remove(at)
        if times:
            self._times[who] = tuple(times)
            self._times.move_to_end(who, last=False)

    def _lately(self, who: Hashable, now: float) -> tuple[float, ...]:
        # A clock that was put back must not lock anybody out: what is yet to come does not count.
        return tuple(at for at in self._times.get(who, ()) if now - self._seconds < at <= now)


class Limits:
    """The limits that are counted in memory, by the names of `LIMITS`."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._under_way = set[tuple[str, int]]()
        self._windows = {
            name: SlidingWindow(limit.most, limit.seconds)
            for name, limit in LIMITS.items()
            if limit.seconds is not None
        }

    def check(self, name: str, person: int) -> None:
        """UserError where this would be too much, or another one is under way."""
        if LIMITS[name].busy and (name, person) in self._under_way:
            raise UserError(LIMITS[name].busy)
        opens = self._windows[name].opens(person, self._now())
        if opens is not None:
            raise refusal(name, math.ceil(opens))

    @contextmanager
    def act(self, name: str, person: int) -> Iterator[None]:
        """Around what is limited: UserError before it where it would be too much, and counted unless it is
        refused itself."""
        self.check(name, person)
        key, window, now = (name, person), self._windows[name], self._now()
        window.add(person, now)
        self._under_way.add(key)
        try:
            yield
        except UserError:
            window.take_back(person, now)
            raise
        finally:
            self._under_way.discard(key)


def refusal(name: str, when: int | None = None) -> UserError:
    """What is answered where a limit is reached; `when` there is room again, if time alone makes some."""
    return UserError(LIMITS[name].said(when), when, command=LIMITS[name].command)


async def check_room_for_bot(r: Reader, person: int) -> None:
    """UserError where a person has as many matches against the bot under way as may be."""
    name = "matches against the bot"
    if await matches.count_open_with_ai(r, person) >= LIMITS[name].most:
        raise refusal(name)


async def check_offer(r: Reader, person: int, now: int) -> None:
    """UserError where a person has put up too many cards of matches against the bot."""
    lately = await challenges.given_since(r, person, now - _HOUR)
    _check_moments("matches begun with the bot", [c.created_at for c in lately if c.level is not None])


async def check_challenge(r: Reader, person: int, opponent: int | None, now: int) -> None:
    """UserError where a person has given too many challenges, to everybody or to this opponent. Withdrawn and
    declined ones count; of those to one person only the accepted ones do not: they were welcome."""
    standing = await challenges.open_of(r, person)
    given = [c for c in standing if c.challenger == person and c.level is None]
    if len(given) >= LIMITS["open challenges"].most:
        raise refusal("open challenges")
    lately = [c for c in await challenges.given_since(r, person, now - _HOUR) if c.level is None]
    _check_moments("challenges", [c.created_at for c in lately])
    unwelcome = [c for c in lately if opponent is not None and c.opponent == opponent]
    _check_moments("challenges to one person", [c.created_at for c in unwelcome if c.status != "accepted"])


def _check_moments(name: str, moments: list[int]) -> None:
    """UserError where there are too many; the moments, newest first, all within the time of the limit."""
    limit = LIMITS[name]
    if len(moments) >= limit.most:
        raise refusal(name, moments[limit.most - 1] + (limit.seconds or 0))
