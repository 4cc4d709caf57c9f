"""ReportLab's document, written object by object as each is finished, so that memory does not grow with the pages."""

from __future__ import annotations

import re
import zlib
from array import array
from collections.abc import Iterable
from hashlib import md5
from typing import Any, BinaryIO

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc

from cardgen.impose import Place
from cardgen.profile import Press
from cardgen.units import to_pt
from cardgen.write import standard
from cardgen.write.standard import Words

# streams are written as bytes: ASCII85 makes them a quarter larger and, without rl_accel, ten times slower (measured)
rl_config.useA85 = 0
rl_config.invariant = 1

Name = pdfdoc.PDFName
_PLAIN = re.compile(r"[A-Za-z0-9 .,:/#_-]*")
"""Text that stands in a PDF as it is."""


class Raw(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object that is already PDF text."""

    __RefOnly__ = 1

    def __init__(self, text: bytes) -> None:
        self.text = text

    def format(self, document: Any) -> bytes:
        return self.text


class _Catalog(pdfdoc.PDFCatalog):  # type: ignore[misc]
    """ReportLab's catalog, which drops every key that it does not know."""

    __NoDefault__ = (*pdfdoc.PDFCatalog.__NoDefault__, "OutputIntents")


class StreamedDocument(pdfdoc.PDFDocument):  # type: ignore[misc]
    """A PDFDocument whose objects go to `out` at once; for a press that asks for one, a PDF/X, with the ICC profile of its
    condition where there is one.
    """

    def __init__(self, out: BinaryIO, words: Words, language: str, press: Press | None = None) -> None:
        version = standard.version(press)
        super().__init__(invariant=1, compression=1, pdfVersion=version, lang=language)
        self._out = out
        self._hash = md5(usedforsecurity=False)
        self._words, self._press = words, press
        self.Catalog = _Catalog()
        self.Catalog.Lang, self.Catalog.Pages = pdfdoc.PDFString(language), self.Pages
        self.info = Raw(standard.info(words, press, self._string))
        # the page tree is known by number before it is written
        self.pages_number = self.number(self.Reference(self.Pages))
        self.kids = array("L")
        self._labels = bytearray()
        self._places: list[tuple[int, float, Place]] = []
        self._offsets = array("Q")  # by object number, from 1; ReportLab's own registry takes half a kilobyte an object
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
        number = self.reserve()
        self._emit(number, text)
        return number

    def reserve(self) -> int:
        """The number of an object that is written later, with `fill`."""
        self.objectcounter += 1
        return int(self.objectcounter)

    def fill(self, number: int, text: bytes) -> None:
        self._emit(number, text)

    def put_stream(self, data: bytes, entries: bytes) -> int:
        """Write a stream now, its bytes as they are; `entries` are its dictionary's. Its number."""
        return self.put(b"<< %b /Length %d >>\nstream\n%b\nendstream" % (entries, len(data), data))

    def put_page(self, entries: bytes, label: str, places: Iterable[Place] = (), height: float = 0.0) -> None:
        """Write a page's dictionary now; pages stand in the order in which they are put. A viewer shows the label for it.

        `places` become bookmarks and named destinations; `height` is the page's in mm.
        """
        self._places += ((len(self.kids), to_pt(height - place.top), place) for place in places)
        # ReportLab's labels are objects of their own, which are all held to the end
        self._labels += b" %d << /P %b >>" % (len(self.kids), self._string(label))
        self.kids.append(self.put(b"<< /Type /Page /Parent %d 0 R %b >>" % (self.pages_number, entries)))

    def _emit(self, number: int, text: bytes) -> None:
        if number > len(self._offsets):
            self._offsets.extend([0] * (number - len(self._offsets)))
        self._offsets[number - 1] = self._write(b"%d 0 obj\n%b\nendobj\n" % (number, text))

    def _string(self, text: str) -> bytes:
        if _PLAIN.fullmatch(text):
            return b"(%b)" % text.encode("ascii")
        return pdfdoc.pdfdocEnc(pdfdoc.PDFString(text).format(self))  # type: ignore[no-any-return]

    def close(self) -> None:
        """Write what is left, the cross-references and the trailer."""
        self.Reference(self.Catalog)
        self.Reference(self.info)
        self.Catalog.Outlines = self._outlines() if self._places else None
        if self._press:
            self._identify(self._press)
        self.Catalog.PageLabels = Raw(b"<< /Nums [%b ] >>" % bytes(self._labels))
        kids = b" ".join(b"%d 0 R" % n for n in self.kids)
        self.idToObject[self.numberToId[self.pages_number]] = Raw(
            b"<< /Type /Pages /Count %d /Kids [ %b ] >>" % (len(self.kids), kids)
        )
        number = 0
        while (number := number + 1) <= self.objectcounter:  # an object's format may bring new ones
            if name := self.numberToId.get(number):
                self._emit(number, pdfdoc.pdfdocEnc(pdfdoc.format(self.idToObject[name], self, toplevel=1)))
        self._finish()

    def _identify(self, press: Press) -> None:
        """For which condition the file is, and its metadata: readable by whoever does not read PDF, so not packed."""
        profile = None
        if icc := press.icc():
            profile = self.put_stream(zlib.compress(icc, 9), b"/N 4 /Filter /FlateDecode")
        self.Catalog.OutputIntents = Raw(b"[%b]" % standard.intent(press, profile, self._string))
        document = md5(repr(self._words).encode(), usedforsecurity=False).digest()
        text = standard.xmp(self._words, press, document, self._hash.digest())
        head = b"<< /Type /Metadata /Subtype /XML /Length %d >>" % len(text)
        self.Catalog.Metadata = Raw(b"%b\nstream\n%b\nendstream" % (head, text))

    def _outlines(self) -> Raw:
        """The bookmarks as a tree by their levels; and, in the catalog, the same places by name for links."""
        names: dict[str, bytes] = {}
        for kid, y, place in self._places:
            names[place.name] = b"[%d 0 R /XYZ 0 %.2f null]" % (self.kids[kid], y)
        entries = b" ".join(b"%b %b" % (self._string(name), names[name]) for name in sorted(names))
        self.Catalog.Names = Raw(b"<< /Dests << /Names [%b] >> >>" % entries)
        tree = Raw(b"")
        root = self.number(self.Reference(tree))
        numbers = [self.reserve() for _ in self._places]
        levels = [place.level for _, _, place in self._places]
        parents: list[int] = []
        for n, level in enumerate(levels):
            above = next((m for m in range(n - 1, -1, -1) if levels[m] < level), -1)
            parents.append(above)
        for n, (_, _, place) in enumerate(self._places):
            peers = [m for m, parent in enumerate(parents) if parent == parents[n]]
            inner = [m for m, parent in enumerate(parents) if parent == n]
            at = peers.index(n)
            links = b"/Prev %d 0 R " % numbers[peers[at - 1]] if at else b""
            links += b"/Next %d 0 R " % numbers[peers[at + 1]] if at + 1 < len(peers) else b""
            if inner:  # closed until it is opened
                links += b"/First %d 0 R /Last %d 0 R /Count -%d " % (numbers[inner[0]], numbers[inner[-1]], len(inner))
            parent = root if parents[n] < 0 else numbers[parents[n]]
            title, dest = self._string(place.title), names[place.name]
            self.fill(numbers[n], b"<< /Title %b /Parent %d 0 R %b/Dest %b >>" % (title, parent, links, dest))
        top = [numbers[m] for m, parent in enumerate(parents) if parent < 0]
        tree.text = b"<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>" % (top[0], top[-1], len(top))
        return tree

    def _finish(self) -> None:
        size = len(self._offsets) + 1
        entries = b"".join(b"%010d 00000 n \n" % offset for offset in self._offsets)
        start = self._write(b"xref\n0 %d\n0000000000 65535 f \n%b" % (size, entries))
        identity = self._hash.hexdigest().encode()
        self._write(
            b"trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R /ID [<%b> <%b>] >>\nstartxref\n%d\n%%%%EOF\n"
            % (
                size,
                self.number(self.Reference(self.Catalog)),
                self.number(self.Reference(self.info)),
                identity,
                identity,
                start,
            )
        )
