"""Pictures for shops that take them: size in pixels, colours, profile, and whether they are whole."""

from __future__ import annotations

from pathlib import Path
from struct import pack
from zlib import compress, crc32

import pytest
from PIL import Image, ImageCms

from cardgen.findings import Severity
from cardgen.profile import load_profile
from cardgen.readback.picture import check_picture

MPC = load_profile("makeplayingcards")
ROUND = load_profile("png-round")


def saved(path: Path, mode: str = "RGB", size: tuple[int, int] = (822, 1122), **options: object) -> Path:
    Image.new(mode, size).save(path / "a.png", **options)
    return path / "a.png"


def found(path: Path, own: object = MPC) -> list[str]:
    return [f.text() for f in check_picture(path, "a.png", own)]  # type: ignore[arg-type]


def chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", crc32(kind + data))


def test_a_picture_as_the_shop_asks_it(tmp_path: Path) -> None:
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    assert found(saved(tmp_path)) == []
    assert found(saved(tmp_path, icc_profile=srgb)) == []
    assert found(saved(tmp_path, "RGBA", (50, 70)), ROUND) == []


def test_another_size_names_the_nearest(tmp_path: Path) -> None:
    (text,) = found(saved(tmp_path, size=(825, 1125)))
    assert "wrong-pixels: it is 825 x 1125 pixels, which is no size that the shop makes" in text
    assert "the nearest is poker, 822 x 1122" in text
    assert found(saved(tmp_path, size=(9, 9)), load_profile("png")) == []  # it makes any


def test_a_picture_on_its_side_is_another_size(tmp_path: Path) -> None:
    (text,) = found(saved(tmp_path, size=(1122, 822)))
    assert "wrong-pixels" in text


@pytest.mark.parametrize(
    ("mode", "says"),
    [
        ("L", "it is grey of 8 bits"),
        ("P", "it is a palette of 1 bits"),
        ("I;16", "it is grey of 16 bits"),
        ("1", "it is grey of 1 bits"),
        ("RGBA", "it has a channel of transparency"),
    ],
)
def test_other_colours(mode: str, says: str, tmp_path: Path) -> None:
    (text,) = found(saved(tmp_path, mode))
    assert f"wrong-picture-colours: {says}" in text


def test_a_colour_that_is_transparent(tmp_path: Path) -> None:
    (text,) = found(saved(tmp_path, transparency=(0, 0, 0)))
    assert "wrong-picture-colours: it has a channel of transparency" in text


def test_another_profile_is_a_warning(tmp_path: Path) -> None:
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    (finding,) = check_picture(saved(tmp_path, icc_profile=lab), "a.png", MPC)
    assert (finding.code.name, finding.severity) == ("foreign-icc-profile", Severity.WARNING)


def test_a_picture_that_cannot_be_read(tmp_path: Path) -> None:
    whole = saved(tmp_path).read_bytes()
    path = tmp_path / "b.png"
    for data in (b"", b"GIF89a" + b" " * 40, whole[:30], whole[:-300], whole[:200] + b"\xff" * 40 + whole[240:]):
        path.write_bytes(data)
        (text,) = [t for t in found(path) if "wrong-pixels" not in t]
        assert "unreadable-picture" in text
    (text,) = found(tmp_path / "none.png")
    assert "unreadable-picture: No such file" in text


def test_a_picture_of_absurd_size_is_not_unpacked(tmp_path: Path) -> None:
    head = chunk(b"IHDR", pack(">IIBBBBB", 2**31 - 1, 2**31 - 1, 8, 2, 0, 0, 0))
    path = tmp_path / "bomb.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", compress(b"\0" * 100)) + chunk(b"IEND", b""))
    texts = found(path)
    assert [text.split(": ")[1] for text in texts] == ["wrong-pixels", "unreadable-picture"]
