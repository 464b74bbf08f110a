"""What a cold start may not load.  (The one-way street of imports is a contract of pyproject.toml: lint-imports.)"""

import ast
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import tigersim.lab
import tigersim.pricing
from tigersim.core.compile import ready
from tigersim.core.compile.jit import COMPILER_OFF
from tigersim.show import plots

SLOW = ("numba", "scipy", "pandas", "matplotlib", "pyarrow")


def loaded_by(statement: str, slow: tuple[str, ...] = SLOW) -> list[str]:
    """The slow packages that a fresh interpreter has loaded after ``statement``."""
    code = f"{statement}\nimport sys\nprint(*[name for name in {slow!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.parametrize(
    "statement",
    [
        "import tigersim",
        "import tigersim.odds, tigersim.catalogue.units",
        "import tigersim.rules, tigersim.catalogue.profile",
        "import tigersim.cli",
        "import tigersim as ts; ts.odds.shot('Tiger I', 'M4 Sherman', card='QH', distance=10)",
    ],
)
def test_a_cold_start_loads_nothing_slow(statement: str) -> None:
    assert loaded_by(statement) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["units", "--json"],
        ["show", "Tiger I", "--json"],
        ["rules", "--coverage", "--words", "--json"],
        ["odds", "shot", "Tiger I", "M4 Sherman", "--card", "QH"],
        ["odds", "shot", "Tiger I", "M4 Sherman", "--by-card", "--json"],
    ],
    ids=" ".join,
)
def test_a_quick_command_loads_nothing_slow(arguments: list[str]) -> None:
    call = f"app({arguments!r}, standalone_mode=False)"
    lines = ["import contextlib, io", "from tigersim.cli import app", "with contextlib.redirect_stdout(io.StringIO()):"]
    assert loaded_by("\n".join([*lines, f"    {call}"])) == []


@pytest.mark.skipif(COMPILER_OFF or not ready.IS_POSSIBLE, reason="no machine code is kept here")
def test_a_battle_whose_kernels_are_ready_loads_nothing_slow() -> None:
    battle = "import tigersim as ts; ts.Battle.start(('3 x M4 Sherman', '2 x Tiger I'), seed=7).play()"
    loaded_by(battle)  # compiles what is not kept yet
    assert loaded_by(battle) == []


def test_battles_of_a_price_list_do_not_wait_for_what_only_its_estimates_need() -> None:
    later = ("scipy.stats", "scipy.optimize", "matplotlib", "numba")
    assert loaded_by("import tigersim.cli.prices, tigersim.pricing.play.job", ("pandas", *later)) == ["pandas"]


@pytest.mark.skipif(COMPILER_OFF, reason="whole battles")
@pytest.mark.parametrize("call", ["worth('Tiger I')", "prices(4096, players=('heuristic', 'heuristic'))"])
def test_estimates_do_without_half_a_second_of_imports(call: str) -> None:
    """What they ask of Student's distribution is in ``scipy.special`` too."""
    assert loaded_by(f"import tigersim as ts; ts.{call}", ("scipy.special", "scipy.stats")) == ["scipy.special"]


def test_the_probe_sees_what_is_loaded() -> None:
    assert loaded_by("import pandas")[:1] == ["pandas"]


def test_the_edges_of_a_table_have_one_number_each() -> None:
    """Two modules once counted them from 0 and from 1."""
    edges = ("NORTH", "EAST", "SOUTH", "WEST", "DEFENDER_IN_SOUTH", "DEFENDER_IN_NORTH")
    given = [
        (name.id, path.name)
        for path in Path(tigersim.__file__).parent.rglob("*.py")
        for text in [path.read_text(encoding="utf-8")]
        if any(edge in text for edge in edges)
        for node in ast.parse(text).body
        if isinstance(node, ast.Assign)
        for target in node.targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name) and name.id in edges
    ]
    assert sorted(given) == sorted((name, "edges.py") for name in edges)


def test_what_a_design_needs_stands_beside_what_takes_it() -> None:
    assert {"battles", "prices", "Design"} <= set(tigersim.__all__)
    from tigersim.lab import Design

    assert tigersim.Design is Design


@pytest.mark.parametrize("package", [tigersim, tigersim.lab, tigersim.pricing, plots], ids=lambda one: one.__name__)
def test_packages_hand_on_what_they_name(package: ModuleType) -> None:
    assert len(package.__all__) > 10
    assert all(getattr(package, name) is not None for name in package.__all__)
    assert dir(package) == package.__all__ == sorted(package.__all__)
    with pytest.raises(AttributeError, match=f"module '{package.__name__}' has no attribute 'no_such_name'"):
        _ = package.no_such_name
