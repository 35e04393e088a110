"""Settings of the docs site: the pages as they are on GitHub, and an API reference from the docstrings.

The source folder is the whole checkout: a link that leads to a page on GitHub leads there on the site, too.
`make docs` builds it.
"""

import re
import shutil
import sys
import tomllib
from pathlib import Path

import mmdr
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.ext.napoleon import Config, GoogleDocstring

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
from games import GAMES  # noqa: E402

API = ("games", "render", "storage", "playground")
"""The packages that other programs may build on; of `games` only `games.core`."""
OTHERS = [
    f"../../games/{path.name}"
    for path in (ROOT / "games").iterdir()
    if path.name not in ("__init__.py", "core")
]
NAVIGATION = {
    "For players": (
        "docs/playing",
        "docs/commands",
        *(f"games/{key}/RULES" for key in GAMES),
        "docs/clocks",
        "docs/notices",
        "docs/levels",
        "docs/ratings",
        "docs/tournaments",
        "docs/dice",
    ),
    "For operators and organizers": (
        "docs/serving",
        "docs/operating",
        "docs/backups",
        "docs/moderation",
        "docs/delivery",
        "docs/contests",
    ),
    "What we promise": (
        "docs/secrecy",
        "docs/security",
        "docs/privacy",
        "docs/terms",
        "docs/measurements",
        "docs/strength",
        "docs/balance",
        "docs/limitations",
    ),
    "For programmers": (
        "docs/tour",
        "docs/engine",
        "docs/players",
        "docs/playground",
        "playground/README",
        "playground/CONTROL",
        "docs/architecture",
        "docs/inside",
        "docs/rulings/README",
        *(f"docs/rulings/{page}" for page in ("general", *GAMES)),
        *(f"build/api/{package}/{package}" for package in API),
    ),
    "The project": (
        "CONTRIBUTING",
        "docs/releasing",
        "docs/style",
        "CHANGELOG",
        "SECURITY",
        "CODE_OF_CONDUCT",
    ),
}
"""The pages of the sidebar by their captions."""

project = "Slowplay"
version = release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
extensions = [
    "myst_parser",
    "sphinx.ext.apidoc",
    "sphinx.ext.autodoc",
]
root_doc = "README"
include_patterns = [
    "*.md",
    "docs/**.md",
    "games/*/RULES.md",
    "playground/*.md",
    "build/api/**.rst",
]
exclude_patterns = [".*", "**/node_modules", "build/docs", "tests", "bench", "**/modules.rst"]

myst_heading_anchors = 6

apidoc_modules = [
    {
        "path": f"../../{package}",
        "destination": f"build/api/{package}",
        "exclude_patterns": OTHERS,
        "separate_modules": False,
        "module_first": True,
        "automodule_options": {"members", "show-inheritance"},
    }
    for package in API
]
SECTIONS = Config(napoleon_use_ivar=True)
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
# Fields named `type` hide the built-in one in annotations; no link that we write is concerned.
suppress_warnings = ["ref.python"]

toc_object_entries = False  # Copied into every page, they would take a third of the time.
html_theme = "furo"
html_title = f"Slowplay {version}"
html_copy_source = False
html_show_copyright = False


def add_navigation(app: Sphinx, page: str, source: list[str]) -> None:
    """Add the sidebar to the first page."""
    if page == root_doc:
        for caption, pages in NAVIGATION.items():
            listed = "\n".join(f"/{name}" for name in pages)
            source[0] += f"\n\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{listed}\n```\n"


def read_markdown(
    app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Turn a docstring into reStructuredText: its sections, code, and what is indented below a line."""
    if what not in {"attribute", "data", "property"}:
        # There it would take all that stands before a colon for a type.
        lines[:] = GoogleDocstring(lines, SECTIONS, what=what).lines()
    text = re.sub(r"(?<!`)`([^`]+)`(?!`)", r"``\1``", "\n".join(lines))
    lines[:] = re.sub(r"^((?!:)\S.*[^:\n])\n(?= {4})", r"**\1** ::\n\n", text, flags=re.M).split("\n")


def draw_diagrams(app: Sphinx, page: nodes.document) -> None:
    """Draw the Mermaid diagrams of a page at build time, so that a reader fetches no program for it."""
    for block in list(page.findall(nodes.literal_block)):
        if block.get("language") == "mermaid":
            picture = mmdr.render(block.astext()).svg()
            block.replace_self(nodes.raw("", f'<div class="diagram">{picture}</div>', format="html"))


def copy_first_page(app: Sphinx, error: Exception | None) -> None:
    """Make the first page the one that a folder's address opens."""
    if not error:
        shutil.copy(app.outdir / "README.html", app.outdir / "index.html")


def setup(app: Sphinx) -> None:
    """Connect what Sphinx does to these functions."""
    app.connect("source-read", add_navigation)
    app.connect("autodoc-process-docstring", read_markdown)
    app.connect("doctree-read", draw_diagrams)
    app.connect("build-finished", copy_first_page)
