"""The table of everything stored about people: what, why, for how long, and what deletion does to it.

`/privacy show`, docs/privacy.md, and the archive's README.txt are made from it. Tests check that it names
every column of the database, and that deletion does what it says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

Fate = Literal["renumbered", "removed", "emptied", "kept"]
"""What deleting a person does to a column.

- `renumbered`: a meaningless number replaces their id.
- `removed`: the row is deleted.
- `emptied`: only the content is deleted.
- `kept`: nothing, since the column says nothing about who they are.
"""


class Columns(Struct, frozen=True):
    """Columns of one table that share a fate; `names` lists them, separated by spaces."""

    table: str
    fate: Fate
    names: str


class Kind(Struct, frozen=True, kw_only=True):
    """One kind of data, in words for people.

    Attributes:
        name: Its heading.
        what: What's stored.
        why: What it is stored for.
        kept: For how long: `{keep}` stands for the days that the operator has set, `{day}` and `{year}` for
            the time after which it's swept. Where the operator keeps everything, nothing is swept.
        export: The files of the archive that hold it.
        deleted: What deleting a person does to it.
        columns: The columns that hold it.
    """

    name: str
    what: str
    why: str
    kept: str
    export: str
    deleted: str
    columns: tuple[Columns, ...]


class Event(Struct, frozen=True):
    """An event for a person or a server, such as leaving, with what becomes of the data."""

    name: str
    what: str


_UNTIL_DELETED = "until you delete it"

KINDS = (
    Kind(
        name="Who you are",
        what="your Discord id, display name, username, language, and when we met",
        why="to show your name beside your moves",
        kept=_UNTIL_DELETED,
        export="profile.json",
        deleted="replaced by a random number, such as Player 482173",
        columns=(
            Columns("people", "renumbered", "id name"),
            Columns("people", "emptied", "username locale created_at"),
        ),
    ),
    Kind(
        name="How I reach you",
        what="where your DMs are, whether they're open, and the message that lists your matches",
        why="to tell you when it's your turn",
        kept=_UNTIL_DELETED,
        export="profile.json",
        deleted="deleted",
        columns=(Columns("people", "emptied", "dm_channel dms_open home_message home_said welcomed_at"),),
    ),
    Kind(
        name="Your settings",
        what="your quiet hours, vacations, reminders, theme, and everything else under `/settings`",
        why="so that the bot does what you asked for",
        kept=_UNTIL_DELETED,
        export="settings.json",
        deleted="deleted",
        columns=(Columns("people", "emptied", "settings timeouts rated_timeouts"),),
    ),
    Kind(
        name="Your matches",
        what="what you played, with whom, where, every move with its time, and how it ended",
        why="so that both players can replay a match and check it",
        kept="for good, since it's your opponent's record, too",
        export="matches.json and the folder records",
        deleted="kept under the random number, so that your opponents' records stay true",
        columns=(
            Columns("seats", "renumbered", "person"),
            Columns("matches", "renumbered", "channel paused_by"),
            Columns(
                "seats", "kept", "match_id seat level interaction briefed_at looks bank ended_at recalled"
            ),
            Columns(
                "matches",
                "kept",
                "id game ruleset options seed nonce pace guild thread board_message created_at "
                "ended_at winner reason rated length leg previous_leg ending chapter sealed counted_at sides "
                "redacted paused_at paused_until paused_for uncounted coached",
            ),
            Columns("actions", "kept", "match_id number seat text at"),
            Columns("redactions", "renumbered", "by_person"),
            Columns("redactions", "kept", "match_id number at"),
        ),
    ),
    Kind(
        name="Tournaments and ladders",
        what="which you entered, waited for a place in, checked in to, paused, or left, whom you were paired "
        "with, what you organized, and what organizers decided about you",
        why="so that standings can be trusted, and follow from what happened",
        kept="for good, since it's everyone's standings, too",
        export="contests.json",
        deleted="you withdraw from all that aren't over; standings and decisions keep the random number",
        columns=(
            Columns("contests", "renumbered", "organizer"),
            Columns(
                "contests",
                "kept",
                "id guild channel message kind game terms secret parent previous created_at ended_at "
                "renumbered",
            ),
            Columns("contest_events", "renumbered", "event"),
            Columns("contest_events", "kept", "contest number"),
            Columns("contest_people", "renumbered", "person"),
            Columns("contest_people", "kept", "contest"),
            Columns("contest_matches", "kept", "match_id contest"),
        ),
    ),
    Kind(
        name="Analyses",
        what="what each decision in a match was worth, once someone asked for it, and who's waiting for it",
        why="so that it's worked out once, and you hear when it's done",
        kept="for good, with the match; who's waiting, until it's done",
        export="analyses.json",
        deleted="kept with the match, since it names no one; you're not waiting anymore",
        columns=(
            Columns("analyses", "kept", "match_id version found began_at done_at"),
            Columns("analysis_askers", "removed", "match_id person at"),
        ),
    ),
    Kind(
        name="What belongs to a match under way",
        what="your draw offers, requests to take a move back, and conditional moves",
        why="so that they work while you're away",
        kept="until {keep} after the match",
        export="matches.json",
        deleted="offers and requests are kept without your name; conditional moves are deleted",
        columns=(
            Columns(
                "offers", "kept", "match_id number seat turn told answered status made_at closed_at kind"
            ),
            Columns("conditions", "removed", "match_id seat length lines"),
        ),
    ),
    Kind(
        name="Your challenges",
        what="who you challenged, who challenged you, to what, where, and what came of it",
        why="so that they can be answered, and no one is asked too often",
        kept="for {keep} if they come to nothing; otherwise as long as the match",
        export="challenges.json",
        deleted="open ones are withdrawn; all are kept under the random number",
        columns=(
            Columns("challenges", "renumbered", "challenger opponent channel"),
            Columns(
                "challenges",
                "kept",
                "id game options pace challenger_seat guild parent message nonce "
                "interaction_challenger interaction_accepter status created_at expires_at match_id level "
                "rematch_of rated",
            ),
        ),
    ),
    Kind(
        name="Your searches for an opponent",
        what="what you wanted to play, against how strong an opponent, from where, and what came of it",
        why="so that you get an opponent, and others can see how long it takes",
        kept="until {keep} after they're over",
        export="searches.json",
        deleted="deleted",
        columns=(
            Columns(
                "seeks",
                "removed",
                "id person game preset pace rated rating spread everywhere guild channel parent nonce "
                "interaction status created_at expires_at closed_at match_id",
            ),
        ),
    ),
    Kind(
        name="Your ratings",
        what="your rating in each game, and what each rated match changed",
        why="for leaderboards, profiles, and fair pairings",
        kept=_UNTIL_DELETED,
        export="ratings.json",
        deleted="you leave all leaderboards; what a match changed is kept under the random number",
        columns=(
            Columns(
                "ratings",
                "removed",
                "game pool holder person rating deviation volatility wins losses draws rated_at standing",
            ),
            Columns("rating_changes", "renumbered", "holder person"),
            Columns("rating_changes", "kept", "match_id seat game pool before after deviation at"),
        ),
    ),
    Kind(
        name="Your documents",
        what="what you made and saved for a game, such as decks",
        why="so that you can play with them",
        kept=_UNTIL_DELETED,
        export="the folder documents",
        deleted="deleted",
        columns=(Columns("documents", "removed", "person game name content created_at changed_at"),),
    ),
    Kind(
        name="Hearts",
        what="which of your opponent's compliments you liked best",
        why="for each server's list of the best compliments",
        kept="for good",
        export="hearts.json",
        deleted="those for your words are deleted; those that you gave have no name on them",
        columns=(Columns("hearts", "removed", "match_id seat number text mark guild at"),),
    ),
    Kind(
        name="Messages to you",
        what="what the bot still has to tell you, and what it told you lately",
        why="so that nothing is lost or said twice",
        kept="until {keep} after they're sent and the match is over",
        export="messages.json",
        deleted="deleted, and not sent anymore; others' messages about you name the random number",
        columns=(
            Columns("outbox", "renumbered", "lane payload nonce last_error"),
            Columns(
                "outbox",
                "kept",
                "id kind match_id created_at due_at attempts lease_until sent_at failed_at message_id "
                "waits_for lease_by",
            ),
        ),
    ),
    Kind(
        name="What's due for you",
        what="deadlines of your turns, reminders, and news of your vacations",
        why="so that clocks and reminders work",
        kept="until {day} after they're done",
        export="messages.json; until when a turn lasts is in your matches on Discord",
        deleted="canceled, and without your id",
        columns=(
            Columns("deadlines", "renumbered", "subject payload"),
            Columns("deadlines", "kept", "id kind due_at lease_until done_at lease_by set_at"),
        ),
    ),
    Kind(
        name="What you learn",
        what="the lessons and puzzles that you've tried, how far you've come, and of which matches puzzles "
        "may be made",
        why="so that you can stop and continue whenever you like",
        kept=_UNTIL_DELETED,
        export="learning.json",
        deleted="deleted",
        columns=(
            Columns(
                "exercises",
                "removed",
                "id person kind game name tried lines version failed hinted began_at changed_at solved_at",
            ),
            Columns("solvers", "removed", "person game rating deviation volatility rated_at answers solved"),
            Columns("daily_solvers", "removed", "guild day person at failed"),
            Columns("puzzle_consents", "removed", "match_id person at"),
        ),
    ),
    Kind(
        name="Servers where you play",
        what="on which servers you have played, and whether you're still there",
        why="for each server's leaderboard",
        kept=_UNTIL_DELETED,
        export="servers.json",
        deleted="deleted",
        columns=(Columns("guild_people", "removed", "guild person present"),),
    ),
    Kind(
        name="How often you did something",
        what="when you last uploaded a file, asked for a hint, or did something else that has a limit",
        why="so that there's enough for everyone",
        kept="for a day",
        export="limits.json",
        deleted="deleted",
        columns=(Columns("uses", "removed", "person what at times"),),
    ),
    Kind(
        name="Who you blocked",
        what="the people you blocked, and since when",
        why="so that they can't challenge you",
        kept="until you unblock them or delete it",
        export="blocks.json",
        deleted="deleted, and so are blocks against you",
        columns=(Columns("blocks", "removed", "person blocked at"),),
    ),
    Kind(
        name="Reports",
        what="what you told a server's moderators, and what others reported of you",
        why="so that moderators can act on it",
        kept="until {year} after they're closed",
        export="reports.json, with those that you made",
        deleted="kept under the random number, without the words",
        columns=(
            Columns("reports", "renumbered", "about by_person closed_by"),
            Columns("reports", "emptied", "text reason"),
            Columns("reports", "kept", "id guild at match_id number closed_at"),
        ),
    ),
    Kind(
        name="Suspensions",
        what="servers where you can't start anything for now, and who decided that",
        why="so that a moderator's decision holds",
        kept="until a moderator lifts it",
        export="servers.json, without who",
        deleted="kept under the random number",
        columns=(
            Columns("suspensions", "renumbered", "person by_person"),
            Columns("suspensions", "kept", "guild at"),
        ),
    ),
    Kind(
        name="Server logs",
        what="what you did as an admin or moderator, and what they did about you",
        why="so that a server's admins can see who changed what",
        kept="for {year}",
        export="servers.json, with what you did",
        deleted="kept under the random number",
        columns=(
            Columns("server_log", "renumbered", "person about text"),
            Columns("server_log", "kept", "id guild at"),
        ),
    ),
)

IMPERSONAL = (
    Columns("guilds", "kept", "id settings greeted_at"),
    Columns(
        "puzzle_ratings",
        "kept",
        "game puzzle rating deviation volatility rated_at answers solved",
    ),
    Columns("daily_puzzles", "kept", "guild day game puzzle"),
    Columns("own_puzzles", "kept", "game puzzle guild match_id line made_at"),
    Columns("unwanted", "kept", "guild mark"),
    Columns("rating_steps", "kept", "game pool step holders"),
    Columns("outages", "kept", "shard shards began ended"),
    Columns("heartbeats", "kept", "shard shards at host"),
    Columns("hosts", "kept", "id version began seen draining"),
    Columns("cluster", "kept", "id shards"),
    Columns("shards", "kept", "number host taker agreed former"),
    Columns("answering", "kept", "interaction at host"),
    Columns("session_starts", "kept", "key host free_at"),
)
"""Columns that say nothing about any person: server settings, sums, and the state of the bot itself."""

EVENTS = (
    Event(
        "You hide your profile",
        "Others can't open it, and leaderboards show your place without your name. Nothing is deleted.",
    ),
    Event(
        "You leave a server",
        "Its leaderboard leaves you out. Your matches continue in DMs; nothing is deleted until you ask for "
        "it.",
    ),
    Event(
        "You're removed from a server",
        "The same as leaving: the bot can't tell the two apart.",
    ),
    Event(
        "The bot is removed from a server",
        "Matches continue in DMs, and return if it's invited again. The server's settings and log are kept.",
    ),
    Event(
        "You delete your data",
        "All of it is deleted at once, or kept under a random number, and you can't undo it. What was posted "
        "on Discord stays there. Backups and other copies still hold your data until they're replaced. If "
        "you come back, you're new.",
    ),
)


def columns() -> Iterator[tuple[str, str, Fate]]:
    """Yield the table, name, and fate of every column listed here."""
    for some in (*(column for kind in KINDS for column in kind.columns), *IMPERSONAL):
        for name in some.names.split():
            yield some.table, name, some.fate


def format_retention(kind: Kind, keep_days: int) -> str:
    """Return how long a kind of data is kept, in words, if the operator keeps data for `keep_days` days.

    With 0, nothing is swept, so kinds with a time limit are kept for good.
    """
    if not keep_days and "{" in kind.kept:
        return "for good"
    days = "1 day" if keep_days == 1 else f"{keep_days} days"
    return kind.kept.format(keep=days, day="a day", year="a year")


def table(keep_days: int) -> str:
    """Return all kinds as a Markdown table for the page that an operator publishes."""
    head = "| what | why | for how long | when you delete your data |\n|---|---|---|---|\n"
    rows = (
        f"| **{kind.name}**: {kind.what} | {kind.why} "
        f"| {format_retention(kind, keep_days)} | {kind.deleted} |"
        for kind in KINDS
    )
    return head + "\n".join(rows)


def events() -> str:
    """Return the events as a Markdown list."""
    return "\n".join(f"- **{event.name}.** {event.what}" for event in EVENTS)
