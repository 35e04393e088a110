"""A value over time as a picture: a line within its confidence band."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import msgspec
from PIL import Image

from render.encoding import as_png
from render.palette import Theme, mix, theme_named
from render.pen import Pen, Point
from render.text import cut_to_fit, fit, width

WIDTH, HEIGHT = 800, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 84, 776, 76, 372
_TITLE, _IN_FACE, _SMALLEST_TITLE = 29, 24, 20
"""The title's size; smaller in other scripts, whose letters reach farther down."""
_NARROWEST = 120.0
"""The smallest range of values that a graph covers."""
_MOST_LINES, _MOST_DATES, _MOST_POINTS = 5, 4, 300
_DAY = 86_400
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Moment(msgspec.Struct, frozen=True):
    """A value at a time (epoch seconds), and the band's extent on both sides of it."""

    at: int
    value: float
    spread: float


class Graph(msgspec.Struct, frozen=True):
    """A graph of at least one moment, in order.

    `name` is the owner's, written before the title in the font `face`, as `render.names` gives them.
    """

    title: str
    subtitle: str
    moments: tuple[Moment, ...]
    name: str = ""
    face: str = ""


class _Axes(msgspec.Struct, frozen=True):
    """The conversion of times and values to pixels."""

    since: int
    until: int
    low: float
    high: float

    def across(self, at: int) -> float:
        return _LEFT + (_RIGHT - _LEFT) * (at - self.since) / (self.until - self.since)

    def down(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        return _BOTTOM - (_BOTTOM - _TOP) * (inside - self.low) / (self.high - self.low)


def png(graph: Graph, theme: str = "default") -> bytes:
    """Return the graph as a PNG of 800 × 420 pixels; raise ValueError for an unknown theme or no moments."""
    return as_png(paint(graph, theme_named(theme)))


def paint(graph: Graph, theme: Theme) -> Image.Image:
    """Return the graph as an image in mode P; raise ValueError if it has no moments."""
    if not graph.moments:
        raise ValueError("There's nothing to draw: a graph needs at least one moment.")
    moments = _thin_out(graph.moments)
    pen, axes = Pen(WIDTH, HEIGHT, theme.paper), _axes(moments)
    _band(pen, moments, axes, theme)
    _values(pen, axes, theme)
    _dates(pen, axes, theme, _MOST_DATES if len(moments) > 1 else 1)
    _curve(pen, moments, axes, theme)
    _words(pen, graph, theme)
    return pen.finish(theme)


def _thin_out(moments: tuple[Moment, ...]) -> tuple[Moment, ...]:
    """Return at most _MOST_POINTS evenly chosen moments, including the last one."""
    step = -(-len(moments) // _MOST_POINTS)
    return tuple(reversed(moments[::-1][::step]))


# --- axes ---------------------------------------------------------------------------------------------


def _axes(moments: tuple[Moment, ...]) -> _Axes:
    """Return axes for all values and the last band; early bands are wide and say little."""
    low = min(moment.value for moment in moments) - moments[-1].spread
    high = max(moment.value for moment in moments) + moments[-1].spread
    spare = max(0.0, _NARROWEST - (high - low)) / 2
    since, until = moments[0].at, moments[-1].at
    if until == since:
        since, until = since - _DAY // 2, until + _DAY // 2
    return _Axes(since, until, low - spare, high + spare)


def steps(low: float, high: float) -> tuple[int, ...]:
    """Return the round values (multiples of 1, 2 or 5 × 10ⁿ) within a range, at most six."""
    sizes = (size * 10**power for power in range(6) for size in (1, 2, 5))
    step = next(size for size in sizes if (high - low) / size <= _MOST_LINES)
    return tuple(value for value in range(-(-int(low) // step) * step, int(high) + 1, step) if value >= low)


def _values(pen: Pen, axes: _Axes, theme: Theme) -> None:
    for value in steps(axes.low, axes.high):
        height = axes.down(value)
        pen.line([(_LEFT, height), (_RIGHT, height)], 1.2, theme.line)
        pen.write(_LEFT - 14, height, str(value), 22, theme.muted, anchor="r")


def _dates(pen: Pen, axes: _Axes, theme: Theme, most: int) -> None:
    """Write `most` evenly spaced dates, without repeating one; a single one is centered."""
    said, span = "", axes.until - axes.since
    for number in range(most):
        at = axes.since + (span * number // (most - 1) if most > 1 else span // 2)
        words = format_date(at, span)
        if words != said:
            half = width(words, 22) / 2
            middle = min(max(axes.across(at), _LEFT + half), _RIGHT - half)
            pen.write(middle, _BOTTOM + 26, words, 22, theme.muted)
        said = words


def format_date(at: int, span: int) -> str:
    """Return a time in UTC, as precise as a graph over `span` seconds needs it."""
    moment = datetime.fromtimestamp(at, UTC)
    day = f"{_MONTHS[moment.month - 1]} {moment.day}"
    if span < 3 * _DAY:
        return f"{day}, {moment.hour}:{moment.minute:02d}"
    return day if span < 300 * _DAY else f"{_MONTHS[moment.month - 1]} {moment.year}"


# --- what was measured --------------------------------------------------------------------------------


def _band(pen: Pen, moments: tuple[Moment, ...], axes: _Axes, theme: Theme) -> None:
    pale = mix(theme.paper, theme.seats[0].pale, 75)
    upper = _points(moments, axes, lambda moment: moment.value + moment.spread)
    lower = _points(moments, axes, lambda moment: moment.value - moment.spread)
    if len(moments) == 1:
        [(x, top)], [(_, bottom)] = upper, lower
        pen.box(x - 7, top, x + 7, bottom, 7, pale)
    else:
        pen.polygon([*upper, *reversed(lower)], pale)


def _points(moments: tuple[Moment, ...], axes: _Axes, value: Callable[[Moment], float]) -> list[Point]:
    return [(axes.across(moment.at), axes.down(value(moment))) for moment in moments]


def _curve(pen: Pen, moments: tuple[Moment, ...], axes: _Axes, theme: Theme) -> None:
    points, colour = _points(moments, axes, lambda moment: moment.value), theme.seats[0].body
    if len(points) > 1:
        pen.line(points, 3.4, colour)
    for x, y in points if len(points) <= 30 else ():
        pen.disc(x, y, 4.6, colour)
    x, y = points[-1]
    pen.disc(x, y, 9.5, theme.paper)
    pen.disc(x, y, 7.5, colour)


def _words(pen: Pen, graph: Graph, theme: Theme) -> None:
    left, title = 24.0, graph.title
    if graph.face:
        name, size = cut_to_fit(graph.name, (WIDTH - 48.0) / 2, _IN_FACE, _SMALLEST_TITLE, graph.face)
        pen.write(left, 25, name, size, theme.ink, bold=0.014, anchor="l", face=graph.face)
        left += width(name, size, graph.face)
    if graph.name:
        title = f": {title}" if graph.face else f"{graph.name}: {title}"
    title, size = fit(title, WIDTH - 24.0 - left, _TITLE, 22)
    pen.write(left, 25, title, size, theme.ink, bold=0.014, anchor="l")
    subtitle, small = fit(graph.subtitle, WIDTH - 48.0, 22, 18)
    pen.write(24, 54, subtitle, small, theme.muted, anchor="l")
