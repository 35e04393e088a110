"""Two recordings compared: what differs by nature doesn't count, and everything else does."""

from __future__ import annotations

import base64
import json

import pytest

import playground.app
from playground.__main__ import main
from playground.recording.comparison import compare
from tests.playground.conftest import StillClock
from tests.playground.sessions import a_short_session

A_TIME = "2026-01-12T13:46:40.000000+00:00"


@pytest.fixture
async def runs(tmp_path, connect):
    """Record the same session twice."""
    files = [tmp_path / name for name in ("a.jsonl", "b.jsonl")]
    for file in files:
        play = await playground.app.start(clock=StillClock(), record=file)
        await a_short_session(play, await connect(play))
        await play.close()
    return files


async def test_two_runs_of_the_same_are_alike_though_their_files_differ(runs, capsys):
    one, other = (file.read_text() for file in runs)
    assert one != other
    assert "multipart/form-data; boundary=" in one
    assert main(["diff", *map(str, runs)]) == 0
    assert capsys.readouterr().out == ""


async def test_the_first_differences_are_told_and_the_status_is_1(runs, capsys):
    changed = runs[1].read_text().replace('"content":"hello"', '"content":"hullo"')
    runs[1].write_text(changed)
    assert main(["diff", *map(str, runs)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("step ")
    assert " (MESSAGE_CREATE) differs at changes." in told[0]
    assert told[0].endswith(".payload.content:")
    assert told[1:3] == ["- 'hello'", "+ 'hullo'"]


async def test_what_cannot_be_read_gets_a_sentence_and_the_status_2(runs, tmp_path, capsys):
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(runs[0].read_bytes()[:-20])
    for file, words in ((tmp_path / "none", "can't be read"), (cut, "is damaged or cut off")):
        assert main(["diff", str(runs[0]), str(file)]) == 2
        assert words in capsys.readouterr().err


def step(event="X", **data):
    return {"kind": "step", "at": 1.0, "offset": 0.0, "event": event, "data": data, "changes": []}


def request(body, content_type="application/json", path="/api/v10/channels/1"):
    packed = base64.b64encode(body).decode()
    return {"kind": "request", "method": "POST", "path": path, "content_type": content_type, "body": packed}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (step(id="1460000000000000001"), step(id="1460000000000000002")),
        (step(text="<@1460000000000000001>"), step(text="<@1460000000000000002>")),
        (step(number=1460000000000000001), step(number=1460000000000000002)),
        (step(custom_id="0" * 32), step(custom_id="f" * 32)),
        (step(timestamp=A_TIME), step(timestamp=A_TIME.replace("2026", "2027"))),
        (step(content="<t:1767225600:R>"), step(content="<t:1767225601:R>")),
        (step(token="a"), step(token="b")),
        (step(url="http://127.0.0.1:1/a?ex=1&is=2&hm=3&"), step(url="http://127.0.0.1:2/a?ex=4&is=5&hm=6&")),
        (step() | {"at": 1.0}, step() | {"at": 2.0}),
        (
            request(b"--x\r\n\r\n1\r\n--x--", "multipart/form-data; boundary=x"),
            request(b"--y\r\n\r\n1\r\n--y--", "multipart/form-data; boundary=y"),
        ),
        (
            request(b"", path="/api/v10/webhooks/1460000000000000001/secret"),
            request(b"", path="/api/v10/webhooks/1460000000000000002/other"),
        ),
        (request(b'{"a": 1, "b": 2}'), request(b'{"b": 2, "a": 1}')),
    ],
)
def test_what_differs_by_nature_does_not_count(one, other):
    assert json.dumps(one) != json.dumps(other)
    assert compare([one], [other]) == []


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ([step(a=1)], [step(a=2)], "step 1 (X) differs at data.a:\n- 1\n+ 2"),
        ([step(a=[1])], [step(a=[1, 2])], "step 1 (X) differs at data.a:\n- [1]\n+ [1, 2]"),
        ([step(a=1)], [step()], "step 1 (X) differs at data.a:\n- 1\n+ nothing"),
        ([step(a=None)], [step()], "step 1 (X) differs at data.a:\n- None\n+ nothing"),
        ([step("X")], [step("Y")], "step 1 (X) differs at event:\n- 'X'\n+ 'Y'"),
        ([step() | {"offset": 1.0}], [step()], "step 1 (X) differs at offset:\n- 1.0\n+ 0.0"),
        (
            [request(b'{"a": 1}')],
            [request(b'{"a": 2}')],
            "request 1 (POST /api/v10/channels/1) differs at body.a:\n- 1\n+ 2",
        ),
        (
            [step(a="1460000000000000001"), step(a="1460000000000000001")],
            [step(a="1460000000000000001"), step(a="1460000000000000002")],
            "step 2 (X) differs at data.a:\n- '#1'\n+ '#2'",
        ),
    ],
)
def test_everything_else_counts(one, other, told):
    assert compare(one, other) == [told]


def test_a_line_that_only_one_has_is_told_with_its_sign():
    [told] = compare([step()], [step(), step("Y")])
    assert told.startswith("step 2 (Y) is only in one of them:\n+ {")
    [told] = compare([step(), step("Y")], [step()])
    assert told.startswith("step 2 (Y) is only in one of them:\n- {")


def test_which_of_two_programs_is_faster_does_not_count():
    one = [step("A"), request(b"1"), step("B"), request(b"2")]
    assert compare(one, [step("A"), step("B"), request(b"1"), request(b"2")]) == []
