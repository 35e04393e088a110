"""A local Discord for any client, with a page for people."""

import python_version  # noqa: F401  (a Python that is too old ends here, with one sentence)
