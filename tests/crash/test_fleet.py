"""The fleet identifies its processes, and knows which exit statuses are allowed."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path

import pytest

from tests.crash.fleet import Member, pid_at
from tests.crash.process import BotProcess


def test_a_process_is_known_by_the_port_it_speaks_from() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as one,
    ):
        port = one.getsockname()[1]
        assert pid_at(port, [os.getppid(), os.getpid()]) == os.getpid()
        assert pid_at(port, [os.getppid()]) is None


class Ended(BotProcess):
    """A bot process that has ended with a given status."""

    def __init__(self, log: Path, status: int) -> None:
        self.log, self._status = log, status

    @property
    def status(self) -> int:
        return self._status

    def ask_to_end(self) -> None:
        """Ignore the request."""


@pytest.mark.parametrize(
    ("log", "status", "wrong"),
    [
        ("", 0, False),
        ("", -signal.SIGTERM, False),
        ("", 2, True),
        ("online as Slowplay", 0, False),
        ("online as Slowplay", -signal.SIGTERM, True),
        ("online as Slowplay", 1, True),
    ],
)
def test_who_is_asked_to_end_has_to_end_in_order_once_it_was_on_line(
    tmp_path: Path, log: str, status: int, wrong: bool
) -> None:
    file = tmp_path / "bot.log"
    file.write_text(log)
    member = Member(Ended(file, status))
    member.ask_to_end()
    assert (member.fault() is not None) == wrong


class Mute:
    """A process that counts requests to end, and doesn't end."""

    returncode = None
    asked = 0

    def terminate(self) -> None:
        self.asked += 1


def test_a_process_is_asked_to_end_once(tmp_path: Path) -> None:
    class Slow(BotProcess):
        def __init__(self) -> None:
            self._process, self._asked = Mute(), False

    slow = Slow()
    slow.ask_to_end()
    slow.ask_to_end()
    assert slow._process.asked == 1
