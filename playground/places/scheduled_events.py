"""The scheduled events of a server, only those outside of its channels; time doesn't change their status."""

from __future__ import annotations

from playground.model.errors import DiscordError, Form, unknown
from playground.model.payload import Json, moment_of
from playground.model.records import Guild
from playground.model.world import World

SCHEDULED, ACTIVE, COMPLETED, CANCELED = 1, 2, 3, 4
FOLLOWING = {SCHEDULED: (ACTIVE, CANCELED), ACTIVE: (COMPLETED,)}
"""The statuses that an event can get, by the one that it has."""
GUILD_ONLY, EXTERNAL = 2, 3
MOST = 100
LONGEST_NAME, LONGEST_DESCRIPTION, LONGEST_LOCATION = 100, 1000, 100
_TIMES = ("scheduled_start_time", "scheduled_end_time")
_FIELDS = ("name", "description", *_TIMES, "privacy_level", "entity_type", "entity_metadata")
"""The fields that a bot sets; the status only of an event that's there."""


def create(world: World, guild: Guild, creator: str, body: Json) -> Json:
    """Create an event and return it; raise DiscordError 50035 for a bad form, 30038 if there are too many."""
    if sum(event["status"] in FOLLOWING for event in guild.events.values()) >= MOST:
        text = f"Maximum number of uncompleted guild scheduled events reached ({MOST})"
        raise DiscordError(400, 30038, text)
    given = {name: body.get(name) for name in _FIELDS}
    _check(world, given, body)
    event: Json = {
        "id": world.ids.next(),
        "guild_id": guild.id,
        "channel_id": None,
        "creator_id": creator,
        "creator": world.user(creator).payload,
        "image": None,
        "status": SCHEDULED,
        "entity_id": None,
        "recurrence_rule": None,
        "guild_scheduled_event_exceptions": [],
        **given,
    }
    guild.events[event["id"]] = event
    return event


def get(guild: Guild, id: str) -> Json:
    """Return an event; raise DiscordError 10070 if there is none."""
    if (found := guild.events.get(id)) is None:
        raise unknown("Guild Scheduled Event", 10070)
    return found


def edit(world: World, guild: Guild, event: Json, body: Json) -> Json:
    """Change an event and return it; raise DiscordError 50035 for a bad form."""
    changes = {name: body[name] for name in ("status", *_FIELDS) if name in body}
    changed = {**event, **changes}
    _check(world, changed, body)
    if "status" in body:
        form = Form()
        form.choice(("status",), body["status"], FOLLOWING.get(event["status"], ()))
        form.refuse()
    guild.events[event["id"]] = changed
    return changed


def _check(world: World, event: Json, body: Json) -> None:
    """Raise DiscordError 50035 for an event that can't be, or whose new times have passed."""
    form = Form()
    form.length(("name",), event["name"], 1, LONGEST_NAME)
    form.longest(("description",), event["description"] or "", LONGEST_DESCRIPTION)
    form.choice(("privacy_level",), event["privacy_level"], (GUILD_ONLY,))
    form.choice(("entity_type",), event["entity_type"], (EXTERNAL,))
    place = (event["entity_metadata"] or {}).get("location")
    form.length(("entity_metadata", "location"), place, 1, LONGEST_LOCATION)
    start, end = (_moment(form, name, event[name]) for name in _TIMES)
    for name, moment in zip(_TIMES, (start, end), strict=True):
        if name in body and moment is not None and moment <= world.clock.now():
            form.add((name,), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past.")
    if start is not None and end is not None and end <= start:
        text = "Cannot schedule event to end before it starts."
        form.add(("scheduled_end_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_END_BEFORE_START", text)
    form.refuse()


def _moment(form: Form, name: str, text: str | None) -> float | None:
    """Return a time in epoch seconds, or None with a fault."""
    if not text:
        form.add_missing((name,))
        return None
    try:
        return moment_of(text)
    except ValueError:
        form.add((name,), "DATE_TIME_TYPE_PARSE", f'Could not parse "{text}". Should be ISO8601.')
        return None
