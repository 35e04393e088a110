"""Limits of message components: classic action rows and Components V2."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from playground.limits.urls import LINKS, check_picture, check_url
from playground.model.errors import Form, Path
from playground.model.payload import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
SELECTS = (STRING_SELECT, 5, 6, 7, 8)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
AT_TOP = (*IN_CONTAINER, CONTAINER)
LINK, PREMIUM = 5, 6

ROWS = 5
COMPONENTS = 40
DISPLAYABLE_TEXT = 4000


def walk(components: list[Json], path: Path = ("components",)) -> Iterator[tuple[Path, Json]]:
    """Yield every component with its path, nested ones and accessories included."""
    for index, component in enumerate(components):
        here = (*path, index)
        yield here, component
        yield from walk(component.get("components") or [], (*here, "components"))
        for name in ("accessory", "component"):
            if child := component.get(name):
                yield (*here, name), child
                yield from walk(child.get("components") or [], (*here, name, "components"))


def check_components(form: Form, components: list[Json], uses_v2: bool) -> None:
    """Add every fault of a message's components to the form."""
    allowed = AT_TOP if uses_v2 else (ROW,)
    if not uses_v2 and len(components) > ROWS:
        form.length(("components",), components, 1, ROWS)
    for index, component in enumerate(components):
        check_type(form, ("components", index), component, allowed)
    everything = list(walk(components))
    for path, component in everything:
        if check := CHECKS.get(component.get("type", 0)):
            check(form, path, component)
    check_unique_custom_ids(form, everything)
    if uses_v2:
        _check_totals(form, everything)


def check_type(form: Form, path: Path, component: Json, allowed: tuple[int, ...]) -> None:
    """Add a fault if the component's type isn't in `allowed`."""
    form.choice((*path, "type"), component.get("type"), allowed)


def check_unique_custom_ids(form: Form, everything: list[tuple[Path, Json]]) -> None:
    """Add a fault for each custom id that an earlier component already has."""
    seen: set[str] = set()
    for path, component in everything:
        custom_id = component.get("custom_id")
        if custom_id and custom_id in seen:
            form.add(
                (*path, "custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        seen.add(custom_id or "")


def _check_totals(form: Form, everything: list[tuple[Path, Json]]) -> None:
    if len(everything) > COMPONENTS:
        form.add(
            ("components",),
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"The total number of components cannot exceed {COMPONENTS}",
        )
    text = sum(
        len(component.get("content") or "") for _, component in everything if component.get("type") == TEXT
    )
    if text > DISPLAYABLE_TEXT:
        form.add(
            ("components",),
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"Components displayable text size exceeds maximum size of {DISPLAYABLE_TEXT}",
        )


def _check_row(form: Form, path: Path, row: Json) -> None:
    children = row.get("components")
    if not form.length((*path, "components"), children, 1, 5):
        return
    for index, child in enumerate(children or []):
        check_type(form, (*path, "components", index), child, (BUTTON, *SELECTS))
    if len(children or []) > 1 and any(child.get("type") in SELECTS for child in children or []):
        form.add(
            (*path, "components"),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        )


def _check_button(form: Form, path: Path, button: Json) -> None:
    style = button.get("style")
    form.choice((*path, "style"), style, range(1, 7))
    form.longest((*path, "label"), button.get("label") or "", 80)
    if style == LINK:
        _check_link(form, path, button)
    elif style != PREMIUM:
        check_custom_id(form, path, button)
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        form.add(path, "BUTTON_COMPONENT_INVALID_EMPTY", "A button needs a label or an emoji")


def _check_link(form: Form, path: Path, button: Json) -> None:
    if button.get("custom_id"):
        form.add((*path, "custom_id"), "BUTTON_COMPONENT_LINK_CUSTOM_ID", "A link button has no custom id")
    if button.get("url") is None:
        form.add_missing((*path, "url"))
    else:
        check_url(form, (*path, "url"), button["url"], LINKS, 512)


def check_custom_id(form: Form, path: Path, component: Json) -> None:
    """Add a fault unless the custom id has 1 to 100 characters."""
    form.length((*path, "custom_id"), component.get("custom_id"), 1, 100)


def check_select(form: Form, path: Path, select: Json) -> None:
    """Add the faults of a select of any type."""
    check_custom_id(form, path, select)
    form.longest((*path, "placeholder"), select.get("placeholder") or "", 150)
    check_counts(form, path, select, 25)
    if select.get("type") == STRING_SELECT:
        check_options(form, path, select.get("options"), 1, 25)


def check_counts(form: Form, path: Path, component: Json, most: int) -> None:
    """Add the faults of `min_values` and `max_values`, which may be at most `most`."""
    low, high = component.get("min_values", 1), component.get("max_values", 1)
    is_number = form.number((*path, "min_values"), low, 0, most)
    form.number((*path, "max_values"), high, max(1, low) if is_number else 1, most)


def check_options(form: Form, path: Path, options: Any, low: int, high: int) -> None:
    """Add the faults of `low` to `high` options: their number, their texts, and repeated values."""
    if not form.length((*path, "options"), options, low, high):
        return
    seen: set[str] = set()
    for index, option in enumerate(options):
        here = (*path, "options", index)
        form.length((*here, "label"), option.get("label"), 1, 100)
        form.length((*here, "value"), option.get("value"), 1, 100)
        form.longest((*here, "description"), option.get("description") or "", 100)
        if option.get("value") in seen:
            form.add(
                (*here, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        seen.add(option.get("value"))


def _check_section(form: Form, path: Path, section: Json) -> None:
    if form.length((*path, "components"), section.get("components"), 1, 3):
        for index, child in enumerate(section["components"]):
            check_type(form, (*path, "components", index), child, (TEXT,))
    if not section.get("accessory"):
        form.add_missing((*path, "accessory"))
    else:
        check_type(form, (*path, "accessory"), section["accessory"], (BUTTON, THUMBNAIL))


def check_text(form: Form, path: Path, text: Json) -> None:
    """Add a fault unless a text display has 1 to 4000 characters."""
    form.length((*path, "content"), text.get("content"), 1, DISPLAYABLE_TEXT)


def _check_gallery(form: Form, path: Path, gallery: Json) -> None:
    if form.length((*path, "items"), gallery.get("items"), 1, 10):
        for index, item in enumerate(gallery["items"]):
            _check_media(form, (*path, "items", index), item, "media")


def _check_thumbnail(form: Form, path: Path, thumbnail: Json) -> None:
    _check_media(form, path, thumbnail, "media")


def _check_file(form: Form, path: Path, file: Json) -> None:
    _check_media(form, path, file, "file")


def _check_media(form: Form, path: Path, item: Json, name: str) -> None:
    if url := (item.get(name) or {}).get("url"):
        check_picture(form, (*path, name, "url"), url)
    else:
        form.add_missing((*path, name, "url"))
    form.longest((*path, "description"), item.get("description") or "", 1024)


def _check_container(form: Form, path: Path, container: Json) -> None:
    if form.length((*path, "components"), container.get("components"), 1, COMPONENTS):
        for index, child in enumerate(container["components"]):
            check_type(form, (*path, "components", index), child, IN_CONTAINER)


CHECKS: dict[int, Callable[[Form, Path, Json], None]] = {
    ROW: _check_row,
    BUTTON: _check_button,
    SECTION: _check_section,
    TEXT: check_text,
    THUMBNAIL: _check_thumbnail,
    GALLERY: _check_gallery,
    FILE: _check_file,
    CONTAINER: _check_container,
    **dict.fromkeys(SELECTS, check_select),
}
