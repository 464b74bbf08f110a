"""Pages that are made of the program while the documentation is built, so that they cannot differ from it.

A page says ``<!-- made: NAME -->`` where one of ``MAKERS`` puts its Markdown; what is incomplete, such as a command
without help, is a warning of the build, and warnings are errors.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util import logging

from making import code, commands, events, names, rulebook, rulings
from making.markdown import Page

MARK = re.compile(r"<!-- made: (?P<name>[a-z]+)(?: (?P<of>[\w.]+))? -->")

Maker = Callable[..., Page]
MAKERS: dict[str, Maker] = {
    "code": code.page,
    "commands": commands.page,
    "events": events.page,
    "names": names.page,
    "rulebook": rulebook.page,
    "rulings": rulings.page,
}

warn = logging.getLogger(__name__).warning


def fill(app: Sphinx, docname: str, source: list[str]) -> None:
    """Put what is made into the text of a page that asks for it."""

    def made(mark: re.Match[str]) -> str:
        maker = MAKERS.get(mark["name"])
        if maker is None:
            warn("nothing is made under the name %s", mark["name"], location=docname)
            return ""
        text, problems = maker(*filter(None, [mark["of"]]))
        for problem in problems:
            warn("%s", problem, location=docname)
        return text

    source[0] = MARK.sub(made, source[0])


def always(app: Sphinx, env: Any, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """What is made of the program is made anew by every build."""
    return [name for name in env.found_docs if MARK.search(env.doc2path(name).read_text(encoding="utf-8"))]


def leave_out_of_contents(app: Sphinx, domain: str, kind: str, content: Any) -> None:
    """Hundreds of functions under one heading: in the index and the search, not in every page's list of contents."""
    if app.env.docname.startswith("reference/code"):
        content.parent["no-contents-entry"] = True


PARAMETER = re.compile(r"(?P<names>\w+(?:, \w+)*(?: \([^)]*\))?): (?=\S)")
"""How the line of a parameter begins in a docstring."""


def list_parameters(app: Sphinx, what: str, name: str, described: Any, options: Any, lines: list[str]) -> None:
    """One line per parameter in a docstring is a list on its page."""
    paragraphs = "\n".join(lines).split("\n\n")
    for k, paragraph in enumerate(paragraphs):
        if PARAMETER.match(paragraph) is not None:
            rows = paragraph.split("\n")
            paragraphs[k] = "\n".join(
                f"* **{begin['names']}**: {row[begin.end() :]}"
                if (begin := PARAMETER.match(row))
                else f"  {row.strip()}"
                for row in rows
            )
    lines[:] = "\n\n".join(paragraphs).split("\n")


FROM_ELSEWHERE = re.compile(
    r"""<(?:script|img|iframe)[^>]*\ssrc=["']?(?:https?:)?//|<link[^>]*\shref=["']?(?:https?:)?//|"""
    r"""(?:@import|url\()\s*["']?(?:url\()?["']?(?:https?:)?//"""
)


def stay_at_home(app: Any, error: Exception | None) -> None:
    """No built page may load a script, a style, a font or a picture from elsewhere."""
    if error is not None:
        return
    for page in sorted(Path(app.outdir).rglob("*")):
        if page.suffix in (".html", ".css") and (found := FROM_ELSEWHERE.search(page.read_text(encoding="utf-8"))):
            warn("%s loads from elsewhere: %s", page.name, found[0])


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("source-read", fill)
    app.connect("autodoc-process-docstring", list_parameters)
    app.connect("env-get-outdated", always)
    app.connect("build-finished", stay_at_home)
    app.connect("object-description-transform", leave_out_of_contents)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
