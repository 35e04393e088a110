"""The bot in its own process."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.kit.inputs import PATIENCE_SECONDS
from tests.paths import ROOT


@asynccontextmanager
async def process(folder: Path, **environment: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the bot with these settings; kill it at the end if it still runs."""
    given = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "SLOWPLAY_DATABASE": str(folder / "here.db"),
    }
    running = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "slowplay", "serve"),
        cwd=folder,
        env=given | environment,
        stderr=asyncio.subprocess.PIPE,
        limit=2**24,
    )
    try:
        async with asyncio.timeout(2 * PATIENCE_SECONDS):
            yield running
    finally:
        if running.returncode is None:
            running.kill()
            await running.wait()


async def heard(running: asyncio.subprocess.Process, until: str = "\0") -> str:
    """Return the process's log up to a line with this text, or to its end."""
    assert running.stderr is not None
    lines = []
    while line := (await running.stderr.readline()).decode():
        lines.append(line)
        if until in line:
            break
    return "".join(lines)
