"""A witness of a playground's traffic that finds deviations from Discord's description."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from aiohttp import web

from tests.described import envelopes, table
from tests.described.description import DESCRIPTION, ELSEWHERE, JSON_BODY, Operation, operation
from tests.described.events import PARTS, parts
from tests.described.schemas import faults, schema_named

API = "/api/v10"
WEB_FORM = "application/x-www-form-urlencoded"
PAYLOAD = b'name="payload_json"'
_REMEMBERED = 64
FORM_FAULT = 50035


class Described:
    """Checks every completed request, every answer and every event against the description.

    `used` holds the operations seen, as “GET /users/@me”, and `events` the names of the events; `who` is
    `table.BOT` when the product's bot is connected.
    """

    def __init__(self, who: str = table.SUITE) -> None:
        self._who = who
        self._here = DESCRIPTION.exists()
        self._faults: dict[str, None] = {}
        self.used: set[str] = set()
        self.events: set[str] = set()

    def faults(self) -> list[str]:
        """Return each deviation once, in order of occurrence."""
        return list(self._faults)

    def check(self, known: Collection[str] = ()) -> None:
        """Fail if anything deviated from the description, or the bot used something missing in the table.

        `known` holds faults of a client that Discord tolerates.
        """
        seen = self.used | self.events
        written = table.note_down(self._who, sorted(seen))
        found = [fault for fault in self.faults() if fault not in known] + (
            [] if written or self._who != table.BOT else _untold(seen)
        )
        assert not found, "not as Discord describes it:\n" + "\n".join(found)

    def request(self, request: web.Request, body: bytes, response: web.StreamResponse) -> None:
        if not self._here:
            return
        answer = response.body if isinstance(response, web.Response) else None
        said = answer if isinstance(answer, bytes) else b""
        kind, query = request.headers.get("Content-Type", ""), tuple(request.query.items())
        self._take(_judged_as_sent(request.method, request.path, query, kind, body, response.status, said))

    def carried_out(
        self, method: str, path: str, query: Mapping[str, str], sent: Any, status: int, value: Any
    ) -> None:
        """Check a request given by its parts, as in a recording.

        `sent` and `value` are JSON values, or None if there is none.
        """
        if self._here:
            self._take(_judged(method, path, query, sent, status, value))

    def _take(self, judged: Judged) -> None:
        if judged.used is not None:
            self.used.add(judged.used)
        self._faults |= dict.fromkeys(judged.faults)

    def note_response(self, path: str, content_type: str, body: bytes) -> None:
        """Check the answer to an interaction in its HTTP response, which may say only what a callback may."""
        self.carried_out("POST", path, {}, json_of(content_type, body), 204, None)

    def dispatch(self, event: str, data: Any) -> None:
        if not self._here:
            return
        self.events.add(event)
        if event not in PARTS:
            self._note(event, ["no schema is named for this event"])
            return
        for place, names, value in parts(event, data):
            self._note(f"{event} {place}", _fits_one(value, names.split("|")))

    def note_payload(self, payload: bytes | int) -> None:
        """Check a gateway payload or a close code against Discord's documentation of the gateway."""
        found = envelopes.faults_of_close(payload) if isinstance(payload, int) else envelopes.faults(payload)
        self._note("gateway", found)

    def _note(self, place: str, found: list[str]) -> None:
        self._faults |= dict.fromkeys(_told(place, found))


class Judged(NamedTuple):
    """A request's described operation, if any, and its deviations."""

    used: str | None
    faults: tuple[str, ...]


@lru_cache(_REMEMBERED)
def _judged_as_sent(
    method: str,
    path: str,
    query: tuple[tuple[str, str], ...],
    kind: str,
    body: bytes,
    status: int,
    answer: bytes,
) -> Judged:
    """Judge a request given as bytes.

    The result is cached, since every bot registers the same commands, and no request of the suite is as long.
    """
    sent = json_of(kind, body) if status < 400 else None
    judged = _judged(method, path, dict(query), sent, status, json.loads(answer) if answer else None)
    strange = _strange_type(method, path, kind) if status < 400 and body else []
    return Judged(judged.used, (*judged.faults, *strange))


def _strange_type(method: str, path: str, kind: str) -> tuple[str, ...]:
    """Return a fault if a body's content type isn't among the described ones."""
    found, given = operation(method, path.removeprefix(API)), kind.partition(";")[0].strip().lower()
    known = found.content_types() if found is not None else set()
    wrong = (
        [] if not known or given in known else [f"the content type is one of {sorted(known)}, not “{given}”"]
    )
    return _told(f"{method} {path.removeprefix(API)} as sent", wrong)


def _judged(method: str, path: str, query: Mapping[str, str], sent: Any, status: int, value: Any) -> Judged:
    place = f"{method} {path.removeprefix(API)}"
    found = operation(method, path.removeprefix(API))
    if found is None:
        is_strange = status < 400 and not ELSEWHERE.fullmatch(place)
        return Judged(None, _told(place, ["Discord describes no such request"] if is_strange else []))
    asked = _told(f"{found.name} as sent", _request_faults(found, query, sent)) if status < 400 else ()
    return Judged(found.name, asked + _told(f"{found.name} {status}", _response_faults(found, status, value)))


def _told(place: str, found: list[str]) -> tuple[str, ...]:
    return tuple(f"{place}: {fault}" for fault in found)


def _untold(seen: set[str]) -> list[str]:
    """Return a fault for everything that the bot uses but the documentation's table doesn't list."""
    told = {row.name for row in table.rows().values() if row.used}
    return [f"docs/playground.md does not say that the bot uses {name}" for name in sorted(seen - told)]


def json_of(content_type: str, body: bytes) -> Any:
    """Return a body's JSON value, from JSON or from the form part `payload_json`; None if there is none."""
    if content_type.startswith(JSON_BODY) and body:
        return json.loads(body)
    if content_type.startswith(WEB_FORM):
        fields = dict(parse_qsl(body.decode(), keep_blank_values=True))
        return json.loads(fields["payload_json"]) if "payload_json" in fields else fields
    if not content_type.startswith("multipart/") or PAYLOAD not in body:
        return None
    boundary = content_type.partition("boundary=")[2].split(";")[0].strip('"')
    part = body.partition(PAYLOAD)[2].partition(b"\r\n\r\n")[2]
    return json.loads(part.partition(b"\r\n--" + boundary.encode())[0])


def _request_faults(found: Operation, query: Mapping[str, str], sent: Any) -> list[str]:
    schema = found.request()
    body = [] if schema is None or sent is None else faults(sent, schema, lenient=True)
    return body + _query_faults(found, query)


def _query_faults(found: Operation, query: Mapping[str, str]) -> list[str]:
    known = found.queries()
    strange = [f"?{name} is not described" for name in query if name not in known]
    wrong = [
        f"?{name}={text}"
        for name, text in query.items()
        if name in known and all(faults(value, known[name], lenient=True) for value in _readings(text))
    ]
    return strange + wrong


def _readings(text: str) -> list[Any]:
    """Return the values that a text in a query can mean."""
    meanings: dict[str, bool] = {"true": True, "1": True, "false": False, "0": False}
    number = [int(text)] if text.removeprefix("-").isdigit() else []
    truth = [meanings[text.lower()]] if text.lower() in meanings else []
    return [text, *number, *truth]


def _response_faults(found: Operation, status: int, value: Any) -> list[str]:
    if status < 300 and str(status) not in found.statuses():
        return [f"the status is one of {sorted(found.statuses())}"]
    schema = found.response(status)
    if schema is None:
        return []
    return faults(_without_form_faults(value), schema)


def _without_form_faults(value: Any) -> Any:
    """Return a value without `errors`: their codes are described as integers, but Discord sends names."""
    if isinstance(value, dict) and value.get("code") == FORM_FAULT:
        return {name: item for name, item in value.items() if name != "errors"}
    return value


def _fits_one(value: Any, names: list[str]) -> list[str]:
    """Return the faults for the schema that fits best."""
    return min((faults(value, schema_named(name)) for name in names), key=len)
