"""Pages for a browser, each one file: no network, no outside asset, opened from disk. Their templates lie in `pages/`."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import jinja2
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup

from cardgen.proof.vision import SIMULATIONS, matrix_values

PAGES = Path(__file__).parent / "pages"


def filled(template: str, typefaces: str, /, **context: object) -> bytes:
    """The page of that name, filled; `typefaces` are the rules that `letters.font_faces` gives. Every text is escaped.

    It begins with {% extends "base.html" %}, which asks for `language`, `title` and `scripts` (names of files beside it, which
    alone may run), and may use `css` (a file by its name), `sights` and `data` (a PNG's bytes as an address).
    """
    return (_environment().get_template(template).render(context | {"typefaces": Markup(typefaces)}) + "\n").encode()


@cache
def _environment() -> SandboxedEnvironment:
    env = SandboxedEnvironment(
        loader=jinja2.FileSystemLoader(PAGES), autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    env.globals.update(css=_text, script=_text, digest=_script_digest, data=data, sights=_sights())
    env.filters["anchor"] = anchor
    env.filters["mm"] = lambda v: f"{v:.3f}".rstrip("0").rstrip(".")
    return env


def anchor(name: str) -> str:
    """A face's name as the part of an address that leads to it: "face-health_A"."""
    return "face-" + re.sub(r"[^\w-]", "_", name)


def data(png: bytes) -> str:
    """A PNG as an address of its own."""
    return f"data:image/png;base64,{b64encode(png).decode()}"


@cache
def _text(*names: str) -> Markup:
    """Files of `pages` one after another, as they lie."""
    return Markup("\n".join((PAGES / name).read_text(encoding="utf-8").strip() for name in names))


def _script_digest(*names: str) -> str:
    """What a page's policy lets run: exactly these files between <script> and </script> (CSP level 3, hash sources)."""
    return "sha256-" + b64encode(sha256(_text(*names).encode()).digest()).decode()


def _sights() -> list[dict[str, Any]]:
    """Ways to see for a page: their names, their words, their numbers for SVG's feColorMatrix."""
    words = {"grey": "Grey", "protan": "Protan", "deutan": "Deutan", "tritan": "Tritan"}
    return [{"id": name, "name": words[name], "matrix": matrix_values(name)} for name in SIMULATIONS]
