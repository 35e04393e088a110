"""How payloads are packed for one gateway connection: as they are, each by itself, or as one stream.

Discord's gateway documentation, “Encoding and Compression”: a stream has one context for the whole life of
its connection; payload compression is switched on in IDENTIFY, packs some payloads only, each in a zlib
format of its own, and is off on a connection that is a stream.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable

import zstandard

Pack = Callable[[bytes], bytes | str]
SMALL = 1024
"""Bytes up to which a payload is not worth compressing by itself."""


def as_it_is(text: bytes) -> str:
    """A text frame."""
    return text.decode()


def by_itself(text: bytes) -> bytes | str:
    """Payload compression: a binary frame for what is large, a text frame for the rest."""
    return zlib.compress(text) if len(text) > SMALL else as_it_is(text)


def zlib_stream() -> Pack:
    """A stream whose every payload ends with the four bytes of Z_SYNC_FLUSH."""
    stream = zlib.compressobj()
    return lambda text: stream.compress(text) + stream.flush(zlib.Z_SYNC_FLUSH)


def zstd_stream() -> Pack:
    """A stream of one zstd frame that never ends; every payload ends a block of it."""
    stream = zstandard.ZstdCompressor().compressobj()
    return lambda text: stream.compress(text) + stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)


STREAMS: dict[str, Callable[[], Pack]] = {"zlib-stream": zlib_stream, "zstd-stream": zstd_stream}
