"""What contests do when it's time, and when one of their matches has ended."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.contests import checking_in, running
from bot.contests.following import CHECK_IN, CONTEST, ENDED
from bot.core.jobs import Job

JOBS: Mapping[str, Job] = MappingProxyType(
    {
        CONTEST: Job(running.look, timed=True),
        ENDED: Job(running.look),
        CHECK_IN: Job(checking_in.ask),
    }
)
