"""Discord's limits: a value at the limit passes, and one beyond it is refused in Discord's format."""

from __future__ import annotations

import json

import aiohttp
import pytest

from tests.playground.codes import codes

V2 = 1 << 15


def text(content="x"):
    return {"type": 10, "content": content}


def button(custom_id="go", **more):
    return {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id} | more


def row(*children):
    return {"type": 1, "components": list(children)}


def select(count=1, **more):
    options = [{"label": str(n), "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "choose", "options": options} | more


def v2(*components, **more):
    return {"flags": V2, "components": list(components)} | more


def embed_of(size):
    return {"description": "x" * min(size, 4096), "footer": {"text": "x" * (size - min(size, 4096))}}


GOOD_MESSAGES = {
    "2000 characters": {"content": "x" * 2000},
    "6000 characters of embeds": {"embeds": [embed_of(4096), {"description": "x" * 1904}]},
    "five rows of five buttons": {
        "content": "x",
        "components": [row(*(button(f"{a}{b}") for b in range(5))) for a in range(5)],
    },
    "25 options": {"content": "x", "components": [row(select(25))]},
    "a label of 80": {"content": "x", "components": [row(button(label="x" * 80))]},
    "an option's texts of 100": {
        "content": "x",
        "components": [row(select(options=[dict.fromkeys(("label", "value", "description"), "x" * 100)]))],
    },
    "a custom id of 100": {"content": "x", "components": [row(button("x" * 100))]},
    "4000 characters of text displays": v2(text("x" * 2000), text("x" * 2000)),
    "40 components": v2({"type": 17, "components": [text() for _ in range(39)]}),
    "V2 with the old fields empty": v2(text(), content=None, embeds=[]),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GOOD_MESSAGES)
async def test_a_message_on_the_limit_passes(rest, play, name):
    channel = play.actor("mara").channel("games").id
    status, answer = await rest("POST", f"/channels/{channel}/messages", GOOD_MESSAGES[name])
    assert status == 200, answer


BAD_MESSAGES = {
    "content": ({"content": "x" * 2001}, ("content",), "BASE_TYPE_MAX_LENGTH"),
    "embed title": ({"embeds": [{"title": "x" * 257}]}, ("embeds", 0, "title"), "BASE_TYPE_MAX_LENGTH"),
    "embed description": (
        {"embeds": [{"description": "x" * 4097}]},
        ("embeds", 0, "description"),
        "BASE_TYPE_MAX_LENGTH",
    ),
    "embed fields": (
        {"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]},
        ("embeds", 0, "fields"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "embed field without value": (
        {"embeds": [{"fields": [{"name": "n", "value": ""}]}]},
        ("embeds", 0, "fields", 0, "value"),
        "BASE_TYPE_REQUIRED",
    ),
    "11 embeds": ({"embeds": [{"title": "x"}] * 11}, ("embeds",), "BASE_TYPE_BAD_LENGTH"),
    "embed total": (
        {"embeds": [embed_of(4096), {"description": "x" * 1905}]},
        ("embeds",),
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "six rows": (
        {"content": "x", "components": [row(button(str(n))) for n in range(6)]},
        ("components",),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "six buttons": (
        {"content": "x", "components": [row(*(button(str(n)) for n in range(6)))]},
        ("components", 0, "components"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an empty row": (
        {"content": "x", "components": [row()]},
        ("components", 0, "components"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "26 options": (
        {"content": "x", "components": [row(select(26))]},
        ("components", 0, "components", 0, "options"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "doubled option values": (
        {"content": "x", "components": [row(select(options=[{"label": "a", "value": "1"}] * 2))]},
        ("components", 0, "components", 0, "options", 1, "value"),
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    **{
        f"an option's {name} of 101": (
            {
                "content": "x",
                "components": [row(select(options=[{"label": "a", "value": "1", name: "x" * 101}]))],
            },
            ("components", 0, "components", 0, "options", 0, name),
            "BASE_TYPE_BAD_LENGTH" if name != "description" else "BASE_TYPE_MAX_LENGTH",
        )
        for name in ("label", "value", "description")
    },
    "select beside a button": (
        {"content": "x", "components": [row(select(), button())]},
        ("components", 0, "components"),
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "label": (
        {"content": "x", "components": [row(button(label="x" * 81))]},
        ("components", 0, "components", 0, "label"),
        "BASE_TYPE_MAX_LENGTH",
    ),
    "custom id": (
        {"content": "x", "components": [row(button("x" * 101))]},
        ("components", 0, "components", 0, "custom_id"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "no custom id": (
        {"content": "x", "components": [row({"type": 2, "style": 1, "label": "x"})]},
        ("components", 0, "components", 0, "custom_id"),
        "BASE_TYPE_REQUIRED",
    ),
    "doubled custom id": (
        {"content": "x", "components": [row(button("a")), row(button("a"))]},
        ("components", 1, "components", 0, "custom_id"),
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "V2 components without the flag": (
        {"content": "x", "components": [text()]},
        ("components", 0, "type"),
        "BASE_TYPE_CHOICES",
    ),
    "content beside V2": (
        v2(text(), content="x"),
        ("content",),
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "embeds beside V2": (
        v2(text(), embeds=[{"title": "x"}]),
        ("embeds",),
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "text total": (
        v2(text("x" * 2000), {"type": 17, "components": [text("x" * 2001)]}),
        ("components",),
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "41 components": (
        v2({"type": 17, "components": [text() for _ in range(40)]}),
        ("components",),
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "section without accessory": (
        v2({"type": 9, "components": [text()]}),
        ("components", 0, "accessory"),
        "BASE_TYPE_REQUIRED",
    ),
    "11 gallery items": (
        v2({"type": 12, "items": [{"media": {"url": "https://example.org/a.png"}}] * 11}),
        ("components", 0, "items"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a picture that was not sent": (
        v2({"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}),
        ("components",),
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "nonce": ({"content": "x", "nonce": "x" * 26}, ("nonce",), "BASE_TYPE_MAX_LENGTH"),
}


@pytest.mark.parametrize("name", BAD_MESSAGES)
async def test_a_message_over_the_limit_is_refused_and_leaves_nothing(rest, play, name):
    body, place, code = BAD_MESSAGES[name]
    channel = play.actor("mara").channel("games").id
    status, refusal = await rest("POST", f"/channels/{channel}/messages", body)
    assert status == 400
    assert codes(refusal, *place) == [code]
    assert play.actor("mara").read_messages("games") == []


@pytest.mark.parametrize("body", [{}, {"content": "  "}, {"embeds": [], "components": []}, {"flags": V2}])
async def test_an_empty_message_is_refused_with_50006(rest, play, body):
    channel = play.actor("mara").channel("games").id
    status, refusal = await rest("POST", f"/channels/{channel}/messages", body)
    assert (status, refusal["code"]) == (400, 50006)


async def send_files(rest, channel, payload, *files, at=""):
    """Post a message with these files, or add them to the message `at`."""
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", payload)
    for number, data in enumerate(files):
        form.add_field(f"files[{number}]", data, filename=f"{number}.txt")
    return await rest("PATCH" if at else "POST", f"/channels/{channel}/messages{at}", data=form)


async def test_alt_texts_end_at_1024_characters(rest, play):
    channel = play.actor("mara").channel("games").id
    body = '{"attachments": [{"id": 0, "filename": "0.txt", "description": "%s"}]}'
    status, made = await send_files(rest, channel, body % ("x" * 1024), b"data")
    assert (status, len(made["attachments"][0]["description"])) == (200, 1024)
    status, refusal = await send_files(rest, channel, body % ("x" * 1025), b"data")
    assert codes(refusal, "attachments", 0, "description") == ["BASE_TYPE_MAX_LENGTH"]


async def test_files_end_at_ten_mebibytes(rest, play):
    channel = play.actor("mara").channel("games").id
    status, _ = await send_files(rest, channel, "{}", bytes(10 * 1024 * 1024))
    assert status == 200
    status, refusal = await send_files(rest, channel, "{}", bytes(10 * 1024 * 1024 + 1))
    assert (status, refusal["code"]) == (413, 40005)


async def test_eleven_files_are_refused(rest, play):
    channel = play.actor("mara").channel("games").id
    assert (await send_files(rest, channel, "{}", *[b"x"] * 10))[0] == 200
    status, refusal = await send_files(rest, channel, "{}", *[b"x"] * 11)
    assert (status, refusal["code"]) == (400, 30015)
    listed = json.dumps({"attachments": [{"id": number} for number in range(11)]})
    status, refusal = await send_files(rest, channel, listed, *[b"x"] * 11)
    assert (status, codes(refusal, "attachments")) == (400, ["BASE_TYPE_BAD_LENGTH"])


async def test_files_that_a_message_keeps_count_among_the_ten(rest, play):
    channel = play.actor("mara").channel("games").id
    _, made = await send_files(rest, channel, "{}", *[b"x"] * 9)
    here = f"/{made['id']}"
    assert (await send_files(rest, channel, "{}", b"x", b"x", at=here))[1]["code"] == 30015
    assert len(play.world.messages[made["id"]].files) == len(play.world.files) == 9
    assert (await send_files(rest, channel, "{}", b"x", at=here))[0] == 200


def command(**more):
    return {"name": "move", "description": "Move a pawn", "options": []} | more


def option(name="to", **more):
    return {"type": 3, "name": name, "description": "Where to"} | more


def nested(kind, name, *options):
    """Return a sub-command (kind 1) or a group of them (kind 2) as an option."""
    return {"type": kind, "name": name, "description": "x", "options": list(options)}


BAD_COMMANDS = {
    "upper case": (command(name="Move"), ("name",), "APPLICATION_COMMAND_INVALID_NAME"),
    "a space": (command(name="my move"), ("name",), "APPLICATION_COMMAND_INVALID_NAME"),
    "long name": (command(name="x" * 33), ("name",), "BASE_TYPE_BAD_LENGTH"),
    "no description": (command(description=""), ("description",), "BASE_TYPE_BAD_LENGTH"),
    "long description": (command(description="x" * 101), ("description",), "BASE_TYPE_BAD_LENGTH"),
    "26 options": (
        command(options=[option(f"o{n}") for n in range(26)]),
        ("options",),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "required last": (
        command(options=[option("a"), option("b", required=True)]),
        ("options", 1),
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "doubled option": (
        command(options=[option("a"), option("a")]),
        ("options", 1),
        "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    "26 choices": (
        command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])]),
        ("options", 0, "choices"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "choice name": (
        command(options=[option(choices=[{"name": "x" * 101, "value": "x"}])]),
        ("options", 0, "choices", 0, "name"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "sub-commands beside an option": (
        command(options=[option("a"), nested(1, "go")]),
        ("options", 1),
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "an option in a group": (
        command(options=[nested(2, "deck", option("a"))]),
        ("options", 0, "options", 0, "type"),
        "BASE_TYPE_CHOICES",
    ),
    "a group in a group": (
        command(options=[nested(2, "deck", nested(2, "old"))]),
        ("options", 0, "options", 0, "type"),
        "BASE_TYPE_CHOICES",
    ),
    "a sub-command in a sub-command": (
        command(options=[nested(1, "deck", nested(1, "show"))]),
        ("options", 0, "options", 0, "type"),
        "BASE_TYPE_CHOICES",
    ),
    "26 sub-commands of a group": (
        command(options=[nested(2, "deck", *(nested(1, f"s{n}") for n in range(26)))]),
        ("options", 0, "options"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "doubled in a group": (
        command(options=[nested(2, "deck", nested(1, "show"), nested(1, "show"))]),
        ("options", 0, "options", 1),
        "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    "required last in a group": (
        command(options=[nested(2, "deck", nested(1, "show", option("a"), option("b", required=True)))]),
        ("options", 0, "options", 0, "options", 1),
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "an unknown type": (
        command(options=[option(type=12)]),
        ("options", 0, "type"),
        "BASE_TYPE_CHOICES",
    ),
    "nested upper case": (
        command(options=[{"type": 1, "name": "go", "description": "x", "options": [option("To")]}]),
        ("options", 0, "options", 0, "name"),
        "APPLICATION_COMMAND_INVALID_NAME",
    ),
}


@pytest.mark.parametrize("name", BAD_COMMANDS)
async def test_a_command_over_the_limit_is_refused(rest, play, name):
    body, place, code = BAD_COMMANDS[name]
    [app] = play.world.applications
    status, refusal = await rest("PUT", f"/applications/{app}/commands", [command(name="fine"), body])
    assert status == 400
    assert codes(refusal, 1, *place) == [code]
    assert await rest("GET", f"/applications/{app}/commands") == (200, [])


async def test_a_command_on_the_limit_passes_and_keeps_its_id(rest, play):
    [app] = play.world.applications
    choices = [{"name": "x" * 100, "value": str(n)} for n in range(25)]
    options = [option("a", required=True, choices=choices), *(option(f"o{n}") for n in range(24))]
    body = command(name="zug-1_ä", description="x" * 100, options=options)
    status, [first] = await rest("PUT", f"/applications/{app}/commands", [body])
    assert status == 200
    _, [again] = await rest("PUT", f"/applications/{app}/commands", [body | {"description": "other"}])
    assert (again["id"], again["description"]) == (first["id"], "other")
    assert again["version"] != first["version"]


async def test_groups_and_sub_commands_on_the_limit_pass_and_come_back_as_they_were(rest, play):
    file = {"type": 11, "name": "file", "description": "x", "required": True}
    group = nested(2, "deck", *(nested(1, f"s{n}", file, option()) for n in range(25)))
    options = [group, *(nested(1, f"top{n}") for n in range(24))]
    [app] = play.world.applications
    status, made = await rest("POST", f"/applications/{app}/commands", command(options=options))
    assert (status, made["options"]) == (201, options)


@pytest.mark.parametrize(
    ("body", "place", "code"),
    [
        ([], (), "DICT_TYPE_CONVERT"),
        ({"embeds": "x"}, ("embeds",), "LIST_TYPE_CONVERT"),
        ({"components": [5]}, ("components",), "DICT_TYPE_CONVERT"),
        ({"allowed_mentions": []}, ("allowed_mentions",), "DICT_TYPE_CONVERT"),
        ({"flags": "x"}, ("flags",), "NUMBER_TYPE_COERCE"),
        ({"embeds": [{"title": 5}]}, ("embeds", 0, "title"), "STRING_TYPE_CONVERT"),
    ],
)
async def test_a_value_of_the_wrong_kind_is_refused_in_its_place(rest, play, body, place, code):
    play.witnesses.clear()  # Discord's description doesn't have this.
    status, refusal = await rest("POST", f"/channels/{play.actor('mara').channel('games').id}/messages", body)
    assert (status, refusal["code"], codes(refusal, *place)) == (400, 50035, [code])


async def test_an_answer_with_a_value_of_the_wrong_kind_is_refused_under_data(asked, play):
    play.witnesses.clear()
    status, refusal = await asked({"type": 4, "data": {"content": "x", "flags": "secret"}})
    assert (status, codes(refusal, "data", "flags")) == (400, ["NUMBER_TYPE_COERCE"])


async def test_two_commands_of_one_name_are_refused(rest, play):
    [app] = play.world.applications
    status, refusal = await rest("PUT", f"/applications/{app}/commands", [command(), command()])
    assert codes(refusal, 1, "name") == ["APPLICATION_COMMANDS_DUPLICATE_NAME"]
    assert status == 400


def modal(*components, **more):
    return {"title": "A form", "custom_id": "form", "components": list(components)} | more


def field(custom_id="f", **more):
    return {"type": 4, "custom_id": custom_id, "style": 1} | more


def label(component, **more):
    return {"type": 18, "label": "A field", "component": component} | more


BAD_MODALS = {
    "title": (modal(label(field()), title="x" * 46), ("title",), "BASE_TYPE_BAD_LENGTH"),
    "nothing in it": (modal(), ("components",), "BASE_TYPE_BAD_LENGTH"),
    "six fields": (modal(*(label(field(str(n))) for n in range(6))), ("components",), "BASE_TYPE_BAD_LENGTH"),
    "label": (
        modal(label(field(), label="x" * 46)),
        ("components", 0, "label"),
        "BASE_TYPE_BAD_LENGTH",
    ),
    "field style": (
        modal(label(field(style=3))),
        ("components", 0, "component", "style"),
        "BASE_TYPE_CHOICES",
    ),
    "max_length": (
        modal(label(field(max_length=4001))),
        ("components", 0, "component", "max_length"),
        "NUMBER_TYPE_MAX",
    ),
    "doubled custom id": (
        modal(label(field()), label(field())),
        ("components", 1, "component", "custom_id"),
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "a button": (modal(row(button())), ("components", 0, "components", 0, "type"), "BASE_TYPE_CHOICES"),
    "26 options": (
        modal(label(select(26))),
        ("components", 0, "component", "options"),
        "BASE_TYPE_BAD_LENGTH",
    ),
}


@pytest.mark.parametrize("name", BAD_MODALS)
async def test_a_modal_over_the_limit_is_refused_and_the_interaction_stays_open(asked, name):
    body, place, code = BAD_MODALS[name]
    status, refusal = await asked({"type": 9, "data": body})
    found = codes(refusal, "data", *place)
    assert (status, code in found) == (400, True), found
    status, _ = await asked(
        {"type": 9, "data": modal(*(label(field(str(n))) for n in range(5)), title="x" * 45)}
    )
    assert status == 204


async def test_faults_of_an_answer_lie_under_data(asked):
    status, refusal = await asked({"type": 4, "data": {"content": "x" * 2001}})
    assert (status, codes(refusal, "data", "content")) == (400, ["BASE_TYPE_MAX_LENGTH"])


async def test_an_answer_of_the_wrong_kind_is_refused(asked):
    status, refusal = await asked({"type": 7, "data": {"content": "x"}})
    assert (status, codes(refusal, "type")) == (400, ["BASE_TYPE_CHOICES"])


async def test_26_completions_are_refused(rest, play, listener, offer):
    await offer(command(options=[option("to", autocomplete=True)]))
    mara = play.actor("mara")
    options = [{"type": 3, "name": "to", "value": "", "focused": True}]
    interaction = await listener.while_asked(mara.autocomplete("games", "move", options))
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    for count, expected in ((26, 400), (25, 204)):
        choices = [{"name": str(n), "value": str(n)} for n in range(count)]
        status, _ = await rest("POST", path, {"type": 8, "data": {"choices": choices}})
        assert status == expected
    assert len(await listener.outcome()) == 25
