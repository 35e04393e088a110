"""The checker itself: it lets pass what Discord describes, and names what it does not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.described import DESCRIPTION, Described
from tests.described.witness import json_of

pytestmark = pytest.mark.skipif(not DESCRIPTION.exists(), reason="Discord's description is not here")

PLACE = "/api/v10/channels/12/messages"
MESSAGE = "/api/v10/channels/12/messages/13"
REFUSED = {"message": "Unknown Message", "code": 10008}
GATEWAY = {"url": "ws://127.0.0.1/gateway"}


def found(
    method: str, path: str, sent: Any = None, status: int = 404, value: Any = REFUSED, **query: str
) -> list[str]:
    """The faults of one request."""
    described = Described()
    described.carried_out(method, path, query, sent, status, value)
    return described.faults()


def as_sent(body: dict[str, Any]) -> list[str]:
    """The faults of a message as it was sent, without those of its answer."""
    return [one for one in found("POST", PLACE, body, 200) if "as sent" in one]


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
    assert any(fault in one for one in as_sent(body)), as_sent(body)


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
