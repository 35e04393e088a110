"""/verify: every tampering is found and named, and nothing is told of a match that still runs."""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from bot.core import match_record
from bot.core.match_state import MatchState, opening
from bot.play.records import verifying
from bot.play.records.verifying import NOT_OVER, Report
from games import GAMES
from games.core.chance import draw_sides, fair_seed
from games.core.legs import leg_nonce
from games.core.record import write_record
from playground.people.defaults import BOT_ID
from tests.kit.games.recorded import ENGINES, FURTHER, recorded
from tests.kit.matches.finished import EVERY_GAME, broken_off, finished, table_of
from tests.kit.matches.tapped import begin_briefed
from tests.kit.people import Person, PickedFile
from tests.kit.seen import Seen
from tests.kit.table import Table

every_game = pytest.mark.parametrize("key", EVERY_GAME)
_TAGS = ENGINES + FURTHER


def text_of(table: MatchState) -> str:
    return match_record.file_of(table, None)[1]


def sentences(report: Report) -> str:
    """Return everything that the verdict says doesn't fit."""
    return " ".join(check.sentence for check in report.checks if check.fine is False)


def with_tag(text: str, tag: str, value: str) -> str:
    """Return a record in which a tag has another value, given without its escapes."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    changed = re.sub(rf'^\[{tag} ".*"\]$', lambda _: f'[{tag} "{escaped}"]', text, flags=re.MULTILINE)
    assert changed != text
    return changed


def with_actions(table: MatchState, actions: list[str]) -> str:
    """Return the record with other actions, correctly numbered."""
    header = text_of(table).partition("\n\n")[0]
    return f"{header}\n\n" + "".join(f"{number}. {text}\n" for number, text in enumerate(actions, 1))


# --- true records ---------------------------------------------------------------------------------------


def test_ALPHA_31_a_stored_match_with_the_former_name_of_its_rules_is_proved_as_before() -> None:
    """Neither the row nor a file that was exported earlier is rewritten."""
    record = recorded("alpha", 1, options={"version": "skirmish"})
    former = replace(record, ruleset="alpha-fixed-0.2", options={**record.options, "version": "0.2"})
    winner = {"1-0": 0, "0-1": 1}.get(record.score)
    kept = table_of(former, "alpha1", winner, record.reason)
    assert '[Ruleset "alpha-fixed-0.2"]' in text_of(kept)
    assert "0.2" in write_record(former)
    for file in (text_of(kept), write_record(replace(former, proof=match_record.proof_of(kept.match)))):
        assert verifying.of_file(file, kept).is_proved
    assert verifying.of_match(kept).is_proved


@every_game
def test_a_true_file_is_proved_line_by_line(key: str) -> None:
    report = verifying.of_file(text_of(finished(key)), finished(key))
    assert report.is_proved, report
    subjects = [check.subject for check in report.checks]
    assert subjects == ["Rules", "Dice and shuffles", "Seed", "Commitment", "Result", "Kept record"]
    assert "was on the card" in report.checks[3].sentence
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
    assert "I don't know a match with this id here" in report.checks[-1].sentence


def test_a_second_leg_says_from_which_secret_its_nonce_was_made() -> None:
    first = first_leg("seeded")
    fitting = numbers_that_fit(first)
    told = verifying.of_match(second_leg(first, fitting[0]), first.match)
    assert told.is_proved, told
    made = f"the second leg: its nonce comes from that of the first, match {first.match.id}"
    assert made in told.checks[3].sentence


def test_a_second_leg_has_the_nonce_of_the_first_number_that_starts_alike_and_no_other() -> None:
    first = first_leg("seeded")
    fitting = numbers_that_fit(first)
    assert fitting[:3] != [0, 1, 2], "not every number starts alike"
    for number in (*fitting[1:], *(number for number in range(8) if number not in fitting)):
        second = second_leg(first, number)
        report = verifying.of_match(second, first.match)
        assert [check.subject for check in report.checks if check.fine is False] == ["Commitment"], report
        assert "isn't the one that follows from that of the first" in sentences(report)
        assert verifying.of_file(text_of(second), second, first.match).is_false
    other = replace(first.match, nonce=bytes(32))
    assert verifying.of_match(second_leg(first, fitting[0]), other).is_false


def first_leg(flip: str) -> MatchState:
    """Return a match of creators whose first of two legs is over; the pattern may be mirrored by chance."""
    table = finished("creators")
    options = {**table.match.options, "legs": 2, "flipPattern": flip, "pattern": "F"}
    return opening(replace(table.match, options=options, reason="resigned", winner=0))


def second_leg(first: MatchState, number: int) -> MatchState:
    """Return the second leg with the nonce of this number, resigned at once."""
    match, (one, other) = first.match, first.match.seats
    seats = (replace(other, seat=0), replace(one, seat=1))
    nonce = leg_nonce(match.nonce, number)
    seed = fair_seed(nonce, other.interaction, one.interaction)
    changed = {"nonce": nonce, "seed": seed, "seats": seats, "leg": 2, "previous_leg": match.id}
    return opening(replace(match, id="second", **changed))


def numbers_that_fit(first: MatchState) -> list[int]:
    """Return the first few numbers whose second leg begins with the same pattern as the first leg."""
    pattern = first.game_state.setup.pattern
    return [n for n in range(8) if second_leg(first, n).game_state.setup.pattern == pattern]


# --- random sides ---------------------------------------------------------------------------------------


def test_sides_by_lot_are_drawn_again_and_the_other_way_round_they_are_found() -> None:
    drawn, swapped = (by_lot(order) for order in (True, False))
    report = verifying.of_file(text_of(drawn), drawn)
    assert report.is_proved, report
    assert [check.subject for check in report.checks][4] == "Sides"
    told = verifying.of_match(swapped)
    assert [check.subject for check in told.checks if check.fine is False] == ["Sides"]
    assert "Drawn again, each player gets the opposite side." in sentences(told)


def by_lot(as_drawn: bool) -> MatchState:
    """Return a match with random sides that's resigned at once, with the sides as drawn or swapped."""
    match = broken_off("decoy", "resigned", 1, 0).match
    ids = draw_sides(match.nonce, 2001, 2002)[:: 1 if as_drawn else -1]
    seats = tuple(
        replace(row, person=11 + n, level=None, interaction=ids[n]) for n, row in enumerate(match.seats)
    )
    return opening(replace(match, seed=fair_seed(match.nonce, *ids), seats=seats, sides="by lot"))


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


def other_values(table: MatchState, tag: str) -> list[str]:
    """Return the other values that a tag may be changed to."""
    match = table.match
    return {
        "Game": [next(key for key in GAMES if key != match.game), "chess"],
        "Ruleset": [f"{match.ruleset}0", ""],
        "Options": other_options(table),
        "Seed": [bytes(32).hex(), match.seed.hex()[:-2] + ("00" if match.seed[-1] else "01"), "", "seed"],
        "Seats": ["12 - 11", "11 - 13", "11", ""],
        "Result": [s for s in ("1-0", "0-1", "1/2-1/2", "*", "") if s != match_record.record_of(table).score],
        "Reason": ["resigned", "time", "agreed", "aborted", "nonsense", ""],
        "Match": ["another1", ""],
        "Commitment": ["0" * 64, ""],
        "Nonce": ["0" * 64, "", "no hex"],
        "Interactions": ["1:2", ":", "1001", ""],
        "Date": ["2026.11.23", ""],
        "Sides": [sides for sides in ("by lot", "chosen", "mine", "") if sides != match.sides],
    }[tag]


def other_options(table: MatchState) -> list[str]:
    """Return, for each option, the text of all options with another value of this one."""
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


@pytest.mark.slow
@every_game
@pytest.mark.parametrize("tag", _TAGS)
def test_a_tag_that_is_left_out_is_found_and_named(key: str, tag: str) -> None:
    text = re.sub(rf'^\[{tag} ".*"\]\n', "", text_of(finished(key)), flags=re.MULTILINE)
    report = verifying.of_file(text, finished(key))
    assert report.is_false
    assert tag.lower() in sentences(report).lower()


@pytest.mark.slow
@every_game
def test_another_legal_action_is_found_and_named_even_where_it_changes_nothing_else(key: str) -> None:
    over, game, found = finished(key), finished(key).game, 0
    state = game.new(game.options(over.match.options), over.match.seed)
    for place, text in enumerate(over.texts[:40]):
        view = game.view(state, over.steps[place].seat)
        for action in islice(game.actions(view), 3):
            if game.format(action) == text:
                continue
            found += 1
            actions = [*over.texts[:place], game.format(action), *over.texts[place + 1 :]]
            report = verifying.of_file(with_actions(over, actions), over)
            assert f"Action {place + 1}: the file says" in sentences(report)
        state = game.play(state, over.steps[place].seat, game.parse(view, text)).state
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
        assert f"Line {line} should be" in sentences(verifying.of_file(changed, finished(key)))


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


async def verdict(t: Table, person: Person, **options: Any) -> Seen:
    """Ask /verify as this person, and return its final answer."""
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
        assert "Creators vs Destroyers: everything checks out" in told.text, told.text
        assert "0-1" not in told.text
        assert "1-0, resigned" in told.text
    false = content.replace(b'[Result "1-0"]', b'[Result "0-1"]')
    told = await verdict(t, t.ines, file=PickedFile("a.txt", false))
    assert "something's wrong" in told.text
    assert "✗ Kept record" in told.text


@pytest.mark.slow
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
        (b"\xff\xfe\x00", "isn't UTF-8 text"),
        (b"x" * (verifying.MOST_BYTES + 1), "the limit is 256 KiB"),
        (b"", "no [Game"),
    ],
    ids=["no text", "too large", "empty"],
)
async def test_a_file_that_cannot_be_read_is_refused_in_one_sentence(
    t: Table, content: bytes, sentence: str
) -> None:
    told = await verdict(t, t.mara, file=PickedFile("a.txt", content))
    assert sentence in told.text


async def test_one_s_own_matches_have_one_name_everywhere_and_verify_offers_only_those_that_are_over(
    t: Table,
) -> None:
    over = await begin_briefed(t, t.mara, t.tom)
    await t.tom.tap("Resign", await t.tom.slash("/resign"))
    await t.settled()
    running = await begin_briefed(t, t.mara, t.ines)
    assert await t.mara.complete("/export", "match", "") == [running.id, over.id]
    assert await t.mara.complete("/export", "match", "ines") == [running.id]
    assert await t.mara.complete("/verify", "match", "") == [over.id]
    for command in ("/verify", "/export", "/replay"):
        assert await t.mara.complete(command, "match", "won against tom as creator") == [over.id], command
    for command in ("/move", "/resign", "/draw", "/export", "/replay"):
        assert await t.mara.complete(command, "match", "playing against ines as creator") == [running.id]
    assert await t.ines.complete("/verify", "match", "") == []


async def test_somebody_who_has_finished_nothing_is_told_what_to_do(t: Table) -> None:
    for command in ("/verify", "/export"):
        assert "with the option `match`" in (await t.mara.slash(command)).text
    assert "no longer exists" in (await verdict(t, t.mara, match="nonesuch")).text


async def test_from_elsewhere_a_match_sounds_like_one_that_does_not_exist(t: Table) -> None:
    match = await begin_briefed(t, t.mara, t.tom)
    await t.tom.tap("Resign", await t.tom.slash("/resign"))
    await t.settled()
    private = (await t.ines.actor.open_dm(BOT_ID))["id"]
    said = dict[str, set[str]]()
    for name in (match.id, "zzzzzzzz"):
        forged = f'[Game "creators"]\n[Ruleset "x"]\n[Options "{{}}"]\n[Seed "00"]\n[Match "{name}"]\n'
        for command, given in (
            ("/export", {"match": name}),
            ("/verify", {"match": name}),
            ("/verify", {"file": PickedFile("a.txt", forged.encode())}),
        ):
            answer = await t.ines.slash(command, channel=private, **given)
            await t.settled()
            seen = t.ines.again(answer)
            assert not seen.attachments
            assert not seen.buttons
            said.setdefault(f"{command} {list(given)}", set()).add(seen.text)
    assert [len(texts) for texts in said.values()] == [1, 1, 1], said
