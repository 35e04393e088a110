"""The command `slowplay`, every program under one name; and what all command lines share."""

import slowplay.python_version  # noqa: F401  (a Python that is too old ends here, with one sentence)
