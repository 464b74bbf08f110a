"""How the pages are built: ``python -m sphinx -W --keep-going -b html docs docs/_build``.

Nothing is fetched while they are built, and no page loads anything from elsewhere when it is read.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = "1"  # the engine's functions as they are written: their docstrings, nothing compiled
sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parent.parent)]

from tigersim.version import __version__  # noqa: E402  (found from here on)

project = "tigersim"
author = "the people of tigersim"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "making"]
if not tags.has("checked"):  # noqa: F821  (Sphinx's own; the gate asks for no pages of source, which take half the time)
    extensions.append("sphinx.ext.viewcode")
exclude_patterns = ["_build", "making"]
suppress_warnings = ["epub.unknown_project_files"]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4

autosummary_generate = False
autodoc_member_order = "groupwise"
autodoc_default_options = {"members": True}
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"tigersim {__version__}"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_js_files = ["filter.js", "scroll.js"]
html_copy_source = False
html_show_sourcelink = False
