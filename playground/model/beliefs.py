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
    dm_openings_are_counted: bool = True
    """Beyond `limits.rates.DM_OPENINGS_LIMIT` new DMs a bot gets 40003; the documentation only warns of “a
    significant amount of DMs too quickly”."""
    stale_dms_reopen: bool = True
    """A DM channel that has gone stale is replaced when the DM is opened again; if not, every channel with
    that person stays stale (7666)."""
    install_kinds_are_checked: bool = True
    """A command for a kind of installation that its application doesn't offer is refused with a form error
    (50035); if not, it's taken and isn't to be seen there. That Discord refuses it has been observed, the
    place and the words of the fault are guessed."""
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
    guild_locale_is_unreliable: bool = True
    """`guild_locale` is what the owner chose, if at all; if not, what most people in the server speak."""
    taps_wake_threads: bool = True
    """A client wakes an archived thread before it sends a tap from there, and sends none where it may not; if
    not, the tap alone is sent (8474, 7900)."""
    taps_in_locked_threads_are_lost: bool = True
    """No tap in a locked thread reaches a bot; if not, all do (5517)."""
    taps_reach_every_session: bool = True
    """Of several sessions of a shard, which the documentation allows, each hears every interaction, as it
    does other events; if not, only the one that was begun last."""
    most_active_threads: int = 1000
    """How many threads of a server are active at most."""
    crowded_threads_archive_early: bool = True
    """From nine tenths of that on an hour of silence archives a thread; if not, its own time counts."""
    most_bytes_of_responses: int = 150_000
    """A longer response to an interaction over HTTP isn't taken; seen between 150 and 160 kB (5250, 5925)."""
    answers_may_not_upload: bool = True
    """Where a server takes no uploads, it takes none with answers to interactions; if not, it does."""
