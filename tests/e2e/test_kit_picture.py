"""A failing test saves a picture of what each person saw."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.kit.matches.tapped import begin_briefed
from tests.kit.table import table

pytestmark = pytest.mark.slow


async def failing() -> None:
    async with table("mara", "tom") as t:
        await begin_briefed(t, t.mara, t.tom)
        raise AssertionError("nobody won")


@pytest.mark.proof
async def test_a_test_that_fails_at_the_table_says_where_the_picture_of_the_conversation_is() -> None:
    with pytest.raises(AssertionError, match="nobody") as caught:
        await failing()
    [note] = caught.value.__notes__
    file = Path(note.partition(": ")[2])
    with Image.open(file) as picture:
        assert picture.width >= 1000
        colours = picture.convert("RGB").getcolors(1 << 24)
    assert colours is not None
    assert len(colours) > 50
