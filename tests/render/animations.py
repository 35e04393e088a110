"""Frames and durations of an animation."""

from __future__ import annotations

from io import BytesIO

from PIL import Image


def frames_of(data: bytes) -> list[Image.Image]:
    image = Image.open(BytesIO(data))
    found = []
    for place in range(image.n_frames):
        image.seek(place)
        found.append(image.convert("RGB"))
    return found


def durations_of(data: bytes) -> list[int]:
    image = Image.open(BytesIO(data))
    found = []
    for place in range(image.n_frames):
        image.seek(place)
        found.append(image.info["duration"])
    return found
