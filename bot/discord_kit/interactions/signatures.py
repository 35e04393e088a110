"""Whether what comes in over HTTP is Discord's own.

Discord's documentation, “Validating Security Request Headers”: each request is signed with Ed25519 over its
timestamp and its body, and Discord now and then sends wrong signatures to see them refused."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

log = logging.getLogger(__name__)

SIGNATURE, TIMESTAMP = "X-Signature-Ed25519", "X-Signature-Timestamp"
WITHIN_SECONDS = 180
"""A request is refused that is signed for a moment farther away: somebody may have kept it."""
_TOLD_SECONDS = 600.0


class Signatures:
    """Those of one application. `public_key`: in hexadecimal digits; `now`: epoch seconds."""

    def __init__(self, public_key: str, now: Callable[[], float]) -> None:
        self._key = VerifyKey(bytes.fromhex(public_key))
        self._now = now
        self._told_at = now() - _TOLD_SECONDS

    def are_good(self, headers: Mapping[str, str], body: bytes) -> bool:
        """Whether Discord has signed this body, and lately."""
        timestamp = headers.get(TIMESTAMP, "")
        try:
            self._key.verify(timestamp.encode() + body, bytes.fromhex(headers.get(SIGNATURE, "")))
            ahead = self._now() - int(timestamp)
        except (BadSignatureError, ValueError):
            return False
        if abs(ahead) > WITHIN_SECONDS:
            self._tell(ahead)
            return False
        return True

    def _tell(self, ahead: float) -> None:
        if abs(self._now() - self._told_at) >= _TOLD_SECONDS:
            self._told_at = self._now()
            log.warning(
                "a request that Discord signed %.0f s away from this machine's clock was refused: turn on "
                "automatic time (NTP) if this happens again",
                ahead,
            )
