"""Personal settings, changed as people change them: in the panel of `/settings`."""

from __future__ import annotations

from tests.kit.people import Person
from tests.kit.seen import Seen


async def page(person: Person, name: str) -> Seen:
    """Return a page of a new settings panel by its name; the first one is “Play”."""
    panel = await person.slash("/settings")
    return panel if name not in panel.buttons else await person.tap(name, panel)


async def switch(person: Person, name: str, label: str) -> Seen:
    """Tap a button on a page."""
    return await person.tap(label, await page(person, name))


async def choose(person: Person, name: str, *values: str) -> Seen:
    """Choose values in a page's select, found by the first value."""
    first, *others = values
    return await person.choose(first, await page(person, name), tuple(others))


async def quiet(person: Person, **fields: str) -> Seen:
    """Submit the quiet hours modal with these fields changed."""
    modal = await person.tap_for_modal("Quiet hours", await page(person, "Time"))
    return await person.submit(modal, **{**filled_in(modal), **fields})


async def holiday(person: Person, days: int = 0, hours: int = 0) -> Seen:
    """Start a holiday."""
    modal = await person.tap_for_modal("Vacation", await page(person, "Time"))
    return await person.submit(modal, days=str(days), hours=str(hours))


async def marks(person: Person, *marks: str) -> Seen:
    """Choose these reminder marks, and no others."""
    return await choose(person, "Time", *marks)


async def where(person: Person, where: str, *at: str) -> Seen:
    """Choose where reminders go, and the reminder marks if any are given."""
    if at:
        await marks(person, *at)
    return await choose(person, "Time", where)


def filled_in(modal: dict[str, object]) -> dict[str, str]:
    """Return the initial values of a modal's fields."""
    found: dict[str, str] = {}
    waiting = [modal]
    while waiting:
        part = waiting.pop()
        if part.get("type") == 4:
            found[str(part["custom_id"])] = str(part.get("value") or "")
        inner = part.get("components") or part.get("component") or []
        waiting += inner if isinstance(inner, list) else [inner]
    return found
