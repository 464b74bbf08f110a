"""Results that earlier versions wrote, read as this version would have written them.

A verdict of theirs says MISPRICED and not which way; their range was the lowest and the highest price over the
conditions; what a validation leaves out stood in its notes alone, and notes had names of columns in them; their
intervals are for the tables that were played on.  All of it follows from what they kept, so no battle is played again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tigersim.pricing.estimate.list_errors import left_out_of_findings, left_out_of_list
from tigersim.pricing.estimate.mispricing import UNDIRECTED, with_direction
from tigersim.pricing.report.caveats import EQUAL, LEFT_OUT, with_caveats
from tigersim.pricing.report.notes import in_words
from tigersim.pricing.report.ranges import RULE, over_them

if TYPE_CHECKING:
    from tigersim.pricing.report.findings import Findings
    from tigersim.pricing.report.result import Prices


def prices_of_today(found: Prices) -> Prices:
    """A price list of any version, its verdicts with direction, its range by today's rule."""
    missing = [note for note in left_out_of_list(found.provenance) if note not in found.notes]
    notes = tuple(map(in_words, (*found.notes, *missing)))
    if notes != found.notes:
        found = replace(found, notes=notes)
    table, conditions = found.table, found.conditions
    if (table["verdict"] == UNDIRECTED).any():
        found = replace(found, table=table.assign(verdict=with_direction(table["verdict"], table["delta"])))
    if not len(conditions):
        return found
    if (conditions["verdict"] == UNDIRECTED).any():
        directed = with_direction(conditions["verdict"], conditions["delta"])
        found = replace(found, conditions=conditions.assign(verdict=directed))
    return found if found.provenance.get("range_rule") == RULE else over_them(found)


def findings_of_today(found: Findings) -> Findings:
    """Findings of any version as this one says them: verdicts with direction, caveats."""
    left_out = left_out_of_findings(found.kind, found.provenance, found.notes)
    missing = [note for note in left_out if note not in found.notes]
    notes = tuple(map(in_words, (*found.notes, *missing)))
    if notes != found.notes:
        found = replace(found, notes=notes)
    if found.kind == "validation" and len(found.said) >= 3 and EQUAL not in " ".join(found.said):
        matches = [match for note in found.notes if (match := LEFT_OUT.fullmatch(note))]
        price = float(matches[0][2]) if matches else 0.0
        return replace(found, said=with_caveats(found.said, [match[1] for match in matches], price))
    cells = found.tables.get("cells")
    if found.kind != "traits" or cells is None or not (cells["verdict"] == UNDIRECTED).any():
        return found
    from tigersim.pricing.estimate.traits_from_twins import sentence_on

    cells = cells.assign(verdict=with_direction(cells["verdict"], cells["worth"] - cells["printed"]))
    return replace(found, tables={**found.tables, "cells": cells}, said=(sentence_on(cells), *found.said[1:]))
