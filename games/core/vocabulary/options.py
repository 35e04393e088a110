"""Match options as data: each game's list defines validation, commands and help."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from games.core.errors import OptionError, quote

Value = int | str


class OptionSpec(msgspec.Struct, frozen=True):
    """An option of a match.

    Attributes:
        name: Its name in records.
        values: The allowed values, the default first.
        of_match: Whether it concerns only how the match is run; recorded, but without effect on `play`.
        secret: Whether its value is hidden from everyone while the match runs.
        free: Whether any text may be given; the game checks it.
        per_seat: Whether it's a pair of values, one per seat, or documents; the game checks them.
        rated_with: The values allowed in a rated match: the default alone, in a rematch also the one that the
            rules decide, or any, since it favors neither player.
        own_words: The value that lets players write free text to each other; a server that forbids this uses
            the first other value.
        phrases: What people read in place of a value, clear without the option's name, e.g. “you must
            capture”; other values are shown after the name.
    """

    name: str
    about: str
    values: tuple[Value, ...]
    of_match: bool = False
    secret: bool = False
    free: bool = False
    per_seat: bool = False
    rated_with: Literal["usual", "rematch", "any"] = "usual"
    own_words: Value | None = None
    phrases: Mapping[Value, str] = {}

    @property
    def default(self) -> Value:
        """The first of the allowed values."""
        return self.values[0]

    @property
    def slug(self) -> str:
        """The option's name in commands, e.g. `board_size`."""
        return self.words.replace(" ", "_")

    @property
    def words(self) -> str:
        """The option's name as lowercase words, e.g. “board size”."""
        return _split_words(self.name)

    def show(self, value: Value) -> str:
        """Return a value as people read it, such as “creator only” for `creatorOnly`; never stored."""
        text = str(value)
        return self.phrases.get(value) or _SHOWN.get(text) or (text if self.free else _split_words(text))


_SHOWN: Mapping[str, str] = MappingProxyType({"seeded": "random"})
"""Words for values that mean the same in every game."""


def _split_words(name: str) -> str:
    """Return “board size” for `boardSize`; a name that doesn't begin with a small letter stays as it is."""
    return re.sub(r"([A-Z])", r" \1", name).lower() if name[:1].islower() else name


def check_options(specs: Sequence[OptionSpec], raw: Mapping[str, object]) -> dict[str, Value]:
    """Return the value of every option, with defaults filled in, except those with `per_seat`.

    Raises:
        OptionError: A name or value is unknown.
    """
    by_name = {spec.name: spec for spec in specs}
    for name in raw:
        if name not in by_name:
            raise OptionError(_why_unknown(name, specs))
    single = (spec for spec in specs if not spec.per_seat)
    return {spec.name: _check_value(spec, raw.get(spec.name, spec.default)) for spec in single}


def _why_unknown(name: str, specs: Sequence[OptionSpec]) -> str:
    """Return why a name is unknown: it's the one that people type in commands, or none at all."""
    recorded = next((spec.name for spec in specs if spec.slug == name), None)
    if recorded is not None:
        return f"There's no option “{name}”; in a record it's {recorded}."
    return f"There's no option “{name}”. Options: {', '.join(spec.slug for spec in specs)}."


def options_data(options: object) -> dict[str, Any]:
    """Return a game's checked options as JSON data, with the names in its `option_specs`."""
    data = msgspec.json.decode(msgspec.json.encode(options))
    if not isinstance(data, dict):
        raise TypeError("options are a struct or a mapping")
    return data


def _check_value(spec: OptionSpec, value: object) -> Value:
    if spec.free and isinstance(value, str):
        return value
    for allowed in spec.values:
        if type(value) is type(allowed) and value == allowed:
            return allowed
    allowed_here = "any text" if spec.free else _list_values(spec.values)
    raise OptionError(f"{spec.slug} can't be {_quote(value)}; allowed: {allowed_here}.")


def _quote(value: object) -> str:
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return "a value too long to show"
    return quote(text)


def _list_values(values: tuple[Value, ...]) -> str:
    numbers = [v for v in values if isinstance(v, int)]
    if len(numbers) == len(values) and len(values) > 12:
        return f"a whole number from {min(numbers)} to {max(numbers)}"
    return ", ".join(str(v) for v in values)
