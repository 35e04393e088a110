"""The feature of documents that people make for a game, such as decks."""

from __future__ import annotations

from bot.discord_kit.interactions.feature import Feature
from bot.play.documents.ui import building, documents
from bot.play.documents.ui.buttons import (
    Build,
    BuildFrom,
    ChooseDocument,
    ChoosePart,
    DeleteDocument,
    NameBuilt,
    SaveBuilt,
    SendFile,
    ShowDocument,
)

FEATURE = Feature(
    game_commands=(documents.group,),
    buttons={
        ShowDocument: documents.show_document,
        ChooseDocument: documents.show_chosen,
        DeleteDocument: documents.delete_document,
        Build: building.show_panel,
        ChoosePart: building.show_part,
        BuildFrom: building.start_from,
        SaveBuilt: building.save,
        SendFile: documents.ask_for_file,
    },
    modals={NameBuilt: building.save_named, SendFile: documents.keep_sent},
)
