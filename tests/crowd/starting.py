"""Start of a crowd run."""

from __future__ import annotations

import asyncio
import os
import sys

from tests.paths import ROOT

GUARD = 180.0


async def start(*arguments):
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bench.crowd", *arguments),
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
