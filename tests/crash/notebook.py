"""The crowd's memory: who tapped what, the answers, and what each person has seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

PLAYED, UNANSWERED, REFUSED, STALE, ASKED, UNCLEAR = (
    "played",
    "unanswered",
    "refused",
    "stale",
    "asked",
    "unclear",
)


@dataclass
class Attempt:
    """An attempt to act, by a seat that had acted `version` times before.

    It has either `text`, or the choice `key` of the prompt after `draft`. `outcome` tells what the client
    showed.
    """

    person: int
    match: str
    version: int
    draft: tuple[str, ...] = ()
    key: str | None = None
    text: str | None = None
    outcome: str = UNANSWERED
    number: int = 0
    """The attempt's number in the whole run."""

    @property
    def is_typed(self) -> bool:
        """Whether the action was typed, not tapped.

        A typed action applies to the match as it is on arrival, and an earlier tap of the same player that
        arrives late may have advanced it.
        """
        return self.key is None


@dataclass(frozen=True)
class Post:
    """A new message: its channel, its id, and all its text including alt texts."""

    channel: str
    id: str
    words: str


@dataclass
class Notebook:
    """The notes of the whole crowd."""

    attempts: list[Attempt] = field(default_factory=list)
    turns_seen: set[tuple[int, str, int]] = field(default_factory=set)
    """(person, match, version): a panel offered this person something to choose there."""
    ends_seen: set[tuple[int, str]] = field(default_factory=set)
    challenges: set[str] = field(default_factory=set)
    """Challenges whose card was shown, and which are therefore acknowledged."""
    resigned: set[str] = field(default_factory=set)
    """Matches whose resignation was acknowledged."""
    begun: set[str] = field(default_factory=set)
    """Matches against the bot whose start was acknowledged."""
    sentences: Counter[str] = field(default_factory=Counter)
    """Sentences with which the bot refused a request."""

    posts: list[Post] = field(default_factory=list)
    """Every lasting message with a picture that the bot created, in its first version."""

    def note(self, attempt: Attempt) -> Attempt:
        """Number the attempt and keep it before it's carried out."""
        attempt.number = len(self.attempts) + 1
        self.attempts.append(attempt)
        return attempt

    def count(self, outcome: str) -> int:
        """Return the number of attempts with this outcome."""
        return sum(attempt.outcome == outcome for attempt in self.attempts)
