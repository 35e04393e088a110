"""A player for Slowplay: reads positions, plays a legal action at random."""

import json
import random
import sys


def choose(question: dict) -> str:
    """Your ideas go here."""
    return random.Random(question["random"]).choice(question["actions"])


def main() -> None:
    """Answer each line that the bot writes."""
    for line in sys.stdin:
        print(json.dumps({"action": choose(json.loads(line))}), flush=True)


if __name__ == "__main__":
    main()
