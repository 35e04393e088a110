"""Where matches live: a SQLite file or a PostgreSQL server, plain rows, one repository a noun.

Times are epoch seconds in UTC; Discord ids are integers; ids of matches and challenges are short texts that
the caller makes; JSON columns come in and go out as mappings. Nothing here knows a game, Discord or a clock.

Open and use::

    async with await open_database("slowplay.db") as database:
        async with database.write() as w:      # one transaction: committed at the end, rolled back on errors
            await people.upsert(w, 42, "mara", now=now)
        async with database.read() as r:       # every statement sees the newest commit
            mara = await people.get(r, 42)

A ``Writer`` can read, too, and sees what it has written. Transactions take turns; one inside another in the
same task raises ``RuntimeError``. A cancelled task leaves nothing open: before COMMIT all is rolled back, and
COMMIT itself is waited for. Opening raises ``StorageError`` in its kinds ``AlreadyHosted``,
``MigrationFailed``, ``UnusableDatabase``, ``UnwritableDatabase``, ``DamagedDatabase``; each message is a
sentence to show. What an open database meets later (a full disk) is sqlite3's own error; ``errors.cause_of``
names it in a few words. The file and its companions belong to their owner alone (0600).

database
    open_database(path or address) -> Database          checks, migrates; of a file, becomes its only host
    Database.read(*, long=False)                        async context manager giving a Reader
    Database.write(*alone)                              the same giving a Writer; what it reads and relies on
                                                        is named: "match:ID", "person:ID", "challenge:ID"
    Database.transact(work, *alone) -> T                a transaction without a pause: `await work(writer)`
    Database.host, .alive(), .lost, .listen(callback)   several processes
    Database.close()

ply (the hot path: one transaction, one hop)
    commit_ply(database, *plies: Ply) -> bool           False, nothing written, when the board has moved on
    Ply(match_id, number, at, actions=((seat, text), ...), ending=None | Ending(winner, reason),
        clear=(kind, ...), deadlines=(Deadline, ...), supersede=(kind, ...), messages=(Message, ...))

people
    upsert(w, id, name, username=None, *, now, locale=None)   what is given follows; the rest is kept
    get(r, id) -> Person | None
    set_dms_open(w, id, open)   set_settings(w, id, settings)
    set_dm_channel(w, id, channel)                      where their DMs are; None: not known
    set_home(w, id, message, said)                      the message that lists their matches
    finished(w, id)   ran_out(w, id, rated) -> int      matches in a row that they have let time out

blocks (whom people don't want to be challenged by)
    add(w, person, blocked, at)   remove(w, person, blocked)
    count(r, person) -> int   of_person(r, person, limit, offset=0) -> list[Blocked]   latest first
    between(r, person, other, guild) -> Between         all that stands between two people, in one question

names
    around(r, person) -> dict[int, str]                 of everybody with whom the person plays, or may soon

guilds
    open_matches(r, id, place=None, limit=100) -> list[str]        newest first; place: thread or channel

challenges
    add(w, challenge: Challenge)                        challenger and opponent must be people
    get(r, id) -> Challenge | None
    open_of(r, person) -> list[Challenge]               given or received, oldest first
    rematch_of(r, match_id) -> Challenge | None         the open one to play a match once more
    given_since(r, person, since) -> list[Challenge]    newest first, in any status but expired
    set_status(w, id, status, *, opponent=None, interaction_accepter=None, match_id=None) -> bool
                                                        only while open; match_id may be created later in the
                                                        same transaction
    set_message(w, id, message)

matches
    add(w, match: Match)                                header and seats; persons must be people
    get(r, id) -> Match | None                          with its seats
    actions(r, id, start=1) -> list[Action]             the record from number `start`
    open_of(r, person, limit=100, offset=0) -> list[Match]         oldest first
    set_thread(w, id, thread)   set_board_message(w, id, message)
    pause(w, id, at) -> bool   resume(w, id) -> bool    False: it is so already, or over
    count_open_with_ai(r, person) -> int
    open_counts(r, person, guild) -> OpenCounts         everywhere, against people, on this server
    set_uncounted(w, id)                                it doesn't change its loser's rating
    set_briefed(w, id, seat, at) -> bool                False: it was, or the match is over
    unset_briefed(w, id, seat)
    add_look(w, id, seat, most=None, taken=None) -> int | None      None: there were `most`, or not `taken`
    take_back_look(w, id, seat)
    recalled(r, id, seat) -> tuple[str, ...]            squares marked for hints
    set_recalled(w, id, seat, squares)

uses (what somebody has done of which there is only so much at a time)
    add(w, person, what, at)   take_back(w, person, what, at)   forget(w, before)
    moments(r, person, what, after, until) -> list[int]             newest first

hosts (the processes that host the database together; which of them live, Database.alive knows)
    join(w, host: Host)   beat(w, id, at) -> bool   drain(w, id) -> bool   leave(w, id) -> bool
    all_of_them(r) -> list[Host]                        by their numbers

heartbeat (when each shard was heard last, and when it was not; a `Shard` is one of so many, ALL one of one)
    beat(w, at, shards=(ALL,), host=None)   last(r, shard=ALL) -> int | None   all_of_them(r) -> (Heard, ...)
    add_outage(w, began, ended, shard=ALL)   outages(r, since) -> (Outage, ...)
    clip_outages(w, at, shard=ALL)                      nothing is known of the time after that

ratings (of people and levels, in the pools "people" and "bots"; written with the end by `Ply.also`)
    known(r, game, pool, holder) -> Rating | None       put(w, rating)
    add_change(w, change, guild)                        its person is known in the server from now on
    is_counted(r, match_id) -> bool                     whether it has changed ratings
    of_person(r, person) -> list[Rating]                all_of_them(r) -> list[Rating]
    changes_of_match(r, match_id) -> list[Change]
    changes_of(r, person, game, pool, since=0) -> list[Change]     oldest first
    top(r, board: Board, limit, offset) -> list[Rank]   place_of(r, board, person) -> Rank | None
    count(r, board) -> int                              rated_between(r, one, other, since) -> int
    set_present(w, guild, person, present)              forget(w)

gains, profiles, histories, statistics: what boards, profiles, /history and /stats ask for, one query each

offers (of a draw; at most one open in a match)
    add(w, offer: Offer) -> int | None                  its number; None: one is there of this side and turn
    open_of(r, match_id) -> Offer | None                whether it still stands is not for storage to say
    close(w, offer, status, at) -> bool                 declined, withdrawn or void; False: it was not open
    accept(database, offer, ply: Ply) -> bool           closes it and ends the match, both or neither

redactions (words that moderators have taken out of records)
    redact(w, match_id, number, text, by, at) -> bool   False: that was done before
    shown(r, match_id, number) -> list[QueuedMessage]   what may show what an action said

suspensions (who can't begin anything on a server)
    add(w, suspension) -> bool   lift(w, guild, person) -> bool   get(r, guild, person) -> Suspension | None

reports (what people have told a server's moderators)
    add(w, report: Report) -> int                       get(r, guild, id) -> Report | None
    about(r, guild, person, limit, offset=0) -> list[Report]       open ones first; count(r, guild, person)
    is_open(r, guild, by, about, match_id, number) -> bool         close(w, guild, id, by, at) -> bool

documents (what people make and keep for a game; nobody finds another person's)
    put(w, document: Document)                          replaces one of the same name, `created_at` stays
    get(r, person, game, name) -> Document | None       delete(w, person, game, name) -> bool
    all_of(r, person, game) -> list[Document]           names_of(r, person, game) -> list[str]   by name
    count_of(r, person, game) -> int

outbox (a lane keeps the order of its rows that are due; rows due later block nobody)
    add(w, messages)                                    a nonce already there is left as it is
    waits(r, now, number) -> Waits                      whether anything does, and more than a number
    line(r, host, now, most, patience={}) -> list[int]  the first of each lane, the most urgent in front
    claim(w, host, now, lease_seconds, limit, line) -> list[QueuedMessage]
                                                        the first of a line; `attempts` counts this one
    mark_sent(w, message, message_id, at) -> bool       False, like the next two: not ours any more
    mark_retry(w, message, error, again_at, away=False) -> bool    its lane waits with it; `away`: for Discord
    mark_failed(w, message, error, at, unheard=False) -> bool      given up; `unheard`: see revive
    cancel(w, match_id, kind, at, before=None) -> int   unsent rows of a kind with id < before, but not those
                                                        being sent just now
    make_due(w, match_id, now)                          what is due later is due now
    release(w)                                          at start-up: what no host on the list sends is due
    free(w) -> int                                      of dead hosts only; the same for jobs
    revive(w, lane=None, guild=None) -> int             what nobody could be told is due again
    forget_in(w, kind, guild, unheard=False)            what was said of a server's matches may be said again
    has(r, nonce) -> bool
    next_due(r, host, now) -> int | None                when a line may have more than it has now

going_back (the clock was put back)
    go_back(w, going, rows) -> GoingBack | None         some rows; what is left to do

retention (what nobody needs any more)
    window(r, table, after, before, limit) -> Window    the next rows of a table, and which of them can go
    drop(w, table, keys)

scheduled_jobs (table `deadlines`; at most one undone of a (kind, subject))
    set(w, job: ScheduledJob)                         new, or moved
    clear(w, kind, subject, at)
    claim(w, host, now, lease_seconds, limit) -> list[DueJob]    earliest first
    done(w, deadline: DueJob, at) -> bool          False when it was moved, cleared or taken since the claim:
                                                        then do nothing
    take(w, kind, subject, host, until) -> bool         due or not; False: another host has it
    let_go(w, kind, host)                               others may take what a host has of a kind
    silences_of(r, person) -> list[str]   silences_in(r, guild) -> list[str]      matches with a stopped clock
    of_open_matches(r, person, kind) -> list[DueJob]          of a person's matches that go on
    get(r, kind, subject) -> DueJob | None         release(w)    next_due(r, host) -> int | None
    put_back(w, deadline) -> bool                       it couldn't happen; anyone tries when its lease ends
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
