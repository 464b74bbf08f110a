"""The events of a battle's log, from their declarations."""

from __future__ import annotations

from making.markdown import Page, code, plain, table
from tigersim.core.log import EVENTS, FIELDS, RECOVERY_TESTED


def page() -> Page:
    """One table of all kinds of events, and one of what their fields hold."""
    events = sorted([*EVENTS.values(), RECOVERY_TESTED])
    rows = [(str(one.number), one.name, plain(one.meaning), ", ".join(map(code, one.fields))) for one in events]
    fields = [(code(name), plain(meaning)) for name, meaning in FIELDS.items()]
    used = {field for one in events for field in one.fields}
    problems = [f"{field} is not explained" for field in sorted(used - set(FIELDS))]
    kinds = table(("Kind", "Event", "What happens", "Fields"), rows, "options")
    return "\n".join([kinds, "## Fields\n", table(("Field", "What it holds"), fields, "options")]), problems
