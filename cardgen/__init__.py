"""cardgen: plain YAML into cards, boards and rules sheets that a print shop takes the first time."""

__version__ = "0.1.0"
