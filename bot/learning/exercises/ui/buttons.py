"""The buttons of a board on which somebody tries something."""

from __future__ import annotations

from bot.discord_kit.components.buttons import Button, Draft, Name, Number, PageNumber, RowId


class OpenExercise(Button, frozen=True, tag="try"):
    """Opens an exercise as it was left."""

    kind: Name
    game: Name
    name: Name


class TryDraft(Button, frozen=True, tag="try-draft"):
    """Shows the question after a draft, or another page of its answers."""

    exercise: RowId
    version: Number
    draft: Draft
    page: PageNumber = 0


class TryPick(Button, frozen=True, tag="try-pick"):
    """Chooses the last key of a draft."""

    exercise: RowId
    version: Number
    draft: Draft


class TryChoose(Button, frozen=True, tag="try-choose"):
    """A select whose value is the next key of a draft."""

    exercise: RowId
    version: Number
    draft: Draft
    page: PageNumber


class TryWrite(Button, frozen=True, tag="try-typed"):
    """A modal whose words are the next key of a draft."""

    exercise: RowId
    version: Number
    draft: Draft


class TryAgain(Button, frozen=True, tag="try-again"):
    """Puts the board back to where it began."""

    exercise: RowId
    version: Number


class TryBack(Button, frozen=True, tag="try-back"):
    """Takes the last action back."""

    exercise: RowId
    version: Number


class TryHint(Button, frozen=True, tag="try-hint"):
    """Shows the hint."""

    exercise: RowId
    version: Number
