"""PNG encoding of finished images."""

from __future__ import annotations

from struct import pack

from isal import isal_zlib
from PIL import Image

COMPRESSION = 1
"""isal's level: five times as fast as Pillow at a similar size. 0 is no faster, and 2 no smaller."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS_IN_A_PALETTE = bytes((8, 3, 0, 0, 0))


def as_png(image: Image.Image) -> bytes:
    """Return an image in mode P as a PNG, deterministically.

    Rows are stored with filter type 0 (none), since no filter helps palette indices. Source: Portable Network
    Graphics Specification (Third Edition), sections 5, 9 and 11.
    """
    # Each row has a zero byte after it, which is the next one's filter type.
    rows = image.tobytes("raw", "P", image.width + 1, 1)
    stream = isal_zlib.compressobj(COMPRESSION)
    pixels = stream.compress(b"\0"), stream.compress(memoryview(rows)[:-1]), stream.flush()
    palette = bytes(image.getpalette() or ())
    chunks = (
        (b"IHDR", pack(">II", *image.size) + _EIGHT_BITS_IN_A_PALETTE),
        (b"PLTE", palette),
        (b"IDAT", b"".join(pixels)),
        (b"IEND", b""),
    )
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", isal_zlib.crc32(kind + data))
