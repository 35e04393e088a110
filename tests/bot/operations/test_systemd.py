"""The bot's notifications to systemd's socket."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.operations.health.systemd import USUAL_SECONDS, Systemd
from tests.kit.inputs import PATIENCE_SECONDS


class Manager:
    """The end of the socket on which systemd listens."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self._socket.setblocking(False)

    async def hears(self) -> str:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return (await asyncio.get_running_loop().sock_recv(self._socket, 1000)).decode()

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["file", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Manager]:
    made = Manager(str(tmp_path / "notify") if request.param == "file" else f"@{tmp_path}")
    yield made
    made.close()


async def test_it_hears_that_the_bot_starts_is_ready_lives_and_stops(manager: Manager) -> None:
    systemd = Systemd.of({"NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "20000"})
    on_line, leaving, asked = asyncio.Event(), asyncio.Event(), list[bool]()

    def is_alive() -> bool:
        """Return True from the third call on."""
        asked.append(True)
        return len(asked) >= 3

    telling = asyncio.create_task(systemd.keep_told(on_line, leaving, is_alive))
    assert (await manager.hears()).startswith("EXTEND_TIMEOUT_USEC=30000\n")
    assert asked == []
    on_line.set()
    while not (heard := await manager.hears()).startswith("READY=1\n"):
        assert heard.startswith("EXTEND_TIMEOUT_USEC=")
    assert await manager.hears() == "WATCHDOG=1"
    assert len(asked) >= 3, "while it wasn't alive, it didn't say so"
    leaving.set()
    while (heard := await manager.hears()) == "WATCHDOG=1":
        pass
    assert heard == "STOPPING=1\nSTATUS=Stopping"
    await telling


def test_how_often_it_wants_to_hear_is_half_of_what_it_allows() -> None:
    assert Systemd.of({"WATCHDOG_USEC": "60000000"}).every == 30.0
    assert Systemd.of({}) == Systemd("", USUAL_SECONDS)


async def test_without_systemd_nothing_is_told_and_a_lost_socket_stops_nothing(tmp_path: Path) -> None:
    await Systemd().keep_told(asyncio.Event(), asyncio.Event(), lambda: True)
    Systemd(str(tmp_path / "nowhere")).tell("READY=1")
