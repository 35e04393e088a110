"""What is believed about Discord without being documented, in one place.

Each belief is a switch: with `playground.world.beliefs.… = False` it's a Discord in which that isn't so, for
a test of what a bot does then. What is documented needs no switch; guessed figures are in `limits.rates`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Beliefs:
    """The beliefs; the number is that of the issue or pull request of Discord's API documentation."""

    components_push_nothing: bool = True
    """A message of components alone pushes an empty text to phones; if not, its first words (7854)."""
    only_calls_push: bool = True
    """In a server a message pushes to whom it mentions, as in servers of some size; if not, to all in it."""
    edits_name_older_uploads: bool = True
    """An edit may name a file as `attachment://…` that came with the message; if not, only one that comes
    with the edit itself."""
    additions_show_a_line: bool = True
    """Who is added to a public thread by somebody else, or removed, is told of in a line there; if not, only
    in private ones (5041)."""
    additions_push: bool = True
    """The line about an addition pushes to who was added."""
    pins_in_dms_push: bool = True
    """The line about a pin in a DM pushes to the other person."""
