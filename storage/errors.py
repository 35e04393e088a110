"""What can go wrong with the file itself; every message is one sentence that says what to do next."""


class StorageError(Exception):
    """The database cannot be used as it is."""


class AlreadyHosted(StorageError):
    """Another process (or another Database of this one) hosts the same file."""


class MigrationFailed(StorageError):
    """A migration was refused and rolled back; the database is as it was before."""


class UnusableDatabase(StorageError):
    """The file is no database of ours, or one of a newer version."""
