"""The atlas: effects that were planted are found, with intervals that hold, and nothing else is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from msgspec import structs

from carnage import catalog
from carnage.catalog import CatalogError
from carnage.catalog.atlas import (
    MAX_TOTAL_BYTES,
    UNUSED,
    Atlas,
    atlas_path,
    check_atlas,
    get_atlas,
    list_results,
    read_atlas,
    read_measures,
)
from carnage.catalog.norms import Norms
from carnage.catalog.toml import read_toml
from carnage.cli.command_line import main
from carnage.rulesets.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.sweeps import atlas as atlases
from carnage.sweeps import atlas_export
from carnage.sweeps import plan as plans
from carnage.sweeps.atlas_export import export_atlas, pack_atlas
from carnage.sweeps.effects import (
    IDLE,
    Answers,
    Model,
    estimate_effects,
    explained_variance,
    find_interactions,
)
from carnage.sweeps.folder import SweepFolder
from carnage.sweeps.plan import SweepError
from carnage.sweeps.rows import Batch, build_table, schema, static_columns
from carnage.sweeps.rows import play_row as row_of
from carnage.web.atlas.tendencies import format_label
from tests.support import charts

pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

COUNT = 3000
ADDS = {"a": 0.0, "b": 2.0, "c": -1.0}


def drawn(seed: int, count: int = COUNT) -> tuple[Answers, Any]:
    """Answers to three tables, and a measure: the first adds to it, the second changes nothing, and
    one answer to the first and one to the third add 3 together.
    """
    chance = np.random.default_rng(seed)
    first = chance.choice(["a", "b", "c"], count, p=[0.5, 0.3, 0.2])
    second = chance.choice(["x", "y"], count)
    third = chance.choice(["p", "q", None], count)
    values = np.array([ADDS[each] for each in first]) + chance.normal(0.0, 1.0, count)
    values += 3.0 * ((first == "a") & (third == np.array("q")))
    columns = {"first": first.tolist(), "second": second.tolist(), "third": third.tolist()}
    return Answers.of(columns), values


def test_effects_planted_are_found_relative_to_table_mean() -> None:
    answers, values = drawn(1)
    found = {(each.table, each.option): each for each in estimate_effects(answers, values)}
    assert ("third", IDLE) not in found
    # a is worth 0 and, with q in a third of games, 1 more; b is worth 2 and c −1: all beside 0.9.
    for option, worth in (("a", 1.0), ("b", 2.0), ("c", -1.0)):
        each = found["first", option]
        assert each.effect == pytest.approx(worth - 0.9, abs=0.12)
        assert each.low < each.effect < each.high
    for option in ("x", "y"):
        each = found["second", option]
        assert each.low < 0.0 < each.high
        assert abs(each.effect) < 0.12


def test_effects_intervals_have_stated_coverage() -> None:
    held = tried = 0
    for seed in range(60):
        answers, values = drawn(100 + seed, 600)
        for each in estimate_effects(answers, values):
            if each.table == "second":
                tried += 1
                held += each.low <= 0.0 <= each.high
    assert tried == 120
    assert 0.88 <= held / tried <= 1.0


def test_pairs_planted_interaction_is_found_alone() -> None:
    answers, values = drawn(2)
    found = find_interactions(answers, values)
    together = next(each for each in found if (each.option, each.other_option) == ("a", "q"))
    # Half of the rulesets have a, a third q: beside what each of them adds alone, 3 × 1/2 × 2/3 is
    # left over.
    assert together.effect == pytest.approx(1.0, abs=0.15)
    assert together.low > 0.0
    assert {(each.table, each.other_table) for each in found} == {("first", "third")}
    plain = np.random.default_rng(3).normal(size=COUNT)
    assert not find_interactions(answers, plain)


def test_foretold_is_measured_on_rulesets_left_out() -> None:
    answers, values = drawn(4)
    model = Model.fitted(answers, values)
    within = 1.0 - float(np.var(values - model.foretold(answers, answers.given.mean(0)))) / float(
        values.var()
    )
    told = explained_variance(answers, values)
    assert told is not None
    assert within - 0.03 < told <= within
    noise = np.random.default_rng(5).normal(size=COUNT)
    assert explained_variance(answers, noise) < 0.01  # type: ignore[operator]
    assert explained_variance(answers.taken(slice(0, 50)), values[:50]) is None


@pytest.fixture
def swept(tmp_path: Path) -> Path:
    """A sweep of gamble in which games with the ante `by-seat` last two rounds longer than
    others.
    """
    return charts.make_sweep(tmp_path / "swept", "gamble", "ante", "by-seat")


def run(*arguments: str) -> Any:
    return CliRunner().invoke(main, ["atlas", *arguments])


@pytest.mark.thorough
def test_atlas_command_reads_folders_and_writes_atlas(swept: Path, tmp_path: Path) -> None:
    done = run(str(swept), "--json", "-o", str(tmp_path / "kept"))
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["rulesets"] == 399
    rows = {(each["table"], each["option"]): each for each in told["effects"]["mean.rounds"]}
    ante = catalog.book("gamble").table("ante")
    others = len([option for option in ante.options if option.code != "by-seat"])
    assert others >= 1
    best = max(rows.values(), key=lambda each: each["effect"])
    assert (best["table"], best["option"].partition("@")[0]) == ("ante", "by-seat")
    assert best["low"] > 0.5
    assert told["foretold"]["mean.rounds"] > 0.6
    most = [
        each
        for each in told["extremes"]
        if (each["end"], each["measure"]) == ("most", "mean.rounds")
    ]
    assert [each["value"] for each in most] == sorted(
        (each["value"] for each in most), reverse=True
    )
    kept = {path.name for path in (tmp_path / "kept").iterdir()}
    assert kept == {
        "atlas.json",
        "effects.parquet",
        "pairs.parquet",
        "extremes.parquet",
        "games.parquet",
    }
    text = run(str(swept), "--measure", "mean.rounds").stdout
    assert "ante=by-seat" in text
    assert f"gamble/{most[0]['digits']}" in text
    again = run(str(swept), "-o", str(tmp_path / "kept"))
    assert again.exit_code == 2
    assert "is there already" in again.stderr


def test_atlas_command_invalid_input_is_refused(swept: Path, tmp_path: Path) -> None:
    assert "there is no sweep.json in it" in run(str(tmp_path / "nowhere")).stderr
    assert (
        "There is no measure 'fun'; there is measure.drawn, "
        in run(str(swept), "--measure", "fun").stderr
    )
    few = SweepFolder(tmp_path / "few")
    few.begin(plans.build_plan("gamble", rulesets=5, games=10))
    assert "There are no rows yet" in run(str(few.path)).stderr
    other = SweepFolder(tmp_path / "other")
    other.begin(plans.build_plan("duel", rulesets=5, games=10))
    done = run(str(swept), str(other.path))
    assert done.exit_code == 2
    assert "is of another kind" in done.stderr
    chosen = SweepFolder(tmp_path / "chosen")
    chosen.begin(plans.build_plan("gamble", digits=("275839227920",), games=10))
    with pytest.raises(SweepError, match="made of random ones"):
        atlases.build_atlas([chosen.path])
    part = next((swept / "rulesets").glob("*.parquet"))
    part.write_bytes(part.read_bytes()[:50])
    assert "cannot be read" in run(str(swept)).stderr


@pytest.mark.thorough
def test_shipped_atlas_equals_made_atlas(tmp_path: Path) -> None:
    found = charts.make_atlas(tmp_path, "classic", "movement", "momentum-movement")
    made = atlases.build_atlas([tmp_path / "swept"])
    book, games = found.book, found.games
    assert found.facts.rulesets == len(games) == charts.RULESETS - 1
    rows = made.games.to_pylist()
    for row in (0, 17, len(games) - 1):
        ruleset = resolve(book, Seed(games.get_seed(row)))
        assert games.get_seed(row) == rows[row]["digits"]
        for name in found.facts.columns:
            value = games.get_value(name, row)
            assert value == (
                None if rows[row][name] is None else pytest.approx(rows[row][name], abs=1e-3)
            )
        for choice in ruleset.choices:
            place = games.results[choice.table.id][row]
            if not ruleset.uses(choice.table, choice.option):
                assert place == UNUSED
                continue
            result = list(list_results(choice.table).values())[place]
            assert result.option is choice.option
            assert int(choice.digits) in result.rolls
    assert None in [games.get_value("measure.openness", row) for row in range(len(games))]
    effect, low, high = found.effects("movement", "momentum-movement")["mean.rounds"]
    assert low < effect < high
    assert effect > 1.0
    assert pack_atlas(made) == (tmp_path / "tables" / atlas_path("classic")).read_bytes()
    # Whoever takes the first so many takes some of all.
    assert len({games.get_seed(row)[0] for row in range(40)}) > 5
    assert found.effects("movement", "nothing") == {}


@pytest.mark.thorough
def test_find_rows_returns_games_with_options(tmp_path: Path) -> None:
    found = charts.make_atlas(tmp_path, "classic", "movement", "momentum-movement")
    games = found.games
    kept = list(found.find_rows({"movement": "momentum-movement", "damage": "doomed"}))
    expected = [
        row
        for row in range(len(games))
        if {"momentum-movement", "doomed"} <= used(resolve(found.book, Seed(games.get_seed(row))))
    ]
    assert kept == expected != []
    good = list(found.find_rows({"movement": "momentum-movement"}, faultless=True))
    assert 0 < len(good) < len(list(found.find_rows({"movement": "momentum-movement"})))
    assert all(games.get_value("measure.faulty", row) == 0.0 for row in good)
    round_about = list(found.find_rows({"movement": "momentum-movement"}, first_row=200))
    assert sorted(round_about) == list(found.find_rows({"movement": "momentum-movement"}))
    assert round_about[0] >= 200


def used(ruleset: Ruleset) -> set[str]:
    return {
        choice.option.code
        for choice in ruleset.choices
        if ruleset.uses(choice.table, choice.option)
    }


def test_check_atlas_of_other_book_is_refused(tmp_path: Path) -> None:
    found = charts.make_atlas(tmp_path, "gamble", "ante", "by-seat")
    book, facts = found.book, found.facts
    file = tmp_path / "tables" / atlas_path("gamble")
    check_atlas("here", facts, book)
    for wrong, says in (
        ({"format": 99}, "here: its format is 99, and 1 is read"),
        ({"book": "duel"}, "here: it is of the book 'duel'"),
        ({"rulesets": 0}, "from 1"),
        (
            {"effects": {**facts.effects, "mean.rounds": {"ante=gold": (0.0, 0.0, 0.0)}}},
            "has no ante=gold",
        ),
        (
            {"effects": {**facts.effects, "mean.rounds": {"pot=taker": (2.0, 0.0, 1.0)}}},
            "has no pot=taker|outside its interval",
        ),
        ({"mean": {**facts.mean, "fun": 1.0}}, "measures.toml says nothing of fun"),
        ({"spread": {}}, "not every measure is there everywhere"),
    ):
        with pytest.raises(CatalogError, match=says):
            check_atlas("here", structs.replace(facts, **wrong), book)
    assert read_atlas(tmp_path / "nowhere", book) is None
    # The column of a measure that has too few games, and files that are not whole.
    short = structs.replace(facts, rulesets=facts.rulesets - 1)
    with pytest.raises(CatalogError, match="is not of 398 games"):
        _ = Atlas(book, short, file.read_bytes()).games
    file.write_bytes(file.read_bytes()[:200])
    with pytest.raises(CatalogError, match=r"tables/atlas/gamble\.zip: "):
        read_atlas(tmp_path / "tables", book)


@pytest.mark.thorough
def test_ship_limits_size_and_writes_norms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = atlases.build_atlas([charts.make_sweep(tmp_path / "swept", "gamble", "ante", "by-seat")])
    book, tables = catalog.book("gamble"), tmp_path / "tables"
    (tables / "usual").mkdir(parents=True)
    path = export_atlas(made, tables)
    assert path == tables / atlas_path("gamble")
    read_again = read_toml(tables, "usual/gamble.toml", Norms)
    before = book.norms
    assert before is not None
    assert read_again.drawn is not None
    assert read_again.drawn.rulesets == 399
    # Nearly all with it are drawn too often, and hardly any other.
    often, having = read_again.drawn.option["ante.by-seat"]
    assert often / having > 0.9
    assert read_again.drawn.share < 0.6
    assert read_again.measure["skill"] == before.measure["skill"]
    assert 0.0 <= read_again.measure["drawn"].low < 0.12
    assert read_again.measure["drawn"].high > 0.25
    monkeypatch.setattr(atlas_export, "MAX_TOTAL_BYTES", path.stat().st_size + 10)
    path.rename(tables / atlas_path("duel"))
    with pytest.raises(SweepError, match="all together may have"):
        export_atlas(made, tables)
    assert not path.exists()


def test_measures_of_sweep_have_labels() -> None:
    names = {
        name
        for name in schema(plans.build_plan("classic", rulesets=1)).names
        if name.startswith(("measure.", "mean.")) and not name.endswith((".low", ".high"))
    }
    assert names == set(read_measures())
    for code in catalog.book_codes():
        for name, measure in read_measures().items():
            assert "{" not in format_label(catalog.book(code), measure.label), name
            assert "{" not in format_label(catalog.book(code), measure.noun), name


def paired(path: Path, seed: int, together: float) -> Path:
    """A sweep of gamble in which two answers do so much together, in rounds, and nothing else does
    anything."""
    plan = plans.build_plan("gamble", rulesets=600, games=10, skill=False, seed=seed)
    folder = SweepFolder(path)
    folder.begin(plan)
    chance, rows = np.random.default_rng(seed), []
    for number in range(plan.count):
        digits = plan.draw_seed(number)
        told = {"number": number, "book": "gamble", "digits": digits, "games": 10, "error": None}
        told |= static_columns(plan, plan.ruleset(digits))
        both = (told["option.dice"], told["option.ties"]) == ("sixes", "split")
        told["mean.rounds"] = 5.0 + together * both + chance.normal(0.0, 0.5)
        rows.append(told)
    folder.keep(plan, [Batch(build_table(plan, rows), None, "", None, plan.engine, 0.0)])
    return path


@pytest.mark.thorough
def test_atlas_command_replicates_effects_with_fresh_sweep(tmp_path: Path) -> None:
    told = paired(tmp_path / "told", 1, 3.0)
    said = run(
        str(told), "--replicate-with", str(paired(tmp_path / "same", 2, 3.0))
    ).stdout.splitlines()
    assert said[0] == "Gamble: 600 rulesets"
    assert said[1].startswith("  confirmed: mean.rounds, dice=sixes with ties=split: +")
    nothing = run(
        str(told), "--replicate-with", str(paired(tmp_path / "nothing", 3, 0.0))
    ).stdout.splitlines()
    assert nothing[1].startswith(
        ("  unclear: mean.rounds, dice=sixes", "  not confirmed: mean.rounds")
    )
    turned = run(
        str(told), "--replicate-with", str(paired(tmp_path / "turned", 4, -3.0))
    ).stdout.splitlines()
    assert turned[1].startswith("  not confirmed: mean.rounds, dice=sixes with ties=split: +")
    again = run(str(told), "--replicate-with", str(told))
    assert again.exit_code == 2
    assert "was made of some of these rulesets" in again.stderr


@pytest.mark.parametrize("code", catalog.book_codes())
def test_package_atlas_fits_book(code: str) -> None:
    found = get_atlas(catalog.book(code))
    if found is None:
        pytest.skip(f"no atlas of {code} is shipped")
    assert len(found.games) == found.facts.rulesets
    sizes = [each.stat().st_size for each in Path(str(catalog.TABLES)).glob("atlas/*.zip")]
    assert sum(sizes) <= MAX_TOTAL_BYTES


@pytest.mark.soak
@pytest.mark.parametrize("code", catalog.book_codes())
def test_package_atlas_games_replay_to_recorded_values(code: str) -> None:
    found = get_atlas(catalog.book(code))
    if found is None:
        pytest.skip(f"no atlas of {code} is shipped")
    facts, games = found.facts, found.games
    plan = plans.build_plan(code, rulesets=1, games=facts.games, seed=facts.seed)
    # Code may have changed since without a game that goes otherwise; if one does, make the atlas
    # anew.
    for number in range(5 if plan.engine == facts.engine else 40):
        told, _ = row_of(plan, number, games.get_seed(number))
        assert told["error"] is None
        for name, (low, high) in facts.columns.items():
            assert games.get_value(name, number) == (
                None
                if told[name] is None
                else pytest.approx(told[name], abs=(high - low) / 1000 + 1e-6)
            )
