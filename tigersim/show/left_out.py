"""What battles leave out of the rules, in a sentence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tigersim.catalogue.rulebook import RuleEntry


def not_modelled(rules: Iterable[RuleEntry], edition: int) -> str:
    """The subjects of an edition's rules that are not modelled, biggest first."""
    reasons = [entry.how for entry in rules if entry.edition == edition and entry.status == "not modelled"]
    subjects = Counter(re.split(r" (?:is|are) not modelled", reason)[0] for reason in reasons)
    named = ", ".join(subject for subject, _ in subjects.most_common()) or "nothing"
    return f"Not modelled: {named} (tigersim rules --coverage)."


def not_played(about: Mapping[str, Any]) -> str:
    """What the second edition has and the battles of a run were fought without.

    By their provenance; "" for the first edition, which has none of it.
    """
    from tigersim.catalogue.scenarios import STANDARD

    if about.get("edition") != 2:
        return ""
    without = {
        "scenarios": about.get("scenario", STANDARD) == STANDARD,
        "fire from off the table": about.get("support", "none") == "none",
        "fortified positions": not any(about.get("forts", ())),
        "landings": True,
    }
    return f"Not played here: {', '.join(subject for subject, true in without.items() if true)}."
