"""Sweeps: the same rows by however many workers, none twice and none lost, whoever is killed
meanwhile.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

import carnage
from carnage import catalog
from carnage.cli.command_line import main
from carnage.rulesets.address import read_game
from carnage.sweeps import executors, rows, runner
from carnage.sweeps import plan as plans
from carnage.sweeps.folder import GAMES_FOLDER, PLAN_FILE, RULESETS_FOLDER, SweepFolder
from carnage.sweeps.plan import Plan, SweepError

pa = pytest.importorskip("pyarrow")

ROOT = Path(__file__).resolve().parents[2]
GAME = "gamble/275839227920"


def small(rulesets: int = 24, **wanted: Any) -> Plan:
    return plans.build_plan(
        "gamble", rulesets=rulesets, **{"games": 40, "batch": 3, "skill": False, **wanted}
    )


class Here:
    """A crew in this process; whatever has `deadly` in hand dies, as a pool does: with all its
    batches.
    """

    loses_all = True

    def __init__(self, deadly: int = -1) -> None:
        self.deadly, self.renewed = deadly, 0

    def size(self) -> int:
        return 2

    def submit(self, function: Callable[..., Any], *given: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.deadly in [number for number, _ in given[1]]:
            future.set_exception(BrokenProcessPool("killed"))
        else:
            future.set_result(function(*given))
        return future

    def restart_workers(self) -> bool:
        self.renewed += 1
        return True

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The rows of `small()`, made in this process."""
    folder = SweepFolder(tmp_path_factory.mktemp("usual") / "sweep")
    runner.run(folder, small(), Here())
    return folder.table()


def test_row_equals_simulation(usual: Any) -> None:
    row = usual.to_pylist()[5]
    ruleset = read_game(f"{row['book']}/{row['digits']}")
    simulation = carnage.simulate(ruleset, 40, seed=row["dice"])
    assert row["number"] == 5
    assert row["measure.drawn"] == pytest.approx(simulation.draws / 40, abs=1e-4)
    assert row["measure.drawn.low"] <= row["measure.drawn"] <= row["measure.drawn.high"]
    assert row["mean.decisions"] == pytest.approx(simulation.decisions_per_game)
    assert row["players"] == ruleset.players
    assert {row[f"option.{choice.table.id}"] for choice in ruleset.choices} <= {
        None,
        *(choice.option.code for choice in ruleset.choices),
    }


def test_dice_seeds_differ_unless_rulesets_are_compared(usual: Any, tmp_path: Path) -> None:
    assert (
        len(set(usual["dice"].to_pylist())) == len(usual) == len(set(usual["digits"].to_pylist()))
    )
    ruleset = read_game(GAME)
    changed = list(plans.iterate_neighbours(ruleset))
    assert changed[0] == str(ruleset.seed)
    assert len(changed) == len(set(changed)) > len(ruleset.choices)
    differ = [
        sum(
            a.option != b.option or a.params != b.params
            for a, b in zip(ruleset.choices, read_game(f"gamble/{digits}").choices, strict=True)
        )
        for digits in changed
    ]
    assert differ == [0] + [1] * (len(changed) - 1)
    plan = plans.build_plan("gamble", digits=tuple(changed[:4]), common=True, games=20, skill=False)
    folder = SweepFolder(tmp_path / "changes")
    runner.run(folder, plan, Here())
    assert folder.table()["dice"].to_pylist() == [0] * 4


@pytest.mark.thorough
def test_run_sweep_two_processes_one_killed_makes_same_rows(usual: Any, tmp_path: Path) -> None:
    killed: list[int] = []
    news: list[str] = []

    def tell(progress: runner.Progress) -> None:
        news.append(progress.said)
        for worker in progress.workers:
            if not killed:
                killed.append(int(worker.rpartition(":")[2]))
                os.kill(killed[0], signal.SIGKILL)

    folder = SweepFolder(tmp_path / "sweep")
    progress = runner.run(folder, small(), None, 2, tell)
    assert killed
    assert progress.done == 24
    assert folder.table().equals(usual)
    assert any("A worker died" in said for said in news)
    assert any("loaded the rules in" in said for said in news)


KILLED = """
from pathlib import Path
from carnage.sweeps.folder import SweepFolder
from carnage.sweeps import plan, runner
if __name__ == "__main__":
    wanted = plan.build_plan("gamble", rulesets=24, games=40, batch=3, skill=False)
    runner.run(SweepFolder(Path("sweep")), wanted, None, 1, flush=0.0)
"""


@pytest.mark.thorough
def test_run_sweep_after_kill_resumes(usual: Any, tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, str(script)], cwd=tmp_path, env=environ)
    folder = SweepFolder(tmp_path / "sweep")
    until = time.monotonic() + 120
    while not list(folder.path.glob(f"{RULESETS_FOLDER}/*.parquet")) and time.monotonic() < until:
        time.sleep(0.01)
    process.kill()
    process.wait()
    before = folder.done()
    assert 0 < len(before) < 24
    (folder.path / RULESETS_FOLDER / "part-000000099-1.parquet.unfinished").write_bytes(
        b"half of it"
    )
    made: list[int] = []
    crew = Here()
    plain = crew.submit
    crew.submit = lambda function, *given: (  # type: ignore[method-assign]
        made.extend(number for number, _ in given[1]), plain(function, *given))[1]  # fmt: skip
    progress = runner.run(folder, folder.plan(), crew)
    assert sorted(made) == sorted(set(range(24)) - before)
    assert progress.fresh == 24 - len(before)
    assert folder.table().equals(usual)
    assert not list(folder.path.rglob("*.unfinished"))
    assert runner.run(folder, folder.plan(), Here(deadly=3)).fresh == 0  # nothing is left to do


def test_run_sweep_ruleset_kills_workers_gets_error_row(usual: Any, tmp_path: Path) -> None:
    folder = SweepFolder(tmp_path / "sweep")
    crew = Here(deadly=7)
    progress = runner.run(folder, small(), crew)
    table = folder.table()
    assert table["number"].to_pylist() == list(range(24))
    assert [n for n, error in enumerate(table["error"].to_pylist()) if error] == [7]
    assert table["error"][7].as_py() == runner.WORKER_DIED
    assert table["digits"].equals(usual["digits"])
    assert progress.failed == 1
    assert crew.renewed >= 3
    others = [n for n in range(24) if n != 7]
    assert table.take(others).equals(usual.take(others))


def test_run_sweep_ruleset_fails_gets_error_row(tmp_path: Path) -> None:
    good = str(read_game(GAME).seed)
    plan = msgspec.structs.replace(small(1), rulesets=0, digits=(good, "12", good[:-1] + "9"))
    folder = SweepFolder(tmp_path / "sweep")
    assert runner.run(folder, plan, Here()).failed == 1
    errors = folder.table()["error"].to_pylist()
    assert errors[0] is None
    assert errors[2] is None
    assert "SeedError: A seed here has 12 digits; this one has 2." in errors[1]


def test_run_sweep_keep_games_writes_games(usual: Any, tmp_path: Path) -> None:
    folder = SweepFolder(tmp_path / "sweep")
    runner.run(folder, small(15, keep_games=True), Here(), flush=0.0)
    games = folder.games()
    assert len(games) == 15 * 40
    assert games["number"].to_pylist() == [number for number in range(15) for _ in range(40)]
    table = folder.table()
    first = carnage.simulate(
        f"gamble/{table['digits'][0].as_py()}", 40, seed=table["dice"][0].as_py()
    ).table()
    assert (
        games.slice(0, 40)
        .select(["winner", "rounds", "check"])
        .equals(first.select(["winner", "rounds", "check"]))
    )
    # Rows of games whose ruleset has none were written before a kill; they are made anew.
    last = max((folder.path / RULESETS_FOLDER).glob("*.parquet"))
    last.unlink()
    kept = len(folder.games())
    assert 0 < kept < 15 * 40
    runner.run(folder, folder.plan(), Here())
    assert folder.games().equals(games)


def test_table_has_documented_schema(usual: Any) -> None:
    assert usual.schema.equals(rows.schema(small()), check_metadata=False)
    names = [f"option.{table.id}" for table in catalog.book("gamble").rolled]
    assert set(names) < set(usual.schema.names)


# ------------------------------------------------------------------------------------ what is wrong


def complaint(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["sweep", *arguments])
    assert result.exit_code == 2, result.output
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1
    return lines[0].removeprefix("carnage: ")


@pytest.fixture
def begun(tmp_path: Path) -> SweepFolder:
    """A sweep's folder of six rulesets; nothing in it may be changed by what is refused."""
    folder = SweepFolder(tmp_path / "begun")
    runner.run(folder, small(6), Here())
    return folder


def contents(folder: Path) -> dict[Path, bytes]:
    return {
        path: path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".json", ".parquet")
    }


def test_sweep_command_other_plan_is_refused_without_changes(begun: SweepFolder) -> None:
    before = contents(begun.path)
    said = complaint(str(begun.path), "--book", "gamble", "--rulesets", "7", "--games", "40")
    assert "Another sweep was begun in" in said
    assert "its rulesets: 6, not 7" in said
    assert contents(begun.path) == before


def test_sweep_command_folder_of_other_version_is_refused(begun: SweepFolder) -> None:
    text = (begun.path / PLAN_FILE).read_text()
    (begun.path / PLAN_FILE).write_text(text.replace(f'"format": {plans.FORMAT}', '"format": 99'))
    assert f"is of format 99, and this Carnage reads {plans.FORMAT}" in complaint(str(begun.path))
    (begun.path / PLAN_FILE).write_text(
        text.replace(begun_engine(text), f"{plans.HASH_KIND}0123456789ab")
    )
    assert "was begun by other rules or bots than there are now" in complaint(str(begun.path))
    (begun.path / PLAN_FILE).write_text(text[:40])
    assert "cannot be read" in complaint(str(begun.path))


def begun_engine(text: str) -> str:
    return str(msgspec.json.decode(text)["engine"])


def begin_earlier(folder: SweepFolder) -> bytes:
    """Have in a folder the hash of an earlier Carnage, in which names had a part."""
    path = folder.path / PLAN_FILE
    before = path.read_bytes()
    path.write_text(before.decode().replace(begun_engine(before.decode()), "0123456789ab"))
    return before


def test_run_sweep_of_earlier_hash_same_rows_resumes(usual: Any, tmp_path: Path) -> None:
    folder = SweepFolder(tmp_path / "sweep")
    runner.run(folder, small(), Here(), flush=0.0)
    parts = sorted((folder.path / RULESETS_FOLDER).glob("*.parquet"))
    for part in parts[1:]:
        part.unlink()
    done = folder.done()
    assert 0 < len(done) < 24
    plan = begin_earlier(folder)
    news: list[str] = []
    progress = runner.run(
        folder, folder.plan(), Here(), tell=lambda progress: news.append(progress.said)
    )
    assert progress.fresh == 24 - len(done)
    assert folder.table().equals(usual)
    assert (folder.path / PLAN_FILE).read_bytes() == plan
    assert (
        "An earlier Carnage began this sweep: 8 rulesets of it, played again, came out the same"
        in news[0]
    )


def test_sweep_command_of_earlier_hash_same_options_resumes(begun: SweepFolder) -> None:
    plan = begin_earlier(begun)
    options = ("--book", "gamble", "--rulesets", "6", "--games", "40", "--no-skill", "--batch", "3")
    result = CliRunner().invoke(main, ["sweep", str(begun.path), *options])
    assert result.exit_code == 0, result.output
    assert "6 rulesets of it, played again, came out the same. It goes on." in result.stderr
    assert (begun.path / PLAN_FILE).read_bytes() == plan


def test_run_sweep_of_earlier_hash_without_rows_resumes(usual: Any, tmp_path: Path) -> None:
    folder = SweepFolder(tmp_path / "sweep")
    folder.begin(small())
    begin_earlier(folder)
    runner.run(folder, folder.plan(), Here())
    assert folder.table().equals(usual)


def test_sweep_command_of_earlier_hash_other_rows_is_refused(begun: SweepFolder) -> None:
    part = next((begun.path / RULESETS_FOLDER).glob("*.parquet"))
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(part)
    place = table.schema.get_field_index("mean.decisions")
    values = table["mean.decisions"].to_pylist()
    values[-1] += 1.0
    changed = table.set_column(place, table.schema.field(place), pa.array(values, pa.float32()))
    parquet.write_table(changed, part)
    begin_earlier(begun)
    before = contents(begun.path)
    said = complaint(str(begun.path))
    assert "was begun by other rules or bots than there are now" in said
    assert f"Ruleset gamble/{table['digits'].to_pylist()[-1]} comes out otherwise now." in said
    assert contents(begun.path) == before


def test_sweep_command_damaged_file_is_named(begun: SweepFolder) -> None:
    part = next((begun.path / RULESETS_FOLDER).glob("*.parquet"))
    part.write_bytes(part.read_bytes()[:100])
    said = complaint(str(begun.path))
    assert part.name in said
    assert "move it away" in said


def test_run_sweep_folder_in_use_is_refused(begun: SweepFolder) -> None:
    with begun.writing(), pytest.raises(SweepError, match="Another sweep is writing"):
        runner.run(SweepFolder(begun.path), begun.plan(), Here())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--rulesets", "0"), "A sweep is of 1 to 100,000,000 rulesets"),
        (("--rulesets", "3", "--book", "chess"), "There is no book 'chess'"),
        (("--rulesets", "3", "--bots", "alphazero"), "no bot 'alphazero'"),
        (("--rulesets", "3", "--games", "0"), "Games are a number from 1"),
        (("--rulesets", "3", "--workers", "0", "--book", "gamble"), "Workers are a number from 1"),
        (("--rulesets", "3", "--neighbours-of", GAME), "Give one of --rulesets"),
        ((), "Give one of --rulesets"),
        (("--neighbours-of", "gamble/12"), "A seed of Gamble has 12 digits"),
        (("--rulesets", "3", "--workers", "1", "--scheduler", "tcp://127.0.0.1:9"), "not both"),
    ],
)
def test_sweep_command_invalid_arguments_are_refused(
    tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    assert says in complaint(str(tmp_path / "new"), *arguments)
    assert not (tmp_path / "new" / RULESETS_FOLDER).exists()


def test_sweep_command_foreign_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    assert "is no sweep's" in complaint(str(tmp_path), "--rulesets", "3")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_listed_plan_sweeps_games_of_file(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text(f"# mine\n{GAME}\n\n/gamble/369166574906  # another\n{GAME}\n")
    plan = plans.plan_from_lines(games.read_text().splitlines(), games=10)
    assert plan.digits == ("275839227920", "369166574906")
    games.write_text(f"{GAME}\nduel/3381865573273\n")
    assert "Line 2: a sweep is of one book" in complaint(
        str(tmp_path / "new"), "--from-file", str(games)
    )


def test_sweep_command_missing_extra_says_how_to_install_it(tmp_path: Path) -> None:
    (tmp_path / "pyarrow.py").write_text("raise ModuleNotFoundError('no', name='pyarrow')")
    environ = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "carnage", "sweep", str(tmp_path / "new"), "--rulesets", "2"]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert "This needs pyarrow, which is not installed: pip install 'carnage[sweep]'" in done.stderr


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler of Dask and two workers in processes of their own: its address, and the
    workers.
    """
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    place = folder / "scheduler.json"
    dask = [sys.executable, "-m", "dask"]
    settings = ["--no-dashboard", "--scheduler-file", str(place)]
    said: Any = {"env": environ, "cwd": folder, "stderr": subprocess.DEVNULL}
    processes = [subprocess.Popen([*dask, "scheduler", "--port", "0", *settings], **said)]
    try:
        command = [*dask, "worker", "--nthreads", "1", "--no-nanny", *settings]
        processes += [subprocess.Popen(command, **said) for _ in range(2)]
        until = time.monotonic() + 120
        while not place.exists() and time.monotonic() < until:
            time.sleep(0.05)
        yield msgspec.json.decode(place.read_bytes())["address"], processes[1:]
    finally:
        for process in processes:
            process.terminate()
            process.wait()


@pytest.mark.thorough
@pytest.mark.parametrize("kills", [pytest.param(False, marks=pytest.mark.soak), True])
def test_run_sweep_on_cluster_worker_dies_makes_same_rows(
    usual: Any, tmp_path: Path, kills: bool
) -> None:
    pytest.importorskip("distributed")
    done: list[int] = []
    with cluster(tmp_path) as (address, workers):

        def tell(progress: runner.Progress) -> None:
            if kills and not done and progress.workers:
                # Whoever has told of itself has batches in hand.
                process = int(next(iter(progress.workers)).rpartition(":")[2])
                [worker] = [each for each in workers if each.pid == process]
                worker.kill()
            done.append(progress.done)

        table = runner.sweep(tmp_path / "sweep", small(), address, tell=tell)
        assert [worker.poll() is not None for worker in workers].count(True) == kills
    assert done[0] < done[-1] == 24
    assert table.equals(usual)
    assert (tmp_path / "sweep" / GAMES_FOLDER).exists() is False


@pytest.mark.thorough
def test_sweep_command_unreachable_scheduler_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(executors, "SCHEDULER_TIMEOUT_S", 0.5)
    for address in ("tcp://127.0.0.1:9", "nowhere at all"):
        said = complaint(
            str(tmp_path / "new"), "--rulesets", "3", "--book", "gamble", "--scheduler", address
        )
        assert f"No Dask scheduler with workers answers at {address}" in said
        assert "such as tcp://10.0.0.1:8786" in said
    assert not (tmp_path / "new").exists()
