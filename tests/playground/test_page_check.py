"""The check of the page's code, where its tools are missing."""

from __future__ import annotations

import subprocess

from tests.paths import ROOT


def test_without_node_the_check_is_skipped_with_one_line() -> None:
    check = ROOT / "tests/web/check"
    done = subprocess.run([check], env={"PATH": ""}, capture_output=True, text=True, check=True)
    assert done.stdout == ""
    assert done.stderr == (
        "Node.js 20.19 or newer is missing, so the code of the playground's page isn't checked.\n"
    )
