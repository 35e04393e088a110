"""The languages that a server can ask for. It's only noted: everything is said in English for now."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LANGUAGES: Mapping[str, str] = MappingProxyType(
    {
        "en-US": "English",
        "pt-BR": "Brazilian Portuguese",
        "zh-CN": "Chinese (China)",
        "zh-TW": "Chinese (Taiwan)",
        "cs": "Czech",
        "da": "Danish",
        "nl": "Dutch",
        "fi": "Finnish",
        "fr": "French",
        "de": "German",
        "el": "Greek",
        "hi": "Hindi",
        "hu": "Hungarian",
        "id": "Indonesian",
        "it": "Italian",
        "ja": "Japanese",
        "ko": "Korean",
        "no": "Norwegian",
        "pl": "Polish",
        "ro": "Romanian",
        "ru": "Russian",
        "es-ES": "Spanish",
        "sv-SE": "Swedish",
        "tr": "Turkish",
        "uk": "Ukrainian",
    }
)
"""By Discord's names; as many as a select has room for."""
