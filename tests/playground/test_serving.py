"""The files of the page: compressed, and sent again only when they have changed."""

from __future__ import annotations

import gzip

import aiohttp
import pytest

from playground.page import serving

KINDS = {
    "": "text/html",
    "js/main.js": "text/javascript",
    "css/base.css": "text/css",
    "icon.svg": "image/svg+xml",
}


@pytest.mark.parametrize("path", KINDS)
async def test_a_file_is_compressed_and_not_sent_twice(play, path):
    async with aiohttp.ClientSession(auto_decompress=False) as session:
        async with session.get(f"{play.cdn}/{path}", headers={"Accept-Encoding": "identity"}) as response:
            plain = await response.read()
            assert response.content_type == KINDS[path]
            assert "Content-Encoding" not in response.headers
        async with session.get(f"{play.cdn}/{path}", headers={"Accept-Encoding": "gzip, br"}) as response:
            packed = await response.read()
            assert response.headers["Content-Encoding"] == "gzip"
            assert (response.headers["Vary"], response.headers["Cache-Control"]) == (
                "Accept-Encoding",
                "no-cache",
            )
            etag = response.headers["ETag"]
        assert gzip.decompress(packed) == plain
        async with session.get(f"{play.cdn}/{path}", headers={"If-None-Match": etag}) as response:
            assert (response.status, await response.read()) == (304, b"")
            assert response.headers["ETag"] == etag
        async with session.get(f"{play.cdn}/{path}", headers={"If-None-Match": 'W/"other"'}) as response:
            assert response.status == 200


async def test_a_changed_file_is_sent_again(play, tmp_path, monkeypatch):
    monkeypatch.setattr(serving, "WEB", tmp_path.resolve())
    file = tmp_path / "a.js"
    async with aiohttp.ClientSession() as session:
        file.write_text("1")
        async with session.get(f"{play.cdn}/a.js") as response:
            etag = response.headers["ETag"]
        file.write_text("2")
        async with session.get(f"{play.cdn}/a.js", headers={"If-None-Match": etag}) as response:
            assert (response.status, await response.text()) == (200, "2")


@pytest.mark.parametrize("path", ["js", "js/none.js", "../app.py", "%2e%2e/app.py"])
async def test_what_is_no_file_of_the_page_is_not_found(rest, play, path):
    async with rest.session.get(f"{play.cdn}/{path}") as response:
        assert response.status == 404
