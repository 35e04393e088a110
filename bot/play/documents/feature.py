"""What people make and keep for a game, such as a deck."""

from __future__ import annotations

from bot.documents.ui import building, documents
from bot.documents.ui.buttons import (
    Build,
    BuildFrom,
    ChoosePart,
    DeleteDocument,
    NameBuilt,
    SaveBuilt,
    ShowDocument,
)
from bot.ui.feature import Feature

FEATURE = Feature(
    game_commands=(documents.group,),
    buttons={
        ShowDocument: documents.opened,
        DeleteDocument: documents.forgotten,
        Build: building.built,
        ChoosePart: building.part_chosen,
        BuildFrom: building.begun_from,
        SaveBuilt: building.save,
    },
    modals={NameBuilt: building.named},
)
