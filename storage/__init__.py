"""Storage of matches and all else in a SQLite file or on a PostgreSQL server, as plain rows.

Times are epoch seconds in UTC; Discord ids are integers; ids of matches and challenges are short texts that
the caller makes; JSON columns are read and written as mappings. No module here depends on a game, Discord or
a clock.

Open and use::

    async with await open_database("slowplay.db") as database:
        async with database.write() as w:      # one transaction: committed at the end, rolled back on errors
            await people.upsert(w, 42, "mara", now=now)
        async with database.read() as r:       # every statement sees the newest commit
            mara = await people.get(r, 42)

A ``Writer`` can read, too, and sees what it has written. Transactions take turns; one inside another in the
same task raises ``RuntimeError``. A transaction names what it reads and relies on: "match:ID", "person:ID",
"challenge:ID". A canceled task leaves nothing open: before COMMIT everything is rolled back, and COMMIT
itself is awaited.

Opening raises the kinds of ``StorageError``, whose messages are sentences to show. An open database later
raises sqlite3's or asyncpg's own errors (such as for a full disk), which ``errors.cause_of`` describes in a
few words, ``UnreachableDatabase`` and ``DamagedDatabase``. The file and its companions are private to their
owner (0600).

engine
    database      the interface of a database        handle        Reader, Writer, and the queries
    opening       open_database                      turns         people's work before background work
    snapshots     a copy during writes               transfer      moving to another engine
    replacing     restoring a backup                 migrations    the numbered SQL files

tables (functions take a Reader or Writer first; their docstrings say what they return)
    ply           the hot path: a ply in one transaction, `commit_ply`
    matches       headers, seats and records         offers        draw offers
    challenges    offers to play                     seeks         searches for an opponent
    people        the people met                     names         names of a person's opponents
    blocks        people who can't challenge         suspensions   people who can't start anything
    reports       reports to moderators              redactions    words removed from records
    guilds        servers' settings and logs         documents     what people keep for a game
    ratings       ratings and leaderboards           gains         points gained since a moment
    profiles      results of a person                histories     finished matches of a person
    statistics    how matches ended                  hearts        liked words
    contests      contests and their events          contest_matches   their matches
    puzzles       puzzles and their solvers          exercises     attempts at lessons and puzzles
    analyses      analyses of finished matches       conditions    conditional moves
    outbox        messages until they are sent       scheduled_jobs    jobs for a given time
    hosts         the processes                      shards        which process has which shard
    heartbeat     when shards were connected         health        figures for the operator
    going_back    after the clock was put back       retention     deletion of old rows
    privacy       the data about a person            deleting      deletion of a person's data
    uses          times of limited actions
"""

from storage.engine.database import Database
from storage.engine.errors import (
    AlreadyHosted,
    DamagedDatabase,
    MigrationFailed,
    StorageError,
    UnusableDatabase,
    UnwritableDatabase,
)
from storage.engine.handle import Reader, Writer
from storage.engine.opening import open_database
from storage.rows import (
    Action,
    Challenge,
    Document,
    DueJob,
    Match,
    Message,
    Person,
    QueuedMessage,
    ScheduledJob,
    Seat,
)
from storage.tables.ply import Ending, Ply, commit_ply

__all__ = [
    "Action",
    "AlreadyHosted",
    "Challenge",
    "DamagedDatabase",
    "Database",
    "Document",
    "DueJob",
    "Ending",
    "Match",
    "Message",
    "MigrationFailed",
    "Person",
    "Ply",
    "QueuedMessage",
    "Reader",
    "ScheduledJob",
    "Seat",
    "StorageError",
    "UnusableDatabase",
    "UnwritableDatabase",
    "Writer",
    "commit_ply",
    "open_database",
]
