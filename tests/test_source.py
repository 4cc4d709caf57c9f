"""YAML as people type it: what is read is what stands there, or is refused in its line."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen import source
from cardgen.findings import Refused
from cardgen.source import Document, read_text, read_yaml

steady = settings(deadline=None)  # however slow the machine is


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cards.yaml"


def read(file: Path, text: str | bytes) -> Document:
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_yaml(file, "cards.yaml")


def refused(file: Path, text: str | bytes) -> list[tuple[str, int, int]]:
    with pytest.raises(Refused) as error:
        read(file, text)
    assert all(f.at.path == "cards.yaml" for f in error.value.findings)
    return [(f.code.name, f.at.line, f.at.column) for f in error.value.findings]


TYPED = [
    "No", "no", "NO", "Off", "on", "yes", "y", "n", "true", "False", "null", "Null", "~", "1e3", "007", "012", "0o14", "0x1F",
    "1_000", "12:30", "3:25:45", "2026-01-02", "2026-01-02 10:00:00", "1.0", "2.50", ".5", ".inf", "-.INF", ".nan", "+5", "-0",
    "<<", "=", "5%", "1-2", "½", "00", "1.", "9999999999999999999999",
]  # fmt: skip


@pytest.mark.parametrize("typed", TYPED)
def test_a_scalar_is_what_stands_there(file: Path, typed: str) -> None:
    assert read(file, f"name: {typed}\nlist: [{typed}]\n").value == {"name": typed, "list": (typed,)}


@pytest.mark.parametrize(("typed", "number"), [("5", 5), ("0", 0), ("-1", -1), ("120", 120)])
def test_a_plain_whole_number_is_a_number_and_a_quoted_one_is_text(file: Path, typed: str, number: int) -> None:
    assert read(file, f"a: {typed}\nb: '{typed}'\nc: \"{typed}\"\n").value == {"a": number, "b": typed, "c": typed}


def test_keys_are_as_they_are_typed(file: Path) -> None:
    assert read(file, "no: a\n1: b\n007: c\n~: d\n12:30: e\n").value == {
        "no": "a",
        "1": "b",
        "007": "c",
        "~": "d",
        "12:30": "e",
    }


def test_an_empty_value_is_an_empty_text(file: Path) -> None:
    assert read(file, "a:\nb: ''\nc: []\nd: {}\n").value == {"a": "", "b": "", "c": (), "d": {}}


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        ("a:\n\tb: 1\n", [("yaml-tab", 2, 1)]),
        ("a:\n  b: 1\n  \tc: 2\n", [("yaml-tab", 3, 3)]),
        ("a: 1\nb: 2\na: 3\na: 4\n", [("repeated-key", 3, 1), ("repeated-key", 4, 1)]),
        ("a: {b: 1, 'b': 2}\n", [("repeated-key", 1, 11)]),
        ("a: &x 1\nb: *x\n", [("yaml-feature", 1, 4), ("yaml-feature", 2, 4)]),
        ("a: &x {b: 1}\n<<: *x\n", [("yaml-feature", 1, 4), ("yaml-feature", 2, 5)]),
        ("a: !!int 5\nb: !own {c: 1}\nd: !!python/object/apply:os.system [x]\n",
         [("yaml-feature", 1, 4), ("yaml-feature", 2, 4), ("yaml-feature", 3, 4)]),
        ("[a]: 1\n", [("yaml-feature", 1, 1)]),
        ("a: 1\n---\nb: 2\n", [("yaml-feature", 2, 1)]),
        ("a: @b\n", [("yaml-syntax", 1, 4)]),
        ("a: b: c\n", [("yaml-syntax", 1, 5)]),
        ("a: 'b\n", [("yaml-syntax", 2, 1)]),
        ("a: [1, 2\n", [("yaml-syntax", 2, 1)]),
        ("a: \"b\x07\"\n", [("yaml-syntax", 1, 0)]),
        ("a: 1\nb: é\x00\n", [("yaml-syntax", 2, 0)]),
        ('a: 1\nb: "bell \\a"\n', [("yaml-syntax", 2, 4)]),
        ('a: ["\\x1b", "\\0"]\n', [("yaml-syntax", 1, 5), ("yaml-syntax", 1, 13)]),
        ('a: "\\uFFFE"\nb: "\\uffff"\n"\\x7f": "\\x85"\n',
         [("yaml-syntax", 1, 4), ("yaml-syntax", 2, 4), ("yaml-syntax", 3, 1), ("yaml-syntax", 3, 9)]),
        ("", [("yaml-syntax", 1, 0)]),
        ("# nothing\n", [("yaml-syntax", 1, 0)]),
        (b"a: 1\nb: caf\xe9\n", [("unreadable-file", 2, 0)]),
    ],
)  # fmt: skip
def test_a_trap_is_refused_in_its_line(file: Path, text: str | bytes, findings: list[tuple[str, int, int]]) -> None:
    assert refused(file, text) == findings


def test_every_trap_of_a_file_is_told_at_once(file: Path) -> None:
    text = "a: &x 1\na: 2\nb: !!int 3\nc: {d: 1, d: 2}\n"
    assert [line for _, line, _ in refused(file, text)] == [1, 2, 3, 4]


def test_a_file_nested_without_end_is_refused(file: Path) -> None:
    assert [code for code, _, _ in refused(file, "a: " + "[" * 5000 + "]" * 5000)] == ["yaml-syntax"]


def test_text_that_holds_a_tab_is_no_fault(file: Path) -> None:
    assert read(file, 'a: "b\\tc\\nd\\r"\n').value == {"a": "b\tc\nd\r"}
    assert read(file, "a: b\tc\nd: 1\t# so many\n").value == {"a": "b\tc", "d": 1}


def test_a_file_from_any_machine_reads_the_same(file: Path) -> None:
    unix = "a: b\nc:\n  - d\n"
    for text in (unix, unix.replace("\n", "\r\n"), "\ufeff" + unix, unix.rstrip()):
        assert read(file, text).value == {"a": "b", "c": ("d",)}


def test_a_letter_is_one_letter_however_it_was_typed(file: Path) -> None:
    assert read(file, "Re\u0301ne\u0301: Re\u0301ne\u0301\n").value == {"Réné": "Réné"}


def test_a_file_that_cannot_be_read_is_a_finding(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.yaml"):
        with pytest.raises(Refused) as error:
            read_text(path, "cards.yaml")
        assert [f.code.name for f in error.value.findings] == ["unreadable-file"]


def test_places_are_those_of_the_values(file: Path) -> None:
    document = read(file, "family: unit\ncards:\n  - id: wolf\n    speed: 5\n  - {id: pike, speed: 2}\n")
    assert document.at("family") == ("cards.yaml", 1, 9)
    assert document.at("cards", 1, "speed") == ("cards.yaml", 5, 23)
    assert document.at_key("cards", 0, "speed") == ("cards.yaml", 4, 5)
    assert document.at("cards", 0, "missing") == document.at("cards", 0) == ("cards.yaml", 3, 5)
    assert document.at("cards", 7) == document.at("cards") == ("cards.yaml", 3, 3)


def test_the_collector_runs_again_after_a_file_was_read(file: Path) -> None:
    assert gc.isenabled()
    read(file, "a: 1\n")
    refused(file, "a: 'b\n")
    assert gc.isenabled()


LETTERS = st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"], exclude_characters="\ufeff\u2028\u2029\x85")
TREE = st.recursive(
    st.text(LETTERS) | st.integers(-(10**6), 10**6),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(LETTERS, min_size=1), inner),
    max_leaves=20,
)


def frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(map(frozen, value))
    return {k: frozen(v) for k, v in value.items()} if isinstance(value, dict) else value


@steady
@given(TREE)
def test_what_a_yaml_program_writes_is_read_back(tmp_path_factory: pytest.TempPathFactory, tree: object) -> None:
    import unicodedata

    text = yaml.safe_dump({"a": tree}, allow_unicode=True)
    if unicodedata.normalize("NFC", text) != text or "&id" in text:
        return
    file = tmp_path_factory.getbasetemp() / "written.yaml"
    assert read(file, text).value == {"a": frozen(tree)}


def test_the_reader_without_the_c_library_reads_the_same(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: No\nb: 012\nc: [1, '2', ~]\nd: {e: 3:25}\n"
    quick = read(file, text)
    monkeypatch.setattr(source, "_Loader", yaml.SafeLoader)
    slow = read(file, text)
    assert quick.value == slow.value
    assert quick.at("d", "e") == slow.at("d", "e")
    assert refused(file, "a:\n\tb: 1\n") == [("yaml-tab", 2, 1)]
