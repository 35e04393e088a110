"""Sentences about changes that follow from no request of the bot and no action of a person."""

from __future__ import annotations

from playground.model.payload import Json
from playground.recording.scene import Scene, Told, is_thread, many, sentence
from playground.recording.state import Value


def by_changes(scene: Scene) -> Told | None:
    """Return the sentence about the first change worth telling, or None; `_CHANGES` lists the kinds."""
    for what, teller in _CHANGES:
        for id, before, after in scene.changes(what):
            told = teller(scene, id, before, after)
            if told is not None:
                return told
    return None


def _user(scene: Scene, id: str, before: Value, after: Value) -> Told | None:
    if before is None or after is None:
        return None
    if before["payload"]["username"] != after["payload"]["username"]:
        return Told(sentence(f"{_name_in(before)} deleted their account"))
    if _name_in(before) != _name_in(after):
        return Told(sentence(f"{_name_in(before)} is now called {_name_in(after)}"))
    if before["dms_open"] != after["dms_open"]:
        deed = "accepts DMs again" if after["dms_open"] else "stopped accepting DMs"
        return Told(sentence(f"{scene.name(id)} {deed}"))
    if before.get("locale") != after.get("locale"):
        return Told(sentence(f"{scene.name(id)}'s Discord is in another language now: {after.get('locale')}"))
    return None


def _name_in(value: Json) -> str:
    return str(value["payload"].get("global_name") or value["payload"]["username"])


def _guild(scene: Scene, id: str, before: Value, after: Value) -> Told | None:
    old, new = (before or {}).get("members") or {}, (after or {}).get("members") or {}
    name = ((after or before or {}).get("payload") or {}).get("name")
    came, went = [user for user in new if user not in old], [user for user in old if user not in new]
    if not came and not went:
        return None
    who, deed = (came, "joined") if came else (went, "left")
    return Told(sentence(f"{', '.join(map(scene.name, who))} {deed} {name}"))


def _application(scene: Scene, id: str, before: Value, after: Value) -> Told | None:
    if not before or not after or before["connected"] == after["connected"]:
        return None
    name = sentence(scene.name(after["bot_user_id"])).rstrip(".")
    return Told(
        f"{name} {'came online' if after['connected'] else 'went offline'}.", trouble=not after["connected"]
    )


def _channel(scene: Scene, id: str, before: Value, after: Value) -> Told | None:
    value: Json = after or before or {}
    if value.get("recipients"):
        return _conversation(scene, id, before, after)
    name, thread = value["payload"].get("name"), is_thread(value)
    what = f"thread “{name}”" if thread else f"channel #{name}"
    if before is None:
        return Told(f"The {what} was opened.", id)
    if after is None:
        return Told(f"The {what} was deleted.", value["payload"].get("parent_id"))
    return _tell_channel_edit(before["payload"], after["payload"], id) or _tell_thread_members(
        scene, id, before, after
    )


def _conversation(scene: Scene, id: str, before: Value, after: Value) -> Told | None:
    if before is not None or after is None:
        return None
    names = " and ".join(scene.name(person) for person in after["recipients"])
    return Told(f"{names} started a conversation.", id)


def _tell_channel_edit(before: Json, after: Json, id: str) -> Told | None:
    old, new = before.get("thread_metadata") or {}, after.get("thread_metadata") or {}
    if before.get("name") != after.get("name"):
        return Told(f"“{before.get('name')}” is now called “{after.get('name')}”.", id)
    for field_name, yes, no in (
        ("archived", "was archived", "woke up"),
        ("locked", "was locked", "was unlocked"),
    ):
        if old.get(field_name) != new.get(field_name):
            return Told(f"The thread “{after.get('name')}” {yes if new.get(field_name) else no}.", id)
    return None


def _tell_thread_members(scene: Scene, id: str, before: Json, after: Json) -> Told | None:
    old, new = before["thread_members"], after["thread_members"]
    came, went = [user for user in new if user not in old], [user for user in old if user not in new]
    if not came and not went:
        return None
    who, deed = (came, "joined") if came else (went, "left")
    return Told(
        sentence(f"{', '.join(map(scene.name, who))} {deed} the thread “{after['payload']['name']}”"), id
    )


def _faults(scene: Scene, id: str, before: Value, after: Value) -> Told | None:
    old, new = before or {"calls": 0, "seconds": 0}, after or {"calls": 0, "seconds": 0}
    if new["seconds"] > old["seconds"]:
        return Told(f"Discord is slow now: everything reaches the bot {new['seconds']:g} s late.")
    if new["seconds"] < old["seconds"]:
        return Told("Discord is faster again.")
    # Fewer failures left isn't told: the request that met the fault is a separate step.
    return (
        Told(f"{many(new['calls'], 'request')} from the bot will fail.")
        if new["calls"] > old["calls"]
        else None
    )


_CHANGES = (
    ("user", _user),
    ("guild", _guild),
    ("application", _application),
    ("channel", _channel),
    ("faults", _faults),
)
