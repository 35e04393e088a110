"""Limits of modals."""

from __future__ import annotations

from playground.limits.components import (
    LABEL,
    ROW,
    SELECTS,
    TEXT,
    TEXT_INPUT,
    check_counts,
    check_custom_id,
    check_options,
    check_select,
    check_text,
    check_type,
    check_unique_custom_ids,
    walk,
)
from playground.limits.files import check_file_types
from playground.model.errors import Form, Path
from playground.model.payload import Json

FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 19, 21, 22, 23
IN_LABEL = (TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)


def check_modal(modal: Json) -> None:
    """Refuse a faulty modal (50035); error paths begin with `data`, since a modal comes in a callback."""
    form = Form(("data",))
    form.length(("title",), modal.get("title"), 1, 45)
    check_custom_id(form, (), modal)
    components = modal.get("components")
    if form.length(("components",), components, 1, 5):
        for index, component in enumerate(components or []):
            _check_top(form, ("components", index), component)
        check_unique_custom_ids(form, list(walk(components or [])))
    form.refuse()


def _check_top(form: Form, path: Path, component: Json) -> None:
    check_type(form, path, component, (ROW, LABEL, TEXT))
    if component.get("type") == ROW:
        _check_row(form, path, component)
    elif component.get("type") == LABEL:
        _check_label(form, path, component)
    elif component.get("type") == TEXT:
        check_text(form, path, component)


def _check_row(form: Form, path: Path, row: Json) -> None:
    if not form.length((*path, "components"), row.get("components"), 1, 1):
        return
    here = (*path, "components", 0)
    check_type(form, here, row["components"][0], (TEXT_INPUT,))
    form.length((*here, "label"), row["components"][0].get("label"), 1, 45)
    _check_text_input(form, here, row["components"][0])


def _check_label(form: Form, path: Path, label: Json) -> None:
    form.length((*path, "label"), label.get("label"), 1, 45)
    form.longest((*path, "description"), label.get("description") or "", 100)
    child, here = label.get("component"), (*path, "component")
    if not child:
        form.add_missing(here)
        return
    check_type(form, here, child, IN_LABEL)
    _check_input(form, here, child)


def _check_input(form: Form, path: Path, child: Json) -> None:
    kind = child.get("type")
    if kind == TEXT_INPUT:
        _check_text_input(form, path, child)
    elif kind in SELECTS:
        check_select(form, path, child)
    else:
        check_custom_id(form, path, child)
    if kind == RADIO_GROUP:
        check_options(form, path, child.get("options"), 2, 10)
    elif kind == CHECKBOX_GROUP:
        check_options(form, path, child.get("options"), 1, 10)
    elif kind == FILE_UPLOAD:
        check_counts(form, path, child, 10)
        check_file_types(form, path, child.get("file_types"))


def _check_text_input(form: Form, path: Path, field: Json) -> None:
    check_custom_id(form, path, field)
    form.choice((*path, "style"), field.get("style"), (1, 2))
    form.longest((*path, "placeholder"), field.get("placeholder") or "", 100)
    form.longest((*path, "value"), field.get("value") or "", 4000)
    for name, low in (("min_length", 0), ("max_length", 1)):
        if (size := field.get(name)) is not None:
            form.number((*path, name), size, low, 4000)
