"""The recorded traffic of a table: every request of the bot, and who gets to see what it carries."""

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

from playground.defaults import BOT_ID

EVERYBODY = "everybody"
_EPHEMERAL = 64
_UPDATES = (6, 7)
_MADE_HERE = re.compile(r"\b155\d{16}\b")
"""Ids that Discord gave after the start of the test; those of the world's founding begin with 145."""


@dataclass(frozen=True)
class Sent:
    """One request of the bot: who sees it, and all of it as text, with files as (name, hash)."""

    seer: str
    method: str
    path: str
    body: str
    files: tuple[tuple[str, str], ...]


class Traffic:
    """A recording, read. `sent` are the requests in their order."""

    def __init__(self, file: Path) -> None:
        self._lines = [json.loads(line) for line in file.read_text().splitlines()]
        self._dms: dict[str, str] = {}
        self._askers: dict[str, str] = {}
        self._private: dict[str, bool] = {}
        self.files: dict[str, list[tuple[str, str]]] = {}
        self.sent = [sent for line in self._lines if (sent := self._read(line))]

    def seen_by(self, *seers: str) -> dict[tuple[str, str], list[Sent]]:
        """What these people or everybody get to see, by who and where, each in its order."""
        found: dict[tuple[str, str], list[Sent]] = {}
        for sent in self.sent:
            if sent.seer in seers:
                found.setdefault((sent.seer, f"{sent.method} {sent.path}"), []).append(sent)
        return found

    def _read(self, line: dict[str, Any]) -> Sent | None:
        if line["kind"] == "dispatch":
            self._remember_interaction(line)
            return None
        path = line["path"].removeprefix("/api/v10")
        payload, files = _unpacked(line)
        if path == "/users/@me/channels":
            self._dms[line["response"]["id"]] = payload["recipient_id"]
        seer = self._seer(path, payload)
        self.files.setdefault(seer, []).extend(files)
        text = json.dumps(payload, sort_keys=True, ensure_ascii=False)
        return Sent(seer, line["method"], self._plain(path), self._plain(text), files)

    def _remember_interaction(self, line: dict[str, Any]) -> None:
        data = line["data"]
        if line["event"] != "INTERACTION_CREATE":
            return
        asker = (data.get("member") or data)["user"]["id"]
        source = data.get("message") or {}
        shared = "guild_id" in data and not source.get("flags", 0) & _EPHEMERAL
        for key in (data["id"], data["token"]):
            self._askers[key] = asker
            self._private[key] = not shared

    def _seer(self, path: str, payload: Any) -> str:
        """The person for whose eyes alone the request is, or EVERYBODY."""
        found = re.match(r"/(channels|interactions|webhooks/\d+)/([\w-]+)(?:/([\w-]+)/callback)?", path)
        if found is None:
            return BOT_ID
        key = found[2]
        if found[1] == "channels":
            return self._dms.get(key, EVERYBODY)
        return self._askers[key] if self._is_private(key, path, payload) else EVERYBODY

    def _is_private(self, key: str, path: str, payload: Any) -> bool:
        """Whether an answer is only for the asker; what it answers is remembered for later edits."""
        data = payload.get("data") or payload
        if path.endswith("/callback") and payload["type"] in _UPDATES:
            return self._private[key]
        private = bool(data.get("flags", 0) & _EPHEMERAL) or payload.get("type") == 8
        if path.endswith("/callback"):
            token = path.split("/")[3]
            self._private[token] = private = private or self._private_place(key)
        return private if path.endswith("/callback") else private or self._private[key]

    def _private_place(self, key: str) -> bool:
        line = next(x for x in self._lines if x["kind"] == "dispatch" and x["data"].get("id") == key)
        return "guild_id" not in line["data"]

    def _plain(self, text: str) -> str:
        """The text without what differs from run to run."""
        for key in self._askers:
            if not key.isdigit():
                text = text.replace(key, "TOKEN")
        return _MADE_HERE.sub("ID", text)


def _unpacked(line: dict[str, Any]) -> tuple[Any, tuple[tuple[str, str], ...]]:
    """JSON and files of a request."""
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
