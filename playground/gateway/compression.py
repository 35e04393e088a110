"""Compression of a gateway connection's payloads: none, each payload separately, or one stream.

Discord's gateway documentation, “Encoding and Compression”: a stream keeps one context for the whole
connection. Payload compression is enabled in IDENTIFY, compresses only some payloads, each as separate zlib
data, and has no effect on a connection with a stream.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable

import zstandard

Pack = Callable[[bytes], bytes | str]
SMALL = 1024
"""Largest size in bytes of a payload that isn't worth compressing separately."""


def as_it_is(text: bytes) -> str:
    """Return the payload uncompressed, for a text frame."""
    return text.decode()


def by_itself(text: bytes) -> bytes | str:
    """Return a large payload zlib-compressed, for a binary frame; return a small one as text."""
    return zlib.compress(text) if len(text) > SMALL else as_it_is(text)


def zlib_stream() -> Pack:
    """Return a packer for a zlib stream, in which each payload ends with the four bytes of Z_SYNC_FLUSH."""
    stream = zlib.compressobj()
    return lambda text: stream.compress(text) + stream.flush(zlib.Z_SYNC_FLUSH)


def zstd_stream() -> Pack:
    """Return a packer for a stream of one endless zstd frame, in which each payload ends a block."""
    stream = zstandard.ZstdCompressor().compressobj()
    return lambda text: stream.compress(text) + stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)


STREAMS: dict[str, Callable[[], Pack]] = {"zlib-stream": zlib_stream, "zstd-stream": zstd_stream}
