"""The settings of Sphinx; `make docs` builds the site from this folder."""

from __future__ import annotations

import carnage

project = "Carnage"
author = "The Carnage project"
version = release = carnage.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
    "sphinx_click",
]
exclude_patterns = ["nim", "examples"]
nitpicky = False

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

autodoc_typehints = "none"
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = "Carnage"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False

doctest_global_setup = "import carnage"
linkcheck_ignore = [r"http://127\.0\.0\.1.*", r"https?://.*example\.org.*"]
linkcheck_timeout = 10
