"""Animations: frames become a GIF in the theme's palette that stores only the changes between frames."""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack
from typing import Any

from PIL import GifImagePlugin, Image, ImageChops

from games.core.screen.scene import Frame
from render.layout import SIZE
from render.painter import paint
from render.palette import Theme, colours, theme_named

END = b";"
"""The last byte of a GIF."""
CLEAR = 255
"""The palette index for transparent pixels, which show the previous frame; no theme has a color there."""
_SHORTEST, _LONGEST = 20, 655_350
_NETSCAPE_LOOP = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


def gif(frames: Sequence[Frame], theme: str = "default", loop: bool = False, *, size: int = SIZE) -> bytes:
    """Return the frames as a GIF of `size` × `size` pixels, deterministically.

    Durations are rounded to 10 ms and are at least 20 ms, the shortest that viewers respect. The GIF plays
    once, or forever if `loop`. Source: GIF89a specification, sections 18, 19 and 23.

    Raises:
        ValueError: There are no frames, or as for `render.painter.png`.
    """
    if not frames:
        raise ValueError("An animation needs at least one frame.")
    before = paint(frames[0].scene, theme, size=size)
    blocks = [block(before, (0, 0), frames[0].milliseconds)]
    for frame in frames[1:]:
        image = paint(frame.scene, theme, size=size)
        box = _find_change(before, image)
        blocks.append(block(image.crop(box), box[:2], frame.milliseconds))
        before = image
    return b"".join([head(theme_named(theme, frames[0].scene.colors), (size, size), loop), *blocks, END])


def head(theme: Theme, size: tuple[int, int], loop: bool) -> bytes:
    """Return the beginning of a GIF in a theme's palette; `size` is (width, height) in pixels."""
    palette = bytes(part for colour in colours(theme) for part in colour)
    every_frame_uses_256_colours = 0xF7
    return (
        b"GIF89a"
        + pack("<HHBBB", *size, every_frame_uses_256_colours, 0, 0)
        + palette.ljust(768, b"\0")
        + (_NETSCAPE_LOOP if loop else b"")
    )


def _find_change(before: Image.Image, after: Image.Image) -> tuple[int, int, int, int]:
    """Return the box in which two images differ, or a single pixel if they don't: every frame needs one."""
    return ImageChops.difference(indices(before), indices(after)).getbbox() or (0, 0, 1, 1)


def indices(image: Image.Image) -> Image.Image:
    """Return the palette indices of an image as a grayscale image."""
    return Image.frombytes("L", image.size, image.tobytes())


def block(
    image: Image.Image, offset: tuple[int, int], milliseconds: int, transparency: int | None = None
) -> bytes:
    """Return a frame drawn over the earlier ones; pixels with the index `transparency` are transparent."""
    duration = round(min(max(milliseconds, _SHORTEST), _LONGEST), -1)
    keep = 1
    more: dict[str, Any] = {} if transparency is None else {"transparency": transparency}
    return b"".join(
        GifImagePlugin.getdata(image, offset, duration=duration, disposal=keep, interlace=0, **more)
    )
