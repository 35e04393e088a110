"""The pages that govern the code agree with it: every cited id, section, file and link exists."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from games import GAMES
from tests.paths import ROOT

DOCS = ROOT / "docs"
RULINGS = DOCS / "rulings"
ENGINE = DOCS / "engine.md"
PAGES = {
    page.stem: letters
    for page in sorted(RULINGS.glob("*.md"))
    for letters in re.findall(r"^### ([A-Z]+)-1: \S", page.read_text(encoding="utf-8"), re.M)[:1]
}
"""Page in docs/rulings → the letters of its ids, as in its first ruling."""

_LETTERS = "|".join(PAGES.values())
_HEADING = re.compile(rf"^### (({_LETTERS})-\d+): \S", re.M)
_FURTHER = rf"(/|–|, | to | and |, and )(?:({_LETTERS})-)?(\d{{1,3}})"
_CITED = re.compile(
    rf"(?<![A-Za-z0-9])(?P<letters>{_LETTERS})[-_](?P<number>\d{{1,3}})(?![0-9A-Za-z])"
    rf"(?P<further>(?:{_FURTHER}(?=[.,;:)/–\"'`|]|\s+(?:to|and)\b|\s*$))*)",
    re.M,
)
_SECTIONS = re.compile(r"docs/engine\.md,?\s+(section|law)s?\s+(\d+(?:(?:, | and | to )\d+)*)")
_LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s]*)\)")
_BLOCK = re.compile(r"^```.*?^```$", re.M | re.S)
_OUTSIDE = re.compile(
    r"\.\./shared|/work/|\bshared/(?:design|rules|reference|hooks)"
    r"|\bRULINGS(?:\.md)?[, ]+(?:sections? )?\d|\bRULINGS sections?|\b(?:ENGINE|ARCHITECTURE|QUALITY|DISCORD)"
    r"(?:\.md\b| (?:sections?|laws?) \d|[, ]\d)"
)
_SKIPPED = {"__pycache__", "build", "node_modules", "data"}
_KEPT = {".ci", ".env.example", ".github"}
"""Hidden files and folders that belong to the repository."""
_TEXTS = {".py", ".sql", ".md", ".js", ".css", ".html", ".toml", ".txt", ".sh", ".yml", ".example", ""}


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _belongs(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    return all((not part.startswith(".") or part in _KEPT) and part not in _SKIPPED for part in parts)


@cache
def texts() -> dict[str, str]:
    """Return the text of every text file by its path in the repository."""
    paths = [path for path in sorted(_walk(ROOT)) if path.suffix in _TEXTS]
    return {_name(path): path.read_text(encoding="utf-8", errors="replace") for path in paths}


def _walk(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if not _belongs(path):
            continue
        if path.is_dir():
            yield from _walk(path)
        else:
            yield path


def code_and_pages() -> Iterator[tuple[str, str]]:
    """Yield everything that may cite a ruling, except this test with its examples."""
    for name, text in texts().items():
        if name.endswith((".py", ".sql", ".md")) and ROOT / name != Path(__file__):
            yield name, text


def cited(text: str) -> set[str]:
    """Return the ids that a text names, including those within a span."""
    return {id_ for match in _CITED.finditer(text) for id_ in _ids(match)}


def _ids(match: re.Match[str]) -> Iterator[str]:
    letters, last = match["letters"], int(match["number"])
    yield f"{letters}-{last}"
    for between, other, number in re.findall(_FURTHER, match["further"]):
        first = last + 1 if between in (" to ", "–") and other in ("", letters) else int(number)
        letters, last = other or letters, int(number)
        yield from (f"{letters}-{count}" for count in range(first, last + 1))


@cache
def entries() -> dict[str, str]:
    """Return each ruling's entry by id, from its heading to the next one."""
    found = {}
    for page in sorted(RULINGS.glob("*.md")):
        for entry in re.split(r"^(?=#{1,3} )", page.read_text(encoding="utf-8"), flags=re.M):
            heading = _HEADING.match(entry)
            if heading:
                found[heading[1]] = entry
    return found


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("def test_CVD_31_the_requirement_falls() -> None:", {"CVD-31"}),
        ("CCC-56/67", {"CCC-56", "CCC-67"}),
        ("(`CVD-10, CVD-35`)", {"CVD-10", "CVD-35"}),
        ("ALPHA-1 to 3, 23; GEN-1.", {"ALPHA-1", "ALPHA-2", "ALPHA-3", "ALPHA-23", "GEN-1"}),
        ("CVD-37 to CVD-39.", {"CVD-37", "CVD-38", "CVD-39"}),
        ("ALPHA-3, 4 and 5)", {"ALPHA-3", "ALPHA-4", "ALPHA-5"}),
        ("DP-40, 300 games", {"DP-40"}),
        ("`CCC1CC/5C6/4C7` SHA-256 DP-4x", set()),
    ],
)
def test_ids_are_found_as_people_write_them(text: str, ids: set[str]) -> None:
    assert cited(text) == ids


def test_every_ruling_has_one_entry_on_the_page_of_its_letters() -> None:
    headings = [
        (page.stem, letters, name)
        for page in sorted(RULINGS.glob("*.md"))
        for name, letters in _HEADING.findall(page.read_text(encoding="utf-8"))
    ]
    counts = Counter(name for _, _, name in headings)
    assert [name for name, count in counts.items() if count > 1] == []
    assert [heading for heading in headings if PAGES.get(heading[0]) != heading[1]] == []


def test_every_game_has_a_page_with_letters_of_its_own() -> None:
    pages = {page.stem for page in RULINGS.glob("*.md")} - {"README"}
    assert set(PAGES) == pages == {"general", *GAMES}
    assert len(set(PAGES.values())) == len(PAGES)


@pytest.mark.parametrize("letters", PAGES.values())
def test_ids_count_from_1_without_a_gap_and_in_order(letters: str) -> None:
    numbers = [int(id_.partition("-")[2]) for id_ in entries() if id_.startswith(f"{letters}-")]
    assert numbers == list(range(1, len(numbers) + 1))
    assert numbers


def test_the_index_names_the_last_ruling_of_each_page() -> None:
    spans = re.findall(
        r"\| ([A-Z]+)-1 to ([A-Z]+-\d+) \|", (RULINGS / "README.md").read_text(encoding="utf-8")
    )
    last = {id_.partition("-")[0]: id_ for id_ in entries()}
    assert dict(spans) == {letters: last[letters] for letters, _ in spans}
    assert len(spans) > 3


def test_a_page_that_counts_its_rulings_from_the_first_counts_to_the_last() -> None:
    spans = [
        (_name(page), first, last)
        for page in sorted(DOCS.rglob("*.md"))
        for first, last in re.findall(
            r"\b([A-Z]+)-1 to (?:[A-Z]+-)?(\d+)\b", page.read_text(encoding="utf-8")
        )
    ]
    count = Counter(id_.partition("-")[0] for id_ in entries())
    assert [span for span in spans if int(span[2]) != count[span[1]]] == []
    assert len(spans) > 7


def test_every_ruling_that_is_cited_exists() -> None:
    unknown = {
        f"{name}: {id_}" for name, text in code_and_pages() for id_ in cited(text) if id_ not in entries()
    }
    assert unknown == set()


def test_a_ruling_is_cited_by_a_test_or_its_entry_says_why_not() -> None:
    tests = (text for name, text in code_and_pages() if re.fullmatch(r"tests/.*/test_\w+\.py", name))
    tested = {id_ for text in tests for id_ in cited(text)}
    silent = [id_ for id_ in entries() if id_ not in tested and not _says_why_not(id_)]
    stale = [id_ for id_ in entries() if id_ in tested and _says_why_not(id_)]
    assert (silent, stale) == ([], [])


def _says_why_not(ruling: str) -> bool:
    return re.search(r"^Not tested: \S", entries()[ruling], re.M) is not None


@pytest.mark.parametrize("kind", ["section", "law"])
def test_every_section_and_law_of_the_engine_page_that_is_cited_exists(kind: str) -> None:
    numbers = {number for _, text in code_and_pages() for number in _cited_of_engine(text, kind)}
    assert numbers, "nothing cites the page"
    assert numbers <= _numbered(ENGINE.read_text(encoding="utf-8"), kind)


def _cited_of_engine(text: str, kind: str) -> set[int]:
    # A citation may be broken over two lines of a comment.
    flat = re.sub(r"\n\s*(?:#|--)?\s*", " ", text)
    found = (listed for word, listed in _SECTIONS.findall(flat) if word == kind)
    return {int(number) for listed in found for number in re.findall(r"\d+", listed)}


def _numbered(page: str, kind: str) -> set[int]:
    """Return a page's section numbers (`## 2. Chance`), or the numbers of the laws in section 1."""
    sections = re.split(r"^## (?=\d+\.)", page, flags=re.M)[1:]
    if kind == "section":
        return {int(section.partition(".")[0]) for section in sections}
    return {int(number) for number in re.findall(r"^(\d+)\. \*\*", sections[0], re.M)}


def test_every_page_in_docs_that_a_file_names_exists() -> None:
    named = {
        (name, path)
        for name, text in texts().items()
        for path in re.findall(r"(?<![\w/.-])docs/[\w/-]+\.md", text)
    }
    assert {(name, path) for name, path in named if not (ROOT / path).exists()} == set()


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))], ids=_name
)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    links = _LINK.findall(_BLOCK.sub("", page.read_text(encoding="utf-8")))
    assert [link for link in links if not _leads_somewhere(page, link)] == []


def _leads_somewhere(page: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.exists() or not target.is_relative_to(ROOT):
        return False
    return not anchor or anchor in _anchors(target)


@cache
def _anchors(page: Path) -> set[str]:
    """Return the link anchors of a page's headings."""
    headings = re.findall(r"^#{1,6} (.+)$", _BLOCK.sub("", page.read_text(encoding="utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_no_file_refers_to_a_text_outside_the_repository() -> None:
    found = {
        f"{name}: {match[0]}"
        for name, text in texts().items()
        if ROOT / name != Path(__file__)
        for match in _OUTSIDE.finditer(text)
    }
    assert found == set()


def test_every_file_that_a_page_of_rulings_names_exists() -> None:
    ours = [f"/{name}" for name in texts()]
    named = {
        (page.name, name)
        for page in RULINGS.glob("*.md")
        for name in re.findall(r"`([\w./-]+\.(?:py|sql|jsonl))`", page.read_text(encoding="utf-8"))
    }
    missing = {(page, name) for page, name in named if not any(path.endswith(f"/{name}") for path in ours)}
    assert (missing, len(named) > 20) == (set(), True)
