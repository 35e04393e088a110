"""The feature of documents that people make for a game, such as decks."""

from __future__ import annotations

from bot.discord_kit.interactions.feature import Feature
from bot.play.documents.ui import building, documents
from bot.play.documents.ui.buttons import (
    Build,
    BuildFrom,
    ChoosePart,
    DeleteDocument,
    NameBuilt,
    SaveBuilt,
    ShowDocument,
)

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
