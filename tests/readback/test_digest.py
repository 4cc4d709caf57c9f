"""Pages that draw the same have the same digest, and no others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, Stream

from cardgen.readback.digest import content_digest
from cardgen.readback.document import opened
from tests.readback.pages import PAGES, add, image, separation


def digests(path: Path) -> list[str]:
    cache: dict[Any, bytes] = {}
    with opened(path, path.name) as document:
        return [content_digest(sheet, cache) for sheet in document.sheets]


def saved(tmp_path: Path, *makes: Callable[[Pdf], object], name: str = "pages.pdf") -> list[str]:
    with pikepdf.new() as pdf:
        for make in makes:
            make(pdf)
        pdf.save(tmp_path / name)
    return digests(tmp_path / name)


def card(called: str = "X", tint: float = 1.0, shade: int = 0, aside: int = 0) -> Callable[[Pdf], object]:
    """A page with a form with a picture and a spot; `aside` objects are made before, so that its own have other numbers."""

    def make(pdf: Pdf) -> object:
        for n in range(aside):
            pdf.make_indirect(Dictionary(N=n))
        picture = image(pdf, np.full((4, 4), shade, np.uint8), Name.DeviceGray)
        name = called.replace(" ", "#20")
        form = _form(pdf, f"/{name}s cs {tint} scn 0 0 9 9 re f q 9 0 0 9 0 0 cm /{name}i Do Q".encode())
        spaces = Dictionary({f"/{called}s": separation("Seal Red")})
        form.Resources = Dictionary(ColorSpace=spaces, XObject=Dictionary({f"/{called}i": picture}))
        return add(pdf, f"q /{name} Do Q".encode(), {"XObject": Dictionary({f"/{called}": form})})

    return make


def _form(pdf: Pdf, content: bytes) -> Any:
    form = pdf.make_indirect(Stream(pdf, content))
    form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, 50, 50])
    return form


def test_names_and_numbers_do_not_matter(tmp_path: Path) -> None:
    first, second, third = saved(tmp_path, card(), card("Other name"), card(aside=7))
    assert first == second == third
    assert saved(tmp_path, card(aside=90), card(), name="again.pdf") == [first, first]


def test_what_is_drawn_matters_however_deep_it_lies(tmp_path: Path) -> None:
    found = saved(tmp_path, card(), card(tint=0.5), card(shade=9))
    assert len(set(found)) == 3


def test_every_page_that_draws_something_else_is_another(tmp_path: Path) -> None:
    found = saved(tmp_path, *(lambda pdf, make=make: add(pdf, *make(pdf)) for make in PAGES.values()))
    assert len(set(found)) == len(PAGES)


def test_two_resources_that_change_their_names_change_the_page(tmp_path: Path) -> None:
    def make(first: str, second: str) -> Callable[[Pdf], object]:
        spaces = Dictionary(A=separation(first), B=separation(second))
        return lambda pdf: add(pdf, b"/A cs 1 scn 0 0 9 9 re f /B cs 1 scn 20 0 9 9 re f", {"ColorSpace": spaces})

    one, other = saved(tmp_path, make("Gold", "Silver"), make("Silver", "Gold"))
    assert one != other


def test_boxes_matter_and_unused_resources_do_not(tmp_path: Path) -> None:
    def boxed(pdf: Pdf) -> None:
        page: Any = card()(pdf)
        page.obj["/TrimBox"] = Array([5, 5, 95, 55])

    def cluttered(pdf: Pdf) -> None:
        page: Any = card()(pdf)
        page.Resources.Font = Dictionary(F=Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Courier))

    plain, trimmed, unused = saved(tmp_path, card(), boxed, cluttered)
    assert plain != trimmed
    assert plain == unused


def test_content_in_parts_and_inherited_resources_are_read(tmp_path: Path) -> None:
    def parts(pdf: Pdf) -> None:
        page: Any = card()(pdf)
        page.obj["/Contents"] = Array([pdf.make_indirect(Stream(pdf, part)) for part in (b"q /X Do", b"Q")])

    whole, split, other = saved(tmp_path, card(), parts, card(tint=0.2))
    assert len({whole, split, other}) == 3
    with pikepdf.open(tmp_path / "pages.pdf", allow_overwriting_input=True) as pdf:
        for page in pdf.pages[:1]:
            pdf.Root.Pages.Resources = page.Resources
            del page.obj["/Resources"]
        pdf.save()
    assert digests(tmp_path / "pages.pdf") == [whole, split, other]


def test_which_layers_are_shown_matters(tmp_path: Path) -> None:
    def layered(base: str = "ON", **default: list[str]) -> str:
        with pikepdf.new() as pdf:
            layers = {key: pdf.make_indirect(Dictionary(Type=Name.OCG, Name=key)) for key in ("one", "two")}
            listed = {key: Array([layers[own] for own in names]) for key, names in default.items()}
            shown = Dictionary(BaseState=Name(f"/{base}"), **listed)
            pdf.Root.OCProperties = Dictionary(OCGs=Array(list(layers.values())), D=shown)
            add(pdf, b"/OC /L BDC 0 0 9 9 re f EMC", {"Properties": Dictionary(L=layers["one"])})
            pdf.save(tmp_path / "layers.pdf")
        (found,) = digests(tmp_path / "layers.pdf")
        return found

    shown, hidden = layered(), layered(OFF=["one"])
    assert shown != hidden
    assert layered(OFF=["two"]) == shown  # nothing of the page lies on it
    assert layered("OFF") == hidden
    assert layered("OFF", ON=["one"]) == shown


def test_a_form_without_resources_is_what_the_page_makes_of_it(tmp_path: Path) -> None:
    def make(plate: str) -> Callable[[Pdf], object]:
        def page(pdf: Pdf) -> object:
            form = _form(pdf, b"/S cs 1 scn 0 0 9 9 re f")
            return add(pdf, b"/X Do", {"XObject": Dictionary(X=form), "ColorSpace": Dictionary(S=separation(plate))})

        return page

    gold, silver, again = saved(tmp_path, make("Gold"), make("Silver"), make("Gold"))
    assert gold == again != silver


@pytest.mark.parametrize("deep", [False, True])
def test_rings_and_deep_nests_come_to_an_end(tmp_path: Path, deep: bool) -> None:
    def make(pdf: Pdf) -> None:
        form = _form(pdf, b"/F Do /F Do")
        form.Resources = Dictionary(XObject=Dictionary(F=form))
        for _ in range(3000 if deep else 0):
            above = _form(pdf, b"/F Do /F Do")
            above.Resources = Dictionary(XObject=Dictionary(F=form))
            form = above
        add(pdf, b"/F Do", {"XObject": Dictionary(F=form)})

    first, second = saved(tmp_path, make, make)
    assert len(first) == 32
    assert first == second or deep


def test_duels_deck_is_of_37_faces(duel: Path) -> None:
    found = digests(duel / "shop" / "cards.pdf")
    assert (len(found), len(set(found))) == (220, 37)
