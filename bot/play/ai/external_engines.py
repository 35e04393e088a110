"""External engines: the operator's own programs, asked on standard input, answering on standard output.

The protocol is described in docs/players.md. A program learns only what a person in its seat could see. The
worst it can do to a match is to play badly: its output is either a legal action or ignored.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shlex
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice
from types import TracebackType
from typing import Any

import msgspec

from bot.core.move_request import Done, MoveRequest, Thinking
from bot.play.ai.ai_pool import budget_under_load, fallback_level
from bot.play.ai.queueing import FairQueue
from bot.play.ai.worker import step_back
from games import GAMES, GameError
from games.core.teaching.removed import has_mark

log = logging.getLogger(__name__)

MOST_ACTIONS = 5_000
"""The most legal actions that a request lists; beyond that, it says that there are more."""
LONGEST_LINE = 64 * 1024
"""The most bytes that a program may write in one line."""
LONGEST_ACTION = 1_000
"""The most characters of an action."""
_ENDING_SECONDS = 5.0
_SECRETS = ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "SLOWPLAY_DATABASE", "PGPASSWORD", "PGPASSFILE")
"""The environment variables that programs don't get."""


class Forfeit(Exception):
    """A program's loss of its move; the text says why."""


class Ended(Forfeit):
    """A program's exit without a request, after its answer or instead of it."""

    def __init__(self) -> None:
        super().__init__("it exited")


class Reply(msgspec.Struct, frozen=True):
    """A program's reply; further fields are ignored."""

    action: str


def request_line(question: MoveRequest, budget: int) -> bytes:
    """Return the request that a program reads: one line of JSON, made from the view alone."""
    game, view, briefing = GAMES[question.game], question.view, question.briefing
    actions = [game.format(action) for action in islice(game.actions(view), MOST_ACTIONS + 1)]
    asked = {
        "game": game.key,
        "options": question.options,
        "seat": question.seat,
        "side": game.seats[question.seat],
        "position": game.position(view),
        "actions": actions[:MOST_ACTIONS],
        "more": len(actions) > MOST_ACTIONS,
        "briefing": None if briefing is None else briefing.data,
        "budget": budget,
        "random": question.rng.getrandbits(32),
    }
    return msgspec.json.encode(asked) + b"\n"


def read_reply(question: MoveRequest, line: bytes) -> str:
    """Return the action of a reply in the game's notation.

    Raises:
        Forfeit: It's malformed, too long or illegal, or has the mark of words that a moderator removed.
    """
    try:
        action = msgspec.json.decode(line, type=Reply).action
    except msgspec.MsgspecError:
        raise Forfeit("what it wrote isn't a line such as {“action”: “…”}") from None
    if len(action) > LONGEST_ACTION:
        raise Forfeit(f"its action is longer than {LONGEST_ACTION} characters")
    if has_mark(action):
        raise Forfeit("its words look as if a moderator had removed them")
    game = GAMES[question.game]
    try:
        return game.format(game.parse(question.view, action))
    except GameError:
        raise Forfeit("its action isn't legal") from None


class RunningEngine:
    """One process of a program, in its own process group; `fault` says why it can't be used anymore."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.fault: Forfeit | None = None
        self._process = process
        self._is_killed = False
        self._awaited: asyncio.Future[bytes] | None = None
        self._reading = asyncio.create_task(self._read(), name=f"read program {process.pid}")

    @classmethod
    async def start(cls, command: tuple[str, ...]) -> RunningEngine:
        """Start a program without a shell; its standard error goes to the bot's."""
        environment = {name: text for name, text in os.environ.items() if name.upper() not in _SECRETS}
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, env=environment, start_new_session=True, limit=LONGEST_LINE
        )
        with suppress(OSError):
            step_back(process.pid)
        return cls(process)

    async def exchange(self, line: bytes) -> bytes:
        """Send a line and return the reply; Forfeit if the program exited or wrote anything unexpected."""
        writer = self._process.stdin
        assert writer is not None
        self._awaited = asyncio.get_running_loop().create_future()
        try:
            writer.write(line)
            await writer.drain()
            reply = await self._awaited
        except ConnectionError:
            raise self.fault or Ended from None
        finally:
            self._awaited = None
        if self.fault is not None and not (reply and isinstance(self.fault, Ended)):
            raise self.fault
        return reply

    async def _read(self) -> None:
        """Pass on each line as the awaited reply, until the program writes an unexpected or too long one."""
        reader = self._process.stdout
        assert reader is not None
        try:
            while (line := await reader.readline()).endswith(b"\n"):
                if self._awaited is None or self._awaited.done():
                    self.fault = Forfeit("it wrote a line without being asked")
                    break
                self._awaited.set_result(line)
            else:
                self.fault = Ended()
        except ValueError:
            self.fault = Forfeit(f"it wrote a line longer than {LONGEST_LINE} bytes")
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(b"")
        self._kill()

    def _kill(self) -> None:
        """Kill the process group once: later its number may be that of another process."""
        if self._is_killed:
            return
        self._is_killed = True
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    async def end(self) -> None:
        """Kill the program and everything it has started."""
        self._kill()
        self._reading.cancel()
        if self._process.stdin is not None:
            self._process.stdin.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(_ENDING_SECONDS):
                await self._process.wait()


class ExternalEngine:
    """A program of the operator, kept running between moves and restarted after a fault."""

    def __init__(self, command: str, limit_seconds: float) -> None:
        self._command = tuple(shlex.split(command))
        self._limit_seconds = limit_seconds
        self._queue = FairQueue(1)
        self._running: RunningEngine | None = None

    async def answer(self, question: MoveRequest) -> str:
        """Return the action text that the program chooses; Forfeit, OSError or TimeoutError if it fails."""
        async with self._queue.place(question.person, question.match):
            budget = budget_under_load(self._queue.others_waiting(question.person), 1)
            line = await asyncio.to_thread(request_line, question, budget)
            try:
                async with asyncio.timeout(self._limit_seconds):
                    return read_reply(question, await self._exchange(line))
            except BaseException:
                await self.end()
                raise

    async def _exchange(self, line: bytes) -> bytes:
        if self._running is not None and self._running.fault is not None:
            log.warning("%s is being restarted: %s", self._command[0], self._running.fault)
            await self.end()
        if self._running is None:
            self._running = await RunningEngine.start(self._command)
        return await self._running.exchange(line)

    async def end(self) -> None:
        """End the program's process, if it runs."""
        running, self._running = self._running, None
        if running is not None:
            await running.end()


class ExternalEngines:
    """External engines as further levels; a level of the game plays when a program fails.

    `commands` maps (game, level name) to a command line; `limit_seconds` is the time for each move.
    """

    def __init__(
        self, ai_pool: Thinking, commands: Mapping[tuple[str, str], str], limit_seconds: float
    ) -> None:
        self._ai_pool = ai_pool
        self._engines = {key: ExternalEngine(command, limit_seconds) for key, command in commands.items()}

    async def __aenter__(self) -> ExternalEngines:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all programs."""
        for program in self._engines.values():
            await program.end()

    async def think(self, question: MoveRequest) -> str:
        """Return the action text of a program, of its fallback level if it forfeits, or of a level."""
        game, name = question.game, question.level
        if name in GAMES[game].personas:
            return await self._ai_pool.think(question)
        other = fallback_level(game, name)
        try:
            return await self._program(game, name).answer(question)
        except Exception as error:
            why = "it didn't answer in time" if isinstance(error, TimeoutError) else error
            log.warning("%s forfeits a move at %s, so %s plays it: %s", name, game, other, why)
        return await self._ai_pool.think(msgspec.structs.replace(question, level=other))

    async def aside(self, person: int, work: Callable[..., Done], *given: Any) -> Done:
        """Run `work` in the AI pool, after all moves of matches (see `AiPool.aside`)."""
        return await self._ai_pool.aside(person, work, *given)

    async def apart(self, seconds: float, work: Callable[..., Done], *given: Any) -> Done:
        """Run `work` in a dedicated process of the AI pool (see `AiPool.apart`)."""
        return await self._ai_pool.apart(seconds, work, *given)

    def _program(self, game: str, name: str) -> ExternalEngine:
        program = self._engines.get((game, name))
        if program is None:
            raise Forfeit("the settings no longer name it")
        return program
