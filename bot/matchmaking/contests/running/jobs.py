"""What contests do when it's time, and when one of their matches has ended."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.core.jobs import Job
from bot.matchmaking.contests.log.next_steps import CHECK_IN, CONTEST, ENDED
from bot.matchmaking.contests.running import checking_in, running

JOBS: Mapping[str, Job] = MappingProxyType(
    {
        CONTEST: Job(running.look, timed=True),
        ENDED: Job(running.look),
        CHECK_IN: Job(checking_in.ask),
    }
)
