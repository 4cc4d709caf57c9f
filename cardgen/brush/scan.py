"""A painter's scan into the same two plates as a score: what is reddish to the red plate, the rest to the black one."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from cardgen.brush.codes import SCAN_LARGE, SCAN_UNREADABLE
from cardgen.brush.noise import Floats
from cardgen.brush.paint import Plates
from cardgen.findings import Finding, Refused, Span
from cardgen.units import Rect

LARGEST = 300_000_000
"""Pixels of a scan at most: a board of 420 x 300 mm at 1200 ppi is as large, and takes 1 GB to open."""
# A pixel of red paste keeps this much of the paper's red light, and this much of its green and blue.
_RED, _REST = 0.86, 0.18
# Paper is the light of the brightest fiftieth of a scan, where that is bright at all.
_BRIGHTEST, _LEAST_PAPER = 98, 150
# Ink below the first share is the paper's own grain and dirt; from the second one on it is printed as it is.
_TOE = (0.025, 0.07)
# A share of red below the first is the warmth of an ink or a lamp; from the second one on it is red. Dark inks are the
# warmer ones (sepia): the darker, the more red is asked for.
_WARM, _WARM_DARK = (0.2, 0.4), 0.35


def scan_size(path: Path, shown: str) -> tuple[int, int]:
    """Width and height of a scan in pixels, as it is looked at. Refused where it is none that can be read."""
    with _opened(path, shown) as image:
        turned = image.getexif().get(0x0112, 1) >= 5
        return (image.height, image.width) if turned else (image.width, image.height)


def separated(path: Path, shown: str, view: Rect, box: Rect, per_mm: float) -> Plates:
    """The plates of a scan that fills `view`, within `box` (both in mm of the art), at `per_mm` pixels per mm.

    The paper's own colour becomes bare paper. Where the box goes past the scan, its edge is mirrored.
    """
    width, height = round(box.w * per_mm), round(box.h * per_mm)
    with _opened(path, shown) as image:
        plain = _plain(image, shown)
    light = _sized(plain, view, box, width, height).astype(np.float32) / _paper(plain)
    black, red = _unmixed(np.minimum(light, 1))
    return Plates(per_mm, width, height, black, red if red.min() < 255 else None)


def _opened(path: Path, shown: str) -> Image.Image:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limit is our own
            image = Image.open(path, formats=("PNG", "TIFF", "JPEG"))
    except Image.DecompressionBombError:
        raise Refused(_too_large(shown)) from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise Refused(_unreadable(shown, str(error) if isinstance(error, OSError) and error.strerror else "")) from None
    if image.width * image.height > LARGEST:
        raise Refused(_too_large(shown))
    if getattr(image, "n_frames", 1) > 1:
        raise Refused(Finding(SCAN_UNREADABLE, Span(shown), "holds several pictures", "keep the one that is to be printed"))
    return image


def _too_large(shown: str) -> Finding:
    says = f"has more than {LARGEST // 1_000_000} million pixels"
    return Finding(SCAN_LARGE, Span(shown), says, "600 ppi at its printed size is as much as a press can show")


def _unreadable(shown: str, error: str = "") -> Finding:
    says = f"is no PNG, TIFF or JPEG picture that can be read{f' ({error})' if error else ''}"
    return Finding(SCAN_UNREADABLE, Span(shown), says, "save it again, in grey or RGB with 8 bits a channel")


def _plain(image: Image.Image, shown: str) -> Image.Image:
    """Upright, in sRGB, what is transparent as white paper."""
    try:
        image.load()
    except (OSError, ValueError, SyntaxError, EOFError) as error:
        raise Refused(_unreadable(shown, str(error))) from None
    image = ImageOps.exif_transpose(image)
    if image.mode.startswith(("I", "F")):
        values = np.asarray(image, np.float64)
        full = 255 if values.max() <= 255 else 65535
        image = Image.fromarray(np.clip(values * (255 / full) + 0.5, 0, 255).astype(np.uint8))
    if image.mode in ("P", "PA"):
        image = image.convert("RGBA")
    if image.has_transparency_data or image.mode in ("LA", "La", "RGBa"):
        seen = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", seen.size, "white"), seen).convert("RGB")
    return _in_srgb(image)


def _in_srgb(image: Image.Image) -> Image.Image:
    profile = image.info.get("icc_profile")
    if profile:
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            done: Any = ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
            return done  # type: ignore[no-any-return]
        except (ImageCms.PyCMSError, OSError, ValueError):
            pass  # a profile of another kind of picture than it is in says nothing
    return image.convert("RGB")


def _sized(image: Image.Image, view: Rect, box: Rect, width: int, height: int) -> npt.NDArray[np.uint8]:
    """The pixels of `box` as `height` x `width` x 3."""
    kx, ky = image.width / view.w, image.height / view.h
    left, top = (box.x - view.x) * kx, (box.y - view.y) * ky
    right, bottom = (box.right - view.x) * kx, (box.bottom - view.y) * ky
    over = [max(0, -left), max(0, -top), max(0, right - image.width), max(0, bottom - image.height)]
    around = [min(int(np.ceil(v - 1e-6)), limit) for v, limit in zip(over, [image.width, image.height] * 2, strict=True)]
    if any(around):
        pixels = np.pad(np.asarray(image), ((around[1], around[3]), (around[0], around[2]), (0, 0)), "symmetric")
        image = Image.fromarray(pixels)
    at = (left + around[0], top + around[1], right + around[0], bottom + around[1])
    at = (max(0.0, at[0]), max(0.0, at[1]), min(float(image.width), at[2]), min(float(image.height), at[3]))
    return np.asarray(image.resize((width, height), Image.Resampling.LANCZOS, box=at))


def _paper(image: Image.Image) -> Floats:
    """The light of a scan's bare paper in each of the three colours, 0..255."""
    small = image.copy()
    small.thumbnail((400, 400), Image.Resampling.BOX)
    colours = np.asarray(small)
    grey = colours.mean(axis=2)
    bright = colours[grey >= np.percentile(grey, _BRIGHTEST)]
    paper = np.median(bright, axis=0).astype(np.float32)
    # a scan without any bare paper, and red that covers all of it, are taken as they are
    plain = paper.min() < _LEAST_PAPER or paper.max() - paper.min() > 60
    return np.full(3, 255, np.float32) if plain else paper


def _unmixed(light: Floats) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Black and red plates whose inks together give that light: red paste is what takes green and blue and leaves red."""
    red, rest = light[..., 0], (light[..., 1] + light[..., 2]) / 2
    ratio = rest / np.maximum(red, 1e-3)
    share = (1 - ratio) / np.maximum((1 - _REST) - ratio * (1 - _RED), 1e-3)
    share = np.where(red < 0.06, 0, np.clip(share, 0, 1))  # in the depth of black no colour is to be told
    is_red = _step(share - _WARM_DARK * (1 - red), *_WARM)
    share *= is_red
    whole = red * 0.2126 + light[..., 1] * 0.7152 + light[..., 2] * 0.0722
    under = whole + (np.minimum(red / (1 - share * (1 - _RED)), 1) - whole) * is_red
    black = 1 - under
    return _plate(black * _step(black, *_TOE)), _plate(share * _step(share, *_TOE))


def _step(value: Floats, low: float, high: float) -> Floats:
    t = np.clip((value - low) / (high - low), 0, 1)
    smooth: Floats = t * t * (3 - 2 * t)
    return smooth


def _plate(ink: Floats) -> npt.NDArray[np.uint8]:
    plate: npt.NDArray[np.uint8] = (255 - np.clip(ink * 255, 0, 255) + 0.5).astype(np.uint8)
    return plate
