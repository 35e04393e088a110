"""The crash harness: a crowd plays while the bot is killed again and again, and nothing is lost or repeated.

Run `python -m tests.crash [--kills 200] [--processes 3] [--troubled] [--seed N]`. The playground is in this
process. The bot is `slowplay serve` in another process, on an SQLite file, and is ended by SIGKILL to that
pid alone. Several bot processes share a PostgreSQL server: they join, are killed, and shut down
while others run.
"""
