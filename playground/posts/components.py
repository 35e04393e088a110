"""Components as Discord returns them: with integer ids, defaults, and resolved media."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from playground.limits.components import (
    CONTAINER,
    FILE,
    GALLERY,
    SELECTS,
    SEPARATOR,
    THUMBNAIL,
    walk,
)
from playground.model.payload import Json

Resolve = Callable[[Json], tuple[Json, Json]]

DEFAULTS: dict[int, Json] = {
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
    THUMBNAIL: {"description": None, "spoiler": False},
    FILE: {"spoiler": False},
    SEPARATOR: {"divider": True, "spacing": 1},
    CONTAINER: {"accent_color": None, "spoiler": False},
}


def normalise(components: list[Json], resolve: Resolve) -> list[Json]:
    """Return components with ids, defaults and resolved media.

    Args:
        components: The components as sent.
        resolve: Given a media object as sent, returns the resolved one and {"name", "size"} of its file.
    """
    taken = {item["id"] for _, item in walk(components) if item.get("id")}
    fresh = (number for number in count(1) if number not in taken)
    return [_normalise(component, fresh.__next__, resolve) for component in components]


def find(components: list[Json], custom_id: str) -> Json | None:
    """Return the component with a custom id, or None."""
    return next((part for _, part in walk(components) if part.get("custom_id") == custom_id), None)


def texts(components: list[Json]) -> list[str]:
    """Return the contents of all text displays."""
    return [part["content"] for _, part in walk(components) if part.get("type") == 10]


def media_urls(components: list[Json]) -> set[str]:
    """Return the addresses of all media shown in components."""
    found = (media for _, component in walk(components) for media in _media_of(component))
    return {media["url"] for media in found}


def _media_of(component: Json) -> list[Json]:
    items = [item["media"] for item in component.get("items") or []]
    return items + [component[name] for name in ("media", "file") if component.get(name)]


def _normalise(component: Json, fresh: Callable[[], int], resolve: Resolve) -> Json:
    given = {name: value for name, value in component.items() if name != "id"}
    made: Json = {
        "type": component["type"],
        "id": component.get("id") or fresh(),
        **DEFAULTS.get(component["type"], {}),
        **given,
    }
    if component.get("default_values"):
        # Discord accepts numbers as well, but returns strings.
        made["default_values"] = [{**value, "id": str(value["id"])} for value in component["default_values"]]
    if "components" in component:
        made["components"] = [_normalise(child, fresh, resolve) for child in component["components"]]
    for name in ("accessory", "component"):
        if component.get(name):
            made[name] = _normalise(component[name], fresh, resolve)
    return _with_media(made, resolve)


def _with_media(component: Json, resolve: Resolve) -> Json:
    kind: Any = component["type"]
    if kind == GALLERY:
        return {**component, "items": [_gallery_item(item, resolve) for item in component["items"]]}
    if kind == THUMBNAIL:
        return {**component, "media": resolve(component["media"])[0]}
    if kind == FILE:
        media, named = resolve(component["file"])
        return {**component, "file": media, **named}
    return component


def _gallery_item(item: Json, resolve: Resolve) -> Json:
    media, _ = resolve(item["media"])
    return {"description": None, "spoiler": False, **item, "media": media}
