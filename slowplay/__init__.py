"""The command `slowplay`, which runs every program, and code that all command lines share."""

import slowplay.python_version  # noqa: F401  (exits here with one sentence if Python is too old)
