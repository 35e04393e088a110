"""The crash harness: a crowd plays, the bot is killed again and again; nothing may be lost or said twice.

`python -m tests.crash [--kills 200] [--processes 3] [--troubled] [--seed N]`. The playground is in this
process; the bot is `slowplay serve` in its own, on a file of SQLite, and is ended by SIGKILL, by its own pid
alone. Several of them share a server of PostgreSQL: they join, are killed, and end in order while others
live.
"""
