"""The buttons of an exercise's board."""

from __future__ import annotations

from bot.discord_kit.components.buttons import Button, Draft, Name, Number, PageNumber, RowId


class OpenExercise(Button, frozen=True, tag="try"):
    """A button that opens an exercise as the player left it."""

    kind: Name
    game: Name
    name: Name


class TryDraft(Button, frozen=True, tag="try-draft"):
    """A button that shows the question after a draft, or another page of its choices."""

    exercise: RowId
    version: Number
    draft: Draft
    page: PageNumber = 0


class TryPick(Button, frozen=True, tag="try-pick"):
    """A button that chooses the last key of its draft."""

    exercise: RowId
    version: Number
    draft: Draft


class TryChoose(Button, frozen=True, tag="try-choose"):
    """A select menu whose value is the next key of a draft."""

    exercise: RowId
    version: Number
    draft: Draft
    page: PageNumber


class TryWrite(Button, frozen=True, tag="try-typed"):
    """A modal whose text is the next key of a draft."""

    exercise: RowId
    version: Number
    draft: Draft


class TryAgain(Button, frozen=True, tag="try-again"):
    """A button that returns the board to its first position."""

    exercise: RowId
    version: Number


class TryBack(Button, frozen=True, tag="try-back"):
    """A button that takes back the last action."""

    exercise: RowId
    version: Number


class TryHint(Button, frozen=True, tag="try-hint"):
    """A button that shows the hint."""

    exercise: RowId
    version: Number
