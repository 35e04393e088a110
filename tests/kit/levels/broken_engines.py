"""Programs that fail, each in the way its name says, and the log lines about them."""

from __future__ import annotations

from bot.play.ai.external_engines import LONGEST_ACTION, LONGEST_LINE

READ = "import json, os, sys, time\nfor line in sys.stdin:\n    question = json.loads(line)\n"
ANSWER = "    print(json.dumps({'action': question['actions'][0]}), flush=True)\n"
SILENCE = "import signal\nsignal.pause()\n"

BROKEN: dict[str, tuple[str, str]] = {
    "crashes at once": ("raise SystemExit(3)", "it exited"),
    "crashes when asked": (READ + "    raise SystemExit(3)", "it exited"),
    "crashes within its line": (
        READ + "    os.write(1, b'{\"act')\n    os._exit(3)",
        "it exited",
    ),
    "is silent": (SILENCE, "it didn't answer in time"),
    "writes garbage": (READ + "    print('e4, I think', flush=True)", "what it wrote isn't a line such as"),
    "writes other data": (
        READ + "    print('{\"move\": 1}', flush=True)",
        "what it wrote isn't a line such as",
    ),
    "writes no text": (
        READ + "    os.write(1, b'\\xff\\xfe\\n')",
        "what it wrote isn't a line such as",
    ),
    "writes without end": (
        f"import os\nos.write(1, b'x' * {LONGEST_LINE + 1})\n" + SILENCE,
        f"it wrote a line longer than {LONGEST_LINE} bytes",
    ),
    "plays what is not legal": (
        READ + "    print(json.dumps({'action': 'a1-a9'}), flush=True)",
        "its action isn't legal",
    ),
    "plays a novel": (
        READ + f"    print(json.dumps({{'action': 'a' * {LONGEST_ACTION + 1}}}), flush=True)",
        f"its action is longer than {LONGEST_ACTION} characters",
    ),
    "answers twice": (
        READ + "    line = json.dumps({'action': question['actions'][0]}) + '\\n'\n"
        "    os.write(1, 2 * line.encode())",
        "it wrote a line without being asked",
    ),
}
