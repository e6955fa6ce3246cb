"""Pictures made of pixels: PNG and GIF, from the same drawings. It needs `tetrad[pictures]`."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tetrad.pictures.looks import PAGES, Look

if TYPE_CHECKING:
    from PIL.Image import Image


def png(drawing: str, size: int | None = None, look: Look | None = None) -> bytes:
    """A drawing as the bytes of a PNG, so many pixels wide; a look gives it a ground."""
    try:
        import resvg_py
    except ModuleNotFoundError as error:
        raise _needs(error) from error
    ground = None if look is None else PAGES[look].paper
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=size, background=ground))


def image(drawing: str, size: int, look: Look = "light") -> Image:
    """A drawing as an image of Pillow."""
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise _needs(error) from error
    with Image.open(io.BytesIO(png(drawing, size, look))) as picture:
        return picture.convert("RGB")


def gif_of(drawings: Sequence[str], seconds: Sequence[float], size: int, look: Look) -> bytes:
    """Drawings one after another, each for so many seconds, without end."""
    frames: list[Any] = [image(drawing, size, look) for drawing in drawings]
    # One palette for all, from the fullest board, so that nothing flickers.
    palette = frames[-1].quantize(256)
    first, *rest = [frame.quantize(palette=palette, dither=0) for frame in frames]
    out = io.BytesIO()
    lengths = [round(1000 * each) for each in seconds]
    first.save(
        out, "GIF", save_all=True, append_images=rest, duration=lengths, loop=0, optimize=False
    )
    return out.getvalue()


def _needs(error: ModuleNotFoundError) -> ModuleNotFoundError:
    return ModuleNotFoundError(
        f"pictures of pixels need {error.name}: pip install 'tetrad[pictures]'", name=error.name
    )
