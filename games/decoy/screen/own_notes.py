"""What a viewer is shown of the notes that the view keeps on enemies. DP-46."""

from __future__ import annotations

import msgspec

from games.decoy.rules.knowledge import IGNORANCE
from games.decoy.rules.view import View


def keeps_notes(view: View) -> bool:
    """Return whether the board keeps notes on the enemies for its viewer."""
    return view.options.notes == "board"


def hide_notes(view: View) -> View:
    """Return the view as it's shown: without notes and memories if players keep their own."""
    return view if keeps_notes(view) else msgspec.structs.replace(view, knowledge=IGNORANCE)
