"""The sentence about each step of a recording, and where to look."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from playground.apps.interactions import COMMAND, COMPONENT, MODAL_SUBMIT, command_name
from playground.model import shapes
from playground.model.payload import Json
from playground.places.threads import STARTER_MESSAGE
from playground.posts import components
from playground.posts.pins import PINNED_MESSAGE
from playground.posts.thread_notes import RECIPIENT_ADD, RECIPIENT_REMOVE
from playground.recording.changes import by_changes
from playground.recording.gist import gist
from playground.recording.scene import Scene, Told, many, sentence, short, span
from playground.recording.state import Value

USER_OPTION, FILE_OPTION = 6, 11
_NOTES = {
    RECIPIENT_ADD: "added {}",
    RECIPIENT_REMOVE: "removed {}",
    PINNED_MESSAGE: "says that a message is pinned",
    STARTER_MESSAGE: "says which message started the thread",
}
"""What a system message says, by its type; {} are the users it mentions."""


def tell(scene: Scene) -> Told | None:
    """Return the sentence about a step, or None if it isn't worth telling."""
    event = scene.step.event
    if event in _TELLERS:
        return _TELLERS[event](scene)
    if event.startswith("MESSAGE_"):
        return _message(scene)
    return by_changes(scene)


def _message(scene: Scene) -> Told | None:
    id = scene.step.data["id"]
    before, after = scene.before("message", id), scene.after("message", id)
    value = after or before
    if value is None:
        return None
    if after is None:
        return Told(_tell_deletion(scene, value), value["channel"], person=value["reader"])
    words = f"{scene.name(value['payload']['author']['id'])} {_describe_action(scene, before, after)}"
    if (quoted := _find_quote(scene, before, after)) is not None:
        words = f"{words}: “{quoted}”"
    return Told(sentence(words), value["channel"], id, person=value["reader"])


def _tell_deletion(scene: Scene, value: Json) -> str:
    """Return the sentence about a deleted message; whether its author or someone else did it isn't known."""
    author = value["payload"]["author"]["id"]
    whose = f"that only {scene.name(value['reader'])} saw" if value["reader"] else f"of {scene.name(author)}"
    return f"A message {whose} {scene.place(value['channel'], author)} is gone."


def _many_gone(scene: Scene) -> Told:
    ids, channel = scene.step.data["ids"], scene.step.data["channel_id"]
    verb = "is" if len(ids) == 1 else "are"
    return Told(f"{many(len(ids), 'message')} {scene.place(channel, '')} {verb} gone at once.", channel)


def _find_quote(scene: Scene, before: Value, after: Json) -> str | None:
    """Return the gist of a bot's message, or None; `_new` quotes what people write."""
    if not _by_bot(after) or after["payload"]["type"] in _NOTES or _loading(after):
        return None
    old = before["payload"] if before else None
    return gist(after["payload"], old, scene.name, scene.channel_name) or None


def _describe_action(scene: Scene, before: Value, after: Json) -> str:
    """Return what the author did to a message, in words."""
    place = scene.place(after["channel"], after["payload"]["author"]["id"])
    alone = f" that only {scene.name(after['reader'])} sees" if after["reader"] else ""
    if before is None:
        return _new(scene, after["payload"], f"a message{alone}", place)
    whose = f"the message{alone}" if alone else "its message" if _by_bot(after) else "a message"
    if _loading(before) and not _loading(after):
        return f"finished thinking and wrote a message{alone} {place}"
    if before["payload"].get("pinned") != after["payload"].get("pinned"):
        return f"{'pinned' if after['payload'].get('pinned') else 'unpinned'} {whose} {place}"
    return f"changed {whose} {place}"


def _new(scene: Scene, payload: Json, what: str, place: str) -> str:
    if payload["flags"] & shapes.LOADING:
        return f"is thinking {place}"
    if payload["type"] in _NOTES:
        names = " and ".join(scene.name(user["id"]) for user in payload["mentions"])
        return f"{_NOTES[payload['type']].format(names)} {place}"
    if "message_snapshots" in payload:
        return f"forwarded {what} {place}"
    if payload["author"].get("bot"):
        return f"posted {what} {place}"
    return f"wrote “{short(payload['content'])}” {place}"


def _by_bot(value: Json) -> bool:
    return bool(value["payload"]["author"].get("bot"))


def _loading(value: Json) -> bool:
    return bool(value["payload"]["flags"] & shapes.LOADING)


def _interaction(scene: Scene) -> Told:
    data = scene.step.data
    asked = data["data"]
    tell_type: dict[int, Callable[[Scene, Json], str]] = {
        COMMAND: _command,
        COMPONENT: _press,
        MODAL_SUBMIT: _form,
    }
    deed = tell_type[data["type"]](scene, asked) if data["type"] in tell_type else "asked the bot something"
    words = f"{scene.name(data['user'])} {deed}"
    component = asked.get("custom_id") if data["type"] == COMPONENT else None
    return Told(sentence(words), data["channel"], data.get("message"), component, data["user"])


def _command(scene: Scene, asked: Json) -> str:
    given = [f"{option['name']}: {_option(scene, option)}" for option in _leaves(asked.get("options") or [])]
    return short(f"used /{command_name(asked)}{' · ' if given else ''}{', '.join(given)}")


def _leaves(options: list[Json]) -> Iterator[Json]:
    for option in options:
        if option["type"] <= 2:
            yield from _leaves(option.get("options") or [])
        else:
            yield option


def _option(scene: Scene, option: Json) -> str:
    value = option.get("value")
    if option["type"] == USER_OPTION:
        return scene.name(str(value))
    return "a file" if option["type"] == FILE_OPTION else str(value)


def _press(scene: Scene, asked: Json) -> str:
    message = scene.before("message", scene.step.data.get("message") or "") or {}
    shown: list[Json] = (message.get("payload") or {}).get("components") or []
    component = components.find(shown, asked["custom_id"]) or {}
    if asked.get("values") is None:
        return f"pressed “{_label(component) or asked['custom_id']}”"
    labels = {option["value"]: option["label"] for option in component.get("options") or []}
    chosen = ", ".join(labels.get(value) or scene.name(value) for value in asked["values"])
    return f"chose “{short(chosen)}”" if chosen else "chose nothing"


def _label(component: Json) -> str:
    emoji = (component.get("emoji") or {}).get("name") or ""
    return f"{emoji} {component.get('label') or ''}".strip()


def _form(scene: Scene, asked: Json) -> str:
    values = [str(value) for value in _values(asked.get("components") or [])]
    return f"submitted a form: “{short(', '.join(values))}”" if any(values) else "submitted a form"


def _values(parts: list[Json]) -> Iterator[Any]:
    for part in parts:
        inner = part.get("components") or ([part["component"]] if "component" in part else [])
        yield from _values(inner)
        if "value" in part:
            yield part["value"]
        yield from part.get("values") or []


def _tell_failure(scene: Scene) -> Told:
    data = scene.step.data
    words = f"{scene.name(data['user'])} saw: {data['error']}"
    return Told(sentence(words), data["channel"], person=data["user"], trouble=True)


def _modal(scene: Scene) -> Told:
    data = scene.step.data
    words = f"A form opens for {scene.name(data['user'])}: “{short(data['modal']['title'])}”"
    return Told(sentence(words), data["channel"], person=data["user"], modal=data["modal"])


def _tell_refusal(scene: Scene) -> Told:
    data = scene.step.data
    answer = data.get("answer") if isinstance(data.get("answer"), dict) else {}
    reason = "as ordered" if data.get("ordered") else str((answer or {}).get("message", "")).rstrip(".")
    words = f"{data['method']} {data['path'].removeprefix('/api/v10')} failed with {data['status']}"
    return Told(sentence(f"The bot’s {words}{': ' if reason else ''}{reason}"), trouble=True)


def _clock(scene: Scene) -> Told | None:
    return Told(f"The clock moved ahead by {span(scene.moved)}.") if scene.moved else None


_TELLERS: dict[str, Callable[[Scene], Told | None]] = {
    "INTERACTION_CREATE": _interaction,
    "INTERACTION_FAILED": _tell_failure,
    "MODAL": _modal,
    "REFUSED": _tell_refusal,
    "CLOCK": _clock,
    "MESSAGE_DELETE_BULK": _many_gone,
}
