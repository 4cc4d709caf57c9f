"""A PDF against its standard, clause by clause: what it says of itself, what lies in it, how the file is made.

The clauses are those of ISO 15930-4 (PDF/X-1a:2003) and ISO 15930-7 (PDF/X-4) as print.md 1.1 has them, and GWG 2022's (1.2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cardgen.profile import Profile
from cardgen.readback.clauses.acts import check_acts
from cardgen.readback.clauses.fonts import check_fonts
from cardgen.readback.clauses.frames import check_frames
from cardgen.readback.clauses.hues import check_hues
from cardgen.readback.clauses.identity import check_identity
from cardgen.readback.clauses.inside import walk
from cardgen.readback.clauses.intent import check_intent, output_profile
from cardgen.readback.clauses.packing import DAMAGED, check_filters, check_tables, check_warnings, check_whole, reached
from cardgen.readback.clauses.spots import check_spots
from cardgen.readback.clauses.states import check_states
from cardgen.readback.document import ENCRYPTED, Document
from cardgen.readback.fault import Fault


def check_clauses(document: Document, profile: Profile, whole_pages: Collection[int] = ()) -> Iterator[Fault]:
    """Everything that is wrong with the file as a whole. Of a file for a printer at home, which has no press, only what every
    file that is printed must have: that it is open and whole, and has its fonts in it.

    For a press without a standard ("none") boxes, RGB, spots and fonts are judged, not what the file says of itself.
    """
    if document.pdf.is_encrypted:
        yield Fault(ENCRYPTED, "it is encrypted, be it without a password", hint="save it without encryption")
    things = tuple(walk(document))
    streams = reached(document, things)
    yield from (Fault(DAMAGED, own.says, own.page, None, "write it again") for own in things if own.kind == "unread")
    yield from check_whole(streams, whole_pages)
    press = profile.press
    damaged = list(check_warnings(document))
    yield from damaged
    yield from check_fonts(things, press is not None)
    if press:
        profile_bytes = output_profile(document)
        if press.standard != "none":
            if not damaged:  # what a file says of itself stands at its end, which is what is lost of a broken one
                yield from check_identity(document, press)
            yield from check_intent(document, press, profile_bytes)
            yield from check_states(things, press)
            yield from check_acts(document, press)
            yield from check_filters(streams, things, press)
        if press.standard == "X-1a:2003":
            yield from check_tables(document)
        yield from check_frames(document)
        yield from check_hues(things, press, profile_bytes)
        yield from check_spots(things, profile)
    if not damaged:
        yield from check_warnings(document)  # of objects that were read only now
