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
    being_added_pushes: bool = True
    """Who is added to a public thread gets a push that says so; if not, only the line in the thread."""
    pinning_pushes: bool = True
    """A pin in private messages pushes the line that tells of it; if not, it's only to be read there."""
    only_calls_push: bool = True
    """In a server a message pushes to whom it mentions, as in servers of some size; if not, to all in it."""
