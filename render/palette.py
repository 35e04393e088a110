"""Colors: the themes, and the fixed palette of each theme's pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

import msgspec
from PIL import Image, ImageColor

from games.core.screen.scene import SeatColors

RGB = tuple[int, int, int]


class Side(msgspec.Struct, frozen=True):
    """A seat's colors: its pieces, their edge, the text on them, and its home squares."""

    body: str
    deep: str
    on: str
    pale: str


class Theme(msgspec.Struct, frozen=True, cache_hash=True):
    """A picture's colors by their use, as "#rrggbb"."""

    paper: str
    ink: str
    muted: str
    line: str
    chip: str
    light: str
    dark: str
    halo: str
    seats: tuple[Side, Side]
    nobody: Side
    goal: str
    goal_line: str
    fog: str
    fog_line: str
    sight: str
    zone: str
    frozen: str
    last: str
    choice: str
    strike: str


DEFAULT = Theme(
    paper="#f8f4ec",
    ink="#342c28",
    muted="#74685c",
    line="#c8b8a0",
    chip="#ece4d4",
    light="#f4ecdc",
    dark="#ece0c8",
    halo="#fcfcf8",
    seats=(
        Side(body="#1c60b0", deep="#0c3060", on="#fcfcfc", pale="#c4dcf4"),
        Side(body="#e07014", deep="#6c2c00", on="#2c1000", pale="#fcd4a4"),
    ),
    nobody=Side(body="#a09890", deep="#585048", on="#fcfcfc", pale="#dcd8d0"),
    goal="#f8c820",
    goal_line="#906400",
    fog="#bcb4a8",
    fog_line="#aca498",
    sight="#fcfcf4",
    zone="#74a48c",
    frozen="#b4d8ec",
    last="#603068",
    choice="#00a064",
    strike="#9c1030",
)

CLASSIC = DEFAULT
"""The seats have the colors that the rules name, as pure as they can be while staying distinct."""

DARK = Theme(
    paper="#1c1c20",
    ink="#f0ece4",
    muted="#b0a8a0",
    line="#5c5854",
    chip="#303034",
    light="#44444c",
    dark="#383840",
    halo="#141418",
    seats=(
        Side(body="#64b0fc", deep="#d8ecfc", on="#081c34", pale="#1c3c5c"),
        Side(body="#f09820", deep="#5c2400", on="#2c1000", pale="#5c3818"),
    ),
    nobody=Side(body="#a09c98", deep="#dcd8d4", on="#181818", pale="#484848"),
    goal="#907838",
    goal_line="#fce078",
    fog="#242428",
    fog_line="#343438",
    sight="#5c5c68",
    zone="#3c7860",
    frozen="#507c94",
    last="#f4bcec",
    choice="#30f090",
    strike="#fc6090",
)

CONTRAST = Theme(
    paper="#fcfcfc",
    ink="#000000",
    muted="#343434",
    line="#585858",
    chip="#e4e4e4",
    light="#fcfcfc",
    dark="#d4d4d4",
    halo="#fcfcfc",
    seats=(
        Side(body="#0038b8", deep="#000c38", on="#fcfcfc", pale="#b0ccfc"),
        Side(body="#f07800", deep="#481800", on="#000000", pale="#fcc890"),
    ),
    nobody=Side(body="#606060", deep="#202020", on="#fcfcfc", pale="#c0c0c0"),
    goal="#fcd460",
    goal_line="#584000",
    fog="#8c8c8c",
    fog_line="#707070",
    sight="#fcfcf4",
    zone="#408860",
    frozen="#90ccec",
    last="#007060",
    choice="#14380c",
    strike="#ec443c",
)

COLORBLIND = DEFAULT
"""Blue and orange can be told apart by everyone; named seat colors are made lighter and darker."""

NORMAL = "default"
"""The name of the default theme, used in pictures for everyone."""
THEMES: Mapping[str, Theme] = MappingProxyType(
    {NORMAL: DEFAULT, "classic": CLASSIC, "dark": DARK, "contrast": CONTRAST, "colorblind": COLORBLIND}
)


_WITH_COLORS: Mapping[tuple[str, SeatColors], Mapping[str, object]] = MappingProxyType(
    {
        ("default", "blue-red"): {
            "seats": (DEFAULT.seats[0], Side(body="#c41020", deep="#580008", on="#fcfcfc", pale="#f8ccc4")),
            "strike": "#400c28",
            "last": "#301080",
        },
        ("default", "cyan-magenta"): {
            "seats": (
                Side(body="#00b0cc", deep="#004858", on="#001820", pale="#b8e8f0"),
                Side(body="#a00060", deep="#480028", on="#fcfcfc", pale="#f8c8e0"),
            ),
            "choice": "#0c8c28",
            "strike": "#e00010",
            "last": "#7054c4",
        },
        ("default", "white-black"): {
            "seats": (
                Side(body="#fcfcfc", deep="#3c3028", on="#241c18", pale="#f4ecdc"),
                Side(body="#2c2828", deep="#080808", on="#fcfcfc", pale="#9c8464"),
            ),
            "light": "#dcc49c",
            "dark": "#c4a070",
            "choice": "#287054",
            "strike": "#d0380c",
            "last": "#7054b4",
        },
        ("classic", "blue-red"): {
            "seats": (
                Side(body="#2454c8", deep="#102868", on="#fcfcfc", pale="#c4d4f8"),
                Side(body="#d42c24", deep="#680c08", on="#fcfcfc", pale="#f8ccc4"),
            ),
            "strike": "#b00070",
        },
        ("classic", "cyan-magenta"): {
            "seats": (
                Side(body="#00e4fc", deep="#005468", on="#001820", pale="#b0f0fc"),
                Side(body="#b40090", deep="#580048", on="#fcfcfc", pale="#fcc0f4"),
            ),
            "choice": "#0c8c28",
            "strike": "#e00010",
        },
        ("classic", "white-black"): {
            "seats": (
                Side(body="#fcfcfc", deep="#3c3028", on="#241c18", pale="#f4ecdc"),
                Side(body="#2c2828", deep="#080808", on="#fcfcfc", pale="#9c8464"),
            ),
            "light": "#dcc49c",
            "dark": "#c4a070",
        },
        ("contrast", "blue-red"): {
            "seats": (
                Side(body="#0030a8", deep="#000c38", on="#fcfcfc", pale="#b0c8fc"),
                Side(body="#e01810", deep="#480000", on="#fcfcfc", pale="#fcbcb4"),
            ),
            "goal": "#ecd03c",
            "last": "#141800",
            "choice": "#3ca44c",
            "strike": "#f4008c",
        },
        ("contrast", "cyan-magenta"): {
            "seats": (
                Side(body="#00a8d0", deep="#002c3c", on="#000000", pale="#a4e8fc"),
                Side(body="#880060", deep="#280018", on="#fcfcfc", pale="#fcb4e4"),
            ),
            "goal": "#fcb800",
            "last": "#4850b8",
            "choice": "#142c00",
            "strike": "#e45030",
        },
        ("contrast", "white-black"): {
            "seats": (
                Side(body="#f4f4f4", deep="#000000", on="#000000", pale="#ececec"),
                Side(body="#000000", deep="#000000", on="#fcfcfc", pale="#606060"),
            ),
            "light": "#bcbcbc",
            "dark": "#949494",
            "last": "#6404f4",
            "choice": "#00a800",
            "strike": "#640070",
        },
        ("colorblind", "blue-red"): {
            "seats": (
                Side(body="#0048b0", deep="#001c4c", on="#fcfcfc", pale="#b4ccf0"),
                Side(body="#fc4810", deep="#5c1000", on="#200400", pale="#fcc8b0"),
            ),
            "goal": "#fcc400",
            "last": "#7c8894",
            "choice": "#088c50",
            "strike": "#a41c04",
        },
        ("colorblind", "cyan-magenta"): {
            "seats": (
                Side(body="#58c8f0", deep="#004860", on="#001820", pale="#c0ecfc"),
                Side(body="#58003c", deep="#20000c", on="#fcfcfc", pale="#e8a0c8"),
            ),
            "goal": "#fcc02c",
            "last": "#90982c",
            "choice": "#107834",
            "strike": "#301ca4",
        },
        ("colorblind", "white-black"): {
            "seats": (
                Side(body="#fcfcfc", deep="#3c3028", on="#241c18", pale="#f4ecdc"),
                Side(body="#000000", deep="#000000", on="#fcfcfc", pale="#786048"),
            ),
            "light": "#dcc49c",
            "dark": "#c4a070",
            "last": "#2c4cfc",
            "choice": "#68fc00",
            "strike": "#cc2898",
        },
        ("dark", "blue-red"): {
            "seats": (DARK.seats[0], Side(body="#c44448", deep="#fcdcd8", on="#fcfcfc", pale="#5c1c24")),
            "goal": "#a87000",
            "strike": "#e0fc38",
            "last": "#a81cfc",
        },
        ("dark", "cyan-magenta"): {
            "seats": (
                Side(body="#00b4e0", deep="#d0f4fc", on="#00202c", pale="#14404c"),
                Side(body="#c4007c", deep="#fcd0ec", on="#fcfcfc", pale="#54103c"),
            ),
            "strike": "#3870fc",
            "last": "#fcc4e0",
        },
        ("dark", "white-black"): {
            "seats": (
                Side(body="#fcfcfc", deep="#201c1c", on="#181418", pale="#8c868c"),
                Side(body="#101014", deep="#e8e4dc", on="#fcfcfc", pale="#2c282c"),
            ),
            "light": "#686068",
            "dark": "#585058",
            "strike": "#e0382c",
            "last": "#b454d0",
        },
    }
)
"""Changes to a theme for other seat colors, so that all colors stay distinct."""


@lru_cache(maxsize=32)
def theme_named(name: str, colors: SeatColors = "blue-orange") -> Theme:
    """Return a theme with these seat colors; raise ValueError, listing the themes, for an unknown name."""
    try:
        theme = THEMES[name]
    except KeyError:
        raise ValueError(f"There's no theme {name!r}. Choose one of: {', '.join(THEMES)}.") from None
    # Texts name the seats' colors, so these must match their names in every theme.
    return msgspec.structs.replace(theme, **_WITH_COLORS.get((name, colors), {}))


@lru_cache(maxsize=512)
def rgb(colour: str) -> RGB:
    """Return red, green and blue, each 0 to 252 in steps of 4.

    Pillow looks up palette colors on a lattice of steps of 4. On the lattice, lookups are exact, so that flat
    areas of tiles meet the board without a seam.
    """
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return red & 0xFC, green & 0xFC, blue & 0xFC


@lru_cache(maxsize=4096)
def mix(under: str, over: str, percent: float) -> str:
    """Return the color of `over` laid on `under` with `percent` (0 to 100) opacity."""
    parts = (round(a + (b - a) * percent / 100) for a, b in zip(rgb(under), rgb(over), strict=True))
    return "#" + "".join(f"{min(252, (part + 2) & 0xFC):02x}" for part in parts)


def flat(theme: Theme, ground: str, kind: str, dark: bool) -> str:
    """Return the color that a tint at full strength gives to a whole dark or light square."""
    match kind:
        case "home0" | "home1":
            side = theme.seats[int(kind[-1])]
            return mix(mix(ground, side.pale, 75), side.body, 16 if dark else 0)
        case "fog":
            return mix(theme.fog, theme.fog_line, 60) if dark else theme.fog
        case "sight":
            return mix(ground, theme.sight, 75)
        case "zone":
            return mix(ground, theme.zone, 30)
        case "frozen0" | "frozen1":
            return mix(mix(ground, theme.frozen, 50), theme.seats[int(kind[-1])].pale, 50)
        case _:
            return ground


def wash(theme: Theme, ground: str, kind: str) -> str:
    """Return the color that a mark gives to a whole square."""
    match kind:
        case "from" | "to" | "entry" | "step":
            return mix(ground, theme.last, 26)
        case "option":
            return mix(ground, theme.choice, 20)
        case "chosen":
            return mix(ground, theme.choice, 60)
        case "strike" | "danger":
            return mix(ground, theme.strike, 22)
        case _:
            return ground


def _grounds(theme: Theme) -> Iterator[str]:
    """Yield the colors of whole squares, which the palette must contain exactly."""
    for bare in (theme.light, theme.dark):
        for kind in ("goal", "home0", "home1", "fog", "sight", "zone", "frozen0", "frozen1"):
            tinted = flat(theme, bare, kind, bare == theme.dark)
            yield from (wash(theme, tinted, mark) for mark in ("", "from", "option", "chosen", "strike"))


def _ramps(theme: Theme) -> Iterator[tuple[str, str, int]]:
    """Yield pairs of colors that are blended in pictures, and the number of steps between them."""
    for side in (*theme.seats, theme.nobody):
        yield from ((side.deep, theme.halo, 4), (side.body, side.deep, 4), (side.body, side.on, 5))
        yield from ((side.body, theme.halo, 2), (side.body, theme.paper, 4), (side.body, theme.chip, 3))
    yield from ((theme.paper, theme.ink, 8), (theme.paper, theme.muted, 6), (theme.chip, theme.ink, 6))
    yield from ((theme.chip, theme.muted, 4), (theme.paper, theme.chip, 2), (theme.paper, theme.line, 3))
    for ground in (theme.light, theme.dark):
        yield from ((ground, accent, 5) for accent in (theme.last, theme.choice, theme.strike))
        yield from ((ground, theme.goal, 8), (ground, theme.goal_line, 5), (ground, theme.ink, 4))
        yield from ((ground, theme.fog, 3), (ground, theme.frozen, 3), (ground, theme.zone, 5))
        yield from ((ground, theme.sight, 2), (ground, theme.halo, 2))
    yield from ((theme.goal, accent, 3) for accent in (theme.last, theme.choice, theme.strike, theme.halo))
    yield from ((theme.goal, theme.goal_line, 4), (theme.fog, theme.fog_line, 2), (theme.fog, theme.halo, 2))
    yield from ((theme.halo, accent, 3) for accent in (theme.last, theme.choice, theme.strike, theme.ink))


@lru_cache(maxsize=32)
def colours(theme: Theme) -> tuple[RGB, ...]:
    """Return a theme's palette: at most 256 different colors, always in the same order."""
    found = [rgb(theme.paper), *(rgb(ground) for ground in _grounds(theme))]
    for start, end, steps in _ramps(theme):
        found += [rgb(mix(start, end, 100 * step / steps)) for step in range(steps + 1)]
    return tuple(dict.fromkeys(found))[:256]


@lru_cache(maxsize=32)
def palette_image(theme: Theme) -> Image.Image:
    """Return an image of one paper-colored pixel that carries the palette."""
    image = Image.new("P", (1, 1), 0)
    image.putpalette([part for colour in colours(theme) for part in colour])
    return image


def into_palette(image: Image.Image, theme: Theme) -> Image.Image:
    """Return an RGB image in the theme's palette, each pixel in the nearest color."""
    found = image.quantize(palette=palette_image(theme), dither=Image.Dither.NONE)
    # A copy of its own would take each tile 6 KB, more than its pixels.
    found.palette = palette_image(theme).palette
    return found
