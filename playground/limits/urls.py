"""Checks of addresses: their schemes, their lengths, and their form."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from playground.model.errors import Form, Path

WEB = ("http", "https")
LINKS = (*WEB, "discord")
UPLOAD = "attachment"
LONGEST = 2048


def check_url(
    form: Form, path: Path, url: Any, schemes: tuple[str, ...] = WEB, longest: int = LONGEST
) -> None:
    """Add a fault unless `url` is a well-formed address with one of these schemes.

    Discord takes the text before the first colon for the scheme, or else the whole text.
    """
    if not isinstance(url, str) or len(url) > longest:
        form.longest(path, url, longest)
        return
    scheme = url.partition(":")[0].lower()
    if scheme not in schemes:
        told = f'Scheme "{scheme}" is not supported. Scheme must be one of {schemes}.'
        form.add(path, "URL_TYPE_INVALID_SCHEME", told)
    elif scheme in WEB and not _has_host(url):
        form.add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")


def check_picture(form: Form, path: Path, url: Any) -> None:
    """Add a fault unless `url` is an address on the web or names an uploaded file."""
    if not (isinstance(url, str) and url.startswith(f"{UPLOAD}://")):
        check_url(form, path, url)


def _has_host(url: str) -> bool:
    try:
        return bool(urlsplit(url).hostname)
    except ValueError:
        return False
