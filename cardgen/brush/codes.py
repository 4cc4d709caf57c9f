"""The codes of everything that can be wrong with a score or a scan. The checks stand in `read`, `element` and `scan`."""

from __future__ import annotations

from cardgen.findings import Code

XML = Code("ink-xml", "A score is an SVG file; what is not well-formed XML in UTF-8 cannot be painted.")
DOCTYPE = Code("ink-doctype", "A document type can pull in other files or grow without end, so none is read.")
ROOT = Code("ink-root", "The outermost element must be svg, or the file is something else.")
SIZE = Code(
    "ink-size",
    "A score is measured in millimetres: width and height in mm, and a viewBox of the same size, so that one unit is "
    "one millimetre. Otherwise strokes would be printed larger or smaller than they were drawn.",
)
SYMMETRY = Code("ink-symmetry", "The only symmetry is half-turn; another word would silently print an uneven back.")
UNKNOWN_ELEMENT = Code("ink-unknown-element", "An element that is no mark would be missing from the print.")
UNKNOWN_GENERATOR = Code("ink-unknown-generator", "A group with ink:gen is painted by the generator it names.")
UNKNOWN_ATTRIBUTE = Code("ink-unknown-attribute", "A misspelt ink: attribute would do nothing, unseen.")
UNKNOWN_BRUSH = Code("ink-unknown-brush", "A stroke takes its numbers from a brush of presets.toml.")
UNKNOWN_MODE = Code("ink-unknown-mode", "A mode says how a mark meets the ink below it; there is none of this name.")
WIDTHS = Code("ink-widths", "ink:w holds one width for the whole stroke or one for each node; else widths would slip.")
NOT_A_NUMBER = Code("ink-not-a-number", "A number is missing or is written in a way that cannot be read.")
COUNT = Code("ink-count", "An attribute holds more numbers or fewer than it has a use for.")
RANGE = Code("ink-range", "A number is outside what the brush can do; it is most likely a slip.")
PATH = Code("ink-path", "The path cannot be followed, so the stroke would be missing or wrong.")
TRANSFORM = Code("ink-transform", "A transform that cannot be read would leave marks in the wrong place.")
COLOUR = Code("ink-colour", "The colour says which plate a mark is printed with: reddish is red, all else black.")
SCAN_UNREADABLE = Code("scan-unreadable", "A painter's scan is a picture in a file that every program can open.")
SCAN_LARGE = Code("scan-too-large", "A scan of more pixels than any press can show only fills the memory.")
