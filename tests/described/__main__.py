"""`python -m tests.described SEEN`: make the table of docs/playground.md anew. See `table`."""

import sys

from tests.described.table import remake

remake(sys.argv[1])
