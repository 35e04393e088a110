"""The checker itself: it accepts what Discord describes, and names what it doesn't."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.described import DESCRIPTION, Described
from tests.described.schemas import faults
from tests.described.witness import _judged_as_sent, json_of

pytestmark = pytest.mark.skipif(not DESCRIPTION.exists(), reason="Discord's description is not here")

PLACE = "/api/v10/channels/12/messages"
MESSAGE = "/api/v10/channels/12/messages/13"
REFUSED = {"message": "Unknown Message", "code": 10008}
GATEWAY = {"url": "ws://127.0.0.1/gateway"}


def found(
    method: str, path: str, sent: Any = None, status: int = 404, value: Any = REFUSED, **query: str
) -> list[str]:
    """Return the faults of one request."""
    described = Described()
    described.carried_out(method, path, query, sent, status, value)
    return described.faults()


def as_sent(body: dict[str, Any]) -> list[str]:
    """Return the faults of a message as it was sent, without those of its answer."""
    return [fault for fault in found("POST", PLACE, body, 200) if "as sent" in fault]


def test_a_described_request_with_a_described_answer_has_no_fault() -> None:
    assert found("GET", "/api/v10/gateway", None, 200, GATEWAY) == []
    assert found("GET", MESSAGE) == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"content": 5}, "content: 5 is not of types"),
        ({"contents": "x"}, "'contents' was unexpected"),
        ({"embeds": [{"title": "t", "colour": 5}]}, "'colour' was unexpected"),
        ({"components": [{"type": 1, "components": [{"type": 2, "style": 9}]}]}, "/style: "),
        ({"message_reference": {"message_id": "x"}}, "message_reference/message_id"),
        ({"allowed_mentions": {"parse": ["nobody"]}}, "allowed_mentions/parse/0"),
    ],
)
def test_what_a_bot_sends_wrongly_is_named(body: dict[str, Any], fault: str) -> None:
    assert any(fault in text for text in as_sent(body)), as_sent(body)


def test_a_snowflake_may_be_sent_as_an_integer_but_not_answered_so() -> None:
    assert as_sent({"content": "x", "message_reference": {"message_id": 12}}) == []
    described = Described()
    described.dispatch("MESSAGE_DELETE", {"id": 12, "channel_id": "13"})
    assert described.faults() == ['MESSAGE_DELETE id: : 12 is not of type "string"']


def test_an_undescribed_way_parameter_status_or_event_is_named() -> None:
    assert found("GET", "/api/v10/nowhere", None, 200, {}) != []
    assert found("GET", "/api/v10/nowhere") == []
    assert found("GET", PLACE, limit="x") == []
    assert found("GET", PLACE, None, 200, [], limit="x") == [
        "GET /channels/{channel_id}/messages as sent: ?limit=x"
    ]
    assert found("GET", PLACE, None, 200, [], limits="5") != []
    assert found("GET", "/api/v10/gateway", None, 201, GATEWAY) != []
    described = Described()
    described.dispatch("MATCH_CREATE", {})
    assert described.faults() != []


def test_an_answer_that_lacks_a_field_is_named() -> None:
    assert found("GET", "/api/v10/gateway", None, 200, {}) == [
        'GET /gateway 200: : "url" is a required property'
    ]
    described = Described()
    described.dispatch("INTERACTION_CREATE", {"id": "1", "user": {"id": "2"}})
    assert any("username" in fault for fault in described.faults())
    with pytest.raises(AssertionError, match="INTERACTION_CREATE user"):
        described.check()


def test_the_body_is_read_from_json_and_from_a_form() -> None:
    parts = [
        b"--b",
        b'Content-Disposition: form-data; name="payload_json"',
        b"Content-Type: application/json",
        b"",
        b'{"content": "x"}',
        b"--b",
        b'Content-Disposition: form-data; name="files[0]"; filename="a"',
        b"",
        b"1",
        b"--b--",
    ]
    form = b"\r\n".join(parts)
    assert json_of("application/json", b'{"content": "x"}') == {"content": "x"}
    assert json_of("multipart/form-data; boundary=b", form) == {"content": "x"}
    assert json_of("application/json", b"") is None


def sent(**payload: Any) -> list[str]:
    """Return the faults of a gateway payload."""
    described = Described()
    described.note_payload(json.dumps(payload).encode())
    return described.faults()


def test_an_envelope_of_the_gateway_that_is_not_whole_is_named() -> None:
    assert sent(op=11, d=None, s=None, t=None) == []
    assert sent(op=0, d={}, s=1, t="READY") == []
    for wrong in (
        {"op": 11},
        {"op": 11, "d": None, "s": 1, "t": None},
        {"op": 9, "d": None, "s": None, "t": None},
        {"op": 10, "d": {}, "s": None, "t": None},
        {"op": 0, "d": {}, "s": None, "t": "READY"},
        {"op": 6, "d": {}, "s": None, "t": None},
    ):
        assert len(sent(**wrong)) == 1, wrong


@pytest.mark.parametrize(("code", "known"), [(1000, True), (4014, True), (4006, False), (4099, False)])
def test_a_code_with_which_discord_closes_nothing_is_named(code: int, known: bool) -> None:
    described = Described()
    described.note_payload(code)
    assert (described.faults() == []) is known


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        ("application/json; charset=utf-8", False),
        ("application/x-www-form-urlencoded", True),
        ("text/plain", True),
        ("", True),
    ],
)
def test_a_body_of_a_type_that_is_not_described_is_named(kind: str, fault: bool) -> None:
    described = _judged_as_sent("POST", "/api/v10/users/@me/channels", (), kind, b"{}", 200, b"")
    assert any("content type" in text for text in described.faults) is fault


def test_a_form_of_the_web_is_read() -> None:
    kind = "application/x-www-form-urlencoded"
    assert json_of(kind, b"payload_json=%7B%22content%22%3A+%22x%22%7D") == {"content": "x"}
    assert json_of(kind, b"content=x") == {"content": "x"}


def test_a_text_or_a_number_that_does_not_fit_its_format_is_named() -> None:
    for schema, good, bad in (
        ({"type": "string", "format": "date-time"}, "2026-11-28T02:00:00+00:00", "yesterday"),
        ({"type": "string", "format": "uri"}, "https://example.org/a", "a"),
        ({"type": "string", "format": "snowflake"}, "12", "x"),
        ({"type": "string", "format": "nonce"}, "x" * 25, "x" * 26),
        ({"type": "integer", "format": "int32"}, 2**31 - 1, 2**31),
        ({"type": "integer", "format": "int64"}, 2**63 - 1, 2**63),
    ):
        assert (faults(good, schema), len(faults(bad, schema))) == ([], 1), schema
