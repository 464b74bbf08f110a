"""No function that carries a rule is without a caller: something that users can call leads to each of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from tests.coverage_table import carried, registered
from tests.reachability import PACKAGE, reached, unreached
from tigersim.catalogue.companions import games

SYSTEMS = {
    "paper_tigers_2": ("PT-", "AMB-"),
    "paper_tigers_1": ("PT1-",),
    **{of.name: (f"{of.prefix}-",) for of in games().values()},
}
"""Rule system -> how the IDs of its rules and rulings begin."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_function_that_carries_a_rule_is_reached(system: str) -> None:
    own = {one: names for one, names in registered().items() if one.startswith(SYSTEMS[system])}
    assert own
    assert unreached(own) == {}


def marked(body: list[ast.stmt], before: str) -> Iterator[str]:
    """Dotted names of the functions and methods below a statement that ``@rule`` stands over."""
    for one in body:
        if isinstance(one, ast.FunctionDef | ast.ClassDef):
            name = f"{before}.{one.name}"
            if any(ast.unparse(over).startswith("rule(") for over in one.decorator_list):
                yield name
            if isinstance(one, ast.ClassDef):
                yield from marked(one.body, name)


def test_every_function_that_the_source_marks_is_reached() -> None:
    source = {
        name
        for path in PACKAGE.rglob("*.py")
        for module in [".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")]
        for text in [path.read_text(encoding="utf-8")]
        if "@rule(" in text
        for name in marked(ast.parse(text).body, module)
    }
    assert len(source) > 500
    assert sorted(source - reached()) == []


def test_every_registered_rule_belongs_to_a_system() -> None:
    assert [
        one for one in registered() if not one.startswith(tuple(start for all in SYSTEMS.values() for start in all))
    ] == []


def test_what_is_reached_is_what_the_coverage_counts() -> None:
    assert {one: names for one, names in registered().items() if set(names) <= reached()}.items() <= carried().items()
    assert all(set(names) <= reached() for names in carried().values())


def test_the_walk_begins_where_users_do() -> None:
    for known in (
        "tigersim.game.battle.Battle.start",  # a public name, and its method
        "tigersim.odds.shot.shot",  # a public module's function
        "tigersim.cli.prices.prices",  # a command
        "tigersim.companions.victory_day.questions.decks.redeal",  # a question
        "tigersim.core.play.engine.set_up",
        "tigersim.rules.fire.fire_difficulty",
    ):
        assert known in reached(), known


# --- the walk on a package that is made up -----------------------------------------------------------------------

SAMPLE = {
    "__init__": """
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            from sample.battle import Battle as Battle
        __all__, __getattr__, __dir__ = lazily(__name__)
    """,
    "battle": """
        from sample.rules import called, imported_only, shadowed
        from sample import rules, kernels
        class Battle:
            def play(self):
                shadowed = 3
                return called(shadowed) + rules.by_module() + self._helper() + kernels.run()
            def _helper(self):
                return [shadowed for shadowed in range(3)]
            def _nobody(self):
                return rules.in_a_method_nobody_calls()
    """,
    "kernels": """
        from sample.rules import CONDITIONS, listed, passed_on, local_import
        LISTED = [listed]
        register(listed)
        def run():
            from sample.rules import local_import as own
            return [own(CONDITIONS[key]) for key in apply(passed_on)]
        def nobody():
            return listed()
    """,
    "rules": """
        CONDITIONS = {}
        NAMES = []
        def keep(key):
            def made(function):
                CONDITIONS[key] = function
                NAMES.append(function)
                return function
            return made
        def noted(function):
            NAMES.append(function)
            return function
        @noted
        def called(x): return nested(x)
        def nested(x):
            def inner(): return deep(x)
            return inner()
        def deep(x): return x
        def by_module(): return 1
        def imported_only(): return alone()
        def alone(): return imported_only()
        def shadowed(): return 1
        def in_a_method_nobody_calls(): return 1
        @noted
        def listed(): return 1
        def passed_on(): return 1
        def local_import(x): return x
        @keep("a")
        def kept(): return of_kept()
        def of_kept(): return 1
    """,
    "cli/__init__": """
        from sample.cli import more
        from sample.cli.more import unused
        app.command()(more.ask)
        PANELS = {"What is asked?": "more.by_text more.is_not_there"}
    """,
    "cli/more": """
        import sample.asked
        def ask(): return sample.asked.by_a_command()
        @app.command("other")
        def other(): return sample.asked.by_another()
        def by_text(): return sample.asked.by_a_command_in_a_text()
        def unused(): return sample.asked.by_nobody()
    """,
    "asked": """
        def by_a_command(): return 1
        def by_a_command_in_a_text(): return 1
        def by_another(): return TABLE["x"](load("sample.asked:by_name"))
        def by_name(): return 1
        def by_nobody(): return 1
        def in_a_table(): return 1
        def in_another_table(): return 1
        TABLE = {"x": in_a_table}
        OTHER = {"x": in_another_table}
    """,
    "companions/__init__": "",
    "companions/game/__init__": """
        from sample.companions.game.asks import shown, duel
    """,
    "companions/game/duel": """
        def fight(): return 1
        def nobody(): return 1
    """,
    "companions/game/asks": """
        @question("XY-Q-01", "shown")
        def shown(): return of_shown()
        @question("XY-Q-03", "duel")
        def duel():
            from sample.companions.game.duel import fight
            return fight()
        @question("XY-Q-02", "hidden")
        def hidden(): return of_hidden()
        def of_shown(): return Table().row("x")
        def of_hidden(): return 1
        class Table:
            def row(self, key): return in_a_row()
            def column(self, key): return in_a_column()
        def in_a_row(): return 1
        def in_a_column(): return 1
    """,
}
REACHED = {
    *("rules.called", "rules.nested", "rules.deep", "rules.by_module", "rules.passed_on", "rules.local_import"),
    *(
        "rules.kept",
        "rules.of_kept",
        "asked.by_a_command",
        "asked.by_a_command_in_a_text",
        "asked.by_another",
        "asked.in_a_table",
    ),
    *("companions.game.asks.of_shown", "companions.game.asks.in_a_row"),
    *("companions.game.duel.fight", "companions.game.asks.duel", "asked.by_name"),
}
NOT_REACHED = {
    *("rules.imported_only", "rules.alone", "rules.shadowed", "rules.in_a_method_nobody_calls", "rules.listed"),
    *("asked.by_nobody", "asked.in_another_table", "companions.game.duel.nobody"),
    *("companions.game.asks.of_hidden", "companions.game.asks.in_a_column"),
}


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made_up") / "sample"
    for name, body in SAMPLE.items():
        path = folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(body), encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", sorted(REACHED))
def test_calls_are_followed(sample: Path, name: str) -> None:
    assert f"sample.{name}" in reached(sample)


@pytest.mark.parametrize("name", sorted(NOT_REACHED))
def test_a_mention_that_nobody_reads_does_not_count(sample: Path, name: str) -> None:
    assert f"sample.{name}" not in reached(sample)


def test_the_functions_without_a_caller_are_named_with_their_rules(sample: Path) -> None:
    registry = {"XY-01": ["sample.rules.called", "sample.rules.listed"], "XY-02": ["sample.rules.listed"]}
    assert unreached(registry, sample) == {"sample.rules.listed": ["XY-01", "XY-02"]}
    assert PACKAGE.name == "tigersim"
