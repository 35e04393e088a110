"""Personal settings, changed as people change them: in the panel of `/settings`."""

from __future__ import annotations

from tests.kit.people import Person
from tests.kit.seen import Seen


async def page(person: Person, name: str) -> Seen:
    """A page of a new panel, by its name; the first one is “Play”."""
    panel = await person.slash("/settings")
    return panel if name not in panel.buttons else await person.tap(name, panel)


async def switch(person: Person, name: str, label: str) -> Seen:
    """Tap a button on a page."""
    return await person.tap(label, await page(person, name))


async def choose(person: Person, name: str, *values: str) -> Seen:
    """Choose on a page in the select that offers the first of these."""
    first, *others = values
    return await person.choose(first, await page(person, name), tuple(others))


async def quiet(person: Person, **fields: str) -> Seen:
    """Send in the modal about quiet hours; the fields not named stay as they were filled in."""
    modal = await person.tap_for_modal("Quiet hours", await page(person, "Time"))
    return await person.submit(modal, **{**filled_in(modal), **fields})


async def holiday(person: Person, days: int = 0, hours: int = 0) -> Seen:
    """Take a holiday."""
    modal = await person.tap_for_modal("Holiday", await page(person, "Time"))
    return await person.submit(modal, days=str(days), hours=str(hours))


async def marks(person: Person, *marks: str) -> Seen:
    """Be reminded at these marks alone."""
    return await choose(person, "Time", *marks)


async def where(person: Person, where: str, *at: str) -> Seen:
    """Be reminded there; and at these marks, if any are named."""
    if at:
        await marks(person, *at)
    return await choose(person, "Time", where)


def filled_in(modal: dict[str, object]) -> dict[str, str]:
    """What the fields of a modal say before anything is written."""
    found: dict[str, str] = {}
    waiting = [modal]
    while waiting:
        part = waiting.pop()
        if part.get("type") == 4:
            found[str(part["custom_id"])] = str(part.get("value") or "")
        inner = part.get("components") or part.get("component") or []
        waiting += inner if isinstance(inner, list) else [inner]
    return found
