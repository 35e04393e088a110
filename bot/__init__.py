"""The bot: use cases, and Discord around them."""

import python_version  # noqa: F401  (a Python that is too old ends here, with one sentence)
