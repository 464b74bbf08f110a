"""Commands about what is printed: units, rules and the open questions of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from importlib import import_module
from inspect import getdoc
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tigersim.cli import completion
from tigersim.cli.groups import takes_options
from tigersim.cli.options import ClassOption, Nation, Rules, RulesAndUnits, TraitOption, UnitName
from tigersim.cli.output import Output, print_rich
from tigersim.errors import UnknownName

if TYPE_CHECKING:
    from tigersim.catalogue.rulebook import RuleEntry
    from tigersim.catalogue.rulesets import Ruling
    from tigersim.catalogue.units import Unit

IN_LANGUAGE = "Of what rules say and of the labels: en or ru."


@takes_options
def units(
    nation: Nation = None,
    type_: Annotated[str | None, ClassOption] = None,
    trait: Annotated[str | None, TraitOption] = None,
    year: Annotated[
        int | None,
        typer.Option("--year", min=1930, max=1945, help="Only units in service in that year, 1930 to 1945."),
    ] = None,
    front: Annotated[
        str | None,
        typer.Option(
            "--front",
            help="Only units that served there: west, east, mediterranean or pacific.",
            autocompletion=completion.fronts,
        ),
    ] = None,
    generic: Annotated[
        bool, typer.Option("--generic", help="With the plain units of every class, such as towed guns and recon.")
    ] = False,
    *,
    rules: RulesAndUnits,
    output: Output,
) -> None:
    """List the historical units with their traits and costs.

    The cost in victory points (VP) is what a unit takes from your budget and what your opponent scores for it: the base
    VP of its class, +1 for each advantage, -1 for each disadvantage, at least 1.

    ```
    tigersim units --nation ussr --type heavy_tank
    tigersim units --trait rivets --json
    tigersim units --nation germany --year 1943 --front east
    tigersim units --generic --nation generic
    tigersim units --units mine.csv --nation finland
    ```
    """
    from tigersim.catalogue.profile import base_vp, profile
    from tigersim.catalogue.profile.unit_table import UNLISTED
    from tigersim.catalogue.units import all_units, generic_units, known_to

    ruleset = rules.chosen
    listed = all_units(rules.units, ruleset) + (known_to(generic_units(), ruleset) if generic else ())
    chosen = [one for one in _chosen(listed, nation, type_, trait) if _served(one, year, front)]
    costs = [profile(one, ruleset).cost for one in chosen]
    rows = [
        one.model_dump(exclude=set(UNLISTED)) | {"base_vp": base_vp(one, ruleset), "cost": cost}
        for one, cost in zip(chosen, costs, strict=True)
    ]
    if not output.printed(rows):
        from tigersim.show.tables.catalogue import units_table

        print_rich(units_table(list(zip(chosen, costs, strict=True))))


def _served(one: Unit, year: int | None, front: str | None) -> bool:
    """Whether a unit was in service then and there.  Raises ``UnknownName`` for a front."""
    from tigersim.catalogue.service import FRONTS, served

    if front is not None and front not in FRONTS:
        raise UnknownName(front, FRONTS, kind="front")
    return served(one, year, front)


def _chosen(among: tuple[Unit, ...], nation: str | None, type_: str | None, trait: str | None) -> list[Unit]:
    """The units that pass all filters; a filter that no unit could ever pass is an unknown name."""
    from tigersim.catalogue.classes import CLASS_IDS
    from tigersim.catalogue.traits import trait as find_trait

    nations = list(dict.fromkeys(one.nation for one in among))
    if nation is not None and nation.casefold() not in nations:
        raise UnknownName(nation, nations, kind="nation")
    if type_ is not None and type_ not in CLASS_IDS:
        raise UnknownName(type_, CLASS_IDS, kind="type")
    wanted = None if trait is None else find_trait(trait).id
    return [
        one
        for one in among
        if nation in (None, one.nation) or (nation or "").casefold() == one.nation
        if type_ in (None, one.type)
        if wanted is None or wanted in (*one.advantages, *one.disadvantages)
    ]


@takes_options
def show(unit: UnitName, *, rules: RulesAndUnits, output: Output) -> None:
    """Show one unit: every number of the dice with its rules, when it served, what it is worth.

    ```
    tigersim show "Tiger I"
    tigersim show "Jeep [usa]" --json
    tigersim show "Regulars [france] + mortar"
    tigersim show "KV-2" --set spg_base_armor=one_die
    ```
    """
    from tigersim.catalogue.profile import profile
    from tigersim.catalogue.service import service
    from tigersim.catalogue.worth_in_short import in_short

    (one,) = rules.named(unit)
    numbers = profile(one, rules.chosen)
    lines = [{"label": label, "value": value, "rules": list(ids)} for label, value, ids in numbers.table()]
    known = service(one)
    when = None if known is None else asdict(known)
    worth = in_short(one, rules.chosen)
    about = {"unit": one, "cost": numbers.cost, "service": when, "profile": lines, "worth": worth}
    if not output.printed(about, lines):
        from tigersim.show.tables.catalogue import profile_table

        print_rich(profile_table(one, numbers), *(("", *worth) if worth else ()))


@takes_options
def rule(
    rule_id: Annotated[
        str,
        typer.Argument(metavar="ID", help="PT-FIRE-07, AMB-43 or a switch's name.", autocompletion=completion.rules),
    ],
    language: Annotated[
        str | None, typer.Option("--language", help=IN_LANGUAGE, autocompletion=completion.languages, show_default="en")
    ] = None,
    *,
    output: Output,
) -> None:
    """Show one rule: what it says, whether it is modelled, by which functions and tests.

    Only functions count that a command, a question or a public name leads to; `code` tells what each works out. An AMB
    number or the name of a switch shows an open question of the rulebook: its readings in words, why one is the
    default, and what each other one moves.

    ```
    tigersim rule PT-FIRE-07
    tigersim rule PT-FIRE-07 --language ru
    tigersim rule AMB-43
    tigersim rule save_success_rule --language ru
    ```
    """
    from tigersim.catalogue.rulebook import RuleEntry, rule_entry

    entry, told = rule_entry(rule_id), language or "en"
    facts = _rule_facts(entry, told) if isinstance(entry, RuleEntry) else _ruling_facts(entry, told)
    if output.printed(facts, _lines(facts)):
        return
    if isinstance(entry, RuleEntry):
        from tigersim.show.tables.catalogue import rule_table

        print_rich(rule_table(facts, told))
    else:
        from tigersim.show.tables.readings import ruling_table

        print_rich(ruling_table(entry, told))


def _lines(facts: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A line for each fact; what an option means, or moves, has one for each option."""
    lines = []
    for name, fact in facts.items():
        parts = {f"{name}.{part}": value for part, value in fact.items()} if isinstance(fact, Mapping) else {name: fact}
        for field, value in parts.items():
            lines.append({"field": field, "value": value["said"] if isinstance(value, Mapping) else value})
    return lines


def _rule_facts(entry: RuleEntry, language: str) -> dict[str, Any]:
    from tigersim.catalogue.reading_words import reading_words
    from tigersim.catalogue.rulebook import LEVELS, coverage
    from tigersim.catalogue.rulesets import rulings
    from tigersim.catalogue.words import rule_words

    links = next(row for row in coverage() if row["id"] == entry.id)
    return {
        "title": entry.title,
        "says": rule_words(entry.id, language),
        "id": entry.id,
        "chapter": entry.chapter,
        "level": LEVELS[entry.level],
        **{name: getattr(entry, name) for name in ("edition", "source", "status", "how")},
        "functions": links["functions"],
        "code": [_first_lines(name) for name in links["functions"] if name.startswith("tigersim.rules.")],
        "tests": links["tests"],
        "rulings": [
            f"{each.id}: {reading_words(each, language).question}" for each in rulings() if entry.id in each.touches
        ],
    }


def _ruling_facts(entry: Ruling, language: str) -> dict[str, Any]:
    """A ruling with its words, and what each reading moves."""
    from tigersim.catalogue.reading_words import reading_words
    from tigersim.pricing.report.moves import moves

    said = reading_words(entry, language)
    asked = ("switch", "default", "alternatives", "playable", "note", "touches")
    return {
        "id": entry.id,
        "title": entry.title,
        "question": said.question,
        "why": said.why,
        "options": dict(said.options),
        "moves": {option: asdict(one) | {"said": one.said(language)} for option, one in moves(entry).items()},
        **{name: getattr(entry, name) for name in asked},
    }


def _first_lines(name: str) -> str:
    """The first paragraph of the docstring of a rule function given by its dotted name."""
    module, _, function = name.rpartition(".")
    doc = getdoc(getattr(import_module(module), function)) or ""
    return " ".join(doc.split("\n\n")[0].split())


@takes_options
def rules(
    coverage: Annotated[
        bool, typer.Option("--coverage", help="With the functions that carry out each rule and the tests that hold it.")
    ] = False,
    status: Annotated[
        str | None,
        typer.Option(
            "--status",
            help="Only these: implemented, abstracted or 'not modelled'.",
            autocompletion=completion.statuses,
        ),
    ] = None,
    chapter: Annotated[
        str | None, typer.Option("--chapter", help="Only this chapter, as in fire.", autocompletion=completion.chapters)
    ] = None,
    words: Annotated[bool, typer.Option("--words", help="With what each rule says.")] = False,
    language: Annotated[
        str | None, typer.Option("--language", help=IN_LANGUAGE, autocompletion=completion.languages)
    ] = None,
    *,
    output: Output,
) -> None:
    """List the rules of both editions, what they say and how far this version plays them.

    Implemented: carried out as written.  Abstracted: played in a simpler form that is named.  Not modelled: left out,
    and the reason named; `tigersim rule ID` tells it.

    ```
    tigersim rules --coverage
    tigersim rules --coverage --status "not modelled"
    tigersim rules --chapter armor --json
    tigersim rules --chapter fire --words
    tigersim rules --chapter fire --language ru
    ```
    """
    from tigersim.catalogue.rulebook import STATUSES
    from tigersim.catalogue.rulebook import coverage as coverage_rows

    rows = coverage_rows()
    chapters = list(dict.fromkeys(row["chapter"] for row in rows))
    if status is not None and status not in STATUSES:
        raise UnknownName(status, STATUSES, kind="status")
    if chapter is not None and chapter not in chapters:
        raise UnknownName(chapter, chapters, kind="chapter")
    chosen = [row for row in rows if status in (None, row["status"]) and chapter in (None, row["chapter"])]
    with_words = words or language is not None
    if with_words:
        from tigersim.catalogue.words import book

        told = book("rules", language or "en")
        chosen = [row | {"says": told[row["id"]]} for row in chosen]
    keys = ("id", "title", *(("says",) if with_words else ()), "chapter", "status")
    keys += ("functions", "tests") if coverage else ()
    if not output.printed([{key: row[key] for key in keys} for row in chosen]):
        from tigersim.show.tables.catalogue import rules_table

        print_rich(rules_table(chosen, with_links=coverage, with_words=with_words, language=language or "en"))


@takes_options
def rulings(
    language: Annotated[
        str | None,
        typer.Option("--language", help=IN_LANGUAGE, autocompletion=completion.languages, show_default="en"),
    ] = None,
    *,
    rules: Rules,
    output: Output,
) -> None:
    """List the open questions of the rulebook and how a ruleset answers them.

    Each is a switch; `--set SWITCH=OPTION` chooses another reading in any command that rolls, plays or prices. What the
    readings of a question mean, why one is the default and what the others move, `tigersim rule` tells.

    ```
    tigersim rulings
    tigersim rulings --language ru
    tigersim rule save_success_rule
    tigersim odds shot "Tiger I" "M4 Sherman" --card QH --set save_success_rule=one_success_cancels_all
    ```
    """
    told = language or "en"
    answers = rules.chosen.describe(told)
    if not output.printed(answers):
        from tigersim.show.tables.catalogue import rulings_table

        print_rich(rulings_table(answers, told))
