"""`python -m tests.described SEEN`: regenerate the table of docs/playground.md. See `table`."""

import sys

from tests.described.table import remake

remake(sys.argv[1])
