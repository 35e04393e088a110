"""Match options as data: one list per game from which checking, commands and help are made."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from games.core.errors import OptionError, quoted

Value = int | str


class OptionSpec(msgspec.Struct, frozen=True):
    """One option: its name in records, a line about it, its values (default first).

    `of_match`: kept in the record but without effect on `play` (it concerns how the match is held).
    `secret`: its value is not shown to anybody while the match runs. `free`: any text may be given; the game
    itself checks it. `per_seat`: a pair of values, one for each seat, each of which may also be a document of
    the game; the game itself checks them. `rated_with`: what a rated match may have: the usual value alone,
    in a rematch also what the rules decide of it, or any value, as it helps nobody to win. `own_words`: the
    value with which players may write to each other in words of their own; a server may not want that, and
    then takes the first other one."""

    name: str
    about: str
    values: tuple[Value, ...]
    of_match: bool = False
    secret: bool = False
    free: bool = False
    per_seat: bool = False
    rated_with: Literal["usual", "rematch", "any"] = "usual"
    own_words: Value | None = None

    @property
    def default(self) -> Value:
        return self.values[0]

    @property
    def slug(self) -> str:
        """The name for commands, e.g. `board_size`."""
        return self.words.replace(" ", "_")

    @property
    def words(self) -> str:
        """The name as words in lower case, e.g. “board size”."""
        return re.sub(r"([A-Z])", r" \1", self.name).lower()


def check_options(specs: Sequence[OptionSpec], raw: Mapping[str, object]) -> dict[str, Value]:
    """Every option with a value, defaults filled in; OptionError for unknown names and values.

    Those with a value for each seat are left out: the game checks them."""
    by_name = {spec.name: spec for spec in specs}
    for name in raw:
        if name not in by_name:
            raise OptionError(f"There's no option “{name}”. Options: {', '.join(by_name)}.")
    single = (spec for spec in specs if not spec.per_seat)
    return {spec.name: _checked(spec, raw.get(spec.name, spec.default)) for spec in single}


def options_data(options: object) -> dict[str, Any]:
    """A game's checked options as JSON data, with the names in its `option_specs`."""
    data = msgspec.json.decode(msgspec.json.encode(options))
    if not isinstance(data, dict):
        raise TypeError("options are a struct or a mapping")
    return data


def _checked(spec: OptionSpec, value: object) -> Value:
    if spec.free and isinstance(value, str):
        return value
    for allowed in spec.values:
        if type(value) is type(allowed) and value == allowed:
            return allowed
    allowed_here = "any text" if spec.free else _listed(spec.values)
    raise OptionError(f"{spec.name} can't be {_quoted(value)}; allowed: {allowed_here}.")


def _quoted(value: object) -> str:
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return "a value too long to show"
    return quoted(text)


def _listed(values: tuple[Value, ...]) -> str:
    numbers = [v for v in values if isinstance(v, int)]
    if len(numbers) == len(values) and len(values) > 12:
        return f"a whole number from {min(numbers)} to {max(numbers)}"
    return ", ".join(str(v) for v in values)
