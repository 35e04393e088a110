"""The buttons of the panel of personal settings, and its two modals."""

from __future__ import annotations

from typing import Literal

from bot.discord_kit.components.buttons import Button, Name

PageName = Literal["play", "looks", "time", "people", "dms"]
SwitchName = Literal["roll", "confirm", "weekends", "hidden"]


class OpenSettings(Button, frozen=True, tag="mine"):
    """A button for a page of the panel."""

    page: PageName


class Switch(Button, frozen=True, tag="myswitch"):
    """A button that turns a setting on or off, and says which, so that a second tap changes nothing."""

    what: SwitchName
    to: Literal["on", "off"]


class ChooseTheme(Button, frozen=True, tag="mytheme"):
    """A select of themes."""


class ChooseGame(Button, frozen=True, tag="mygame"):
    """A select of the game whose usual match is to be set."""


class ChooseLevel(Button, frozen=True, tag="mylevel"):
    """A select of the levels of a game."""

    game: Name


class ChoosePreset(Button, frozen=True, tag="mypreset"):
    """A select of the presets of a game."""

    game: Name


class ChooseMarks(Button, frozen=True, tag="mymarks"):
    """A select of the times at which a person is reminded."""


class ChooseWhere(Button, frozen=True, tag="mywhere"):
    """A select of where a person is reminded."""


class ChooseChallengers(Button, frozen=True, tag="mypeople"):
    """A select of who may challenge a person."""


class ChooseTold(Button, frozen=True, tag="mydms"):
    """A select of what a person is told by DM."""


class AskQuiet(Button, frozen=True, tag="mynight"):
    """A button that opens the modal about quiet hours; also that modal."""


class AskHoliday(Button, frozen=True, tag="myleave"):
    """A button that opens the modal about a holiday; also that modal."""


class EndHoliday(Button, frozen=True, tag="myreturn"):
    """A button that ends the holiday under way."""
