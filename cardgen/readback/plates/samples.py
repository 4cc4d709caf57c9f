"""Images as pictures of plates: the same picture with its colours told as light of at most three plates (255 is bare paper)."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

import pikepdf

from cardgen.readback.plates.paints import Unseen, Untrue, coloured
from cardgen.readback.spaces import ALL, CMYK, GRAY, PROCESS, RGB, Space, tint
from cardgen.readback.values import BROKEN, PACKS, RATIO, filters, inflate, numbers, unpacked

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]

MOST_SAMPLES = 400_000_000
"""Samples of an image that are taken into memory at most (100 million pixels of CMYK: A0 at 260 ppi)."""

_ONE_BIT = {"CCITTFaxDecode", "JBIG2Decode"}
_KEPT = ("/SMask", "/Mask", "/SMaskInData", "/OC", "/Intent", "/Interpolate")


class Shape(NamedTuple):
    """What an image says of itself: pixels, bits, space, filters, what its samples mean."""

    width: int
    height: int
    bits: int
    space: Space
    filters: tuple[str, ...]
    decode: tuple[tuple[float, float], ...]
    plain: bool
    """Whether the samples mean what they do without a Decode."""


def shape_of(image: pikepdf.Object, resources: pikepdf.Object | None) -> Shape:
    """What an image is, as far as its dictionary says. Unseen where it is broken or absurdly large."""
    try:
        width, height = int(image.Width), int(image.Height)
        packing = filters(image)
        given = image.get("/ColorSpace")
        bits = int(image.get("/BitsPerComponent", 8))
        if packing[-1:] in (("DCTDecode",), ("JPXDecode",)):
            bits = 8
        if given is None:
            space = _told_by_codestream(image) if packing[-1:] == ("JPXDecode",) else None
        else:
            space = coloured(given, resources)
        decode = numbers(image.get("/Decode"))
    except BROKEN:
        raise Unseen("an image that is broken") from None
    if space is None or space.kind == "pattern" or bits not in (1, 2, 4, 8, 16):
        raise Unseen("an image that is broken")
    if width < 1 or height < 1 or width * height * space.parts > MOST_SAMPLES:
        raise Unseen(f"an image of {width} x {height} pixels")
    usual = [(0.0, 2.0**bits - 1)] if space.kind == "indexed" else list(space.natural)
    pairs = list(zip(decode[::2], decode[1::2], strict=False))
    plain = len(pairs) != space.parts or pairs == usual
    return Shape(width, height, bits, space, packing, tuple(usual if plain else pairs), plain)


def _told_by_codestream(image: pikepdf.Object) -> Space | None:
    from PIL import Image

    try:
        with Image.open(io.BytesIO(image.read_raw_bytes())) as picture:
            return {"L": GRAY, "LA": GRAY, "RGB": RGB, "RGBA": RGB, "CMYK": CMYK}.get(picture.mode)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise Unseen("a JPEG 2000 image that cannot be read") from None


class Pictures:
    """The images of one page, decoded once for all its plates while they are not too many."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self.pdf = pdf
        self._decoded: dict[object, Bytes] = {}
        self._made: dict[object, pikepdf.Object] = {}
        self._known: set[object] = set()

    def on_plates(self, image: pikepdf.Object, shape: Shape, plates: tuple[str, ...]) -> pikepdf.Object:
        """The image as an image XObject in DeviceRGB, or gray for one plate. Unseen where it cannot be decoded."""
        key = (image.objgen if image.is_indirect else id(image), plates)
        if key not in self._made:
            self._made[key] = self._picture(image, shape, plates)
        return self._made[key]

    def _picture(self, image: pikepdf.Object, shape: Shape, plates: tuple[str, ...]) -> pikepdf.Object:
        inks = shape.space.plates
        matte = _matte(image)
        if not any(plate in inks or ALL in inks for plate in plates):
            new = pikepdf.Stream(self.pdf, b"\xff")
            self._say(new, 1, 1, 8, pikepdf.Name.DeviceGray)
            matte = None
        elif shape.space.parts == 1 and shape.bits <= 8 and matte is None and shape.filters[-1:] != ("JPXDecode",):
            return self._looked_up(image, shape, plates)
        else:
            data = self._samples(image, shape)
            lit = _lit(data, shape, plates)
            if matte is not None and lit.shape[-1] == 1:
                lit = lit.repeat(3, axis=-1)
            new = pikepdf.Stream(self.pdf, lit.tobytes())
            gray = lit.shape[-1] == 1
            self._say(new, shape.width, shape.height, 8, pikepdf.Name.DeviceGray if gray else pikepdf.Name.DeviceRGB)
        for name in _KEPT:
            if name in image and name != "/SMaskInData":
                new[name] = image[name]
        key = image.get("/Mask")
        if isinstance(key, pikepdf.Array):
            del new["/Mask"]
            if "/SMask" not in image and new.Width > 1:
                new["/Mask"] = self._keyed(self._samples(image, shape), key, shape)
        if matte is not None:
            new["/SMask"] = self._unmatted(image.SMask, matte, shape.space, plates)
        return self.pdf.make_indirect(new)

    def _looked_up(self, image: pikepdf.Object, shape: Shape, plates: tuple[str, ...]) -> pikepdf.Object:
        """One sample a pixel is not even decoded: what the samples mean is told by another table."""
        import numpy as np

        self._whole(image, shape)
        levels = 2**shape.bits
        (low, high) = shape.decode[0]
        values = (low + np.arange(levels) * ((high - low) / (levels - 1)))[:, None]
        table = np.stack([_light(shape.space, values, plate) for plate in (plates * 3)[:3]], axis=-1)
        new = pikepdf.Stream(self.pdf, image.read_raw_bytes())
        for name in ("/Filter", "/DecodeParms", *_KEPT):
            if name in image:
                new[name] = image[name]
        space = pikepdf.Array([pikepdf.Name.Indexed, pikepdf.Name.DeviceRGB, levels - 1, pikepdf.String(table.tobytes())])
        self._say(new, shape.width, shape.height, shape.bits, space)
        return self.pdf.make_indirect(new)

    def _whole(self, image: pikepdf.Object, shape: Shape) -> None:
        """Unseen where an image whose samples are not looked at here is not all there."""
        key = image.objgen if image.is_indirect else id(image)
        if key in self._known:
            return
        if shape.filters[-1:] == ("DCTDecode",):
            decoded(image, shape)
        elif not set(shape.filters) & _ONE_BIT:
            _checked(image, shape)
        self._known.add(key)

    def _say(self, new: pikepdf.Stream, width: int, height: int, bits: int, space: pikepdf.Object) -> None:
        new.Type, new.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
        new.Width, new.Height, new.BitsPerComponent, new.ColorSpace = width, height, bits, space

    def _keyed(self, data: Bytes, key: pikepdf.Array, shape: Shape) -> pikepdf.Object:
        """A colour-key mask as a stencil: what is in the key's range is not painted."""
        import numpy as np

        shift = 8 if shape.bits == 16 else 0
        numbers = [int(v) >> shift for v in key]
        if len(numbers) != 2 * shape.space.parts:
            raise Unseen("an image that is broken")
        out = np.ones(data.shape[:2], dtype=bool)
        for i in range(shape.space.parts):
            out &= (data[..., i] >= numbers[2 * i]) & (data[..., i] <= numbers[2 * i + 1])
        new = pikepdf.Stream(self.pdf, np.packbits(out, axis=1).tobytes())
        new.Type, new.Subtype, new.ImageMask = pikepdf.Name.XObject, pikepdf.Name.Image, True
        new.Width, new.Height, new.BitsPerComponent = shape.width, shape.height, 1
        return self.pdf.make_indirect(new)

    def _unmatted(self, mask: pikepdf.Object, matte: list[float], space: Space, plates: tuple[str, ...]) -> pikepdf.Object:
        """The soft mask again, with the colour that the image was mixed with told as the plates' light."""
        import numpy as np

        new = pikepdf.Stream(self.pdf, mask.read_raw_bytes())
        for name, value in mask.items():
            if name not in ("/Length", "/Matte"):
                new[name] = value
        values = np.array([matte])
        new.Matte = pikepdf.Array([round(float(_light(space, values, plate)[0]) / 255, 4) for plate in (plates * 3)[:3]])
        return self.pdf.make_indirect(new)

    def _samples(self, image: pikepdf.Object, shape: Shape) -> Bytes:
        key = image.objgen if image.is_indirect else id(image)
        if key not in self._decoded:
            data = decoded(image, shape)
            if sum(kept.size for kept in self._decoded.values()) + data.size > MOST_SAMPLES // 2:
                self._decoded.clear()
            self._decoded[key] = data
        return self._decoded[key]


def _matte(image: pikepdf.Object) -> list[float] | None:
    mask = image.get("/SMask")
    value = mask.get("/Matte") if isinstance(mask, pikepdf.Stream) else None
    return numbers(value) or None


def _light(space: Space, values: npt.NDArray[np.float64], plate: str) -> Bytes:
    """What is left of the paper under colours, 255 being all of it."""
    import numpy as np

    laid = tint(space, values, plate)
    if laid is None:
        return np.full(values.shape[:-1], 255, np.uint8)
    return np.asarray(np.rint((1 - laid) * 255), dtype=np.uint8)


def _lit(data: Bytes, shape: Shape, plates: tuple[str, ...]) -> Bytes:
    """Samples as the light of the plates: one channel for one plate, else three (the last repeated)."""
    import numpy as np

    wanted = plates if len(plates) == 1 else (*plates, *plates[-1:] * 2)[:3]
    out = np.empty((shape.height, shape.width, len(wanted)), np.uint8)
    space = shape.space
    if space.kind in ("cmyk", "inks"):
        names = PROCESS if space.kind == "cmyk" else space.names
        for i, plate in enumerate(wanted):
            parts = [n for n, name in enumerate(names) if name in (plate, ALL)]
            table = [_ramp(*shape.decode[n]) for n in parts]
            if not parts:
                out[..., i] = 255
            elif len(parts) == 1:
                out[..., i] = ~data[..., parts[0]] if shape.plain else table[0][data[..., parts[0]]]
            else:
                out[..., i] = np.min([t[data[..., n]] for t, n in zip(table, parts, strict=True)], axis=0)
        return out
    low, high = (np.array(side, dtype=np.float64) for side in zip(*shape.decode, strict=True))
    rows = max(1, 1_000_000 // shape.width)
    for y in range(0, shape.height, rows):
        # an index is whole: its samples were not spread over the byte
        top = 2.0**shape.bits - 1 if space.kind == "indexed" else 255.0
        values = low + data[y : y + rows].astype(np.float64) * ((high - low) / top)
        for i, plate in enumerate(wanted):
            out[y : y + rows, :, i] = _light(space, values, plate)
    return out


def _ramp(low: float, high: float) -> Bytes:
    import numpy as np

    laid = np.clip(low + np.arange(256) * ((high - low) / 255), 0, 1)
    return np.asarray(np.rint((1 - laid) * 255), dtype=np.uint8)


def decoded(image: pikepdf.Object, shape: Shape) -> Bytes:
    """An image's samples, rows x columns x parts, as bytes over the whole range 0..255 (indices of a table as they are).
    Unseen where its filter is not known here; Untrue where it holds something else than it says.
    """
    import numpy as np

    last, parts = shape.filters[-1:], shape.space.parts
    try:
        if last in (("DCTDecode",), ("JPXDecode",)):
            data = _codec(image, shape)
        elif set(shape.filters) & _ONE_BIT:
            raise Unseen("an image of one bit that is mixed with its mask's colour")
        else:
            data = _unpacked(_checked(image, shape), shape)
    except (*BROKEN, OSError, SyntaxError):
        raise Unseen("an image that cannot be decoded") from None
    if data.shape != (shape.height, shape.width, parts):
        raise _untrue(shape, data.shape[1], data.shape[0], data.shape[2])
    return np.ascontiguousarray(data)


def _untrue(shape: Shape, width: int, height: int, parts: int) -> Untrue:
    said = f"{shape.space.parts} channel{'s' if shape.space.parts > 1 else ''} of {shape.width} x {shape.height} px"
    return Untrue(f"an image says {said}, and its data hold {parts} of {width} x {height}")


def _checked(image: pikepdf.Object, shape: Shape) -> bytes:
    """The bytes of an image packed by general filters, all it needs. Unseen where they are a bomb or broken, Untrue where they
    are whole and too few.
    """
    needed = -(-shape.width * shape.space.parts * shape.bits // 8) * shape.height
    most = 2 * (needed + shape.height) + 65_536
    _once(shape.filters)
    raw = image.read_raw_bytes()
    if shape.filters == ("FlateDecode",) and len(raw) * RATIO > max(most, 1_000_000_000) and inflate(raw, most + 1)[0] > most:
        raise Unseen("an image that holds more than it says")
    try:
        data = image.read_bytes()
    except pikepdf.PdfError:
        raise Unseen("an image that cannot be decoded") from None
    if len(data) < needed:
        if "/F" in image or not isinstance(image, pikepdf.Stream) or not unpacked(image, most)[1]:
            raise Unseen("an image that is not all there")
        says = f"an image of {shape.width} x {shape.height} px needs {needed:,} bytes, and its data hold {len(data):,}"
        raise Untrue(says)
    return data


def _once(packing: tuple[str, ...]) -> None:
    """Unseen where what is packed is packed again, as only bombs are."""
    if sum(name in PACKS for name in packing) > 1:
        raise Unseen("an image that is packed twice")


def _unpacked(data: bytes, shape: Shape) -> Bytes:
    import numpy as np

    w, h, parts, bits = shape.width, shape.height, shape.space.parts, shape.bits
    line = -(-w * parts * bits // 8)
    rows = np.frombuffer(data, np.uint8, line * h).reshape(h, line)
    if bits == 8:
        flat = rows
    elif bits == 16:
        flat = rows[:, ::2]  # the upper byte is as fine as a plate is looked at
    else:
        each = np.unpackbits(rows, axis=1)[:, : w * parts * bits].reshape(h, w * parts, bits)
        flat = each @ (1 << np.arange(bits - 1, -1, -1)).astype(np.uint8)
        if shape.space.kind != "indexed":
            flat = flat * np.uint8(255 // (2**bits - 1))
    return flat[:, : w * parts].reshape(h, w, parts)


def _codec(image: pikepdf.Object, shape: Shape) -> Bytes:
    """A JPEG or JPEG 2000 as its own samples: what the codestream holds, before any Decode."""
    import numpy as np
    from PIL import Image

    raw = image.read_raw_bytes() if len(shape.filters) == 1 else _codestream(image)
    try:
        with Image.open(io.BytesIO(raw)) as picture:
            parts, own = len(picture.getbands()), shape.space.parts
            if picture.mode == "P":
                raise Unseen("a JPEG 2000 image with a palette of its own")
            # one may have a channel of transparency besides
            if picture.size != (shape.width, shape.height) or (parts != own if picture.format == "JPEG" else parts < own):
                raise _untrue(shape, *picture.size, parts)
            data = np.asarray(picture)
            # Pillow turns the CMYK of Adobe's files, which is kept upside down, back; a PDF says that by its Decode itself
            turned = picture.mode == "CMYK" and picture.format == "JPEG" and "adobe" in picture.info
    except (Image.DecompressionBombError, EOFError):
        raise Unseen("an image that cannot be decoded") from None
    if data.dtype != np.uint8:
        data = (data >> 8 if data.dtype.kind in "ui" and data.max(initial=0) > 255 else data).astype(np.uint8)
    data = data[..., None] if data.ndim == 2 else data
    data = data[..., : shape.space.parts]
    return ~data if turned else data


def _codestream(image: pikepdf.Object) -> bytes:
    """A JPEG in further wrappings, without them."""
    with pikepdf.new() as pdf:
        new = pikepdf.Stream(pdf, image.read_raw_bytes())
        packing = filters(image)[:-1]
        _once(packing)
        new.Filter = pikepdf.Array([pikepdf.Name(f"/{name}") for name in packing])
        return new.read_bytes()
