"""What is printed at the end of a run, and whether it was good. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.crowd.processes import Usage
from bench.crowd.statistics import Tally, latency_line
from playground.model.payload import Json

_LINES_SHOWN = 20
_TRACE = "Traceback (most recent call last)"
_ERROR = re.compile(r" (ERROR|CRITICAL) ")


@dataclass(frozen=True)
class Result:
    """All that a run has found. lost: a line for each match that lacks a move, None where nobody could look.

    log: what playground and bot have written; faults: what went wrong among the people themselves."""

    people: int
    matches: int
    to_the_end: bool
    seconds: float
    begun: int
    finished: int
    moves: int
    lost: Sequence[str] | None
    tally: Tally
    traffic: Json
    faults: Sequence[str] = ()
    log: str = ""
    usage: dict[str, Usage] = field(default_factory=dict)

    def errors(self) -> list[str]:
        """A line for each kind of error."""
        failed = [f"{count} × {kind}: the interaction failed" for kind, count in _positive(self.tally.failed)]
        refusals = [f"{count} × {what}" for what, count in self.traffic["refusals"].items()]
        return [*failed, *refusals, *written_errors(self.log), *self.faults]

    def is_good(self) -> bool:
        """Whether no limit was missed, no move lost, nothing went wrong, and every match begun, or ended."""
        missed = sum(self.tally.missed.values())
        unknown = self.traffic["unknown_routes"]
        reached = self.finished if self.to_the_end else self.begun
        return not (missed or self.lost or self.errors() or unknown) and reached >= self.matches


def since(before: Json, after: Json) -> Json:
    """What has passed between two answers of GET /control/traffic."""
    counts: Json = {
        name: dict(Counter(after[name]) - Counter(before[name])) for name in ("refusals", "events")
    }
    counts["events"] = dict.fromkeys(after["events"], 0) | counts["events"]
    return {
        "requests": after["requests"] - before["requests"],
        "unknown_routes": after["unknown_routes"][len(before["unknown_routes"]) :],
        **counts,
    }


def written_errors(log: str) -> list[str]:
    """A line for each kind of error that stands in a log."""
    traces = log.count(_TRACE)
    traced = [f"{traces} × a stack trace in the log"] if traces else []
    return [*traced, *(line for line in log.splitlines() if _ERROR.search(line))]


def _positive(counter: Counter[str]) -> list[tuple[str, int]]:
    return [(name, count) for name, count in sorted(counter.items()) if count]


def lines(result: Result) -> list[str]:
    """The report."""
    return [
        f"{result.people} people, {result.matches} matches, {result.seconds:.0f} s",
        "",
        *_matches(result),
        *_rates(result),
        "",
        "From the moment an act was due to its first answer:",
        *_latencies(result.tally),
        "",
        *_usage(result),
        *_faults(result),
        "",
        "good" if result.is_good() else "NOT GOOD",
    ]


def _matches(result: Result) -> list[str]:
    running = result.begun - result.finished
    return [f"matches: {result.begun} begun, {result.finished} finished, {running} running at the end"]


def _rates(result: Result) -> list[str]:
    events, seconds = result.traffic["events"], result.seconds
    counts: Json = {
        "moves acknowledged": result.moves,
        "acts": len(result.tally.all()),
        "interactions": events["INTERACTION_CREATE"],
        "messages": events["MESSAGE_CREATE"],
        "edits": events["MESSAGE_UPDATE"],
        "requests of the bot": result.traffic["requests"],
    }
    return [f"{name}: {count} ({count / seconds:.1f} a second)" for name, count in counts.items()]


def _latencies(tally: Tally) -> list[str]:
    each = [latency_line(kind, took) for kind, took in sorted(tally.took.items())]
    return [*each, latency_line("all", tally.all())]


def _usage(result: Result) -> list[str]:
    return [
        f"{name}: at most {one.peak:.0f} MB; {one.processor:.1f} s of processor time, "
        f"{100 * one.processor / result.seconds:.0f} % of one"
        for name, one in result.usage.items()
    ]


def _faults(result: Result) -> list[str]:
    missed, unknown = sum(result.tally.missed.values()), result.traffic["unknown_routes"]
    changed = sum(result.tally.refused.values())
    return [
        f"not sent, because what was to be tapped had changed: {changed}",
        f"missed limits of 3 s: {missed}",
        *_said("moves lost", result.lost),
        *_said("errors", result.errors()),
        *_said("unknown routes", unknown),
    ]


def _said(name: str, found: Sequence[str] | None) -> list[str]:
    if found is None:
        return [f"{name}: not looked for, the record is out of reach"]
    return [f"{name}: {len(found)}", *(f"  {line}" for line in found[:_LINES_SHOWN])]
