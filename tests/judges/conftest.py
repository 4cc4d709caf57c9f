"""The outside judges that are no single program: PDFBox's preflight (Debian packages) and pdf_oxide (PyPI)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.judges.twin import pdfa_twin

JAVA = Path("/usr/share/java")
JARS = ("preflight", "pdfbox2", "fontbox2", "xmpbox", "commons-logging", "commons-io", "javax.activation", "jaxb-api")
"""Of Debian's libpdfbox2-java, libjaxb-api-java, libactivation-java and libcommons-io-java."""

Complaints = dict[str, list[str]]


def missing(what: str) -> None:
    """Skips where a judge is not installed, but fails for that in CI."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is not installed on this CI machine")
    pytest.skip(f"{what} is not installed here")


@pytest.fixture(scope="session")
def pdfbox(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Iterable[Path]], Complaints]:
    """What PDFBox says against the PDF/A-1b twins of X-1a files, by the file's name; an empty list where it is content."""

    def judge(files: Iterable[Path]) -> Complaints:
        if shutil.which("java") is None:
            missing("java")
        jars = [JAVA / f"{name}.jar" for name in JARS]
        for jar in jars:
            if not jar.is_file():
                missing(f"{jar.name} (libpdfbox2-java and what it needs)")
        folder = tmp_path_factory.mktemp("twins")
        twins = [pdfa_twin(file, folder / file.name) for file in files]
        listed = folder / "list.txt"
        listed.write_text("".join(f"{twin}\n" for twin in twins), encoding="utf-8")
        path = os.pathsep.join(str(jar) for jar in jars)
        command = ["java", "-cp", path, "org.apache.pdfbox.preflight.Validator_A1b", "group", str(listed)]
        text = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False).stdout
        said: Complaints = {}
        for name, verdict, rest in re.findall(
            r"^The file (.+?) is (a|not a) valid PDF/A-1b file(.*?)(?=^The file |\Z)", text, re.M | re.S
        ):
            said[name] = [] if verdict == "a" else re.findall(r"^\d[\d.]* : .*", rest, re.M) or [rest.strip()]
        assert set(said) == {twin.name for twin in twins}, text[:2000]
        return said

    return judge


@pytest.fixture(scope="session")
def oxide() -> Callable[[Path], list[str]]:
    """What pdf_oxide says against a PDF/X file, by the level that the file claims, but for two complaints that are wrong.

    It knows no X-1a:2003 but its elder, X-1a:2001; XMETA-008 asks for a key that only that one has. XFONT-001 is said of every
    font of two bytes a letter, as it does not look into the descendant font, which has the file; pdffonts does.
    """

    def judge(file: Path) -> list[str]:
        try:
            from pdf_oxide import PdfDocument
        except ImportError:
            missing("pdf_oxide")
        level = "4" if b"%PDF-1.6" in file.read_bytes()[:16] else "1a_2001"
        errors = PdfDocument(str(file)).validate_pdf_x(level)["errors"]
        return [str(error) for error in errors if not any(code in str(error) for code in ("XMETA-008", "XFONT-001"))]

    return judge
