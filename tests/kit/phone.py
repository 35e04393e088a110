"""The height of a text on a phone."""

from __future__ import annotations

import re
import textwrap

WIDTH = 45
"""Characters of a line."""
MOST_LINES = 16
"""The most lines of a screen that isn't a page of the rules."""
_MARKS = re.compile(r"^(#{1,3}|-#) |\*\*|`|(?<!\w)\*|\*(?!\w)", re.M)
_TIME = re.compile(r"<t:\d+(:\w)?>")
_MENTION = re.compile(r"<[@#]&?!?-?\d+>")


def phone_lines(text: str) -> list[str]:
    """Return the lines that a text takes on a phone; an empty line counts, too."""
    shown = _MARKS.sub("", _MENTION.sub("@someone", _TIME.sub("Friday, 6 PM", text.strip())))
    return [part for line in shown.splitlines() for part in textwrap.wrap(line, WIDTH) or [""]]
