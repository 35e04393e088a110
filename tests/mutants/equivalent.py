"""Faults without any noticeable effect, each with its reason; they aren't planted."""

from __future__ import annotations

EQUIVALENT: tuple[tuple[str, str, str], ...] = (
    (
        "bot/community/home/ui/home.py",
        "False → True",
        "An edit needs no room among new DMs: its reader has been written to. A test has the new messages.",
    ),
    (
        "bot/community/servers/administering.py",
        "20 → 19",
        "Any numbers would do that an admin can choose from.",
    ),
    (
        "bot/play/own_matches/ui/choices.py",
        "[MatchState, int] → [MatchState]",
        "It's a type, which nothing reads while the bot runs.",
    ),
    (
        "bot/discord_kit/interactions/callbacks.py",
        "self._now() < self.until → (self._now() <= self.until)",
        "A real clock is never read in just that instant.",
    ),
    (
        "bot/play/ratings/ratings.py",
        'row.level or "" → (row.level)',
        "A seat without a person has a level.",
    ),
    (
        "bot/play/clocks/heartbeats.py",
        "200 → 199",
        "How many rows a transaction changes is a matter of pace.",
    ),
    (
        "bot/play/clocks/heartbeats.py",
        "200 → 201",
        "How many rows a transaction changes is a matter of pace.",
    ),
    (
        "bot/matchmaking/contests/ui/panel.py",
        'return "" → return None',
        "The panel leaves out an empty line and None alike.",
    ),
    (
        "storage/engine/sqlite/connection.py",
        "(*EVERY_CONNECTION, *READER) → (*READER,)",
        "Python waits five seconds for a lock by itself, as the pragma says.",
    ),
    ("playground/gateway/server.py", "48 → 47", "how long an unknown token is, nobody can tell"),
    ("games/ccc/ai/search_position_steps.py", "2 → 1", "a way down is in the slides along a file anyway"),
    ("render/brackets.py", "4 → 3", "a pixel between the middle of a line and its figure"),
    ("render/cards.py", "8 → 7", "a pixel of the gap between the cards in the hand"),
)
"""File, change as shown in the report, and why it has no effect."""
