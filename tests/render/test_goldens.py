"""Pictures of scenes against their goldens."""

from __future__ import annotations

import pytest

from tests.render import golden
from tests.render.compare import TOLERANCE


@pytest.mark.slow
@pytest.mark.parametrize(("sample", "theme"), list(golden.names()))
def test_a_sample_looks_like_its_golden(sample: str, theme: str) -> None:
    kept = golden.opened(golden.path(sample, theme).read_bytes())
    assert golden.share_off(kept, golden.opened(golden.made(sample, theme))) <= TOLERANCE


def test_every_golden_belongs_to_a_sample() -> None:
    assert set(golden.FOLDER.iterdir()) == {golden.path(*name) for name in golden.names()}


def test_the_tolerance_notices_a_different_picture() -> None:
    opening, preview = (golden.opened(golden.made(sample, "default")) for sample in ("opening", "preview"))
    assert golden.share_off(opening, preview) > TOLERANCE
