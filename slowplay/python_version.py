"""A check that ends the program under a too old Python, before anything else is imported.

`make` runs this file as a program, with the same effect. Plain ASCII without new syntax, for any Python.
"""

import sys

OLDEST = (3, 11)
_SENTENCE = (
    "Slowplay needs Python {0}.{1} or newer, and this is Python {2}.{3}: install a newer one, "
    "and name it to make, as in `make play PYTHON=python{0}.{1}`."
)

if sys.version_info[:2] < OLDEST:
    sys.exit(_SENTENCE.format(*(OLDEST + sys.version_info[:2])))
