"""/verify: every tampering is found and named, and nothing is told of a match that still runs."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from bot.service import playing, records, verifying
from bot.service.table import Table as Folded
from bot.service.verifying import NOT_OVER, Report
from games import GAMES
from tests.bot.finished import EVERY_GAME, broken_off, finished
from tests.bot.matches import begin_briefed
from tests.games.recorded import ENGINES, FURTHER
from tests.kit import Person, Seen, Table, table
from tests.kit.people import PickedFile

every_game = pytest.mark.parametrize("key", EVERY_GAME)
_TAGS = ENGINES + FURTHER


def text_of(table: Folded) -> str:
    return records.file_of(table, None)[1]


def sentences(report: Report) -> str:
    """All that the verdict says does not fit."""
    return " ".join(check.sentence for check in report.checks if check.fine is False)


def with_tag(text: str, tag: str, value: str) -> str:
    """A record with another value of a tag, given as it is to be read."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    changed = re.sub(rf'^\[{tag} ".*"\]$', lambda _: f'[{tag} "{escaped}"]', text, flags=re.MULTILINE)
    assert changed != text
    return changed


def with_actions(table: Folded, actions: list[str]) -> str:
    """The record with other actions, numbered as they should be."""
    header = text_of(table).partition("\n\n")[0]
    return f"{header}\n\n" + "".join(f"{number}. {text}\n" for number, text in enumerate(actions, 1))


# --- true records ---------------------------------------------------------------------------------------


@every_game
def test_a_true_file_is_proved_line_by_line(key: str) -> None:
    report = verifying.of_file(text_of(finished(key)), finished(key))
    assert report.is_proved, report
    subjects = [check.subject for check in report.checks]
    assert subjects == ["Rules", "Dice and shuffles", "Seed", "Commitment", "Result", "Kept record"]
    assert "stood on the card" in report.checks[3].sentence
    assert verifying.of_match(finished(key)).is_proved


@every_game
def test_what_means_the_same_is_true_too(key: str) -> None:
    text = text_of(finished(key))
    for same in (f"{text}\n \n", text.replace("\n", "\r\n"), f'[Event "a garden party"]\n{text}'):
        assert verifying.of_file(same, finished(key)).is_proved


@every_game
@pytest.mark.parametrize(("reason", "winner"), [("resigned", 1), ("time", 0), ("agreed", None)])
def test_a_match_that_ended_by_an_act_is_proved_and_the_header_says_how(
    key: str, reason: str, winner: int | None
) -> None:
    over = broken_off(key, reason, winner)
    report = verifying.of_file(text_of(over), over)
    assert report.is_proved, report
    assert reason in report.checks[4].sentence


@every_game
@pytest.mark.parametrize("reason", ["aborted", "cancelled"])
def test_of_a_match_that_does_not_count_nothing_is_said_whatever_a_file_says(key: str, reason: str) -> None:
    void = broken_off(key, reason)
    told = {verifying.of_match(void), verifying.of_file(text_of(void), void), verifying.of_file("x", void)}
    (report,) = told
    assert report.record is None
    assert [check.sentence for check in report.checks] == [verifying.VOID]


def test_a_file_of_a_match_that_is_not_kept_here_is_checked_by_itself() -> None:
    report = verifying.of_file(text_of(finished("decoy")), None)
    assert not report.is_false
    assert not report.is_proved
    assert "I keep no match of this id" in report.checks[-1].sentence


def test_a_second_leg_says_from_which_secret_its_nonce_was_made() -> None:
    first = finished("creators").match
    nonce = playing.leg_nonce(first.nonce, 3)
    second = replace(finished("creators"), match=replace(first, nonce=nonce, leg=2, previous_leg=first.id))
    told = verifying.of_match(second, first).checks
    assert f"a second leg: its nonce was made from that of the first, match {first.id}" in told[3].sentence
    other = replace(first, nonce=bytes(32))
    assert "second leg" not in verifying.of_match(second, other).checks[3].sentence


# --- tampering ------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("tag", _TAGS)
def test_a_changed_tag_is_found_and_named(key: str, tag: str) -> None:
    text = text_of(finished(key))
    for value in other_values(finished(key), tag):
        report = verifying.of_file(with_tag(text, tag, value), finished(key))
        assert report.is_false, (tag, value)
        assert tag.lower() in sentences(report).lower(), (tag, value, report)
        last = report.checks[-1]
        assert last.subject == "File" or f"\n{tag}: " in last.sentence, (tag, value, report)


def other_values(table: Folded, tag: str) -> list[str]:
    """What else a tag may be made to say."""
    match = table.match
    return {
        "Game": [next(key for key in GAMES if key != match.game), "chess"],
        "Ruleset": [f"{match.ruleset}0", ""],
        "Options": other_options(table),
        "Seed": [bytes(32).hex(), match.seed.hex()[:-2] + ("00" if match.seed[-1] else "01"), "", "seed"],
        "Seats": ["12 - 11", "11 - 13", "11", ""],
        "Result": [s for s in ("1-0", "0-1", "1/2-1/2", "*", "") if s != records.record_of(table).score],
        "Reason": ["resigned", "time", "agreed", "aborted", "nonsense", ""],
        "Match": ["another1", ""],
        "Commitment": ["0" * 64, ""],
        "Nonce": ["0" * 64, "", "no hex"],
        "Interactions": ["1:2", ":", "1001", ""],
        "Date": ["2026.11.23", ""],
    }[tag]


def other_options(table: Folded) -> list[str]:
    """For every option the whole of them with another value of this one."""
    found = (
        ["{}", "[]", "nonsense"] if table.game.options({}) != table.game.options(table.match.options) else []
    )
    for spec in table.game.option_specs:
        now = table.match.options[spec.name]
        other: Any = next((value for value in spec.values if value != now), None)
        if spec.per_seat:
            other = [value for value in spec.values if [value] * 2 != now][:1] * 2
        if other is not None and not spec.free:
            found.append(json.dumps({**table.match.options, spec.name: other}))
    return found


@every_game
@pytest.mark.parametrize("tag", _TAGS)
def test_a_tag_that_is_left_out_is_found_and_named(key: str, tag: str) -> None:
    text = re.sub(rf'^\[{tag} ".*"\]\n', "", text_of(finished(key)), flags=re.MULTILINE)
    report = verifying.of_file(text, finished(key))
    assert report.is_false
    assert tag.lower() in sentences(report).lower()


@every_game
def test_another_legal_action_is_found_and_named_even_where_it_changes_nothing_else(key: str) -> None:
    over, game, found = finished(key), finished(key).game, 0
    state = game.new(game.options(over.match.options), over.match.seed)
    for place, text in enumerate(over.texts[:40]):
        view = game.view(state, over.actors[place])
        for action in islice(game.actions(view), 3):
            if game.format(action) == text:
                continue
            found += 1
            actions = [*over.texts[:place], game.format(action), *over.texts[place + 1 :]]
            report = verifying.of_file(with_actions(over, actions), over)
            assert f"Action {place + 1}: the file says" in sentences(report)
        state = game.play(state, over.actors[place], game.parse(view, text)).state
    assert found


@every_game
def test_actions_in_another_order_too_many_or_too_few_are_found_and_named(key: str) -> None:
    over = finished(key)
    texts = list(over.texts)
    place = next(n for n in range(len(texts) - 1) if texts[n] != texts[n + 1])
    swapped = [*texts[:place], texts[place + 1], texts[place], *texts[place + 2 :]]
    assert f"Action {place + 1}: " in sentences(verifying.of_file(with_actions(over, swapped), over))
    count = f"in the file, {len(texts)} in my record"
    for other in (texts[:-1], texts[1:], [], [*texts, texts[-1]], [texts[0], *texts]):
        report = verifying.of_file(with_actions(over, other), over)
        assert f"{len(other)} {count}" in sentences(report)


@every_game
def test_a_changed_number_is_found_and_the_line_is_named(key: str) -> None:
    text = text_of(finished(key))
    for changed in (text.replace("\n3. ", "\n4. "), text.replace("\n3. ", "\n03. "), f"{text}nonsense\n"):
        line = next(n for n, (a, b) in enumerate(pairs(changed, text), 1) if a != b)
        assert f"Line {line} is not" in sentences(verifying.of_file(changed, finished(key)))


def pairs(changed: str, text: str) -> list[tuple[str, str]]:
    return list(zip(changed.splitlines(), [*text.splitlines(), ""], strict=False))


def test_the_winner_of_a_match_that_ended_by_an_act_cannot_be_changed_unseen() -> None:
    over = broken_off("ccc", "resigned", 1)
    report = verifying.of_file(with_tag(text_of(over), "Result", "1-0"), over)
    assert "Result: the file says “1-0”, my record “0-1”." in sentences(report)


@pytest.mark.parametrize("text", ["", "hello", "\x00", "[" * 5000, '[Game "decoy"]', "1. roll", "[]\n\n"])
def test_what_is_no_record_is_said_to_be_none(text: str) -> None:
    report = verifying.of_file(text, None)
    assert [check.subject for check in report.checks] == ["File"]
    assert report.is_false


# --- matches that still run -----------------------------------------------------------------------------


@every_game
def test_of_a_running_match_nothing_is_told_whatever_the_file_says(key: str) -> None:
    running = broken_off(key, None)
    truth = text_of(broken_off(key, "resigned", 1))
    told = [verifying.of_match(running)]
    for text in (truth, with_tag(truth, "Seed", bytes(32).hex()), text_of(finished(key)), "nonsense", ""):
        told.append(verifying.of_file(text, running))
    assert all(report == told[0] for report in told)
    assert [check.sentence for check in told[0].checks] == [NOT_OVER]
    assert told[0].record is None


# --- in Discord -----------------------------------------------------------------------------------------


@pytest.fixture
async def t() -> AsyncIterator[Table]:
    async with table("mara", "tom", "ines") as made:
        yield made


async def verdict(t: Table, person: Person, **options: Any) -> Seen:
    """What /verify says in the end."""
    answer = await person.slash("/verify", **options)
    await t.settled()
    return person.again(answer)


async def test_a_resigned_match_is_exported_and_its_file_verified_by_anybody(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await match.turn()
    await t.tom.tap("Resign", await t.tom.slash("/resign"))
    await t.settled()
    exported = await t.mara.slash("/export")
    assert exported.ephemeral
    content = await t.download(exported.attachments[0])
    for person, given in (
        (t.ines, {"file": PickedFile("a.txt", content)}),
        (t.mara, {}),
        (t.tom, {"match": match.id}),
        (t.tom, {"match": match.id, "file": PickedFile("a.txt", content)}),
    ):
        told = await verdict(t, person, **given)
        assert told.ephemeral
        assert "Creators vs Destroyers: everything fits" in told.text, told.text
        assert "0-1" not in told.text
        assert "1-0, resigned" in told.text
    false = content.replace(b'[Result "1-0"]', b'[Result "0-1"]')
    told = await verdict(t, t.ines, file=PickedFile("a.txt", false))
    assert "something does not fit" in told.text
    assert "✗ Kept record" in told.text


async def test_of_a_running_match_one_exports_what_one_was_told_and_verifies_nothing(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await match.turn()
    exported = await t.mara.slash("/export", match=match.id)
    so_far = await t.download(exported.attachments[0])
    assert b"as you know it so far" in so_far
    table = await match.table()
    assert table.match.seed.hex().encode() not in so_far
    ended = replace(table, match=replace(table.match, reason="resigned", winner=0))
    told = set()
    for content in (text_of(ended), with_tag(text_of(ended), "Seed", bytes(32).hex())):
        told.add((await verdict(t, t.tom, file=PickedFile("a.txt", content.encode()))).text)
        told.add((await verdict(t, t.tom, match=match.id, file=PickedFile("a", b"no record"))).text)
    told.add((await verdict(t, t.tom, match=match.id)).text)
    assert len(told) == 1
    assert NOT_OVER in told.pop()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe\x00", "not a text in UTF-8"),
        (b"x" * (verifying.MOST_BYTES + 1), "at most 256 KiB are read"),
        (b"", "no [Game"),
    ],
    ids=["no text", "too large", "empty"],
)
async def test_a_file_that_cannot_be_read_is_refused_in_one_sentence(
    t: Table, content: bytes, sentence: str
) -> None:
    told = await verdict(t, t.mara, file=PickedFile("a.txt", content))
    assert sentence in told.text


async def test_one_s_own_matches_are_offered_for_verify_only_those_that_are_over(t: Table) -> None:
    over = await begin_briefed(t, t.mara, t.tom)
    await t.tom.tap("Resign", await t.tom.slash("/resign"))
    await t.settled()
    running = await begin_briefed(t, t.mara, t.ines)
    assert await t.mara.complete("/export", "match", "") == [running.id, over.id]
    assert await t.mara.complete("/export", "match", "ines") == [running.id]
    assert await t.mara.complete("/verify", "match", "") == [over.id]
    assert await t.ines.complete("/verify", "match", "") == []


async def test_somebody_who_has_finished_nothing_is_told_what_to_do(t: Table) -> None:
    for command in ("/verify", "/export"):
        assert "Say which one" in (await t.mara.slash(command)).text
    assert "not known here" in (await verdict(t, t.mara, match="nonesuch")).text


async def test_from_elsewhere_a_stranger_gets_nothing_of_a_match_but_that_a_file_differs(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await t.tom.tap("Resign", await t.tom.slash("/resign"))
    await t.settled()
    await t.ines.slash("/creators play", level="easy")
    await t.settled()
    private = t.ines.actor.home()["dms"][0]["id"]
    for command in ("/export", "/verify"):
        answer = await t.ines.slash(command, channel=private, match=match.id)
        assert "played elsewhere" in answer.text
        assert not answer.attachments
    forged = f'[Game "creators"]\n[Ruleset "x"]\n[Options "{{}}"]\n[Seed "00"]\n[Match "{match.id}"]\n'
    answer = await t.ines.slash("/verify", channel=private, file=PickedFile("a.txt", forged.encode()))
    await t.settled()
    said = t.ines.again(answer)
    assert "Kept record" in said.text
    assert "resign" not in said.text
    assert t.mara.id not in said.text
    assert not said.buttons
