"""The environment for learning agents:

PettingZoo's own tests, and that nobody sees what is hidden.
"""

from __future__ import annotations

import os
import random
import runpy
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import carnage
from carnage.engine.core import records
from carnage.engine.games import GameError, Match
from carnage.engine.visibility import observe
from carnage.rulesets.address import read_game
from carnage.rulesets.presets import list_presets
from carnage.rulesets.ruleset import Ruleset
from tests.support.rulesets import BOOKS, sample

pettingzoo = pytest.importorskip("pettingzoo")

ROOT = Path(__file__).resolve().parents[2]
DUEL, GAMBLE, CLASSIC = "duel/0693127025816", "gamble/275839227920", "classic/243856987615781"


def drawn(env: Any, chance: random.Random) -> int | None:
    """Any action that may be taken now."""
    seen, _, ended, stopped, _ = env.last()
    return None if ended or stopped else chance.choice(np.flatnonzero(seen["action_mask"]).tolist())


def played(env: Any, dice: int, chance: random.Random) -> dict[str, float]:
    """A game to its end by agents that try anything: each one's reward."""
    env.reset(seed=dice)
    won = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        _, reward, *_ = env.last()
        won[agent] += reward
        env.step(drawn(env, chance))
    return won


def check(ruleset: Ruleset, renders: bool) -> None:
    """Everything that PettingZoo tests, and some games."""
    from pettingzoo.test import api_test, render_test, seed_test

    with warnings.catch_warnings():
        # It wants observations with bounds; the numbers of a record have none.
        warnings.simplefilter("ignore", UserWarning)
        api_test(carnage.environment(ruleset), num_cycles=60)
        seed_test(lambda: carnage.environment(ruleset), num_cycles=40)
        if renders:
            render_test(
                lambda render_mode=None: carnage.environment(ruleset, render_mode=render_mode),
                {"svg": lambda drawing: drawing.startswith("<svg ") and drawing.endswith("</svg>")},
            )
    env, chance = carnage.environment(ruleset), random.Random(ruleset.seed.digits)
    for dice in range(2):
        won = played(env, dice, chance)
        record = env.match.record
        assert not env.agents
        assert sum(won.values()) == pytest.approx(0.0)
        expected = int(record.winner) if record.over else -1
        assert max(won, key=lambda agent: won[agent]) == f"player_{max(expected, 0)}"
        assert won[f"player_{max(expected, 0)}"] == (1.0 if expected >= 0 else 0.0)
        same = Match(ruleset, dice, 0, ("person",), decisions=env.match.decisions)
        assert records.as_values(env.match.family.Game, same.record) == records.as_values(
            env.match.family.Game, record
        )


@pytest.mark.parametrize("preset", list_presets(), ids=lambda preset: preset.code)
def test_environment_of_presets_passes_pettingzoo_tests(preset: Any) -> None:
    check(preset.ruleset, renders=False)


@pytest.mark.parametrize("book", BOOKS)
def test_environment_of_each_book_passes_pettingzoo_tests(
    book: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check(sample(1, book)[0], renders=True)


@pytest.mark.soak
@pytest.mark.parametrize("book", BOOKS)
def test_environment_of_random_rulesets_passes_pettingzoo_tests(
    book: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for ruleset in sample(50, book):
        check(ruleset, renders=True)


def stops(env: Any, games: int) -> Iterator[Any]:
    """An environment at each of its questions, while agents try anything."""
    chance = random.Random(7)
    for dice in range(games):
        env.reset(seed=dice)
        while not env.match.is_over:
            yield env
            env.step(drawn(env, chance))
        yield env


@pytest.mark.parametrize("path", [DUEL, GAMBLE, CLASSIC, "skirmish/496003390844987179946069965"])
def test_observation_equals_observe_of_seat(path: str) -> None:
    env = carnage.environment(path)
    at, often = random.Random(1), 0.01 if path != GAMBLE else 0.2
    sealed = looked = 0
    for stopped in stops(env, 2):
        record = env.match.record
        hidden = int(record.core.sealed_from) >= 0
        if (hidden and sealed < 12) or env.match.is_over or at.random() < often:
            sealed += hidden
            looked += 1
            for seat, agent in enumerate(env.possible_agents):
                seen = stopped.observe(agent)["observation"]
                assert seen.dtype == np.float32
                expected = env._observer.encode_by_field(observe(record, seat))
                assert (seen == expected).all(), [
                    name
                    for name, a, b in zip(env.observation_names, seen, expected, strict=True)
                    if a != b
                ]
                assert env.observation_space(agent).contains(stopped.observe(agent))
    assert looked >= 4
    assert sealed or path != DUEL


def test_observation_does_not_depend_on_hidden_fields() -> None:
    env = carnage.environment(DUEL)
    found = 0
    for stopped in stops(env, 1):
        record = env.match.record
        if int(record.core.sealed_from) < 0 or not any(record.core.sealed):
            continue
        for seat, agent in enumerate(env.possible_agents):
            others = [n for n in range(2) if n != seat and record.core.sealed[n]]
            for other in others:
                before, kept = stopped.observe(agent)["observation"], int(record.core.sealed[other])
                record.core.sealed[other] = kept + 1
                assert (stopped.observe(agent)["observation"] == before).all()
                assert (stopped.observe(f"player_{other}")["observation"] != before).any()
                record.core.sealed[other] = kept
                found += 1
    assert found
    names = set(env.observation_names)
    assert not names & {
        "core.key",
        "core.game_key",
        "core.counter",
        "core.bot_key",
        "core.options.0.value",
    }


def test_observation_names_describe_numbers() -> None:
    env = carnage.environment(DUEL)
    names = {name: n for n, name in enumerate(env.observation_names)}
    assert len(names) == len(env.observation_names)
    for stopped in stops(env, 1):
        if env.match.is_over:
            break
        question = env.match.question
        seen = stopped.observe(env.agent_selection)
        assert seen["action_mask"].tolist() == [1] * len(question.options) + [0] * (
            16 - len(question.options)
        )
        assert seen["observation"][names["core.kind"]] == question.kind
        for n, option in enumerate(question.options):
            for part in ("what", "who", "other", "x", "y", "fx", "fy"):
                value = seen["observation"][names[f"core.options.{n}.{part}"]]
                assert value == np.float32(getattr(option, part))
        others = [agent for agent in env.agents if agent != env.agent_selection]
        assert not any(stopped.observe(agent)["action_mask"].any() for agent in others)
        described = stopped.question()
        assert described is not None
        assert len(described.options) == len(question.options)


def test_environment_seats_of_bots_are_not_agents() -> None:
    env = carnage.environment(DUEL, ("greedy", "person"))
    assert env.possible_agents == ["player_1"]
    won = [played(env, dice, random.Random(dice))["player_1"] for dice in range(12)]
    assert set(won) <= {1.0, 0.0, -1.0}
    assert min(won) == -1.0
    three = carnage.environment(GAMBLE, ("person", "greedy"))
    assert three.ruleset.players == 3
    results = {played(three, dice, random.Random(dice))["player_0"] for dice in range(30)}
    assert results <= {1.0, 0.0, -0.5}
    assert {1.0, -0.5} <= results


def test_reset_seed_is_dice_seed_and_numbers_continue() -> None:
    env, chance = carnage.environment(GAMBLE), random.Random
    played(env, 5, chance(1))
    first = env.match.decisions, records.as_values(env.match.family.Game, env.match.record)
    env.reset()
    assert (env.match.seed, env.match.number) == (5, 1)
    env.reset(options={"game": 9, "somebody else's": 1})
    assert (env.match.seed, env.match.number) == (5, 9)
    played(env, 5, chance(1))
    assert first == (
        env.match.decisions,
        records.as_values(env.match.family.Game, env.match.record),
    )
    fresh = carnage.environment(GAMBLE)
    fresh.reset()
    other = carnage.environment(GAMBLE)
    other.reset()
    assert fresh.match.seed != other.match.seed


def test_render_shows_both_sides_in_their_colours() -> None:
    env = carnage.environment(CLASSIC, render_mode="rgb_array")
    for stopped in stops(env, 1):
        if len(env.match.decisions) == 60:
            picture = stopped.render()
            break
    assert picture.shape == (600, 960, 3)
    assert picture.dtype == np.uint8
    for colour in ((0xA5, 0x0F, 0x2D), (0x1C, 0x4F, 0x7C), (0xFB, 0xF9, 0xF4)):
        assert (picture == colour).all(2).sum() > 20, colour
    assert (carnage.environment(CLASSIC).match.record.over, env.render_mode) == (0, "rgb_array")
    silent = carnage.environment(CLASSIC)
    silent.reset(seed=1)
    assert silent.render() is None


def test_environment_invalid_use_raises() -> None:
    env = carnage.environment(GAMBLE)
    with pytest.raises(GameError, match=r"reset\(\) begins one"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(GameError, match=r"There are \d+ options"):
        env.step(16)
    with pytest.raises(GameError, match="player_0 has to act"):
        env.step(None)
    with pytest.raises(GameError, match="The dice seed is a whole number"):
        env.reset(seed=-1)
    with pytest.raises(
        ValueError, match="no render mode 'film'; there is human, ansi, svg, rgb_array"
    ):
        carnage.environment(GAMBLE, render_mode="film")
    with pytest.raises(GameError, match="needs an agent"):
        carnage.environment(GAMBLE, ("greedy",))
    with pytest.raises(GameError, match="A planner has no seat"):
        carnage.environment(DUEL, ("person", "planner"))
    with pytest.raises(ValueError, match="There is no book 'chess'"):
        carnage.environment("chess/12")


def test_environment_missing_extra_says_how_to_install_it(
    tmp_path: Path,
) -> None:
    for name in ("pettingzoo", "pyarrow", "duckdb", "distributed", "PIL", "resvg_py", "gymnasium"):
        (tmp_path / f"{name}.py").write_text(
            f"raise ModuleNotFoundError('not here', name={name!r})"
        )
    script = (
        "import carnage\n"
        f"print(carnage.simulate('{GAMBLE}', 20).games, carnage.roll('gamble').ruleset.book.code)\n"
        f"try: carnage.environment('{GAMBLE}')\n"
        "except carnage.common.extras.MissingExtraError as error: print(error)\n"
    )
    environ = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environ, capture_output=True, text=True, timeout=120
    )
    assert done.stdout.splitlines() == [
        "20 gamble",
        "This needs gymnasium, which is not installed: pip install 'carnage[environment]'",
    ], done.stderr


@pytest.mark.thorough
def test_example_agent_learns_a_duel() -> None:
    example = runpy.run_path(str(ROOT / "docs/examples/learn_duel.py"))
    game = example["GAME"]
    before, _ = example["share"](game, example["Agent"](), 20)
    agent = [agent for _, agent in example["learned"](game, 300)][-1]  # by itself it plays 800
    after, error = example["share"](game, agent, 40)
    assert before < 0.1
    assert after - 2.6 * error > 0.2, (before, after, error)


def test_observation_of_plain_record_is_the_same() -> None:
    env = carnage.environment(GAMBLE)
    env.reset(seed=3)
    row = env.observe("player_0")["observation"]
    plain = records.plain(env.match.family.Game)
    records.assign(plain, env.match.family.Game, observe(env.match.record, 0))
    assert (env._observer.encode_by_field(plain) == row).all()
    assert read_game(GAMBLE).path == env.ruleset.path
