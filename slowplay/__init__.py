"""The command `slowplay`: every program of the project under one name."""

import python_version  # noqa: F401  (a Python that is too old ends here, with one sentence)
