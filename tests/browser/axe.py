"""What axe-core finds on a page: take it wherever a page must be usable by everybody (WCAG 2.2 AA, best practice)."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


def violations(page: Page) -> list[str]:
    """One line for each violation: its rule, and the elements."""
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": list(RULES)}, "resultTypes": ["violations"]})
    return [f"{one['id']}: {[node['target'] for node in one['nodes'][:5]]}" for one in found.response["violations"]]
