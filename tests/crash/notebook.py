"""What the crowd remembers: who tapped what, what was answered, and what each person has seen."""

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
    """One try to act: of a seat that had acted `version` times before. Either `text`, or the choice `key` of
    the prompt after `draft`. `outcome`: what the person's client was told.
    """

    person: int
    match: str
    version: int
    draft: tuple[str, ...] = ()
    key: str | None = None
    text: str | None = None
    outcome: str = UNANSWERED
    number: int = 0
    """Which try of all it was."""

    @property
    def is_typed(self) -> bool:
        """Whether it was written and not tapped: then it's about the match as it is when it arrives, which a
        tap of the same person that comes late may have brought one action farther.
        """
        return self.key is None


@dataclass(frozen=True)
class Post:
    """A message at its making: where, which, and everything that it said, alternative texts among it."""

    channel: str
    id: str
    words: str


@dataclass
class Notebook:
    """All of the crowd in one place."""

    attempts: list[Attempt] = field(default_factory=list)
    turns_seen: set[tuple[int, str, int]] = field(default_factory=set)
    """(person, match, version): a panel offered this person something to choose there."""
    ends_seen: set[tuple[int, str]] = field(default_factory=set)
    challenges: set[str] = field(default_factory=set)
    """Cards that stood there: these challenges were acknowledged."""
    resigned: set[str] = field(default_factory=set)
    """Matches whose end by resignation was acknowledged."""
    begun: set[str] = field(default_factory=set)
    """Matches against the bot whose start was answered."""
    sentences: Counter[str] = field(default_factory=Counter)
    """What was said instead of doing what was asked."""

    posts: list[Post] = field(default_factory=list)
    """Every message with a picture that the bot made for good, as it was at first."""

    def note(self, attempt: Attempt) -> Attempt:
        """Before it is tried."""
        attempt.number = len(self.attempts) + 1
        self.attempts.append(attempt)
        return attempt

    def count(self, outcome: str) -> int:
        """How many tries came out so."""
        return sum(attempt.outcome == outcome for attempt in self.attempts)
