"""CONTRIBUTING's "Add a study", followed on a copy of the package: a module, its kind and the schema of its table."""

from __future__ import annotations

import textwrap
from pathlib import Path

from tests.contributing import Copy, Page

PAGE = Page("Add a study")
RUN = """
import json
from typer.testing import CliRunner
from tigersim.cli import app
from tigersim.errors import DamagedFile
from tigersim.pricing.report.findings import Findings

done = CliRunner().invoke(app, ["run", "file.toml", "--out", "found", "--json"])
assert done.exit_code == 0, done.output
rows = {row["name"]: row["p_destroyed"] for row in json.loads(done.stdout)["tables"]["targets"]}
assert len(rows) > 100 and rows["T-60"] > rows["KV-1"] > 0
found = Findings.load("found")
assert found.said[0].startswith("The Tiger I destroys a unit in")
table = found.tables["targets"]
table.loc[0, "p_destroyed"] = 1.5
found.save("damaged")
try:
    Findings.load("damaged")
except DamagedFile as error:
    assert "p_destroyed" in str(error), error
    print("refused")
"""


def test_the_page_names_files_that_exist() -> None:
    assert len(PAGE.files()) >= 6
    assert PAGE.missing() == []


def test_a_study_is_carried_out_without_another_line(tmp_path: Path) -> None:
    module, kind, schema, file = PAGE.examples
    copy = Copy(tmp_path)
    copy.append("tigersim/pricing/study/gun.py", module)
    kinds, schemas = "tigersim/pricing/study/kinds.py", "tigersim/pricing/report/schemas.py"
    first = '    "prices": "tigersim'
    copy.replace(kinds, first, textwrap.indent(kind, "    ") + first)
    first = '    "scenarios": {'
    copy.replace(schemas, first, textwrap.indent(schema, "    ") + first)
    copy.append("file.toml", file)
    assert copy.run(RUN) == "refused\n"
