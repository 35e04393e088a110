"""A local Discord for any client, with a page for people."""

import sys

# A Python that is too old ends here, with one sentence; so this is written for any Python.
OLDEST = (3, 11)
_SENTENCE = "The playground needs Python {}.{} or newer, and this is Python {}.{}: install a newer one."

if sys.version_info[:2] < OLDEST:
    sys.exit(_SENTENCE.format(*(OLDEST + sys.version_info[:2])))
