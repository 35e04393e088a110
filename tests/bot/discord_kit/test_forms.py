"""Forms with files are encoded so that a reader finds the same parts again."""

from __future__ import annotations

from email import message_from_bytes
from email.message import Message
from io import BytesIO
from typing import Any

from bot.discord_kit.interactions.forms import encode_form

PICTURE = bytes(range(256)) + b"\r\n--\r\n"


def parts_of(*given: dict[str, Any]) -> list[Message]:
    """Return the parts that a reader finds in a form."""
    body = encode_form(given)
    found = message_from_bytes(f"Content-Type: {body.content_type}\r\n\r\n".encode() + body.content)
    return list(found.walk())[1:]


def a_file(filename: str) -> dict[str, Any]:
    return {
        "name": "files[0]",
        "value": BytesIO(PICTURE),
        "filename": filename,
        "content_type": "application/octet-stream",
    }


def test_a_text_and_a_file_come_back() -> None:
    text, file = parts_of({"name": "payload_json", "value": '{"content": "Grün"}'}, a_file("board.png"))
    assert text.get_param("name", header="content-disposition") == "payload_json"
    assert text.get_payload(decode=True) == '{"content": "Grün"}'.encode()
    assert (file.get_filename(), file.get_content_type()) == ("board.png", "application/octet-stream")
    assert file.get_payload(decode=True) == PICTURE


def test_no_name_of_a_file_can_end_its_header() -> None:
    (file,) = parts_of(a_file('a".png\r\nX-Else: 1'))
    assert "X-Else" not in file
    assert file.get_filename() == "a%22.png%0D%0AX-Else: 1"


def test_every_form_has_a_boundary_of_its_own() -> None:
    assert encode_form([]).content_type != encode_form([]).content_type
