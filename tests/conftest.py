"""What all tests share: the kit is told which test has failed, so that it can leave a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.kit import picture


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report: Any = yield
    if report.when == "call" and report.failed:
        picture.FAILED.add(item.nodeid)
    return report
