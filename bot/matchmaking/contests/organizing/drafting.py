"""The draft of a contest that an organizer sets up; it fits into the `custom_id` of a button."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from bot.core.app_context import AppContext
from bot.core.time_controls import DEFAULT, TIME_CONTROLS
from bot.matchmaking.contests.log.terms import Holidays, Kind, Terms, TieBreak
from bot.matchmaking.contests.organizing import starts
from bot.play.clocks import clocks
from games import GAMES, AnyGame
from games.core.vocabulary.presets import Preset

Field = Literal[
    "k", "g", "p", "c", "n", "o", "t", "u", "s", "i", "l", "h", "e", "y", "x", "b", "f", "v", "m", "w"
]
"""The letters of what can be chosen; FIELDS says which is which."""

KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "s": "swiss",
        "r": "round robin",
        "k": "knockout",
        "d": "double elimination",
        "l": "ladder",
        "g": "league",
        "t": "teams",
    }
)
AGAINST_A_SERVER = "t"
"""The draft of a team match in which everything else is as usual, as text."""
TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType(
    {
        "d": "direct encounter",
        "b": "buchholz",
        "m": "median buchholz",
        "s": "sonneborn-berger",
        "w": "wins",
        "p": "progressive",
    }
)
HOLIDAYS: Mapping[str, tuple[Holidays, int]] = MappingProxyType(
    {
        "free": ("free", 0),
        "count": ("count", 0),
        "3": ("some", 3),
        "7": ("some", 7),
        "14": ("some", 14),
    }
)
BANK = next(key for key, pace in TIME_CONTROLS.items() if pace.bank is not None)
"""The clock of a league, whose seasons have a fixed length."""
MIRRORED = "m"
"""A choice of `ties`: one match of two legs, with the same secrets and seats swapped, if the game can."""
_HOUR, _MOST_ID, _LONGEST_ID = 3600, 2**63, 8


class Draft(msgspec.Struct, frozen=True):
    """The choices so far, each as the text that a select gives.

    `preset` is a number among the game's, `rounds` 0 for as many as a knockout takes; `check_in` is in hours.
    `low` and `high` are ratings and `role` is an id, 0 for any. `longest` and `season` are days, 0 for no
    end; `division` and `movers` are people of a league. `contest` is the id of the contest whose terms are
    changed, empty for a new one.
    """

    kind: str = "s"
    game: str = ""
    preset: str = "0"
    pace: str = DEFAULT
    rounds: str = "0"
    at_once: str = "2"
    ties: str = "2"
    groups: str = "1"
    size: str = "32"
    check_in: str = "0"
    low: str = "0"
    high: str = "0"
    role: str = "0"
    holidays: str = "free"
    longest: str = "60"
    tie_breaks: str = "dbsw"
    rated: str = "y"
    division: str = "12"
    movers: str = "2"
    season: str = "90"
    contest: str = ""

    @property
    def chosen_kind(self) -> Kind:
        """The chosen format."""
        return KINDS[self.kind]


FIELDS: Mapping[Field, str] = MappingProxyType(
    dict(zip(("k", "g", "p", "c", "n", "o", "t", "u", "s", "i", "l", "h", "e", "y", "x", "b", "f", "v",
              "m", "w"),
             Draft.__struct_fields__, strict=False))
)  # fmt: skip

VALUES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "kind": tuple(KINDS),
        "pace": tuple(key for key in TIME_CONTROLS if key != "none"),
        "rounds": ("0", "3", "4", "5", "6", "7", "8", "9", "11", "13"),
        "at_once": ("1", "2", "3", "5"),
        "ties": ("1", "2", MIRRORED),
        "groups": ("1", "2", "3", "4", "6", "8"),
        "size": ("4", "8", "16", "32", "64", "128", "256", "512"),
        "check_in": ("0", "1", "2", "6", "24"),
        "low": ("0", "1000", "1200", "1400", "1500", "1600", "1800", "2000"),
        "high": ("0", "1200", "1400", "1500", "1600", "1800", "2000", "2200"),
        "holidays": tuple(HOLIDAYS),
        "longest": ("0", "14", "30", "60", "90", "180"),
        "rated": ("y", "n"),
        "division": ("9", "10", "11", "12", "13", "14", "15"),
        "movers": ("1", "2", "3"),
        "season": ("30", "60", "90", "120", "180"),
    }
)
"""The choices of each field that are the same for all games."""


def playable() -> list[AnyGame]:
    """Return the games that contests can be of: with matches of two people and one leg."""
    return [game for game in GAMES.values() if game.supports_pvp and presets_of(game)]


def presets_of(game: AnyGame) -> list[tuple[str, Preset]]:
    """Return a game's presets with one leg, each with its number."""
    numbered = ((str(number), preset) for number, preset in enumerate(game.presets))
    return [(number, preset) for number, preset in numbered if game.legs(game.options(preset.options)) == 1]


def write(draft: Draft) -> str:
    """Return a draft as text: what isn't as usual, separated by dots; ids in base 36."""
    usual = fresh()
    parts = []
    for name in Draft.__struct_fields__:
        value: str = getattr(draft, name)
        shown = _base_36(int(value)) if name == "role" else value
        parts.append("" if value == getattr(usual, name) else shown)
    return ".".join(parts).rstrip(".")


def read(text: str) -> Draft:
    """Return the draft in a text; what the text doesn't say, or can't mean, is as usual."""
    draft = fresh()
    for name, part in zip(Draft.__struct_fields__, text.split("."), strict=False):
        value = _id_in(part) if name == "role" and part else part
        if value and is_allowed(draft, name, value):
            draft = msgspec.structs.replace(draft, **{name: value})
    return draft


def fresh() -> Draft:
    """Return the usual draft: a Swiss of the first game."""
    return Draft(game=playable()[0].key)


def is_allowed(draft: Draft, name: str, value: str) -> bool:
    """Return whether a value may be chosen for a field of a draft."""
    if name == "game":
        return value in {game.key for game in playable()}
    if name == "preset":
        return value in {number for number, _ in presets_of(GAMES[draft.game])}
    if name == "contest":
        return len(value) <= _LONGEST_ID and value.isalnum()
    if name == "role":
        return value.isdecimal() and int(value) < _MOST_ID
    if name == "tie_breaks":
        return bool(value) and len(set(value)) == len(value) and set(value) <= set(TIE_BREAKS)
    return value in VALUES[name] and not (value == MIRRORED and mirror_options(draft) is None)


def choose(draft: Draft, field: Field, values: tuple[str, ...]) -> Draft:
    """Return the draft after a choice; with no value, or one that isn't allowed, the field is as usual."""
    name = FIELDS[field]
    value = "".join(key for key in TIE_BREAKS if key in values) if field == "b" else "".join(values[:1])
    usual = getattr(fresh(), name)
    changes: dict[str, Any] = {name: value if value and is_allowed(draft, name, value) else usual}
    if field == "g":
        changes["preset"] = presets_of(GAMES[changes["game"]])[0][0]
    draft = msgspec.structs.replace(draft, **changes)
    can = is_allowed(draft, "ties", draft.ties)
    return draft if can else msgspec.structs.replace(draft, ties=fresh().ties)


def terms_of(draft: Draft, name: str, starts_at: int) -> Terms:
    """Return the terms of a contest by its draft."""
    holidays, days = HOLIDAYS[draft.holidays]
    ties = 1 if draft.ties == MIRRORED else int(draft.ties)
    both_legs = mirror_options(draft) if draft.ties == MIRRORED and draft.kind in "kd" else None
    return Terms(
        kind=draft.chosen_kind,
        name=name,
        game=draft.game,
        options=dict(preset_of(draft).options if both_legs is None else both_legs),
        pace=BANK if draft.kind == "g" else draft.pace,
        rated=draft.rated == "y",
        rounds=int(draft.rounds),
        groups=int(draft.groups) if draft.kind == "r" else 1,
        at_once=ties if draft.kind == "t" else int(draft.at_once),
        cycles=ties if draft.kind == "t" else 1,
        ties=ties,
        most=int(draft.size),
        least_rating=int(draft.low) or None,
        most_rating=int(draft.high) or None,
        role=None if draft.kind == "t" else int(draft.role) or None,
        starts_at=0 if draft.kind == "l" else starts_at,
        check_in=0 if draft.kind in ("l", "t") else int(draft.check_in) * _HOUR,
        longest=int(draft.longest),
        holidays=holidays,
        holiday_days=days,
        tie_breaks=tuple(TIE_BREAKS[key] for key in draft.tie_breaks),
        division=int(draft.division),
        movers=int(draft.movers),
        season=int(draft.season),
    )


def draft_of(terms: Terms, contest: str) -> Draft:
    """Return the draft with which the terms of a contest are changed."""
    game = GAMES[terms.game]
    is_mirrored = game.legs(game.options(terms.options)) > 1
    return Draft(
        kind=_find_key(KINDS, terms.kind),
        game=terms.game,
        preset=_find_preset(terms),
        pace=terms.pace,
        rounds=str(terms.rounds),
        at_once=str(terms.at_once),
        ties=MIRRORED if is_mirrored else str(terms.ties),
        groups=str(terms.groups),
        size=str(terms.most),
        check_in=str(terms.check_in // _HOUR),
        low=str(terms.least_rating or 0),
        high=str(terms.most_rating or 0),
        role=str(terms.role or 0),
        holidays=_find_key(HOLIDAYS, (terms.holidays, terms.holiday_days)),
        longest=str(terms.longest),
        tie_breaks="".join(_find_key(TIE_BREAKS, name) for name in terms.tie_breaks),
        rated="y" if terms.rated else "n",
        division=str(terms.division),
        movers=str(terms.movers),
        season=str(terms.season),
        contest=contest,
    )


def _find_key(values: Mapping[str, Any], value: Any) -> str:
    return next(key for key, known in values.items() if known == value)


def _find_preset(terms: Terms) -> str:
    """Return the number of the preset with the most options that the terms have, too."""
    fitting = [
        (len(preset.options), number)
        for number, preset in presets_of(GAMES[terms.game])
        if preset.options.items() <= terms.options.items()
    ]
    return max(fitting, key=lambda found: found[0])[1] if fitting else Draft().preset


def preset_of(draft: Draft) -> Preset:
    """Return the chosen preset."""
    return GAMES[draft.game].presets[int(draft.preset)]


def mirror_options(draft: Draft) -> Mapping[str, object] | None:
    """Return the preset's options with a second leg (same secrets, seats swapped), or None if it can't be."""
    game = GAMES[draft.game]
    return game.mirrored(game.options(preset_of(draft).options))


def _base_36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits


def _id_in(part: str) -> str:
    try:
        return str(int(part, 36))
    except ValueError:
        return ""


USUAL_START = "in 1 day"


async def zone_of(app: AppContext, person: int) -> str:
    """Return the time zone in which a person writes times."""
    return (await clocks.settings_of(app, person)).hours.zone


async def build_terms(app: AppContext, person: int, draft: Draft, name: str, start: str) -> Terms:
    """Return the terms of a draft with a name and a start; raise UserError for an unreadable start."""
    if draft.kind == "l":
        return terms_of(draft, name, 0)
    moment = starts.moment(start or USUAL_START, app.now(), await zone_of(app, person))
    return terms_of(draft, name, max(moment, 1))
