"""`python -m slowplay.new_feature WING NAME`: a skeleton of a feature of the bot, in one of its wings."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bot.features import FEATURES
from slowplay.skeletons import PYTEST, ROOT, STRUCTURE, Line, Skeleton, SkeletonError, build, check_name

WINGS = tuple(sorted({feature.partition(".")[0] for feature in FEATURES}))
CHECKS = ("tests/bot/discord_kit/test_command_permissions.py", "tests/bot/test_adding_a_feature.py")
"""The tests that notice a name that means something already."""
CHECKLIST = """/{name} works: python -m slowplay play, then /{name}.
What only you can write is in CONTRIBUTING.md, “Adding a feature to the bot”, from step 2:
  bot/{wing}/{name}/    the use case, its buttons, its screens, and what the feature brings along
  tests/bot/{wing}/test_{name}.py
                        what it does, at the use case, and that the command shows it
  docs/commands.md      a sentence about /{name}"""


def new_feature(wing: str, name: str, root: Path = ROOT) -> str:
    """Write the skeleton of a feature, and return the checklist of what's left.

    Raises:
        SkeletonError: It can't be written; nothing has changed.
    """
    if wing not in WINGS:
        raise SkeletonError(f"There's no wing “{wing}” with features. Wings: {', '.join(WINGS)}.")
    check_name(name, root)
    if name in {"counting", *(feature.partition(".")[2] for feature in FEATURES)}:
        raise SkeletonError(f"There is already a feature “{name}”.")
    build(_skeleton(wing, name), root)
    return CHECKLIST.format(wing=wing, name=name)


def _skeleton(wing: str, name: str) -> Skeleton:
    tested = f"tests/bot/{wing}/test_{name}.py"
    return Skeleton(
        copies={
            "examples/counting": f"bot/{wing}/{name}",
            "examples/counting/counting.py": f"bot/{wing}/{name}/{name}.py",
            "tests/bot/examples/test_counting.py": tested,
        },
        words={
            "examples.counting": f"bot.{wing}.{name}",
            "counting": name,
            "Counting": name.capitalize(),
        },
        lines=(
            Line("bot/features.py", rf'^(?=    "{wing}\.)', f'    "{wing}.{name}",\n'),
            Line(
                "docs/commands.md",
                r"^\| `/resign` \|.*\n",
                f"\\g<0>| `/{name}` | how often you have acted in a match |\n",
            ),
        ),
        steps=(STRUCTURE, (*PYTEST, tested, *CHECKS)),
    )


def main(arguments: list[str]) -> int:
    """Run the command; the exit status is 0 when all is well."""
    parser = argparse.ArgumentParser(
        prog="python -m slowplay.new_feature",
        description="Write the skeleton of a feature, in a checkout.",
    )
    parser.add_argument("wing", help=f"where it lives: {', '.join(WINGS)}")
    parser.add_argument("name", help="the name of its folder and its command: small letters")
    parsed = parser.parse_args(arguments)
    try:
        print(new_feature(parsed.wing, parsed.name))
    except (SkeletonError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
