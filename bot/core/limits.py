"""All limits on how much one person may have or do, in one table.

Only what happened counts; refused attempts cost nothing. Everything is counted in the database, so limits
survive restarts and hold for all processes together.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType

import msgspec

from bot.core.errors import UserError
from storage.engine.database import Database
from storage.engine.handle import Reader
from storage.tables import challenges, matches, seeks, uses

_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


class Limit(msgspec.Struct, frozen=True):
    """A limit on how often or how many.

    Attributes:
        most: How many are allowed.
        seconds: Within how many seconds; None: at the same time.
        sentence: The refusal, with `{most}`, and `{when}` for the moment when there is room again.
        busy: The refusal of a second one while one is under way; empty: allowed.
        command: The name of a command in the sentence.
    """

    most: int
    seconds: int | None
    sentence: str
    busy: str = ""
    command: str | None = None

    def format_sentence(self, when: int | None = None) -> str:
        """Return the sentence with its values filled in; `when` is in epoch seconds."""
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
            50, None, "You have {most} open challenges. Withdraw one before you make another."
        ),
        "open matches with people": Limit(
            200,
            None,
            "You have {most} open matches with people; /matches lists them. Finish or resign one to start "
            "another.",
            command="matches",
        ),
        "people blocked": Limit(
            200,
            None,
            "You've blocked {most} people. Unblock one before you block another; /block lists them.",
            command="block",
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
        "invitations": Limit(
            20, _HOUR, "You've invited {most} people within an hour. You can invite the next one {when}."
        ),
        "open searches": Limit(
            3, None, "You're already looking for {most} opponents. Stop one search before you start another."
        ),
        "searches": Limit(
            20, _HOUR, "You've looked for an opponent {most} times within an hour. You can look again {when}."
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
        "copies of one's data": Limit(
            3,
            _DAY,
            "You've gotten {most} copies of your data within a day. You can get the next one {when}.",
            busy="I'm still packing your data. It'll be here in a moment.",
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
        "analyses": Limit(
            10,
            _DAY,
            "I've analyzed {most} matches for you within a day. You can ask for the next one {when}. "
            "Those that are done stay open to you.",
        ),
        "analyses shared": Limit(
            10, _HOUR, "You've shared {most} analyses within an hour. You can share the next one {when}."
        ),
        "records verified": Limit(
            20,
            _HOUR,
            "I've checked {most} records for you within an hour. You can send the next one {when}.",
            busy="I'm still checking your last record. Send the next one when that's done.",
        ),
        "reports": Limit(
            5, _HOUR, "You've made {most} reports within an hour. You can make the next one {when}."
        ),
        "changes of a holiday": Limit(
            10,
            _HOUR,
            "You've started or ended a vacation {most} times within an hour. You can do it again {when}.",
        ),
        "news of a holiday": Limit(
            1, _MINUTE, "Your opponents get the latest about your vacation at most once a minute."
        ),
    }
)
"""What's limited → how. Limits on file sizes are next to the code that reads the files."""


class Limits:
    """The limits whose uses are counted in the database for all processes; `busy` is about this one."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database = database
        self._now = now
        self._under_way = set[tuple[str, int]]()

    async def check(self, name: str, person: int) -> None:
        """Raise UserError if the use would exceed the limit, or another use is under way."""
        self._check_busy(name, person)
        async with self._database.read() as r:
            await _check_lately(r, name, person, self._now())

    @asynccontextmanager
    async def act(self, name: str, person: int) -> AsyncIterator[None]:
        """Keep count of a limited act.

        Raise UserError beforehand if it's too much; an act that raises UserError itself isn't counted.
        """
        self._check_busy(name, person)
        key, now = (name, person), self._now()
        self._under_way.add(key)
        try:
            async with self._database.write(f"person:{person}") as w:
                await _check_lately(w, name, person, now)
                await uses.add(w, person, name, now)
            try:
                yield
            except UserError:
                async with self._database.write() as w:
                    await uses.take_back(w, person, name, now)
                raise
        finally:
            self._under_way.discard(key)

    def _check_busy(self, name: str, person: int) -> None:
        if LIMITS[name].busy and (name, person) in self._under_way:
            raise UserError(LIMITS[name].busy)


async def _check_lately(r: Reader, name: str, person: int, now: int) -> None:
    # A clock that was put back must not lock a person out: uses in the future don't count.
    since = now - (LIMITS[name].seconds or 0)
    _check_moments(name, await uses.moments(r, person, name, since, now))


def refusal(name: str, when: int | None = None) -> UserError:
    """Return the error for a reached limit; `when` there is room again, if time alone makes some."""
    return UserError(LIMITS[name].format_sentence(when), when, command=LIMITS[name].command)


async def check_room_for_bot(r: Reader, person: int) -> None:
    """Raise UserError if a person has as many open matches against the bot as allowed."""
    name = "matches against the bot"
    if await matches.count_open_with_ai(r, person) >= LIMITS[name].most:
        raise refusal(name)


async def check_offer(r: Reader, person: int, now: int) -> None:
    """Raise UserError if a person has made too many cards of matches against the bot within an hour."""
    lately = await challenges.list_given_since(r, person, now - _HOUR)
    _check_moments("matches begun with the bot", [c.created_at for c in lately if c.level is not None])


async def check_challenge(r: Reader, person: int, opponent: int | None, now: int) -> None:
    """Raise UserError if a person has given too many challenges, in all or to this opponent.

    Withdrawn and declined ones count; to the same opponent, accepted ones don't: they were welcome.
    """
    standing = await challenges.open_of(r, person)
    given = [c for c in standing if c.challenger == person and c.level is None]
    if len(given) >= LIMITS["open challenges"].most:
        raise refusal("open challenges")
    lately = [c for c in await challenges.list_given_since(r, person, now - _HOUR) if c.level is None]
    _check_moments("challenges", [c.created_at for c in lately])
    unwelcome = [c for c in lately if opponent is not None and c.opponent == opponent]
    _check_moments("challenges to one person", [c.created_at for c in unwelcome if c.status != "accepted"])


async def check_seek(r: Reader, person: int, now: int) -> None:
    """Raise UserError if a person has too many open searches, or has searched too often within an hour."""
    if len(await seeks.open_of(r, person)) >= LIMITS["open searches"].most:
        raise refusal("open searches")
    _check_moments("searches", await seeks.list_begun_since(r, person, now - _HOUR))


def _check_moments(name: str, moments: list[int]) -> None:
    """Raise UserError if there are too many moments; newest first, all within the limit's time."""
    limit = LIMITS[name]
    if len(moments) >= limit.most:
        raise refusal(name, moments[limit.most - 1] + (limit.seconds or 0))
