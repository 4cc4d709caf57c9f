"""Small PDFs for the tests, their content written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name

from cardgen.readback.document import Sheet, opened
from cardgen.readback.look.page import Content, read
from cardgen.units import MM_PER_PT

BLEED, TRIM = 9.0, 200.0
"""A page of 200 pt (70.6 mm) square, trimmed, with 9 pt of bleed (3.2 mm) and 21 pt of slug: its media box is 260 pt."""
MEDIA = TRIM + 60


class Pdf:
    """A PDF that is being made: one page, its resources, its content."""

    def __init__(self) -> None:
        self.pdf = pikepdf.new()
        self.resources = Dictionary()

    def put(self, category: str, name: str, value: object) -> None:
        """A resource of the page."""
        listed = self.resources.get(f"/{category}", Dictionary())
        listed[f"/{name}"] = value
        self.resources[f"/{category}"] = listed

    def stream(self, data: bytes, **entries: object) -> pikepdf.Stream:
        return self.pdf.make_stream(data, {f"/{key}": value for key, value in entries.items()})

    def form(self, data: bytes, box: tuple[float, ...] = (0, 0, 300, 300), **entries: object) -> pikepdf.Stream:
        return self.stream(data, Type=Name.XObject, Subtype=Name.Form, BBox=Array(box), **entries)

    def image(self, width: int, height: int, bits: int = 8, **entries: object) -> pikepdf.Stream:
        entries = {"ColorSpace": Name.DeviceCMYK} | entries
        row = (width * bits * (4 if entries["ColorSpace"] == Name.DeviceCMYK else 1) + 7) // 8
        head = {"Type": Name.XObject, "Subtype": Name.Image, "Width": width, "Height": height, "BitsPerComponent": bits}
        return self.stream(bytes(row * height), **(head | {k: v for k, v in entries.items() if v is not None}))

    def spot(self, name: str, cmyk: tuple[float, float, float, float] = (0, 1, 1, 0)) -> pikepdf.Array:
        tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=Array(cmyk), N=1)
        return Array(
            [Name.Separation, Name("/" + name.replace(" ", "#20")) if "#" in name else Name("/" + name), Name.DeviceCMYK, tint]
        )

    def save(self, path: Path, content: bytes | str, **boxes: tuple[float, float, float, float] | None) -> Path:
        data = content if isinstance(content, bytes) else content.encode("latin-1")
        edge = 30 - BLEED
        page = Dictionary(
            Type=Name.Page, MediaBox=[0, 0, MEDIA, MEDIA], Resources=self.resources, Contents=self.pdf.make_stream(data)
        )  # fmt: skip
        standard = {"TrimBox": (30, 30, 30 + TRIM, 30 + TRIM), "BleedBox": (edge, edge, MEDIA - edge, MEDIA - edge)}
        for name, box in (standard | boxes).items():
            if box:
                page[f"/{name}"] = Array(box)
        self.pdf.pages.append(pikepdf.Page(self.pdf.make_indirect(page)))
        self.pdf.save(path)
        return path


@contextmanager
def only_sheet(path: Path) -> Iterator[Sheet]:
    with opened(path, path.name) as document:
        yield document.sheets[0]


def painted(path: Path) -> Content:
    with only_sheet(path) as sheet:
        return read(sheet)


def mm(*points: float) -> list[float]:
    """Lengths in points as millimetres."""
    return [value * MM_PER_PT for value in points]
