"""The data of what a person submits: pressed components, chosen values, and filled-in modals."""

from __future__ import annotations

from typing import Any

from playground.apps.options import Typed
from playground.limits.components import LABEL, ROW, SELECTS, STRING_SELECT, TEXT, TEXT_INPUT
from playground.limits.modals import CHECKBOX, CHECKBOX_GROUP, FILE_UPLOAD, RADIO_GROUP
from playground.model.errors import ControlError
from playground.model.payload import Json

Values = dict[str, Any]


def build_press(component: Json, values: list[str] | None, typed: Typed) -> Json:
    """Return the data of a component interaction; raise ControlError for a choice that can't be made."""
    data: Json = {
        "custom_id": component["custom_id"],
        "component_type": component["type"],
        "id": component["id"],
    }
    if component.get("disabled"):
        raise ControlError("That's turned off right now.")
    if component["type"] not in SELECTS:
        return data
    chosen = check_values(component, values or [])
    typed.resolve_selected(component["type"], chosen)
    return {**data, "values": chosen, **({"resolved": typed.resolved} if typed.resolved else {})}


def check_values(component: Json, values: list[str]) -> list[str]:
    """Return the values chosen in a select or group; raise ControlError for a wrong option or count."""
    low, high = component.get("min_values", 1), component.get("max_values", 1)
    if component.get("required") is False:
        low = 0
    if not low <= len(values) <= high:
        raise ControlError(f"Choose {low} to {high}." if low != high else f"Choose {low}.")
    if component["type"] in (STRING_SELECT, CHECKBOX_GROUP, RADIO_GROUP):
        known = {option["value"] for option in component.get("options") or []}
        if not set(values) <= known:
            raise ControlError("Choose one of the options shown.")
    return [str(value) for value in values]


def build_submission(modal: Json, values: Values, typed: Typed) -> Json:
    """Return the data of a modal submission; raise ControlError for a missing field or wrong value."""
    left = dict(values)
    with typed.keeping_nothing_of_what_is_refused():
        components = [made for component in modal["components"] if (made := _top(component, left, typed))]
        if left:
            raise ControlError(f"There is no field “{next(iter(left))}” in this form.")
    data: Json = {"custom_id": modal["custom_id"], "components": components}
    return {**data, "resolved": typed.resolved} if typed.resolved else data


def _top(component: Json, values: Values, typed: Typed) -> Json | None:
    shell = {"type": component["type"], "id": component["id"]}
    if component["type"] == ROW:
        return {**shell, "components": [_field(field, values, typed) for field in component["components"]]}
    if component["type"] == LABEL:
        return {**shell, "component": _field(component["component"], values, typed)}
    return shell if component["type"] == TEXT else None


def _field(field: Json, values: Values, typed: Typed) -> Json:
    kind = field["type"]
    given = values.pop(field["custom_id"], None)
    made: Json = {"type": kind, "id": field["id"], "custom_id": field["custom_id"]}
    if kind == TEXT_INPUT:
        return {**made, "value": _text(field, given)}
    if kind == CHECKBOX:
        return {**made, "value": bool(given if given is not None else field.get("default", False))}
    if kind == FILE_UPLOAD:
        return {**made, "values": _files(field, given, typed)}
    if kind == RADIO_GROUP:
        chosen = check_values(field, [given] if given is not None else _defaults(field))
        return {**made, "value": chosen[0] if chosen else None}
    chosen = check_values(field, [given] if isinstance(given, str) else given or _defaults(field))
    typed.resolve_selected(kind, chosen)
    return {**made, "values": chosen}


def _files(field: Json, given: Any, typed: Typed) -> list[str]:
    """Return the ids of the files uploaded with a form."""
    files = given if isinstance(given, list) else []
    low, high = field.get("min_values", 1), field.get("max_values", 1)
    low = 0 if field.get("required") is False else low
    if not low <= len(files) <= high:
        raise ControlError(f"Choose {low} to {high} files." if low != high else f"Choose {low} files.")
    return [typed.upload("This form", field.get("file_types"), file) for file in files]


def _defaults(field: Json) -> list[str]:
    return [option["value"] for option in field.get("options") or [] if option.get("default")]


def _text(field: Json, given: Any) -> str:
    text = str(given if given is not None else field.get("value") or "")
    if not text and field.get("required", True):
        raise ControlError("Please fill in every required field.")
    low, high = field.get("min_length") or 0, field.get("max_length") or 4000
    if text and not low <= len(text) <= high:
        raise ControlError(f"Please write {low} to {high} characters.")
    return text
