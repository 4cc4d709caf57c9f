"""YAML text into plain values whose places are known. Every trap of YAML is closed here.

A scalar is text exactly as it was typed, but for a plain whole number (`5`, `-1`), which is an int: `No`, `012`, `1e3`,
`3:25`, `2026-01-02` and `~` stay what their writer saw. A repeated key, a tab, a tag, an anchor are refused. Values are
dict, tuple, str and int; places are found again from the text only when somebody asks, as findings are rare.
"""

from __future__ import annotations

import gc
import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sys import intern

import yaml

from cardgen.findings import Code, Finding, Refused, Span

Value = str | int | tuple["Value", ...] | dict[str, "Value"]
Key = str | int

_Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_CONTROL = re.compile(r"[^\t\n\r -~\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WHOLE = re.compile(r"-?[1-9][0-9]{0,17}|0")

UNREADABLE = Code("unreadable-file", "a file that cannot be read as UTF-8 text cannot be checked or printed")
YAML_TAB = Code("yaml-tab", "YAML forbids tabs as indentation, and a tab's width differs from editor to editor")
YAML_SYNTAX = Code("yaml-syntax", "text that is not YAML has no meaning to print")
REPEATED_KEY = Code("repeated-key", "YAML lets the last of two equal keys win in silence, so one of the two is lost")
YAML_FEATURE = Code("yaml-feature", "tags and anchors make a value other than the text that stands there")


class Document:
    """One YAML file: its `value`, its `path`, and where everything in it stands."""

    def __init__(self, path: Path, shown: str, text: str, value: Value) -> None:
        self.path = path
        self.shown = shown
        self.value = value
        self._text = text
        self._node: yaml.Node | None = None

    def at(self, *steps: Key) -> Span:
        """The place of the value under these keys and indices; of the nearest one above it where a step is missing."""
        node = self._root()
        for step in steps:
            node = _child(node, step) or node
        return self._span(node)

    def at_key(self, *steps: Key) -> Span:
        """The place of the last step's key itself."""
        node = self._root()
        for step in steps[:-1]:
            node = _child(node, step) or node
        if isinstance(node, yaml.MappingNode):
            for key, _ in node.value:
                if key.value == steps[-1]:
                    return self._span(key)
        return self._span(node)

    def _root(self) -> yaml.Node:
        if self._node is None:
            self._node = yaml.compose(self._text, Loader=_Loader)
            assert self._node is not None
        return self._node

    def _span(self, node: yaml.Node) -> Span:
        return Span(self.shown, node.start_mark.line + 1, node.start_mark.column + 1)


def _child(node: yaml.Node, step: Key) -> yaml.Node | None:
    if isinstance(node, yaml.MappingNode):
        return next((v for k, v in node.value if k.value == str(step)), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        found: yaml.Node = node.value[step]
        return found
    return None


def read_yaml(path: Path, shown: str) -> Document:
    """Read one file. `shown` is the path that findings print. Refused with every fault that can be told at once."""
    text = read_text(path, shown)
    found: list[Finding] = []
    try:
        with _no_collector():
            value = _Builder(shown, found).build(text)
    except yaml.YAMLError as error:
        found.append(_syntax(error, shown, text))
    except RecursionError:
        found.append(Finding(YAML_SYNTAX, Span(shown, 1), "is nested too deeply"))
    if found:
        raise Refused(*found)
    return Document(path, shown, text, value)


def read_text(path: Path, shown: str) -> str:
    """The file as text in Unicode's composed form (NFC), so that a letter is one letter however it was typed."""
    try:
        return unicodedata.normalize("NFC", path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise Refused(Finding(UNREADABLE, Span(shown, line), "is not UTF-8 text", "save it as UTF-8")) from error
    except OSError as error:
        raise Refused(Finding(UNREADABLE, Span(shown), f"cannot be read: {error.strerror or error}")) from error


def _syntax(error: yaml.YAMLError, shown: str, text: str) -> Finding:
    if isinstance(error, yaml.reader.ReaderError):
        code = error.character if isinstance(error.character, int) else ord(error.character)
        line = text[: text.index(chr(code))].count("\n") + 1
        return Finding(YAML_SYNTAX, Span(shown, line), f"holds the control character U+{code:04X}", "take it out")
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return Finding(YAML_SYNTAX, Span(shown, 1), str(error).replace("\n", " "))
    lines = text.splitlines()
    written = lines[mark.line] if mark.line < len(lines) else ""
    indent = written[: len(written) - len(written.lstrip())]
    if "\t" in indent:
        at = Span(shown, mark.line + 1, indent.index("\t") + 1)
        return Finding(YAML_TAB, at, "tab used for indentation", "indent with spaces")
    at = Span(shown, mark.line + 1, mark.column + 1)
    return Finding(YAML_SYNTAX, at, getattr(error, "problem", None) or "is not YAML", _mend(written))


def _mend(line: str) -> str:
    if line.count(": ") > 1 or re.search(r":\s+[@`%&*!|>]", line):
        return "a text that holds a colon or begins with a sign stands in quotes"
    return ""


class _Builder:
    """Builds values from the parser's events; notes repeated keys, tags and anchors as it goes."""

    def __init__(self, shown: str, found: list[Finding]) -> None:
        self.shown = shown
        self.found = found

    def build(self, text: str) -> Value:
        self.events: Iterator[yaml.Event] = iter(yaml.parse(text, Loader=_Loader))
        next(self.events)  # the stream's start
        event = next(self.events)
        if isinstance(event, yaml.StreamEndEvent):
            raise Refused(Finding(YAML_SYNTAX, Span(self.shown, 1), "holds nothing"))
        value = self._value(next(self.events))
        next(self.events)
        after = next(self.events)
        if not isinstance(after, yaml.StreamEndEvent):
            self._note(after, YAML_FEATURE, "a second document begins here", "keep one document a file")
        return value

    def _value(self, event: yaml.Event) -> Value:
        if isinstance(event, yaml.AliasEvent):
            self._note(event, YAML_FEATURE, f'"*{event.anchor}" is a YAML alias', "write the value out, or quote the text")
            return ""
        if isinstance(event, yaml.NodeEvent | yaml.CollectionStartEvent):
            self._feature(event)
        if isinstance(event, yaml.ScalarEvent):
            written = self._plain(event)
            return int(written) if not event.style and _WHOLE.fullmatch(written) else written
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            while not isinstance(item := next(self.events), yaml.SequenceEndEvent):
                items.append(self._value(item))
            return tuple(items)
        return self._mapping()

    def _mapping(self) -> Value:
        out: dict[str, Value] = {}
        lines: dict[str, int] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                self._note(event, YAML_FEATURE, "a key must be a word")
                key = ""
                self._value(event)
            else:
                key = intern(self._plain(event))  # the same few keys stand on every card
            if key in out:
                says = f'the key "{key}" stands here again; it stood in line {lines[key]} before'
                self._note(event, REPEATED_KEY, says, "take one of the two away")
            lines[key] = _at(event)[0]
            out[key] = self._value(next(self.events))
        return out

    def _plain(self, event: yaml.ScalarEvent) -> str:
        written: str = event.value
        if bad := _CONTROL.search(written):
            self._note(event, YAML_SYNTAX, f"holds the control character U+{ord(bad[0]):04X}", "take it out")
        return written

    def _feature(self, event: yaml.NodeEvent) -> None:
        tag = getattr(event, "tag", None)
        if event.anchor is not None:
            says, hint = f'"&{event.anchor}" is a YAML anchor', "write the value out, or quote the text"
        elif tag is None or tag == "!":  # the second is what a parser may say of a quoted scalar
            return
        else:
            says, hint = f'"{tag}" is a YAML tag', "take it away, or quote the text"
        self._note(event, YAML_FEATURE, says, hint)

    def _note(self, event: yaml.Event, code: Code, says: str, hint: str = "") -> None:
        at = Span(self.shown, *_at(event))
        self.found.append(Finding(code, at, says, hint))


def _at(event: yaml.Event) -> tuple[int, int]:
    """Line and column of an event, from 1; every event of a text has its mark."""
    mark = event.start_mark
    assert mark is not None
    return mark.line + 1, mark.column + 1


@contextmanager
def _no_collector() -> Iterator[None]:
    """The cyclic collector finds nothing in a parse but takes half its time on a long file (measured)."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
