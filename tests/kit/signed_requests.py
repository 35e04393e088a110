"""Interactions over HTTP, signed as Discord signs them."""

from __future__ import annotations

from nacl.signing import SigningKey

from playground.model.records import Application
from tests.kit.inputs import START
from tests.kit.table import Table


def application(t: Table) -> Application:
    [found] = t.playground.world.applications.values()
    return found


def signed(t: Table, body: bytes, at: float = START) -> dict[str, str]:
    """Return the headers with which Discord sends a body at this moment."""
    return headers(application(t).key, body, at)


KEY = SigningKey.generate()


def headers(key: SigningKey, body: bytes, at: float) -> dict[str, str]:
    """Return the signature headers for a body at this moment."""
    timestamp = str(int(at))
    signature = key.sign(timestamp.encode() + body).signature.hex()
    return {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": timestamp}
