"""What all pages share: templates, files, and how a policy names a script."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

TEMPLATES = Path(__file__).resolve().parent / "templates"


def templates() -> Environment:
    """The templates of all pages; whatever is put into them is text and never markup."""
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def own_file(name: str) -> Markup:
    """A file of ours that goes into the page as it is."""
    return Markup((TEMPLATES / name).read_text(encoding="utf-8"))


def content_hash(text: str) -> str:
    """How a content security policy names a script or a style."""
    return "sha256-" + b64encode(sha256(text.encode("utf-8")).digest()).decode()
