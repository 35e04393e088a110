"""The recorded traffic of a table: the bot's requests, and who can see what they carry."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

EVERYBODY = "everybody"
NOBODY = "nobody"
_EPHEMERAL = 64
_UPDATES, _CHOICES = (6, 7), 8
_ADDRESS = re.compile(r"127\.0\.0\.1:\d+")
_MADE_HERE = re.compile(r"\b155\d{16}\b")
"""Ids that Discord gave during the test; those from the world's setup begin with 145."""

_LONG_WORD = re.compile(r"[\w-]{64,}")
"""A word as long as the token of an interaction."""


def without_new_ids(text: str) -> str:
    """Replace ids given during the test, and the server's address, by fixed words."""
    return _ADDRESS.sub("HOST", _MADE_HERE.sub("ID", text))


@dataclass(frozen=True)
class Sent:
    """One request of the bot: its viewer, and its content as text, with files as (name, hash)."""

    seer: str
    method: str
    path: str
    body: str
    files: tuple[tuple[str, str], ...]

    def attachments(self) -> list[Any]:
        """Return the body's description of its files, with their alt texts."""
        payload = json.loads(self.body)
        return list((payload.get("data") or payload).get("attachments") or [])


@dataclass(frozen=True)
class Asked:
    """An interaction: its user, and whether its source message and its place are private to them."""

    asker: str
    token: str
    private_source: bool
    private_place: bool


class Traffic:
    """A parsed recording: `sent` holds the requests in order."""

    def __init__(self, file: Path) -> None:
        self._dms: dict[str, str] = {}
        self._asked: dict[str, Asked] = {}
        self._private_answers: dict[str, bool] = {}
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        self.sent = [sent for line in lines if (sent := self._read(line))]

    def seen_by(self, *seers: str) -> dict[tuple[str, str], list[Sent]]:
        """Return what these people or everybody can see, by viewer and request, each in order."""
        found: dict[tuple[str, str], list[Sent]] = {}
        for sent in self.sent:
            if sent.seer in seers:
                found.setdefault((sent.seer, f"{sent.method} {sent.path}"), []).append(sent)
        return found

    def _read(self, line: dict[str, Any]) -> Sent | None:
        if line["kind"] == "dispatch" and line["event"] == "INTERACTION_CREATE":
            self._remember(line["data"])
        if line["kind"] != "request":
            return None
        path = line["path"].removeprefix("/api/v10")
        payload, files = _unpacked(line)
        if path == "/users/@me/channels":
            self._dms[line["response"]["id"]] = str(payload["recipient_id"])
        text = json.dumps(payload, sort_keys=True, ensure_ascii=False)
        return Sent(self._seer(path, payload), line["method"], self._plain(path), self._plain(text), files)

    def _remember(self, data: dict[str, Any]) -> None:
        asker = (data.get("member") or data)["user"]["id"]
        private = "guild_id" not in data
        ephemeral = bool((data.get("message") or {}).get("flags", 0) & _EPHEMERAL)
        asked = Asked(asker, data["token"], private or ephemeral, private)
        self._asked |= {data["id"]: asked, data["token"]: asked}

    def _seer(self, path: str, payload: Any) -> str:
        """Return the id of the request's only viewer, or a constant for public and unseen requests."""
        kind, *rest = path.strip("/").split("/")
        if kind == "channels":
            return self._dms.get(rest[0], EVERYBODY)
        if kind not in ("interactions", "webhooks"):
            return NOBODY
        asked = self._asked[rest[0] if kind == "interactions" else rest[1]]
        if kind == "interactions":
            self._private_answers[asked.token] = _is_private(asked, payload)
        edits = path.endswith("/messages/@original") or kind == "interactions"
        private = self._private_answers[asked.token] if edits else _is_private(asked, {"data": payload})
        return asked.asker if private else EVERYBODY

    def _plain(self, text: str) -> str:
        """Return the text without what differs from run to run."""
        return without_new_ids(_LONG_WORD.sub(self._hidden, text))

    def _hidden(self, word: re.Match[str]) -> str:
        return "TOKEN" if word[0] in self._asked else word[0]


def _is_private(asked: Asked, payload: Any) -> bool:
    """Return whether an answer is visible to the user of the interaction alone."""
    if payload.get("type") in _UPDATES:
        return asked.private_source
    ephemeral = (payload.get("data") or {}).get("flags", 0) & _EPHEMERAL
    return bool(ephemeral) or asked.private_place or payload.get("type") == _CHOICES


def _unpacked(line: dict[str, Any]) -> tuple[Any, tuple[tuple[str, str], ...]]:
    """Return the JSON and the files of a request."""
    body = base64.b64decode(line["body"])
    if not line["content_type"].startswith("multipart/"):
        return json.loads(body or b"{}"), ()
    whole = message_from_bytes(b"Content-Type: " + line["content_type"].encode() + b"\r\n\r\n" + body)
    parts: list[Message] = whole.get_payload()  # type: ignore[assignment]
    payload: Any = {}
    files = []
    for part in parts:
        data = part.get_payload(decode=True)
        assert isinstance(data, bytes)
        if part.get_param("name", header="content-disposition") == "payload_json":
            payload = json.loads(data)
        else:
            files.append((str(part.get_filename()), hashlib.sha256(data).hexdigest()))
    return payload, tuple(files)
