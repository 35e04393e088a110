"""Remake the golden pictures: `python -m tests.render.remake`. Look at them before you keep them."""

from __future__ import annotations

from tests.render import golden


def main() -> None:
    golden.FOLDER.mkdir(exist_ok=True)
    for old in golden.FOLDER.glob("*.png"):
        old.unlink()
    for sample, theme in golden.names():
        golden.path(sample, theme).write_bytes(golden.made(sample, theme))
        print(golden.path(sample, theme).name)


if __name__ == "__main__":
    main()
