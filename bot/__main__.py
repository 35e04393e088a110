"""`python -m bot new WING NAME`: for those who write the bot; `python -m slowplay serve` runs it."""

from __future__ import annotations

import argparse
import sys

from bot.new_feature import WINGS, new_feature
from slowplay.skeletons import SkeletonError

_NEW = "Write the skeleton of a new feature, in a checkout."


def main(arguments: list[str]) -> int:
    """Run one command; the exit status is 0 when all is well."""
    parser = argparse.ArgumentParser(prog="python -m bot", description=__doc__)
    starting = parser.add_subparsers(required=True).add_parser("new", help=_NEW, description=_NEW)
    starting.add_argument("wing", help=f"where it lives: {', '.join(WINGS)}")
    starting.add_argument("name", help="the name of its folder and its command: small letters")
    parsed = parser.parse_args(arguments)
    try:
        print(new_feature(parsed.wing, parsed.name))
    except (SkeletonError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
