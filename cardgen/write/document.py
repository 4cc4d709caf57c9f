"""ReportLab's document, written object by object as each is finished, so that memory does not grow with the pages."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import md5
from typing import Any, BinaryIO

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc

# streams are written as bytes: ASCII85 makes them a quarter larger and, without rl_accel, ten times slower (measured)
rl_config.useA85 = 0
rl_config.invariant = 1

Name = pdfdoc.PDFName


class Raw(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object that is already PDF text."""

    __RefOnly__ = 1

    def __init__(self, text: bytes) -> None:
        self.text = text

    def format(self, document: Any) -> bytes:
        return self.text


class _Catalog(pdfdoc.PDFCatalog):  # type: ignore[misc]
    """ReportLab's catalog writes a fixed list of keys; a press file needs one more."""

    __NoDefault__ = (*pdfdoc.PDFCatalog.__NoDefault__, "OutputIntents")
    __Refs__ = __NoDefault__


class StreamedDocument(pdfdoc.PDFDocument):  # type: ignore[misc]
    """A PDFDocument whose objects go to `out` at once; `date` (YYYY-MM-DD, of the data) takes the clock's place."""

    def __init__(self, out: BinaryIO, title: str, creator: str, date: str, version: tuple[int, int] = (1, 6)) -> None:
        super().__init__(invariant=1, compression=1, pdfVersion=version, lang="en")
        self._out = out
        self._hash = md5(usedforsecurity=False)
        self.Catalog = self._catalog = _Catalog()
        self.Catalog.Pages = self.Pages
        self.Catalog.Lang = pdfdoc.PDFString("en")
        self.Catalog.Outlines = self.Outlines
        self.info.title, self.info.creator, self.info.producer = title, creator, "ReportLab"
        self.info.author, self.info.subject = "", ""
        self.info._dateFormatter = lambda *_: f"D:{date.replace('-', '')}000000+00'00'"
        # the page tree is known by number before it is written
        self.pages_number = self.number(self.Reference(self.Pages))
        self.kids: list[int] = []
        self._offset = 0
        header = pdfdoc.PDFFile(version)
        self._write(header.format(self))

    def _write(self, data: bytes) -> int:
        start = self._offset
        self._out.write(data)
        self._hash.update(data)
        self._offset += len(data)
        return start

    def number(self, reference: Any) -> int:
        """The object number behind one of ReportLab's references."""
        return int(self.idToObjectNumberAndVersion[reference.name][0])

    def put(self, text: bytes) -> int:
        """Write an object made of PDF text now; its number."""
        obj = Raw(text)
        number = self.number(self.Reference(obj))
        self._emit(number, text)
        return number

    def reserve(self) -> int:
        """The number of an object that is written later, with `fill`."""
        return self.number(self.Reference(Raw(b"")))

    def fill(self, number: int, text: bytes) -> None:
        self._emit(number, text)

    def put_stream(self, data: bytes, entries: bytes) -> int:
        """Write a stream now, its bytes as they are; `entries` are its dictionary's. Its number."""
        return self.put(b"<< %b /Length %d >>\nstream\n%b\nendstream" % (entries, len(data), data))

    def put_page(self, entries: bytes) -> None:
        """Write a page's dictionary now; pages stand in the order in which they are put."""
        self.kids.append(self.put(b"<< /Type /Page /Parent %d 0 R %b >>" % (self.pages_number, entries)))

    def _emit(self, number: int, text: bytes) -> None:
        name = self.numberToId[number]
        self.idToOffset[name] = self._write(b"%d 0 obj\n%b\nendobj\n" % (number, text))
        self.idToObject[name] = None  # written: nothing of it is kept

    def label(self, labels: Iterable[tuple[int, str]]) -> None:
        """Name pages, counted from 0, as a viewer shows them in its page field."""
        nums = pdfdoc.PDFPageLabels()
        for page, text in labels:
            nums.addPageLabel(page, pdfdoc.PDFPageLabel(prefix=text))
        # ReportLab sorts labels through a comparison that refuses; they come in order already
        nums.labels = _InOrder(nums.labels)
        self.Catalog.PageLabels = nums

    def close(self) -> None:
        """Write what is left, the cross-references and the trailer."""
        self.Reference(self.Catalog)
        self.Reference(self.info)
        self.Catalog.Outlines = None
        kids = b" ".join(b"%d 0 R" % n for n in self.kids)
        self.idToObject[self.numberToId[self.pages_number]] = Raw(
            b"<< /Type /Pages /Count %d /Kids [ %b ] >>" % (len(self.kids), kids)
        )
        number = 0
        while (number := number + 1) in self.numberToId:  # an object's format may bring new ones
            name = self.numberToId[number]
            obj = self.idToObject[name]
            if obj is not None:
                self._emit(number, pdfdoc.pdfdocEnc(pdfdoc.format(obj, self, toplevel=1)))
        self._finish()

    def _finish(self) -> None:
        ids = [self.numberToId[n] for n in range(1, len(self.numberToId) + 1)]
        table = pdfdoc.PDFCrossReferenceTable()
        table.addsection(0, ids)
        start = self._write(table.format(self))
        identity = self._hash.hexdigest().encode()
        self._write(
            b"trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R /ID [<%b> <%b>] >>\nstartxref\n%d\n%%%%EOF\n"
            % (
                len(ids) + 1,
                self.number(self.Reference(self.Catalog)),
                self.number(self.Reference(self.info)),
                identity,
                identity,
                start,
            )
        )


class _InOrder(list[Any]):
    def sort(self, *_: Any, **__: Any) -> None:
        return None
