"""Parts of the crowd: its schedule, its figures, the messages it reads, and its checks of the record."""

from __future__ import annotations

import math
import random
import sqlite3

import pytest

from bench.crowd import offered, reading, schedule
from bench.crowd.command import main
from bench.crowd.ledger import Ledger, Ply, turns_of
from bench.crowd.records import read_record
from bench.crowd.report import find_errors, since
from bench.crowd.schedule import Stray
from bench.crowd.statistics import Tally, percentile
from playground.page.live import Everybody
from playground.people.defaults import BOT_ID, default_world
from playground.places import channels
from playground.posts import messages
from storage.engine.migrations import MIGRATIONS
from storage.engine.sqlite.migrator import migrate
from tests.crowd.results import QUIET_TRAFFIC, result, told


def button(label, style=reading.QUIET, **more):
    return {"type": 2, "label": label, "style": style, "custom_id": f"id of {label}", **more}


def select(*labels):
    options = [{"label": label, "value": label.lower()} for label in labels]
    return {"type": 3, "custom_id": "choose", "options": options}


def message(*components, words="", picture=False, flags=0):
    inside = [*([{"type": 12, "items": []}] if picture else []), {"type": 10, "content": words}]
    rows = [{"type": 1, "components": [component]} for component in components]
    return {
        "id": "1",
        "channel_id": "2",
        "flags": flags,
        "components": [{"type": 17, "components": inside + rows}],
    }


def board(*components, thread="77", more=""):
    return message(*components, words=f"You're White against <@5> in <#{thread}>. {more}", picture=True)


def labels(taps):
    return [tap.label for tap in taps]


# --- the schedule ---------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_schedule_and_another_one_another():
    drawn = [schedule.arrivals(random.Random(seed), 50, 100, 60.0, 0.1) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_matches_begin_evenly_over_the_run():
    drawn = schedule.arrivals(random.Random(3), 50, 120, 60.0, 0.0)
    in_each_second = [sum(second <= stray.at < second + 1 for stray in drawn) for second in range(60)]
    assert in_each_second == [2] * 60


def test_nobody_challenges_themselves_and_a_share_plays_the_bot():
    drawn = schedule.arrivals(random.Random(4), 3, 600, 60.0, 0.25)
    assert all(stray.who != stray.other for stray in drawn)
    assert 100 < sum(stray.other is None for stray in drawn) < 200


def test_whims_are_of_all_kinds():
    drawn = schedule.whims(random.Random(5), 10, 300, 60.0)
    assert {stray.what for stray in drawn} == set(Stray)
    assert [stray.at for stray in drawn] == sorted(stray.at for stray in drawn)


# --- the figures ----------------------------------------------------------------------------------------


def test_percentiles_are_values_that_occurred():
    values = [float(number) for number in range(1, 101)]
    assert [percentile(values, percent) for percent in (1, 50, 99, 100)] == [1, 50, 99, 100]
    assert percentile([7.0], 99) == 7.0
    assert math.isnan(percentile([], 50))


def test_an_act_that_was_begun_late_counts_from_when_it_was_due():
    tally = Tally()
    tally.count_answer("tap", due=10.0, now=13.5)
    tally.count_answer("tap", due=10.0, now=12.9)
    assert tally.took["tap"] == [3.5, pytest.approx(2.9)]
    assert tally.missed["tap"] == 1


def test_a_run_without_any_fault_is_good():
    assert result().is_good()
    assert told("run", result())[0]["good"] is True
    assert {"what": "interactions", "count": 4, "a_second": 2.0} in told("rates", result())


def test_requests_are_told_by_route_and_for_each_move_the_most_frequent_first():
    assert told("requests", result()) == [
        {"request": "POST /channels/{channel}/messages", "count": 8, "a_move": 1.6},
        {"request": "POST /users/@me/channels", "count": 2, "a_move": 0.4},
        {"request": "all", "count": 10, "a_move": 2.0},
    ]
    assert [row["a_move"] for row in told("requests", result(moves=0))] == [None, None, None]


@pytest.mark.parametrize(
    "fault",
    [
        {"took": 3.1},
        {"failed": True},
        {"lost": ["thread 7: there is no record"]},
        {"begun": 2},
        {"to_the_end": True},
        {"traffic": QUIET_TRAFFIC | {"refusals": {"404 GET /x": 1}}},
        {"traffic": QUIET_TRAFFIC | {"unknown_routes": ["GET /x"]}},
        {"faults": ["among the people: KeyError()"]},
        {"log": "Traceback (most recent call last):"},
        {"log": "2026-11-22 12:00:00,000 ERROR bot: a loop failed"},
    ],
    ids=str,
)
def test_a_run_with_a_fault_is_not_good(fault):
    assert not result(**fault).is_good()
    assert told("run", result(**fault))[0]["good"] is False


def test_what_was_before_a_run_is_not_counted():
    before = QUIET_TRAFFIC | {"refusals": {"404 GET /x": 2}, "unknown_routes": ["GET /y"]}
    routes = before["routes"] | {"POST /users/@me/channels": 7}
    after = before | {
        "requests": 15,
        "routes": routes,
        "refusals": {"404 GET /x": 3},
        "unknown_routes": ["GET /y", "GET /z"],
    }
    assert since(before, after) == {
        "requests": 5,
        "routes": {"POST /users/@me/channels": 5},
        "refusals": {"404 GET /x": 1},
        "events": {"INTERACTION_CREATE": 0, "MESSAGE_CREATE": 0, "MESSAGE_UPDATE": 0},
        "unknown_routes": ["GET /z"],
    }
    assert since(before, before)["refusals"] == {}


def test_a_warning_in_the_log_is_no_error():
    assert find_errors("2026-11-22 12:00:00,000 WARNING bot: ERRORS are near") == []


# --- messages ---------------------------------------------------------------------------------------------


def test_coloured_buttons_lead_on_and_asides_do_not():
    card = message(button("Accept", reading.GOOD), button("Decline"), button("Rules"))
    assert labels(reading.offers(card)) == ["Accept"]
    assert not reading.asks(card)


def test_a_question_is_answered_by_its_choices_or_by_the_quiet_button_beneath_them():
    asked = board(select("Roll", "Step"), button("End turn"), button("Back"), button("Off", disabled=True))
    assert labels(reading.offers(asked)) == ["Roll", "Step", "End turn"]
    assert reading.offers(asked)[0].values == ("roll",)
    assert reading.asks(asked)


def test_quiet_answers_count_where_there_is_nothing_else_and_red_ones_last():
    assert labels(reading.offers(board(button("Confirm"), button("Back")))) == ["Confirm"]
    assert labels(reading.offers(message(button("Resign", reading.DANGER), button("Keep playing")))) == [
        "Resign"
    ]


def test_a_board_that_waits_for_the_other_side_offers_nothing():
    assert (
        reading.offers(board(button("Refresh"), button("Conditional moves"), button("Look again (2 left)")))
        == []
    )


def test_a_section_offers_its_button():
    section = {"type": 9, "components": [], "accessory": button("Open", reading.PRIMARY)}
    assert labels(reading.offers({"components": [section]})) == ["Open"]


def test_the_place_of_a_match_is_the_one_channel_that_is_named():
    assert reading.place(board()) == "77"
    assert reading.place(message(words="in <#1> or <#2>")) is None
    assert reading.place(message(words="nowhere")) is None


async def test_one_line_tells_what_is_public_once_and_what_is_private_with_whom_it_concerns():
    world = default_world()
    mara, tom = list(world.users)[:2]
    public = next(channel for channel in world.channels.values() if channel.payload["name"] == "games")
    private = channels.open_dm(world, BOT_ID, mara)
    watch = Everybody(world, ("MESSAGE_CREATE",))
    messages.create(world, public, mara, {"content": "hello"})
    messages.create(world, private, BOT_ID, {"content": "psst"})
    messages.create(world, public, BOT_ID, {"content": "only you see it"}, reader=tom)
    told = [await watch.get() for _ in range(3)]
    watch.close()
    assert [(order["data"]["content"], order["people"]) for order in told] == [
        ("hello", None),
        ("psst", [mara]),
        ("only you see it", [tom]),
    ]
    assert watch._hear not in world.listeners


# --- the commands ---------------------------------------------------------------------------------------

OPPONENT = {"type": 6, "name": "opponent"}
SIZE = {"type": 4, "name": "size", "choices": [{"name": "9", "value": 9}, {"name": "13", "value": 13}]}
COMMANDS = [
    {
        "type": 1,
        "name": name,
        "options": [
            {"type": 1, "name": "challenge", "options": [OPPONENT, SIZE]},
            {"type": 1, "name": "play", "options": [SIZE]},
            {"type": 2, "name": "book", "options": [{"type": 1, "name": "open"}]},
        ],
    }
    for name in ("chess", "go")
] + [
    {"type": 1, "name": "move", "options": [{"type": 3, "name": "action", "required": True}]},
    {"type": 1, "name": "play"},
]


def test_beginnings_are_found_among_all_commands_or_below_one():
    found = offered.leaves(COMMANDS)
    assert [leaf.words for leaf in offered.beginnings(found, alone=False)] == [
        ("chess", "challenge"),
        ("go", "challenge"),
    ]
    assert [leaf.words for leaf in offered.beginnings(found, alone=True)] == [
        ("chess", "play"),
        ("go", "play"),
    ]
    only = offered.leaves(COMMANDS, "go")
    assert [leaf.words for leaf in offered.beginnings(only, alone=True)] == [("go", "play")]
    assert ("move",) in [leaf.words for leaf in only]


def test_options_are_nested_as_discord_nests_them():
    found = {leaf.words: leaf for leaf in offered.leaves(COMMANDS)}
    assert found["go", "challenge"].nest_options({"size": 9}) == [
        {"type": 1, "name": "challenge", "options": [{"type": 4, "name": "size", "value": 9}]}
    ]
    assert found["go", "book", "open"].nest_options({}) == [
        {"type": 2, "name": "book", "options": [{"type": 1, "name": "open", "options": []}]}
    ]
    assert found["move",].nest_options({"action": ""}, focused="action")[0]["focused"]


def test_what_the_command_line_tells_is_read_by_the_kind_of_the_option():
    leaf = offered.beginnings(offered.leaves(COMMANDS), alone=False)[0]
    values = offered.draw_values(leaf, "5", {"size": "13", "unknown": "1"}, random.Random(1))
    assert values == {"opponent": "5", "size": 13}


def test_a_robot_plays_the_bot_where_it_finds_its_thread():
    leaf = offered.Leaf(("go", "play"), (SIZE, {"type": 5, "name": "public"}))
    assert offered.draw_values(leaf, None, {}, random.Random(1)) == {"public": True}


# --- the record -----------------------------------------------------------------------------------------

MY_TURN, THEIR_TURN = board(select("Roll")), board(button("Refresh"))
OVER = board(button("Rematch"))


def plies(*played):
    return {"77": [Ply(person, text) for person, text in played]}


def test_a_written_move_that_was_acknowledged_must_be_in_the_record():
    ledger = Ledger()
    ledger.note_acknowledged("5", THEIR_TURN, "a1-a2")
    assert ledger.find_lost(plies(("5", "a1-a2"), ("6", "b1-b2"))) == []
    assert len(ledger.find_lost(plies(("6", "a1-a2")))) == 1
    assert len(ledger.find_lost({})) == 1


def test_written_moves_must_be_there_in_their_order_and_as_often():
    ledger = Ledger()
    for text in ("roll", "a1-a2", "roll"):
        ledger.note_acknowledged("5", MY_TURN, text)
    assert ledger.find_lost(plies(("5", "roll"), ("5", "a1-a2"), ("6", "x"), ("5", "roll"))) == []
    assert len(ledger.find_lost(plies(("5", "roll"), ("5", "a1-a2"), ("6", "x")))) == 1
    assert len(ledger.find_lost(plies(("5", "a1-a2"), ("5", "roll"), ("5", "roll")))) == 1


def test_each_turn_that_was_tapped_to_its_end_must_be_in_the_record():
    ledger = Ledger()
    for _ in range(2):
        ledger.note_board("5", MY_TURN)
        ledger.note_acknowledged("5", MY_TURN)
        ledger.note_acknowledged("5", THEIR_TURN)
    assert ledger.moves() == 2
    assert ledger.find_lost(plies(("5", "roll"), ("5", "a"), ("6", "b"), ("5", "c"))) == []
    assert len(ledger.find_lost(plies(("5", "roll"), ("5", "a"), ("6", "b")))) == 1


def test_the_same_tap_twice_is_one_turn_and_so_is_a_look_at_a_waiting_board():
    ledger = Ledger()
    ledger.note_board("5", MY_TURN)
    for _ in range(2):
        ledger.note_acknowledged("5", THEIR_TURN)
    ledger.note_board("5", THEIR_TURN)
    assert ledger.turns["5", "77"] == 1


def test_a_tap_that_met_the_end_of_the_match_is_not_counted():
    ledger = Ledger()
    ledger.note_board("5", MY_TURN)
    ledger.note_acknowledged("5", OVER)
    assert ledger.moves() == 0
    assert ledger.find_lost({}) == []


def test_turns_are_runs_of_one_side():
    record = [Ply(person, "") for person in ("5", "5", None, "5", "6", "6", "5")]
    assert [turns_of(record, person) for person in ("5", "6", "7")] == [3, 1, 0]


def test_the_record_is_read_from_the_file_match_by_match(tmp_path):
    file = tmp_path / "bot.db"
    with sqlite3.connect(file) as connection:
        connection.executescript(
            """
            CREATE TABLE matches (id, thread, created_at); CREATE TABLE seats (match_id, seat, person);
            CREATE TABLE actions (match_id, number, seat, text);
            INSERT INTO matches VALUES ('b', 77, 1), ('a', 77, 2), ('c', NULL, 3);
            INSERT INTO seats VALUES ('a', 0, 5), ('a', 1, NULL), ('b', 0, 5), ('b', 1, 6), ('c', 0, 5);
            INSERT INTO actions VALUES ('b', 2, 1, 'two'), ('b', 1, 0, 'one');
            INSERT INTO actions VALUES ('a', 1, 1, 'bot'), ('c', 1, 0, 'x');
            """
        )
    connection.close()
    assert read_record(file) == {"77": [Ply("5", "one"), Ply("6", "two"), Ply(None, "bot")]}


def test_the_real_schema_has_what_is_read(tmp_path):
    migrate(tmp_path / "bot.db", MIGRATIONS)
    assert read_record(tmp_path / "bot.db") == {}


# --- the command line -----------------------------------------------------------------------------------


def test_where_no_playground_is_it_says_so_and_ends(capsys):
    assert main(["--at", "http://127.0.0.1:9", "--people", "2"]) == 2
    assert "http://127.0.0.1:9 cannot be reached" in capsys.readouterr().err


def test_an_option_without_a_value_is_refused(capsys):
    with pytest.raises(SystemExit):
        main(["--option", "size"])
    assert "NAME=VALUE" in capsys.readouterr().err
