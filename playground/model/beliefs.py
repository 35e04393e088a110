"""Assumptions about Discord's undocumented behavior, each a switch.

A test sets `playground.world.beliefs.… = False` to try a bot on a Discord that behaves otherwise.
Documented behavior needs no switch; guessed numbers are in `limits.rates`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Beliefs:
    """Assumptions about Discord; numbers are issues or pull requests of Discord's API documentation."""

    components_push_nothing: bool = True
    """A message of only components pushes an empty text to phones; otherwise its first words (7854)."""
    dm_openings_are_counted: bool = True
    """A bot gets 40003 for more than `limits.rates.DM_OPENINGS_LIMIT` new DMs in a minute.

    The documentation only warns of “a significant amount of DMs too quickly”.
    """
    stale_dms_reopen: bool = True
    """Opening a stale DM again replaces its channel; otherwise every DM with that user stays stale (7666)."""
    install_kinds_are_checked: bool = True
    """A command for an installation type that its application doesn't offer is refused (50035).

    Otherwise it is accepted but not offered there. The refusal was observed; path and wording are guesses.
    """
    only_calls_push: bool = True
    """A server message notifies only those it mentions, as in larger servers; otherwise all members."""
    edits_name_older_uploads: bool = True
    """An edit's `attachment://…` may name a file the message already has; otherwise only a new upload."""
    additions_show_a_line: bool = True
    """A line in a public thread says who was added or removed; otherwise only in private threads (5041)."""
    additions_push: bool = True
    """The line about an addition notifies the person added."""
    pins_in_dms_push: bool = True
    """The line about a pin in a DM notifies the other person."""
    guild_locale_is_unreliable: bool = True
    """`guild_locale` is what the owner set, if anything; otherwise the members' most common language."""
    taps_wake_threads: bool = True
    """A client unarchives a thread before it sends a tap from there, and sends none if it may not.

    Otherwise only the tap is sent (8474, 7900).
    """
    taps_in_locked_threads_are_lost: bool = True
    """Taps in a locked thread never reach a bot; otherwise all do (5517)."""
    taps_reach_every_session: bool = True
    """Every session of a shard receives each interaction; otherwise only the newest session does.

    Several sessions per shard are documented, and all of them receive the other events.
    """
    most_active_threads: int = 1000
    """Maximum number of active threads per server."""
    crowded_threads_archive_early: bool = True
    """From nine tenths of that maximum on, threads archive after an hour; otherwise after their set time."""
    most_bytes_of_responses: int = 150_000
    """Maximum size in bytes of an HTTP response to an interaction; seen at 150 to 160 kB (5250, 5925)."""
    answers_may_not_upload: bool = True
    """Where uploads are forbidden, so are those in answers to interactions; otherwise these are allowed."""
