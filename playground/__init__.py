"""A local Discord for any client, with a page for people."""

import sys

# An old Python exits here with this sentence, so any version of Python must be able to read this file.
OLDEST = (3, 11)
_SENTENCE = "The playground needs Python {}.{} or newer, and this is Python {}.{}: install a newer one."

if sys.version_info[:2] < OLDEST:
    sys.exit(_SENTENCE.format(*(OLDEST + sys.version_info[:2])))
