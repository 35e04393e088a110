"""The questions of puzzles about an army in the fog, and the answer that holds in every fitting army."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from games.decoy.ai.armies import Body
from games.decoy.ai.clues import Case, Kept
from games.decoy.rules.board import NAMES, SQUARE_OF
from games.decoy.rules.notes import Kinds
from games.decoy.rules.pieces import COMMANDER, DECOY, KINDS

FOG = "fog"
"""The key of the answer that it's none of the pieces in sight."""
KEYS = tuple(kind.name.lower() for kind in KINDS)
"""The kinds as keys."""

Choices = tuple[tuple[str, str], ...]
"""The keys of all possible answers, each with its label."""


class FindCommander(msgspec.Struct, frozen=True):
    """The question of which piece in sight is certainly the Commander, if any is."""

    kind: ClassVar[str] = "commander"
    about: ClassVar[str] = ""

    @property
    def words(self) -> str:
        """The question in words."""
        return "Which diamond is their Commander?"

    def answer(self, case: Case, kept: Kept, more: tuple[Body, ...] = ()) -> str | None:
        """Return the square's name, FOG, or None."""
        inside = _inside(case, kept, more)
        if all(kinds and COMMANDER not in kinds for kinds in inside.values()):
            return FOG
        return _only(inside, COMMANDER)

    def choices(self, case: Case) -> Choices:
        """Return all squares in sight, and FOG."""
        return (*_squares(case), (FOG, "None of these: it's out of sight"))


class FindKind(msgspec.Struct, frozen=True):
    """The question of which piece in sight is certainly of another kind."""

    kind: ClassVar[str] = "which"
    sought: int

    @property
    def about(self) -> str:
        """The key of the kind that is sought."""
        return KEYS[self.sought]

    @property
    def words(self) -> str:
        """The question in words."""
        return f"Exactly one diamond must be {with_article(self.sought)}. Which one?"

    def answer(self, case: Case, kept: Kept, more: tuple[Body, ...] = ()) -> str | None:
        """Return the square's name, or None."""
        return _only(_inside(case, kept, more), self.sought)

    def choices(self, case: Case) -> Choices:
        """Return all squares in sight."""
        return _squares(case)


class NameIt(msgspec.Struct, frozen=True):
    """The question of what the piece on a square is."""

    kind: ClassVar[str] = "what"
    square: int

    @property
    def about(self) -> str:
        """The name of the square."""
        return NAMES[self.square]

    @property
    def words(self) -> str:
        """The question in words."""
        return f"What's the diamond on {NAMES[self.square]}?"

    def answer(self, case: Case, kept: Kept, more: tuple[Body, ...] = ()) -> str | None:
        """Return the key of the kind, or None."""
        kinds = _inside(case, kept, more)[self.square]
        return KEYS[kinds[0]] if len(kinds) == 1 else None

    def choices(self, case: Case) -> Choices:
        """Return all kinds."""
        return tuple((key, about.name) for key, about in zip(KEYS, KINDS, strict=True))


class CountDecoys(msgspec.Struct, frozen=True):
    """The question of how many Decoys the enemy has left."""

    kind: ClassVar[str] = "decoys"
    about: ClassVar[str] = ""

    @property
    def words(self) -> str:
        """The question in words."""
        return "How many Decoys do they have left?"

    def answer(self, case: Case, kept: Kept, more: tuple[Body, ...] = ()) -> str | None:
        """Return the number of Decoys left, or None."""
        found = case.count_fallen_decoys(kept, more)
        return str(KINDS[DECOY].count - min(found)) if len(found) == 1 else None

    def choices(self, case: Case) -> Choices:
        """Return the numbers from 1 to all of them; with none left, the match would be over."""
        return tuple((str(number), str(number)) for number in range(1, KINDS[DECOY].count + 1))


Asked = FindCommander | FindKind | NameIt | CountDecoys


def questions(case: Case) -> Iterator[Asked]:
    """Yield all questions that may be asked about a case."""
    yield FindCommander()
    yield from (FindKind(kind) for kind in range(len(KINDS)) if kind != COMMANDER)
    yield CountDecoys()
    yield from (NameIt(dossier.square) for dossier in case.dossiers if dossier.square is not None)


def build_question(kind: str, about: str) -> Asked:
    """Return the question of a puzzle's kind, about its encoded subject."""
    if kind == FindKind.kind:
        return FindKind(KEYS.index(about))
    if kind == NameIt.kind:
        return NameIt(SQUARE_OF[about])
    return CountDecoys() if kind == CountDecoys.kind else FindCommander()


def with_article(kind: int) -> str:
    """Return a kind's name with its article, such as “a Scout”; there's only one Commander."""
    name = KINDS[kind].name
    return f"{'the' if kind == COMMANDER else 'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _inside(case: Case, kept: Kept, more: tuple[Body, ...]) -> dict[int, Kinds]:
    """Return the kinds of each piece in sight that it has in some fitting army."""
    joint = zip(case.dossiers, case.kinds(kept, more), strict=True)
    return {dossier.square: kinds for dossier, kinds in joint if dossier.square is not None}


def _only(inside: dict[int, Kinds], kind: int) -> str | None:
    sure = [square for square, kinds in inside.items() if kinds == (kind,)]
    return NAMES[sure[0]] if len(sure) == 1 else None


def _squares(case: Case) -> Choices:
    names = [NAMES[dossier.square] for dossier in case.dossiers if dossier.square is not None]
    return tuple((name, name) for name in names)
