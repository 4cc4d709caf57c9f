"""PDF/X as it is written: who says so, for which condition, with which metadata. Read by programs that are not ours."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pytest

from cardgen.build import Request, build
from cardgen.profile import load_profile
from tests.conftest import ROOT
from tests.tiny import rewrite, tiny_project

FORMS = {"shop": ("PDF/X-4", "1.6"), "shop-x1a": ("PDF/X-1a:2003", "1.4"), "longpack": ("PDF/X-1a:2003", "1.4")}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("standard")
    project = tiny_project(folder)
    rewrite(folder / "card_data/tiny/game.yaml", "name: Tiny", 'name: "Tiny & <Cō> 決"')
    build(project, Request("tiny", (*FORMS, "home-a4"), only=("omen",)), lambda *_: None)
    return folder / "output/tiny"


def written(built: Path, profile: str) -> Path:
    (path,) = (built / profile).glob("*.pdf")
    return path


@pytest.mark.parametrize("profile", FORMS)
def test_a_file_says_which_standard_it_is(built: Path, profile: str, program) -> None:
    standard, version = FORMS[profile]
    path = written(built, profile)
    assert path.read_bytes()[:8] == f"%PDF-{version}".encode()
    with pikepdf.open(path) as pdf:
        assert "/Version" not in pdf.Root
        assert str(pdf.docinfo["/GTS_PDFXVersion"]) == standard
        assert pdf.docinfo["/Trapped"] == pikepdf.Name("/False")
        assert pdf.docinfo["/CreationDate"] == pdf.docinfo["/ModDate"] == "D:20261130000000+00'00'"
        assert len(pdf.trailer["/ID"]) == 2
        assert not any(isinstance(o, pikepdf.Stream) and o.get("/Type") in ("/ObjStm", "/XRef") for o in pdf.objects)
    said = program("pdfinfo", path)
    assert re.search(rf"PDF subtype: +{re.escape(standard)}", said)
    assert "Metadata Stream: yes" in said


@pytest.mark.parametrize("profile", FORMS)
def test_the_printing_condition_is_named_and_its_profile_embedded(built: Path, profile: str) -> None:
    with pikepdf.open(written(built, profile)) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == "/GTS_PDFX"
        assert str(intent.OutputConditionIdentifier) == "FOGRA39"
        assert str(intent.RegistryName) == "http://www.color.org"
        assert str(intent.Info)
        icc = (ROOT / "cardgen/icc/FOGRA39L_coated.icc").read_bytes()
        assert intent.DestOutputProfile.read_bytes() == icc
        assert intent.DestOutputProfile.N == 4


def test_a_condition_whose_profile_may_not_be_passed_on_is_only_named() -> None:
    press = load_profile("drivethrucards").press
    assert press
    assert (press.condition.name, press.condition.icc, press.standard) == ("CGATS TR 001", "", "X-1a:2003")


@pytest.mark.parametrize("profile", FORMS)
def test_the_metadata_is_xml_and_says_what_info_says(built: Path, profile: str) -> None:
    with pikepdf.open(written(built, profile)) as pdf:
        assert "/Filter" not in pdf.Root.Metadata, "whoever does not read PDF reads it, too"
        root = ElementTree.fromstring(pdf.Root.Metadata.read_bytes())
        title, version = str(pdf.docinfo["/Title"]), str(pdf.docinfo["/GTS_PDFXVersion"])
    said = {e.tag.split("}")[1]: (e.tag.split("}")[0][1:], (e.text or "").strip()) for e in root.iter()}
    assert title.startswith("Tiny & <Cō> 決: ")
    assert said["li"][1] == title
    assert said["GTS_PDFXVersion"][1] == version
    if profile == "shop":
        assert said["GTS_PDFXVersion"][0] == "http://www.npes.org/pdfx/ns/id/"
    assert said["Trapped"][1] == "False"
    for key in ("CreateDate", "ModifyDate", "MetadataDate"):
        assert said[key][1] == "2026-11-30T00:00:00+00:00"
    for key in ("DocumentID", "InstanceID"):
        assert re.fullmatch(r"uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", said[key][1])
    assert said["DocumentID"] != said["InstanceID"]


def test_what_is_for_home_claims_no_standard(built: Path) -> None:
    with pikepdf.open(written(built, "home")) as pdf:
        assert "/OutputIntents" not in pdf.Root
        assert "/GTS_PDFXVersion" not in pdf.docinfo
