"""Units, traits, rules and rulings for the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group

from tigersim.catalogue.service import service
from tigersim.catalogue.words import ENGLISH, labels
from tigersim.show.tables.layout import WIDTH, Column, numbers, table

if TYPE_CHECKING:
    from tigersim.catalogue.profile import Profile
    from tigersim.catalogue.units import Unit


def units_table(units: Sequence[tuple[Unit, int]]) -> Group:
    """Units with their cost in VP, class and traits."""
    rows = [
        (one.name, one.nation, ("improved " if one.improved else "") + one.type.replace("_", " "), cost, _traits(one))
        for one, cost in units
    ]
    columns = ("unit", "nation", "type", *numbers("VP"), Column("+ advantages, - disadvantages", fold=True))
    return table(columns, rows, below=f"{len(rows)} unit{'' if len(rows) == 1 else 's'}")


def _traits(unit: Unit) -> str:
    words = [f"+ {name}" for name in unit.advantages] + [f"- {name}" for name in unit.disadvantages]
    return ", ".join(words).replace("_", " ")


def profile_table(unit: Unit, profile: Profile) -> Group:
    """What the dice see of one unit, line by line, with the rules it comes from."""
    kind = ("improved " if unit.improved else "") + unit.type.replace("_", " ")
    title = f"{unit.key}: {kind}, {profile.cost} VP"
    columns = (Column("", fold=True), Column("", fold=True), Column("rules", fold=True, style="dim"))
    rows = [(label, value, ", ".join(ids)) for label, value, ids in profile.table()]
    printed = ", ".join(part for part in (_traits(unit), _notes(unit)) if part)
    known = service(unit)
    below = [f"Printed: {printed}"] if printed else []
    below += [f"In service: {known}"] if known else []
    return table(columns, rows, title=title, below="\n".join(below))


def _notes(unit: Unit) -> str:
    """What is noted next to a unit, in words."""
    flags = ("mg_only", "mg_optional", "mortar", "howitzer", "forward_only", "wheeled", "amphibious", "unarmored")
    words = [f"{size} {part}" for part in ("gun", "hull_gun", "armor") if (size := getattr(unit, part))]
    words += [name for name in flags if getattr(unit, name)]
    if unit.machine_guns:
        words.append(f"{unit.machine_guns} machine gun{'s' if unit.machine_guns > 1 else ''}")
    if unit.carries:
        words.append(f"carries {unit.carries}")
    return ", ".join(words).replace("_", " ")


def traits_table(rows: Sequence[Mapping[str, Any]]) -> Group:
    """The vocabulary of traits with price, number of units and effect."""
    columns = ("trait", *numbers("VP", "units"), Column("effect", fold=True))
    lines = [(row["id"], f"{row['vp']:+d}" if row["vp"] else "0", row["units"], row["effect"]) for row in rows]
    return table(columns, lines)


def facts_table(title: str, facts: Mapping[str, Any]) -> Group:
    """Facts about one thing, one line each; empty facts are left out."""
    rows = [(name, _joined(value)) for name, value in facts.items() if value not in ("", [], (), None)]
    return table(("", Column("", fold=True)), rows, title=title)


def _joined(value: object) -> object:
    """A list of words in one line, a list of phrases or long names in a line each."""
    if not isinstance(value, list | tuple):
        return value
    items = [str(item) for item in value]
    return ("\n" if any(" " in item or len(item) > WIDTH // 3 for item in items) else ", ").join(items)


def rule_table(facts: Mapping[str, Any], language: str = ENGLISH) -> Group:
    """Facts about a rule; its title is English, so elsewhere its ID stands there."""
    told, known = labels("rule", language), dict(facts)
    title, rule_id = known.pop("title"), known["id"]
    known["level"] = labels("levels", language)[known["level"]]
    known["status"] = _status(known["status"], language)
    return facts_table(title if language == ENGLISH else rule_id, {told[name]: fact for name, fact in known.items()})


def _status(status: str, language: str) -> str:
    return labels("statuses", language)[status.replace(" ", "_")]


def rules_table(
    rows: Sequence[Mapping[str, Any]],
    *,
    with_links: bool = False,
    with_words: bool = False,
    language: str = ENGLISH,
) -> Group:
    """Rules with status and title; ``with_links`` adds how many functions and tests carry each.

    ``with_words``: what each says in place of its title.
    """
    of_rule, of_list = labels("rule", language), labels("rules", language)
    count = Counter(_status(row["status"], language) for row in rows)
    below = f"{len(rows)} {of_list['rules']}" + (": " if rows else "")
    below += ", ".join(f"{number} {status}" for status, number in count.items())
    told = "says" if with_words else "title"
    heading = of_rule["says"] if with_words else of_list["title"]
    columns: list[Column | str] = [of_list["rule"], of_rule["status"], Column(heading, fold=True)]
    lines: list[tuple[object, ...]] = [(row["id"], _status(row["status"], language), row[told]) for row in rows]
    if with_links:
        columns += numbers(of_rule["functions"], of_rule["tests"])
        lines = [
            (*line, len(row["functions"]) or "", len(row["tests"]) or "") for line, row in zip(lines, rows, strict=True)
        ]
    return table(columns, lines, below=below)


CHOSEN = "* "
"""Before the option of a ruleset."""


def rulings_table(answers: Sequence[Mapping[str, Any]], language: str = ENGLISH) -> Group:
    """Every question with its switch and its options, a line each, or why the edition does not ask.

    ``answers``: of ``RuleSet.describe``.  No name is ever broken, so that it can be copied.
    """
    told = labels("rulings", language)
    columns = (told["ruling"], Column(told["question"], fold=True), told["options"])
    below = told["below"].format(mark=CHOSEN.strip())
    rows = [(one["id"], _question(one, told["not_asked"]), _options(one)) for one in answers]
    return table(columns, rows, below=below)


def _question(one: Mapping[str, Any], not_asked: str) -> str:
    return f"{one['question']} {not_asked.format(why=one['unused'])}" if one["unused"] else one["question"]


def _options(one: Mapping[str, Any]) -> str:
    names = [(CHOSEN if name == one["option"] else " " * len(CHOSEN)) + name for name in one["playable"]]
    return "\n".join([one["switch"], *names])
