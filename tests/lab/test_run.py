"""Run directories: stopped at any instant and carried on, the battles are those of a run in one go."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import tigersim as ts
from tests.forms import form
from tests.lab.short_list import small as several_tables
from tigersim.core import layout
from tigersim.errors import RunError
from tigersim.lab import Batch, Design, Run, play_batches
from tigersim.lab import run as run_module
from tigersim.lab.batch import Arena, Task, on_threads
from tigersim.lab.design import BATTLES_PER_TASK
from tigersim.lab.run import from_arrow, read_results, to_arrow

TASKS = 7
PER_PART = 3
"""Tasks in a part here: parts 0 and 1 are full, part 2 has one task."""


def small(**settings: object) -> Design:
    """The small experiment, on one table: less to prepare."""
    return several_tables(**{"tables": 1, **settings})


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "TASKS_PER_PART", PER_PART)


@pytest.fixture(scope="module")
def expected() -> bytes:
    return contents([list(play_batches(small(), 0, TASKS))])


def contents(parts: list[list[Batch]]) -> bytes:
    return b"".join(batch.results.tobytes() for part in parts for batch in part)


def play(folder: Path, tasks: int = TASKS, first: int = 0) -> list[list[Batch]]:
    return list(Run(folder, small()).batches(first, tasks))


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


PARTS = [f"battles/part-0000{k}.parquet" for k in range(3)]


def no_playing(*_: object, **__: object) -> object:
    raise AssertionError("battles are played that are on disk")


# --- what a run leaves ---------------------------------------------------------------------------------------------


def test_a_run_in_one_go(tmp_path: Path, expected: bytes) -> None:
    parts = play(tmp_path / "new" / "run")
    assert [len(part) for part in parts] == [3, 3, 1]
    assert contents(parts) == expected
    assert sorted(files(tmp_path / "new" / "run")) == [*PARTS, "settings.json"]
    settings = json.loads((tmp_path / "new" / "run" / "settings.json").read_text(encoding="utf-8"))
    assert settings == json.loads(json.dumps(small().provenance()))
    table = pq.read_table(tmp_path / "new" / "run" / PARTS[2])
    assert table.num_rows == BATTLES_PER_TASK
    assert tuple(table.column_names) == layout.RESULT.names


def test_battles_on_disk_are_read_and_told(tmp_path: Path, expected: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    play(tmp_path)
    before = files(tmp_path)
    monkeypatch.setattr(run_module, "play_batches", no_playing)
    told: list[int] = []
    assert contents(list(Run(tmp_path, small()).batches(0, TASKS, played=told.append))) == expected
    assert told == [BATTLES_PER_TASK] * TASKS
    assert files(tmp_path) == before


@pytest.mark.parametrize(("first", "end"), [(0, 2), (2, 5), (4, 7), (6, 7), (3, 6), (5, 5)])
def test_any_tasks_can_be_asked_for(tmp_path: Path, expected: bytes, first: int, end: int) -> None:
    size = len(expected) // TASKS
    wanted = expected[first * size : end * size]
    assert contents(play(tmp_path, end, first)) == wanted
    assert contents(play(tmp_path, end, first)) == wanted
    assert contents(play(tmp_path)) == expected


def test_every_design_has_a_directory_name_of_its_own() -> None:
    names = {Run.name_for(design) for design in (small(), small(), small(seed=6), small(jitter=5))}
    assert len(names) == 3
    assert all(name.startswith(("prices-seed5-", "prices-seed6-")) for name in names)


@pytest.mark.parametrize(("there", "calls"), [([], 1), ([0], 1), ([1], 2), ([2], 1), ([0, 1, 2], 0)])
def test_who_plays_is_called_once_for_all_parts_up_to_one_that_is_there(
    tmp_path: Path, expected: bytes, there: list[int], calls: int
) -> None:
    play(tmp_path)
    for part in {0, 1, 2} - set(there):
        (tmp_path / PARTS[part]).unlink()
    played, called = on_threads(Arena(small()), 1), []

    def crew(tasks: Iterable[Task]) -> Generator[Batch, None, None]:
        called.append(True)
        return played(tasks)

    assert contents(list(Run(tmp_path, small()).batches(0, TASKS, crew=crew))) == expected
    assert len(called) == calls


# --- going on ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lost", [[0], [1], [2], [0, 2], [0, 1, 2]])
def test_lost_parts_are_played_again(tmp_path: Path, expected: bytes, lost: list[int]) -> None:
    play(tmp_path)
    before = files(tmp_path)
    for part in lost:
        (tmp_path / PARTS[part]).unlink()
    assert contents(play(tmp_path)) == expected
    assert files(tmp_path) == before


def test_a_run_grows(tmp_path: Path, expected: bytes) -> None:
    in_one_go = tmp_path / "one"
    play(in_one_go)
    for tasks in (1, 2, 4, TASKS):
        play(tmp_path / "many", tasks)
    assert files(tmp_path / "many") == files(in_one_go)
    assert contents(play(tmp_path / "many")) == expected


@pytest.mark.parametrize("parts", [1, 2])
def test_a_generator_closed_midway(tmp_path: Path, expected: bytes, parts: int) -> None:
    batches = Run(tmp_path, small()).batches(0, TASKS)
    assert len(list(islice(batches, parts))) == parts
    batches.close()
    assert sorted(files(tmp_path)) == [*PARTS[:parts], "settings.json"]
    assert contents(play(tmp_path)) == expected


@pytest.mark.parametrize("at", [1, 2, 3, 5])
def test_ctrl_c_keeps_what_was_played(tmp_path: Path, expected: bytes, at: int) -> None:
    told = 0

    def stop(battles: int) -> None:
        nonlocal told
        told += 1
        if told == at:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(Run(tmp_path, small()).batches(0, TASKS, threads=1, played=stop))
    kept = files(tmp_path)
    assert not [name for name in kept if "/." in name]
    tables = [pq.read_table(tmp_path / name) for name in PARTS if name in kept]
    # all that were told, with the one at whose telling the key was pressed
    assert sum(table.num_rows for table in tables) == at * BATTLES_PER_TASK
    assert contents(play(tmp_path)) == expected


KILLED = """
import sys, time
from tests.lab.short_list import small
from tigersim.lab import run
run.TASKS_PER_PART = 3
for part in run.Run(sys.argv[1], small(tables=1)).batches(0, 100_000):
    print(len(part), flush=True)
"""


def test_ctrl_c_in_the_middle_of_a_write_keeps_the_part(
    tmp_path: Path, expected: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = run_module.write_results

    def interrupted(path: Path, results: object) -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)  # of who cannot wait
        write(path, results)

    monkeypatch.setattr(run_module, "write_results", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play(tmp_path)
    assert sorted(path.name for path in (tmp_path / "battles").iterdir()) == ["part-00000.parquet"]
    monkeypatch.undo()
    monkeypatch.setattr(run_module, "TASKS_PER_PART", PER_PART)
    assert contents(play(tmp_path)) == expected


def test_a_killed_run_goes_on(tmp_path: Path, expected: bytes) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as process:
        assert process.stdout is not None
        for _ in range(2):
            assert process.stdout.readline() == "3\n"
        process.send_signal(signal.SIGKILL)
    assert len(files(tmp_path)) >= 3
    assert contents(play(tmp_path)) == expected


def test_leftovers_of_a_killed_process_are_cleared(tmp_path: Path, expected: bytes) -> None:
    play(tmp_path, 2)
    left = [tmp_path / "battles" / ".part-00000.parquet.4711", tmp_path / ".settings.json.4711"]
    for path in left:
        path.write_bytes(b"PAR1 and no more")
    (tmp_path / ".mine").write_text("notes", encoding="utf-8")
    assert contents(play(tmp_path)) == expected
    assert not any(path.exists() for path in left)
    assert sorted(files(tmp_path)) == [".mine", *PARTS, "settings.json"]


def test_a_part_is_written_every_so_often_before_it_is_complete(
    tmp_path: Path, expected: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "SAVE_EVERY", -1.0)
    on_disk: list[int] = []

    def look(_: int) -> None:
        part = tmp_path / PARTS[0]
        on_disk.append(pq.read_table(part).num_rows // BATTLES_PER_TASK if part.exists() else 0)

    assert (
        contents(list(Run(tmp_path, small()).batches(0, PER_PART, played=look))) == expected[: 3 * len(expected) // 7]
    )
    assert on_disk == [0, 1, 2]  # as each batch comes, those before it are safe
    play(tmp_path)
    play(tmp_path / "one")
    assert {name: (tmp_path / name).read_bytes() for name in PARTS} == {
        name: (tmp_path / "one" / name).read_bytes() for name in PARTS
    }


def test_one_process_at_a_time(tmp_path: Path, expected: bytes) -> None:
    run, other = Run(tmp_path, small()), Run(tmp_path, small())
    batches = run.batches(0, TASKS)
    first = next(batches)
    with pytest.raises(RunError, match=r"another process is at work in .*; wait until it is done"):
        next(other.batches(0, 1))  # would write a shorter part over the longer one
    assert contents([first, *batches]) == expected
    with run.held():
        assert contents(list(run.batches(0, TASKS))) == expected
    assert contents(list(other.batches(0, TASKS))) == expected


def test_what_was_played_can_be_had_again(tmp_path: Path) -> None:
    run = Run(tmp_path, small())
    parts = list(run.batches(0, TASKS))
    assert contents([run.stored(4, 2)]) == contents([parts[1][1:]])
    fields = ("number", "kind", "vp")
    (some,) = run.stored(4, 1, fields)
    assert some.results.dtype.names == fields
    assert all(np.array_equal(some.results[name], parts[1][1].results[name]) for name in fields)
    assert contents(list(run.parts())) == contents(parts)
    assert run.tasks() == TASKS
    (tmp_path / PARTS[1]).unlink()
    with pytest.raises(RunError, match=r"part-00001\.parquet has been deleted"):
        run.stored(4, 2)
    with pytest.raises(RunError, match=r"part-00001\.parquet is missing or cut short, though part-00002"):
        list(run.parts())


def test_a_run_is_opened_without_being_told_what_it_is(tmp_path: Path, expected: bytes) -> None:
    play(tmp_path)
    run = Run.open(tmp_path, ts.catalogue.units.all_units())
    assert run.design == small()
    assert contents(list(run.parts())) == expected
    with pytest.raises(RunError, match=r"holds no run: there is no settings.json"):
        Run.open(tmp_path / "nowhere", [])
    with pytest.raises(RunError, match=r"settings.json cannot be used: unknown unit 'M4 Sherman .usa.'.*--units"):
        Run.open(tmp_path, [])
    settings = json.loads((tmp_path / "settings.json").read_text(encoding="utf-8"))
    (tmp_path / "settings.json").write_text(json.dumps({**settings, "rules_version": 0}), encoding="utf-8")
    with pytest.raises(RunError, match="another 'rules_version' than this version"):
        Run.open(tmp_path, small().units)
    del settings["tables"]
    (tmp_path / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    with pytest.raises(RunError, match=r"settings.json cannot be used: 'tables'"):
        Run.open(tmp_path, small().units)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"forbid": ("a:follow", "mount"), "players": ("tactician", "planner"), "playouts": (256, 64)},
        {"ruleset": ts.RuleSet.load("paper_tigers_2").replace(save_success_rule="one_success_cancels_all")},
        {"family": "river", "markers": "standard", "target_score": 12, "jitter": 3, "sizes": (2, 4), "seed": 9},
    ],
)
def test_a_design_comes_back_from_its_provenance(settings: dict[str, object]) -> None:
    design = small(**settings)
    about = json.loads(json.dumps(design.provenance()))
    assert Design.of_provenance(about, design.units).provenance() == design.provenance()


# --- what is refused -----------------------------------------------------------------------------------------------


def halved(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def without_some_battles(path: Path) -> None:
    pq.write_table(pq.read_table(path).slice(0, 300), path)


def without_a_task_in_the_middle(path: Path) -> None:
    table = pq.read_table(path)
    pq.write_table(pa.concat_tables([table.slice(0, BATTLES_PER_TASK), table.slice(2 * BATTLES_PER_TASK)]), path)


def without_a_column(path: Path) -> None:
    pq.write_table(pq.read_table(path).drop_columns("vp"), path)


def with_another_column(path: Path) -> None:
    table = pq.read_table(path)
    pq.write_table(table.set_column(table.column_names.index("vp"), "vp", pa.array(range(table.num_rows))), path)


@pytest.mark.parametrize(
    "damage",
    [
        halved,
        emptied,
        without_some_battles,
        without_a_task_in_the_middle,
        without_a_column,
        with_another_column,
    ],
)
def test_a_damaged_part_is_named_and_can_be_deleted(
    tmp_path: Path, expected: bytes, damage: Callable[[Path], None]
) -> None:
    play(tmp_path)
    damage(tmp_path / PARTS[1])
    with pytest.raises(RunError, match=r"part-00001\.parquet is damaged \(.*\); delete this file") as caught:
        play(tmp_path)
    assert "\n" not in str(caught.value)
    (tmp_path / PARTS[1]).unlink()
    assert contents(play(tmp_path)) == expected


def test_no_flipped_byte_goes_unnoticed(tmp_path: Path, expected: bytes) -> None:
    play(tmp_path)
    part = tmp_path / PARTS[0]
    whole = part.read_bytes()
    noticed = 0
    for at in np.random.default_rng(1).integers(0, len(whole), form(20, 60)):
        part.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
        try:
            found = contents(play(tmp_path))
        except RunError:
            noticed += 1
        else:
            assert found == expected  # the byte carried no data
    assert noticed > form(13, 40)


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "null", '"text"', "{}x", "\x00\xff"])
def test_damaged_settings_are_named(tmp_path: Path, text: str) -> None:
    play(tmp_path, 1)
    (tmp_path / "settings.json").write_text(text, encoding="latin-1")
    with pytest.raises(RunError, match=r"settings\.json is damaged .*choose another with --out") as caught:
        Run(tmp_path, small())
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"seed": 6}, r"another 'seed' \(5, now 6\)"),
        ({"jitter": 5}, r"another 'jitter' \(4, now 5\)"),
        ({"sizes": (3, 7)}, r"another 'sizes' \(\[3, 6\], now \[3, 7\]\)"),
        ({"players": ("heuristic", "uniform")}, "another 'players'"),
        ({"forbid": ("a:follow",)}, r"another 'forbid' \(none, now \[\[\"follow\"\], \[\]\]\)"),
        (
            {"ruleset": ts.RuleSet.load("paper_tigers_2").replace(save_success_rule="one_success_cancels_all")},
            r"another 'ruleset\.switches\.save_success_rule' \(none, now",
        ),
    ],
)
def test_another_run_in_the_directory_is_refused(tmp_path: Path, settings: dict[str, object], words: str) -> None:
    play(tmp_path, 1)
    before = files(tmp_path)
    with pytest.raises(RunError, match=words + r".*choose another directory with --out") as caught:
        Run(tmp_path, small(**settings))
    assert str(tmp_path) in str(caught.value)
    assert files(tmp_path) == before


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(RunError, match=r"run directory .*file/run cannot be made: Not a directory"):
        Run(tmp_path / "file" / "run", small())
    (tmp_path / "blocked").mkdir()
    (tmp_path / "blocked" / "battles").write_text("", encoding="utf-8")
    with pytest.raises(RunError, match="blocked cannot be made"):
        Run(tmp_path / "blocked", small())


def test_a_part_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    run = Run(tmp_path, small())
    (tmp_path / "battles").rmdir()
    with pytest.raises(RunError, match=r"part-00000\.parquet cannot be written"):
        next(run.batches(0, 1))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_rights_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(RunError, match="cannot be made: Permission denied"):
            Run(tmp_path / "run", small())
    finally:
        tmp_path.chmod(0o700)


def test_a_failed_write_leaves_nothing_behind(tmp_path: Path, expected: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks_off(table: pa.Table, path: Path, **_: object) -> None:
        path.write_bytes(b"PAR1")
        raise OSError(28, "No space left on device")

    play(tmp_path, PER_PART)
    before = files(tmp_path)
    with monkeypatch.context() as broken:
        broken.setattr(pq, "write_table", breaks_off)
        with pytest.raises(
            RunError, match=r"part-00001\.parquet cannot be written: No space left on device; make room"
        ):
            play(tmp_path)
    assert files(tmp_path) == before
    assert contents(play(tmp_path)) == expected


# --- records and tables --------------------------------------------------------------------------------------------


def test_records_survive_the_table() -> None:
    rng = np.random.default_rng(2)
    results = layout.results(50)
    for name in layout.RESULT.names or ():
        field = results[name]
        bound = np.iinfo(field.dtype) if field.dtype.kind == "i" else None
        results[name] = (
            rng.normal(0, 3, field.shape)
            if bound is None
            else rng.integers(bound.min, bound.max, field.shape, endpoint=True)
        )
    assert from_arrow(to_arrow(results)).tobytes() == results.tobytes()
    assert from_arrow(to_arrow(results[:0])).shape == (0,)
    nested = to_arrow(results).schema.field("luck").type
    assert nested.list_size == int(np.prod(layout.RESULT["luck"].shape))


def test_battles_with_another_column_are_not_ours(tmp_path: Path) -> None:
    more = to_arrow(layout.results(2)).append_column("more", pa.array([1, 2]))
    pq.write_table(more, tmp_path / "more.parquet")
    with pytest.raises(RunError, match="its columns are not those of battles"):
        read_results(tmp_path / "more.parquet")
