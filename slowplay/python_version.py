"""Ends a program under a Python that is too old, with one sentence, before anything else is imported.

Run as a program it does the same, for `make`. To be read by any Python it is plain ASCII without new syntax.
"""

import sys

OLDEST = (3, 11)
_SENTENCE = (
    "Slowplay needs Python {0}.{1} or newer, and this is Python {2}.{3}: install a newer one, "
    "and name it to make, as in `make play PYTHON=python{0}.{1}`."
)

if sys.version_info[:2] < OLDEST:
    sys.exit(_SENTENCE.format(*(OLDEST + sys.version_info[:2])))
