"""A template's SVG into marks: standard names and meaning throughout, one user unit a millimetre."""

from cardgen.svg.reader import Drawn as Drawn
from cardgen.svg.reader import Reading as Reading
from cardgen.svg.reader import read as read
