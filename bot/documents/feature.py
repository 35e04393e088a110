"""What people make and keep for a game, such as a deck."""

from __future__ import annotations

from bot.documents.ui import documents
from bot.documents.ui.buttons import DeleteDocument, ShowDocument
from bot.ui.feature import Feature

FEATURE = Feature(
    game_commands=(documents.group,),
    buttons={ShowDocument: documents.opened, DeleteDocument: documents.forgotten},
)
