"""Entry point of `python -m bench.crowd`; see `bench.crowd.command`."""

import sys

from bench.crowd.command import main

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
