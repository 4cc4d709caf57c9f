"""What a shop makes of a game: its sizes, the order of its pages, what it leaves out, its own black, type as outlines."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from cardgen.build import Built, Request, build
from cardgen.findings import Refused
from cardgen.formats import NEAR, nearest_format
from cardgen.profile import SHIPPED, load_profile
from cardgen.project import Project, open_project
from cardgen.units import Rect
from cardgen.write.content import Colour
from tests.conftest import ROOT
from tests.readers import operators
from tests.tiny import rewrite, tiny_project

MM = 72 / 25.4
PRESSES = sorted(p.stem for p in SHIPPED.glob("*.yaml") if load_profile(p.stem).press)


def made(project: Project, *profiles: str, **asked: object) -> Built:
    return build(project, Request("tiny", profiles, **asked), lambda *_: None)  # type: ignore[arg-type]


def sized(folder: Path, width: str, height: str) -> Project:
    project = tiny_project(folder)
    rewrite(folder / "card_data/tiny/game.yaml", "width: 40mm\n  height: 56mm", f"width: {width}\n  height: {height}")
    for template in (folder / "templates/tiny").glob("*.svg"):
        text = template.read_text(encoding="utf-8")
        wide, high = (float(side.removesuffix("mm")) for side in (width, height))
        text = text.replace('width="40mm" height="56mm" viewBox="0 0 40 56"', f'viewBox="0 0 {wide:g} {high:g}"')
        ground = '<rect class="fill-ground" x="-9" y="-9" width="200" height="200"/>'
        template.write_text(text.replace('">', f'">{ground}', 1), encoding="utf-8")
    return project


def labels(path: Path) -> list[str]:
    with pikepdf.open(path) as pdf:
        return [page.label for page in pdf.pages]


@pytest.mark.parametrize("name", sorted(p.stem for p in SHIPPED.glob("*.yaml")))
def test_a_shop_names_the_source_of_every_number(name: str) -> None:
    profile = load_profile(name)
    told = {"bleed", "ppi", *(key for key in ("safe", "sizes", "paper", "sheet") if getattr(profile, key))}
    if profile.press:
        told |= {"standard", "condition", "limit", *(["rich"] if profile.press.rich else [])}
    if profile.order != "front-first":
        told.add("order")
    assert told <= profile.sources.keys()
    assert all(len(text) > 10 or text.startswith("the same") for text in profile.sources.values())


@pytest.mark.parametrize("name", PRESSES)
def test_what_a_shop_allows_is_possible(name: str) -> None:
    profile = load_profile(name)
    assert profile.press
    assert 240 <= profile.press.limit <= 320
    assert profile.bleed.least >= 2
    assert profile.safe >= 3


def test_a_card_of_nearly_the_shops_size_is_composed_for_it_and_not_stretched(tmp_path: Path) -> None:
    """63 x 88 mm for DriveThruCards' 63.5 x 88.9: the same marks, a quarter of a millimetre more round them."""
    project = sized(tmp_path, "63mm", "88mm")
    built = made(project, "drivethrucards", "shop")
    assert [f.code.name for f in built.findings] == ["other-size"]
    assert "63.5 x 88.9 mm) in place of 63 x 88 mm" in built.findings[0].says
    theirs, ours = (tmp_path / f"output/tiny/{name}/cards.pdf" for name in ("drivethrucards", "shop"))
    with pikepdf.open(theirs) as pdf:
        assert [float(v) for v in pdf.pages[0].MediaBox] == pytest.approx([0, 0, 198, 270], abs=0.001), "2.75 x 3.75 in"
        assert [float(v) for v in pdf.pages[0].TrimBox] == pytest.approx([9, 9, 189, 261], abs=0.001), "2.5 x 3.5 in"
    at = {}
    for name, path, page in (("theirs", theirs, 1), ("ours", ours, 0)):
        words = pypdfium2.PdfDocument(path)[page].get_textpage()
        at[name] = [v / MM for v in words.get_charbox(0)]
    # from the left: half the difference of the widths, and of the bleeds; the letter is as wide and as high as it was
    assert at["theirs"][0] - at["ours"][0] == pytest.approx(0.25 + 0.175, abs=0.01)
    assert at["theirs"][2] - at["theirs"][0] == pytest.approx(at["ours"][2] - at["ours"][0], abs=1e-3)
    picture = pypdfium2.PdfDocument(theirs)[1].render(scale=4).to_pil().convert("RGB")
    w, h = picture.size
    edge = {picture.getpixel((x, y)) for x in range(1, w - 1) for y in (1, h - 2)}
    assert (255, 255, 255) not in edge, "the larger trim has its bleed too"


@pytest.mark.parametrize(("width", "height"), [("70mm", "100mm"), ("88mm", "63mm"), ("65mm", "88.9mm")])
def test_a_card_that_the_shop_does_not_make_is_an_error_that_names_the_nearest(tmp_path: Path, width: str, height: str) -> None:
    with pytest.raises(Refused) as error:
        made(sized(tmp_path, width, height), "drivethrucards")
    told = {f.code.name: f for f in error.value.findings}
    assert "the nearest is poker, 63.5 x 88.9 mm" in told["no-such-format"].says
    assert told["no-such-format"].at.path.endswith("game.yaml")
    assert told["no-such-format"].at.line


def test_the_nearest_size_is_by_its_worse_side() -> None:
    sizes = load_profile("thegamecrafter").sizes
    assert nearest_format(sizes, Rect(0, 0, 63, 88)) == ("euro-poker", pytest.approx(0.116))
    assert nearest_format(sizes, Rect(0, 0, 57, 89)) == ("bridge", pytest.approx(0.15))
    assert nearest_format({}, Rect(0, 0, 1, 1)) is None
    assert NEAR < 1.5, "more is seen"


def test_what_a_shop_does_not_make_is_left_out_with_a_note(tmp_path: Path) -> None:
    ask = Request("duel", ("thegamecrafter",), only=("weather", "track", "tokens"), out=tmp_path)
    project = open_project(ROOT)
    built = build(project, ask, lambda *_: None)
    told = {f.code.name: f for f in built.findings}
    assert "left out are track, token" in told["not-made"].says
    assert {file.path.suffix for file in built.files} == {".png"}
    with pytest.raises(Refused) as error:
        build(project, Request("duel", ("thegamecrafter",), only=("track",), out=tmp_path), lambda *_: None)
    assert "nothing-to-print" in {f.code.name for f in error.value.findings}


@pytest.mark.parametrize(("shop", "size"), [("thegamecrafter", (825, 1125)), ("makeplayingcards", (822, 1122))])
def test_pictures_have_the_shops_pixels(tmp_path: Path, shop: str, size: tuple[int, int]) -> None:
    made(sized(tmp_path, "63mm", "88mm"), shop)
    pictures = [Image.open(path) for path in sorted((tmp_path / f"output/tiny/{shop}").glob("*.png"))]
    assert len(pictures) == 6
    assert {(p.size, p.mode) for p in pictures} == {(size, "RGB")}
    for picture in pictures:
        w, h = picture.size
        edge = {picture.getpixel((x, y)) for x in (0, w - 1) for y in range(h)} | {picture.getpixel((x, 0)) for x in range(w)}
        assert (255, 255, 255) not in edge, "no white edge, though the shop's size is larger"


def test_the_pages_stand_in_the_shops_order(tmp_path: Path) -> None:
    project = sized(tmp_path, "63mm", "88mm")
    made(project, "shop", "drivethrucards", "longpack", "mbprint")
    out = tmp_path / "output/tiny"
    front_first = labels(out / "shop/cards.pdf")
    assert [name.rsplit(" ", 1)[1] for name in front_first[:4]] == ["front", "back", "front", "back"]
    back_first = labels(out / "drivethrucards/cards.pdf")
    assert back_first[::2] == front_first[1::2]
    assert back_first[1::2] == front_first[::2]
    assert labels(out / "mbprint/63x88.pdf") == front_first
    assert labels(out / "longpack/cards-fronts.pdf") == front_first[::2], "several backs: a file of their own"
    assert labels(out / "longpack/cards-backs.pdf") == front_first[1::2]
    told = json.loads((out / "longpack/manifest.json").read_text(encoding="utf-8"))["files"]
    assert [(f["file"], f["sides"]) for f in told] == [("cards-backs.pdf", ["back"]), ("cards-fronts.pdf", ["front"])]


def test_one_back_for_all_is_the_last_page(tmp_path: Path) -> None:
    made(sized(tmp_path, "63mm", "88mm"), "longpack", only=("omen",))
    names = labels(tmp_path / "output/tiny/longpack/cards-omen.pdf")
    assert [name.rsplit(" ", 1)[1] for name in names] == ["front"] * (len(names) - 1) + ["back"]


def test_type_is_outlines_where_a_shop_asks(tmp_path: Path) -> None:
    project = sized(tmp_path, "63mm", "88mm")
    made(project, "mbprint", "shop-x1a")
    theirs, ours = tmp_path / "output/tiny/mbprint/63x88.pdf", tmp_path / "output/tiny/shop-x1a/cards.pdf"
    with pikepdf.open(theirs) as pdf:
        assert not operators(pdf) & {"BT", "Tf", "Tj", "TJ"}
        assert not any(isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font" for o in pdf.objects)
    for page in range(2):
        one, other = (pypdfium2.PdfDocument(p)[page].render(scale=6, grayscale=True).to_pil() for p in (theirs, ours))
        off = [abs(a - b) for a, b in zip(one.tobytes(), other.tobytes(), strict=True)]
        assert sum(off) / len(off) < 1
        assert sum(v > 90 for v in off) < 5e-4 * len(off), "the letters stand where they stood"


def test_a_shops_own_black_takes_the_place_of_the_houses(tmp_path: Path, program) -> None:
    project = sized(tmp_path, "63mm", "88mm")
    made(project, "drivethrucards", "shop", only=("comet", "wolf"))
    most = {}
    for shop in ("drivethrucards", "shop"):
        with pikepdf.open(tmp_path / f"output/tiny/{shop}/cards-wolf-comet.pdf") as pdf:
            ramps = [o for o in pdf.objects if isinstance(o, pikepdf.Array) and len(o) == 4 and o[0] == "/Indexed"]
            most[shop] = {tuple(bytes(ramp[3])[:4]) for ramp in ramps}
    assert most["drivethrucards"] == {(153, 102, 102, 255)}, "60, 40, 40, 100"
    assert most["shop"] == {(115, 89, 89, 255)}, "45, 35, 35, 100"


def test_a_spot_is_refused_where_a_shop_prints_none(tmp_path: Path) -> None:
    with pytest.raises(Refused) as error:
        made(sized(tmp_path, "63mm", "88mm"), "drivethrucards", colour=Colour.SPOT)
    assert "spots-refused" in {f.code.name for f in error.value.findings}


def test_an_ink_over_a_presss_limit_is_told(tmp_path: Path) -> None:
    project = tiny_project(tmp_path)
    text = (ROOT / "card_data/inks.yaml").read_text(encoding="utf-8").replace("[62, 44, 34, 42]", "[90, 80, 70, 90]")
    (tmp_path / "card_data/inks.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as error:
        made(project, "shop")
    (found,) = (f for f in error.value.findings if f.code.name == "over-ink-limit")
    assert '"back" lays 330 %' in found.says


def test_a_varnish_is_a_plate_for_a_press_and_nothing_elsewhere(tmp_path: Path, program) -> None:
    project = tiny_project(tmp_path)
    text = (ROOT / "card_data/inks.yaml").read_text(encoding="utf-8")
    text += '  gloss: {process: [0, 0, 0, 20], screen: "#dddddd", spot: Varnish, finish: yes}\n'
    (tmp_path / "card_data/inks.yaml").write_text(text, encoding="utf-8")
    shine = '<rect class="fill-gloss" x="2" y="2" width="36" height="52"/></svg>'
    plain = {}
    for shown in ("without", "with"):
        if shown == "with":
            rewrite(tmp_path / "templates/tiny/omen.svg", "</svg>", shine)
        made(project, "shop", "home-a4", "png", only=("omen",))
        out = tmp_path / "output/tiny"
        plain[shown] = [(out / "home/cards-a4-omen.pdf").read_bytes(), *(p.read_bytes() for p in sorted(out.glob("png/*.png")))]
    assert plain["with"] == plain["without"], "at home and on a screen nothing of it is seen"
    path = tmp_path / "output/tiny/shop/cards-omen.pdf"
    program("gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", "-r72", "-dLastPage=1", "-o", tmp_path / "p%d.tif", path)
    plates = {p.name.split("(")[1].split(")")[0]: Image.open(p) for p in tmp_path.glob("p1(*).tif")}
    assert plates["Varnish"].getextrema() == (0, 255)
    assert plates["Black"].getextrema()[0] == 0, "it overprints: the words below are still there"


def test_a_press_without_an_icc_profile_is_told(tmp_path: Path) -> None:
    shop = (SHIPPED / "shop.yaml").read_text(encoding="utf-8")
    own = tmp_path / "own.yaml"
    for icc, says in (("none.icc", "there is no file"), ("own.yaml", "is no ICC profile of a press")):
        own.write_text(shop.replace("FOGRA39L_coated.icc", icc), encoding="utf-8")
        with pytest.raises(Refused) as error:
            load_profile(str(own))
        ((code, line, text),) = [(f.code.name, f.at.line, f.says) for f in error.value.findings]
        assert (code, line) == ("no-icc-profile", 8)
        assert says in text
    own.write_text(shop.replace(", icc: FOGRA39L_coated.icc", ""), encoding="utf-8")
    with pytest.raises(Refused, match="X-4 asks for the condition's ICC profile"):
        load_profile(str(own))


def test_one_sided_cards_among_two_sided_ones_have_blank_backs(tmp_path: Path) -> None:
    """Of pages in pairs none shifts to a wrong partner, and fronts and backs in two files stay in step."""
    project = sized(tmp_path, "63mm", "88mm")
    rewrite(tmp_path / "card_data/tiny/game.yaml", "  omen:\n    name: Omens\n", "  omen:\n    name: Omens\n    sides: 1\n")
    built = made(project, "shop", "drivethrucards", "longpack")
    assert "empty-page" in {f.code.name for f in built.findings}, "a blank back is told, and stops nothing"
    out = tmp_path / "output/tiny"
    names = [label.rsplit(" ", 1) for label in labels(out / "shop/cards.pdf")]
    assert all(a[0] == b[0] and (a[1], b[1]) == ("front", "back") for a, b in zip(names[::2], names[1::2], strict=True))
    assert [n.rsplit(" ", 1)[0] for n in labels(out / "longpack/cards-fronts.pdf")] == [
        n.rsplit(" ", 1)[0] for n in labels(out / "longpack/cards-backs.pdf")
    ]
    made(project, "shop", only=("omen",))
    assert {n.rsplit(" ", 1)[1] for n in labels(out / "shop/cards-omen.pdf")} == {"front"}, (
        "where none has a back, none is blank"
    )


def test_what_a_shop_is_given_does_not_depend_on_who_else_is_asked(tmp_path: Path) -> None:
    project = sized(tmp_path, "63mm", "88mm")
    made(project, "shop")
    alone = (tmp_path / "output/tiny/shop/cards.pdf").read_bytes()
    made(project, "drivethrucards", "shop", "thegamecrafter")
    assert (tmp_path / "output/tiny/shop/cards.pdf").read_bytes() == alone


def test_a_profile_of_ones_own_is_named_by_its_file_and_not_by_its_path(tmp_path: Path) -> None:
    project = sized(tmp_path / "project", "63mm", "88mm")
    own = tmp_path / "somewhere" / "mine.yaml"
    own.parent.mkdir()
    own.write_text(
        (SHIPPED / "shop.yaml").read_text(encoding="utf-8").replace("folder: shop", "folder: mine"), encoding="utf-8"
    )
    made(project, str(own))
    for path in (tmp_path / "project/output/tiny/mine").iterdir():
        assert b"somewhere" not in path.read_bytes(), path.name
    with pikepdf.open(tmp_path / "project/output/tiny/mine/cards.pdf") as pdf:
        assert str(pdf.docinfo["/Title"]) == "Tiny: cards for mine"


def test_dielines_that_a_press_takes_no_plate_for_are_told(tmp_path: Path) -> None:
    shop = (SHIPPED / "shop.yaml").read_text(encoding="utf-8")
    own = tmp_path / "four.yaml"
    own.write_text(shop.replace("  limit: 300", "  limit: 300\n  spots: no"), encoding="utf-8")
    built = build(open_project(ROOT), Request("duel", (str(own),), only=("token",), out=tmp_path), lambda *_: None)
    (told,) = (f for f in built.findings if f.code.name == "plates-left-out")
    assert "the dielines and folds of token are in no file" in told.says


def test_sizes_are_those_of_cards(tmp_path: Path) -> None:
    """A shop's card sizes say nothing of its boards and booklets."""
    shop = (SHIPPED / "shop.yaml").read_text(encoding="utf-8")
    own = tmp_path / "sized.yaml"
    own.write_text(shop.replace("safe: 3mm", "safe: 3mm\nsizes: {eu: {width: 63mm, height: 88mm}}"), encoding="utf-8")
    ask = Request("duel", (str(own),), only=("weather", "track", "rules"), out=tmp_path)
    built = build(open_project(ROOT), ask, lambda *_: None)
    assert not built.findings
    assert {file.path.name for file in built.files} >= {"track.pdf", "rules.pdf", "cards-weather.pdf"}


def test_a_file_that_breaks_its_profile_is_not_left(tmp_path: Path) -> None:
    """A ground that ends at the trim is a press's fault: the former file stays, and no part of a new one."""
    project = sized(tmp_path, "63mm", "88mm")
    made(project, "shop", only=("omen",))
    path = tmp_path / "output/tiny/shop/cards-omen.pdf"
    former = path.read_bytes()
    template = tmp_path / "templates/tiny/omen.svg"
    text = template.read_text(encoding="utf-8").replace(
        'x="-9" y="-9" width="200" height="200"', 'x="0" y="0" width="63" height="88"'
    )
    template.write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as error:
        made(project, "shop", only=("omen",))
    assert "bleed-missing" in {f.code.name for f in error.value.findings}
    assert path.read_bytes() == former
    assert {p.name for p in path.parent.iterdir()} == {"cards-omen.pdf", "manifest.json"}


def test_dots_an_inch_are_a_shops_own(tmp_path: Path) -> None:
    own = tmp_path / "fine.yaml"
    shop = (SHIPPED / "shop.yaml").read_text(encoding="utf-8").replace("folder: shop", "folder: fine")
    own.write_text(shop.replace("ppi: 300\nsources", "ppi: 600\nsources"), encoding="utf-8")
    project = sized(tmp_path / "project", "63mm", "88mm")
    made(project, "shop", only=("wolf",))
    alone = (tmp_path / "project/output/tiny/shop/cards-wolf.pdf").read_bytes()
    made(project, "shop", str(own), only=("wolf",))
    assert (tmp_path / "project/output/tiny/shop/cards-wolf.pdf").read_bytes() == alone
    sizes = set()
    for name in ("shop", "fine"):
        with pikepdf.open(tmp_path / f"project/output/tiny/{name}/cards-wolf.pdf") as pdf:
            sizes.add(
                max(int(o.Width) for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/BitsPerComponent") == 8)
            )
    assert max(sizes) == pytest.approx(2 * min(sizes), abs=1)
