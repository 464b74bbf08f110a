"""Pictures into files, and into pages as SVG that follows a light or dark screen."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt

from tigersim.errors import InvalidValue
from tigersim.files.atomic import check_writable, write_whole
from tigersim.show.plots.style import DARK, STYLE

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes

PICTURES = (".png", ".svg", ".pdf")


def check_picture(path: Path) -> None:
    """Check the name of a picture to write.

    Raises ``InvalidValue`` for a name that says no form of pictures, ``RunError`` where none can be written.
    """
    if path.suffix.lower() not in PICTURES:
        raise InvalidValue("name of the picture", str(path), f"a file that ends in {', '.join(PICTURES)}")
    check_writable(path)


def save(ax: Axes, path: Path) -> None:
    """Write the figure of ``ax`` atomically to a file whose name says how (.png, .svg, .pdf).

    Raises what ``check_picture`` raises.
    """
    check_picture(path)
    figure = ax.get_figure(root=True)
    assert figure is not None
    write_whole(path, lambda passing: figure.savefig(passing, format=path.suffix[1:].lower()))


def write(ax: Axes, path: Path) -> None:
    """Write the figure of ``ax`` atomically as a .png file, and close it.

    Raises ``RunError``.
    """
    figure = ax.get_figure(root=True)
    assert figure is not None
    try:
        write_whole(path, lambda passing: figure.savefig(passing, format="png"))
    finally:
        plt.close(figure)


def svg(ax: Axes) -> str:
    """The figure of ``ax`` as SVG that turns dark with its reader's screen; lets go of it.

    The same figure gives the same text: no date, no random names.
    """
    figure = ax.get_figure(root=True)
    assert figure is not None
    drawn = io.StringIO()
    try:
        with plt.rc_context(STYLE):
            figure.savefig(drawn, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    finally:
        plt.close(figure)
    text = drawn.getvalue()
    text = text[text.index("<svg") :]
    for number, colour in enumerate(DARK):
        text = text.replace(f": {colour}", f": var(--c{number})")
    light, dark = ("".join(f"--c{k}:{c};" for k, c in enumerate(colours)) for colours in (DARK, DARK.values()))
    screen = "@media screen and (prefers-color-scheme:dark)"
    style = f"<style>svg{{{light}}}{screen}{{svg{{{dark}}}}}text{{fill:var(--c0)}}</style>"
    head = text.index(">") + 1
    return text[:head] + style + text[head:]
