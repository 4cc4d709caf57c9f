"""The condition that a PDF is printed under: its output intent and the ICC profile in it (print.md 1.1, rows 7 and 8)."""

from __future__ import annotations

from collections.abc import Iterator

import pikepdf

from cardgen.findings import Code, short
from cardgen.profile import Press
from cardgen.readback.document import Document
from cardgen.readback.fault import Fault
from cardgen.readback.values import entry, members, number, text, unpacked, word

NO_INTENT = Code(
    "no-output-intent", "inks without a condition they are meant for are any colour at all (ISO 15930: one GTS_PDFX)"
)
CONDITION = Code("wrong-condition", "inks mixed for another paper and press come out in other colours")
NO_PROFILE = Code(
    "no-output-profile", "PDF/X-4 carries the profile of its condition in itself (ISO 15930-7), so that a proof shows it"
)
WRONG_PROFILE = Code("wrong-output-profile", "a profile that is none of a press's inks proofs in wrong colours, or not at all")

REGISTRY = "http://www.color.org"


def intents(document: Document) -> list[object]:
    """The output intents of PDF/X that the catalog has."""
    return [own for own in members(entry(document.pdf.Root, "/OutputIntents")) if word(entry(own, "/S")) == "GTS_PDFX"]


def output_profile(document: Document) -> bytes:
    """The ICC profile of the first output intent; empty where it has none."""
    for intent in intents(document):
        stream = entry(intent, "/DestOutputProfile")
        return unpacked(stream)[0] if isinstance(stream, pikepdf.Stream) else b""
    return b""


def check_intent(document: Document, press: Press, profile: bytes) -> Iterator[Fault]:
    """`profile` is the output intent's, as `output_profile` has it."""
    own = intents(document)
    if len(own) != 1:
        says = f"it has {len(own)} output intents" if own else "it has no output intent"
        yield Fault(NO_INTENT, says, hint=f"give it one, of {press.condition.name}")
    if not own:
        return
    intent = own[0]
    name = text(entry(intent, "/OutputConditionIdentifier"))
    if name != press.condition.name:
        says = f'it is made for "{short(name)}"' if name else "its output intent names no condition"
        says += f", and the press prints {press.condition.name}"
        yield Fault(CONDITION, says, hint="convert it to the press's condition")
    stream = entry(intent, "/DestOutputProfile")
    if stream is None:
        if press.standard == "X-4":
            says = "its output intent has no profile (DestOutputProfile)"
            yield Fault(NO_PROFILE, says, hint="embed the condition's ICC profile")
        elif text(entry(intent, "/RegistryName")) != REGISTRY:
            says = f"its output intent has neither a profile nor the registry that knows its name ({REGISTRY})"
            yield Fault(CONDITION, says, hint="write it as RegistryName")
    else:
        wrong = _wrong(stream, profile)
        if wrong:
            yield Fault(WRONG_PROFILE, f"the profile in its output intent {wrong}", hint=f"embed one of {press.condition.name}")


def _wrong(stream: object, profile: bytes) -> str:
    """What is wrong with an output profile (ICC.1, 7.2 and 7.3), as the end of a sentence; empty where nothing is."""
    if not isinstance(stream, pikepdf.Stream):
        return "is not in the file"
    size = int.from_bytes(profile[:4], "big")
    if len(profile) < 132 or profile[36:40] != b"acsp" or size > len(profile):
        return "cannot be read"
    if profile[12:16] != b"prtr":
        return f'is of a device of another class ("{profile[12:16].decode("latin-1").strip()}"), not of a press ("prtr")'
    if profile[16:20] != b"CMYK":
        return f"is of {profile[16:20].decode('latin-1').strip()}, not of CMYK"
    count = int.from_bytes(profile[128:132], "big")
    tags = [profile[n : n + 12] for n in range(132, 132 + 12 * min(count, 1000), 12)]
    reach = [int.from_bytes(tag[4:8], "big") + int.from_bytes(tag[8:12], "big") for tag in tags]
    if not {b"A2B0", b"B2A0"} <= {tag[:4] for tag in tags} or max(reach) > len(profile):
        return "lacks its tables"
    n = number(entry(stream, "/N"))
    if n != 4:
        return f"is of 4 channels, and the file says {n:g}" if n is not None else "is not said to be of 4 channels (/N)"
    return ""
