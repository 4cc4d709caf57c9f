"""Shadings as light of at most three plates (255 is bare paper): other colours, the same shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pikepdf

from cardgen.readback.functions import function
from cardgen.readback.plates.paints import Unseen, coloured
from cardgen.readback.spaces import Space, tint
from cardgen.readback.values import BROKEN, decoded, entry

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from cardgen.readback.functions import Function, Values

STEPS = 1024
"""Colours that a function is worked out for along its way; more than a renderer shows."""
_SQUARE = 128
_MOST = 2_000_000
"""Bytes of a mesh that are gone through at most."""
_CORNERS = {6: (12, 8), 7: (16, 12)}
"""Points of a patch by the shading's type: of one that stands alone, and of one that leans on the last."""


def shading_space(shading: pikepdf.Object, resources: pikepdf.Object | None) -> Space:
    """The colour space of a shading. Unseen where it has none that can be shaded in."""
    space = coloured(entry(shading, "/ColorSpace"), resources)
    if space.kind == "pattern":
        raise Unseen("a shading that is broken")
    return space


def on_plates(pdf: pikepdf.Pdf, shading: pikepdf.Object, space: Space, plates: tuple[str, ...]) -> pikepdf.Object:
    """The shading with DeviceRGB's three parts being the light of the plates. Unseen where it is broken or of a kind that
    is not known.
    """
    try:
        return _made(pdf, shading, space, plates)
    except BROKEN:
        raise Unseen("a shading that is broken") from None


def _made(pdf: pikepdf.Pdf, shading: pikepdf.Object, space: Space, plates: tuple[str, ...]) -> pikepdf.Object:
    import numpy as np

    kind = int(shading.ShadingType)
    blend = function(shading.Function) if "/Function" in shading else None
    if kind in (1, 2, 3) and blend is None:
        raise Unseen("a shading without a function")
    new: pikepdf.Object
    if isinstance(shading, pikepdf.Stream):
        new = pikepdf.Stream(pdf, b"")
    else:
        new = pikepdf.Dictionary()
    for name, value in shading.items():
        if name not in ("/ColorSpace", "/Function", "/Background", "/Length", "/Filter", "/DecodeParms", "/Decode"):
            new[name] = value
    new.ColorSpace = pikepdf.Name.DeviceRGB
    if "/Background" in shading:
        values = np.array([[float(v) for v in shading.Background]])
        new.Background = pikepdf.Array([round(float(v), 4) for v in _light(space, values, plates)[0]])
    if kind == 1 and blend:
        domain = [float(v) for v in shading.get("/Domain", [0, 1, 0, 1])]
        x, y = (np.linspace(domain[i], domain[i + 1], _SQUARE) for i in (0, 2))
        grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        new.Function = _table(pdf, _light(space, blend(grid), plates), domain, [_SQUARE, _SQUARE])
    elif kind in (2, 3) and blend:
        low, high = (float(v) for v in shading.get("/Domain", [0, 1]))
        new.Function = _along(pdf, blend, space, plates, low, high)
    elif kind in (4, 5, 6, 7) and isinstance(new, pikepdf.Stream):
        _mesh(pdf, shading, new, kind, space, plates)
    else:
        raise Unseen(f"a shading of type {kind}")
    return pdf.make_indirect(new)


def _along(pdf: pikepdf.Pdf, blend: Function, space: Space, plates: tuple[str, ...], low: float, high: float) -> pikepdf.Object:
    import numpy as np

    return _table(pdf, _light(space, blend(np.linspace(low, high, STEPS)[:, None]), plates), [low, high], [STEPS])


def _light(space: Space, values: Values, plates: tuple[str, ...]) -> Values:
    """The light (0..1) of three plates (the last repeated) under colours."""
    import numpy as np

    if space.kind != "indexed" and values.shape[-1] < space.parts:
        raise Unseen("a shading that is broken")
    out = np.ones((len(values), 3))
    for i, plate in enumerate((*plates, *plates[-1:] * 2)[:3]):
        laid = tint(space, values, plate)
        if laid is not None:
            out[:, i] = 1 - laid
    return out


def _table(pdf: pikepdf.Pdf, light: Values, domain: list[float], size: list[int]) -> pikepdf.Object:
    """A sampled function (type 0) of 16 bits."""
    import numpy as np

    new = pikepdf.Stream(pdf, np.rint(light * 65535).astype(">u2").tobytes())
    new.FunctionType, new.BitsPerSample = 0, 16
    new.Domain, new.Size = pikepdf.Array([round(v, 5) for v in domain]), pikepdf.Array(size)
    new.Range = pikepdf.Array([0, 1] * light.shape[-1])
    return pdf.make_indirect(new)


def _mesh(
    pdf: pikepdf.Pdf, shading: pikepdf.Object, new: pikepdf.Stream, kind: int, space: Space, plates: tuple[str, ...]
) -> None:
    """A mesh keeps its points; its colours are read bit by bit and written anew, unless a function tells them."""
    import numpy as np

    decode = [float(v) for v in shading.Decode]
    raw = shading.read_raw_bytes()
    if "/Function" in shading:
        # the parameter of each point stays; only what it means is told anew
        low, high = decode[4], decode[5]
        new.Function = _along(pdf, function(shading.Function), space, plates, low, high)
        new.write(raw)
        for name in ("/Filter", "/DecodeParms", "/Decode"):
            if name in shading:
                new[name] = shading[name]
        return
    data = decoded(shading, _MOST)
    if len(decode) < 4 + 2 * space.parts:
        raise Unseen("a shading that is broken")
    point, part = int(shading.BitsPerCoordinate), int(shading.BitsPerComponent)
    flag = int(shading.BitsPerFlag) if kind != 5 else 0
    if point not in (1, 2, 4, 8, 12, 16, 24, 32) or part not in (1, 2, 4, 8, 12, 16) or flag not in (0, 2, 4, 8):
        raise Unseen("a shading that is broken")
    bits = np.unpackbits(np.frombuffer(data, np.uint8))
    least = np.array(decode[4 : 4 + 2 * space.parts : 2])
    most = np.array(decode[5 : 5 + 2 * space.parts : 2])
    weights = 2 ** np.arange(part - 1, -1, -1)
    out: list[npt.NDArray[np.uint8]] = []
    at = 0
    while at + flag + 2 * point <= len(bits):
        own = int(bits[at : at + flag] @ (1 << np.arange(flag - 1, -1, -1))) & 3 if flag else 0
        points, colours = (1, 1) if kind in (4, 5) else (_CORNERS[kind][own > 0], 2 if own else 4)
        head = flag + points * 2 * point
        end = at + head + colours * space.parts * part
        if end > len(bits):
            break
        values = bits[at + head : end].reshape(colours, space.parts, part) @ weights / (2**part - 1)
        light = np.rint(_light(space, least + values * (most - least), plates) * 65535).astype(">u2")
        record = np.concatenate([bits[at : at + head], np.unpackbits(light.reshape(-1).view(np.uint8))])
        out.append(np.pad(record, (0, -len(record) % 8)))
        at = end + -end % 8
    new.write(np.packbits(np.concatenate(out)).tobytes() if out else b"")
    new.BitsPerComponent = 16
    new.Decode = pikepdf.Array([*list(shading.Decode)[:4], *[0, 1] * 3])
