"""The rules sheet: Markdown with the game's numbers in it, set into a booklet whose pages are faces like any other."""

from cardgen.booklet.pages import Booklet, Sheet, set_booklet

__all__ = ["Booklet", "Sheet", "set_booklet"]
