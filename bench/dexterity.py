"""Simulate dice as rigid bodies: towers that grow, move or are struck, and dice that are thrown.

    pip install -e '.[dexterity]'
    python bench/dexterity.py [adding] [moving] [striking] [throwing] [--runs 160] [--seed 1]

The tables are the source of the numbers in docs/reference/options.md. MuJoCo computes the physics;
the errors of a person's hand are assumptions in HANDS. Every simulation is seeded.

A row is a hand or a kind of strike. Its columns are percentages of towers that fall, by the number
of dice, or distances of thrown dice in inches.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import mujoco
import numpy as np

SIDE = 0.016  # metres
FLAT = 0.013  # Metres of a face between its rounded edges.
MASS = 0.005  # kilograms
INCH = 0.0254
TOWER = 15
GRAVITY = 9.81
STEP = 0.0005  # seconds
THROWN_STEP = 0.00025
ON_DICE, ON_TABLE = 0.5, 0.6  # friction of a die: on a gaming mat rather than bare wood
BOUNCE = 0.25  # restitution of a thrown die on that mat
KNOCK = 0.5  # restitution of a die that strikes others; placed dice hardly bounce


@dataclass(frozen=True)
class Hand:
    """The errors of a person's hand: standard deviations, all of them assumed."""

    name: str
    place: float  # metres from the middle of the die below, on each axis
    # Growth of that for each die below, as a share: the hand is no longer steadied by the table.
    higher: float
    tilt: float  # radians, about each level axis
    turn: float  # radians, about the upright one
    drop: float  # metres above the tower at which the die is let go
    drift: float  # metres a second of the hand at that moment
    shake: float  # metres a second squared, root mean square, while it moves a tower
    speed: float  # share by which a throw is too fast or too slow
    aim: float  # radians of a throw's direction
    reckons: float  # share of the bouncing and rolling that the thrower allows for


HANDS = (
    Hand("clumsy", 0.0019, 0.2, 0.02, 0.3, 0.0004, 0.015, 0.26, 0.15, 0.14, 0.6),
    Hand("average", 0.0014, 0.2, 0.015, 0.2, 0.0003, 0.01, 0.18, 0.10, 0.09, 0.8),
    Hand("steady", 0.0010, 0.2, 0.01, 0.1, 0.0002, 0.005, 0.12, 0.06, 0.05, 0.9),
)


# ------------------------------------------------------------------------------------------- bodies


def _die(name: str, solref: str, held: bool = False) -> str:
    """Return a die as XML: a cube with cut edges, made of three boxes that are short in two axes."""
    a, f = SIDE / 2, FLAT / 2
    boxes = "".join(
        f'<geom type="box" size="{x} {y} {z}" friction="{ON_DICE}" condim="3" {solref} mass="0"/>'
        for x, y, z in ((a, f, f), (f, a, f), (f, f, a))
    )
    if held:
        return f'<body name="{name}" pos="0 0 {a}">{boxes}</body>'
    inertia = MASS * SIDE * SIDE / 6
    return (
        f'<body name="{name}"><freejoint/><inertial pos="0 0 0" mass="{MASS}" '
        f'diaginertia="{inertia} {inertia} {inertia}"/>{boxes}</body>'
    )


def _contact(restitution: float) -> str:
    """Return the spring and damper for a restitution, the share of speed after an impact.

    With 0, the restitution is as small as possible.
    """
    damping, time = 1.0, 4 * STEP
    if restitution:
        damping = -math.log(restitution) / math.hypot(math.pi, math.log(restitution))
        time = 0.0007 / damping  # a half-wave of 2.3 ms, some nine steps
    return f'solref="{time} {damping}" solimp="0.97 0.99 0.0005"'


@cache
def world(dice: int, held: bool = False, thrown: bool = False) -> mujoco.MjModel:
    """Return a table with free dice on it.

    Args:
        dice: The number of free dice.
        held: Add a die under them that does not move by itself.
        thrown: Let the table and the dice bounce, because one die is thrown.
    """
    step = THROWN_STEP if thrown else STEP
    table, die = _contact(BOUNCE if thrown else 0.0), _contact(KNOCK if thrown else 0.0)
    bodies = "".join(
        [_die("held", die, True) if held else "", *(_die(f"d{i}", die) for i in range(dice))]
    )
    return mujoco.MjModel.from_xml_string(
        f"""<mujoco><option timestep="{step}" gravity="0 0 -{GRAVITY}" cone="elliptic" impratio="5"
          integrator="implicitfast" iterations="30"/>
        <worldbody><geom type="plane" size="3 3 1" friction="{ON_TABLE}" condim="3" priority="1"
          {table}/>{bodies}</worldbody></mujoco>"""
    )


def quaternion(tilt: np.ndarray) -> np.ndarray:
    """Return the quaternion of a rotation vector, in radians about each axis."""
    size = float(np.linalg.norm(tilt))
    turn = np.zeros(4)
    mujoco.mju_axisAngle2Quat(turn, tilt / size if size else np.array([1.0, 0, 0]), size)
    return turn


def random_orientation(rng: np.random.Generator) -> np.ndarray:
    turn = rng.normal(size=4)
    return turn / np.linalg.norm(turn)


def heights(data: mujoco.MjData, count: int) -> np.ndarray:
    return data.qpos[: 7 * count].reshape(-1, 7)[:, 2]


def stands(data: mujoco.MjData, count: int, from_height: float) -> bool:
    """Return whether the first dice are still stacked.

    `from_height` is the height of the table, or of the top of a held die.
    """
    due = from_height + SIDE * (np.arange(count) + 0.5)
    return bool((heights(data, count) > due - SIDE / 3).all())


def settle(
    model: mujoco.MjModel, data: mujoco.MjData, count: int, floor: float, most: float
) -> bool:
    """Simulate until everything is at rest, and return whether the tower still stands."""
    while data.time < most:
        mujoco.mj_step(model, data, 20)
        if not stands(data, count, floor):
            return False
        if (
            data.time > 0.05
            and np.abs(data.qvel).max() < 0.02
            and np.abs(data.qvel[3::6]).max() < 0.2
        ):
            return True
    return True


# ------------------------------------------------------------------------------------------- adding


def place_die(
    rng: np.random.Generator, hand: Hand, n: int, below: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the position and the velocity of the nth die of a tower when the hand releases it."""
    beside = rng.normal(0, hand.place * (1 + hand.higher * (n - 1)), 2)
    tilt = np.append(rng.normal(0, hand.tilt, 2), rng.normal(0, hand.turn))
    lowest = FLAT / 2 * (abs(tilt[0]) + abs(tilt[1])) + SIDE / 2
    top = SIDE * (n - 1)
    place = np.concatenate(
        [below[:2] + beside, [top + lowest + hand.drop * rng.random()], quaternion(tilt)]
    )
    return place, np.concatenate([rng.normal(0, hand.drift, 2), [0], np.zeros(3)])


def build_towers(rng: np.random.Generator, hand: Hand) -> list[np.ndarray]:
    """Add dice to a tower until it falls, and return the positions of its dice at each height."""
    towers: list[np.ndarray] = []
    for n in range(1, TOWER + 1):
        model = world(n)
        data = mujoco.MjData(model)
        below = towers[-1] if towers else np.zeros(0)
        place, velocity = place_die(rng, hand, n, below[-7:] if n > 1 else np.zeros(7))
        data.qpos[:] = np.concatenate([below, place])
        data.qvel[-6:] = velocity
        if not settle(model, data, n, 0.0, 0.6):
            break
        towers.append(data.qpos.copy())
    return towers


@cache
def build_runs(hand: Hand, runs: int, seed: int) -> list[list[np.ndarray]]:
    rng = np.random.default_rng(seed)
    return [build_towers(rng, hand) for _ in range(runs)]


def select_towers(hand: Hand, n: int, runs: int, seed: int) -> list[np.ndarray]:
    """Return the towers of n dice that a hand builds."""
    return [towers[n - 1] for towers in build_runs(hand, runs, seed) if len(towers) >= n]


def fit(tried: np.ndarray, fell: np.ndarray) -> tuple[float, float]:
    """Return the maximum-likelihood estimates of m and k in 1 / (1 + (m / n)^k).

    That is the probability that a tower falls with its nth die: m has even odds, k is the slope.
    """
    n = np.arange(1, len(tried) + 1)

    def unlikely(m: float, k: float) -> float:
        chance = np.clip(1 / (1 + (m / n) ** k), 1e-9, 1 - 1e-9)
        return -float((fell * np.log(chance) + (tried - fell) * np.log(1 - chance)).sum())

    grid = [(m, k) for m in np.arange(2, 60, 0.1) for k in np.arange(1, 10, 0.1)]
    m, k = min(grid, key=lambda pair: unlikely(*pair))
    return float(m), float(k)


def print_row(name: str, tried: np.ndarray, fell: np.ndarray, fitted: bool = True) -> None:
    cells = [f"{100 * f / t:.1f}" if t >= 10 else "–" for t, f in zip(tried, fell, strict=True)]
    curve = [f"{number:.1f}" for number in fit(tried, fell)] if fitted else []
    print("| " + " | ".join([name, *cells, *curve]) + " |", flush=True)


def print_head(title: str, first: str = "hand", fitted: bool = True) -> None:
    heads = [first, *map(str, range(1, TOWER + 1)), *(("m", "k") if fitted else ())]
    print(f"\n{title}\n\n| {' | '.join(heads)} |\n|{' --- |' * len(heads)}")


def adding(runs: int, seed: int) -> None:
    print_head(
        f"Towers that fall when the nth die is added, of those that stood, per cent ({runs} "
        "towers a hand)"
    )
    for hand in HANDS:
        stood = np.array([len(towers) for towers in build_runs(hand, runs, seed)])
        heights_ = np.arange(TOWER)
        print_row(
            hand.name, (stood[:, None] >= heights_).sum(0), (stood[:, None] == heights_).sum(0)
        )


# ------------------------------------------------------------------------------------------- moving

PACE = 0.1  # metres a second at which a figure is pushed
START = 0.3  # seconds to come to that pace, and to stop
PUSHED = 6  # inches


def make_shaking(rng: np.random.Generator, strength: float, times: np.ndarray) -> np.ndarray:
    """Return a random acceleration along two axes: eight waves of 2 to 8 Hz.

    `strength` is the root mean square.
    """
    rate = 2 * np.pi * rng.uniform(2, 8, (8, 1, 2))
    phase = rng.uniform(0, 2 * np.pi, (8, 1, 2))
    return strength / 2 * np.sin(rate * times[None, :, None] + phase).sum(0)  # type: ignore[no-any-return]


def push_tower(rng: np.random.Generator, hand: Hand, tower: np.ndarray) -> float:
    """Push a tower by its lowest die, and return the inches until it falls, or infinity.

    The frame of reference is that die, so gravity tilts while the die accelerates.
    """
    n = len(tower) // 7
    model = world(n - 1, held=True)
    data = mujoco.MjData(model)
    model.body("held").pos[:2] = tower[:2]
    model.body("held").quat[:] = tower[3:7]
    data.qpos[:] = tower[7:]
    length = PUSHED * INCH
    cruise = length / PACE - START
    chunk = 10
    times = np.arange(0, cruise + 2 * START + 0.2, chunk * STEP)
    pull = make_shaking(rng, hand.shake, times)
    pull[times > cruise + 2 * START] = 0.0
    pull[times < START, 0] += PACE / START
    pull[(times >= START + cruise) & (times < cruise + 2 * START), 0] -= PACE / START
    for time, (ax, ay) in zip(times, pull, strict=True):
        model.opt.gravity[:] = (-ax, -ay, -GRAVITY)
        mujoco.mj_step(model, data, chunk)
        if not stands(data, n - 1, SIDE):
            return min(PUSHED, max(0.0, time - START / 2) * PACE / INCH)
    return math.inf


def moving(runs: int, seed: int) -> None:
    print_head(
        f"Towers that fall for each of {PUSHED} inches they are pushed, per cent (up to "
        f"{runs // 5} a hand)"
    )
    for hand in HANDS:
        rng = np.random.default_rng(seed)
        inches, fell = np.full(TOWER, 1000.0), np.zeros(TOWER)
        for n in range(2, TOWER + 1):
            pushes = [
                push_tower(rng, hand, tower)
                for tower in select_towers(hand, n, runs, seed)[: runs // 5]
            ]
            inches[n - 1] = sum(min(PUSHED, x) for x in pushes)
            fell[n - 1] = sum(x < math.inf for x in pushes)
        print_row(hand.name, np.maximum(inches, fell), fell)


# ----------------------------------------------------------------------------------------- striking


STRIKES = (  # metres a second, metres above the table
    ("rolls at it", (0.3, 1.0), 0.005),
    ("flies at it", (0.6, 1.2), 0.05),
)


def strike_tower(
    rng: np.random.Generator, tower: np.ndarray, speed: float, highest: float
) -> bool | None:
    """Strike a tower with a die at a height of at most `highest` metres.

    Return whether the tower falls, or None if the die misses it.
    """
    n = len(tower) // 7
    model = world(n + 1, thrown=True)
    data = mujoco.MjData(model)
    way = rng.uniform(0, 2 * np.pi)
    ahead, aside = np.array([np.cos(way), np.sin(way)]), np.array([-np.sin(way), np.cos(way)])
    start = tower[:2] - 0.035 * ahead + rng.uniform(-SIDE, SIDE) * aside
    data.qpos[: 7 * n] = tower
    data.qpos[7 * n :] = [*start, SIDE * 0.75 + highest * rng.random(), *random_orientation(rng)]
    data.qvel[6 * n : 6 * n + 2] = speed * ahead
    # It rolls rather than slides; MuJoCo wants the spin in the die's own frame.
    spin = np.append(aside, 0) * speed / (SIDE / 2) * rng.uniform(0.5, 1)
    turned, back = np.zeros(3), np.zeros(4)
    mujoco.mju_negQuat(back, data.qpos[7 * n + 3 :])
    mujoco.mju_rotVecQuat(turned, spin, back)
    data.qvel[6 * n + 3 :] = turned
    touched = False
    last = model.body(f"d{n}").id
    while data.time < 1.0:
        mujoco.mj_step(model, data, 3)
        if not touched:
            bodies = model.geom_bodyid[data.contact.geom]
            touched = bool(((bodies == last).any(1) & (bodies.min(1) > 0)).any())
        if n > 1 and not stands(data, n, 0.0):
            return True
        if data.time > 0.2 and np.abs(data.qvel.reshape(-1, 6)[:, :3]).max() < 0.03:
            break
    if not touched:
        return None
    if n > 1:
        return False
    return float(data.qpos[3:7] @ tower[3:7]) ** 2 < 0.7  # a die alone falls when it turns over


def striking(runs: int, seed: int) -> None:
    title = (
        f"Towers that fall when a die strikes them, per cent (up to {runs // 2} of the "
        "average hand's)"
    )
    print_head(title, "die", fitted=False)
    for name, speeds, highest in STRIKES:
        rng = np.random.default_rng(seed)
        tried, fell = np.zeros(TOWER), np.zeros(TOWER)
        for n in range(1, TOWER + 1):
            towers = select_towers(HANDS[1], n, runs, seed)[: runs // 2]
            strikes = [strike_tower(rng, tower, rng.uniform(*speeds), highest) for tower in towers]
            tried[n - 1] = sum(x is not None for x in strikes)
            fell[n - 1] = sum(x is True for x in strikes)
        print_row(name, tried, fell, fitted=False)


# ----------------------------------------------------------------------------------------- throwing

RELEASE = 0.08  # metres above the table, without speed up or down
AIMS = (3, 6, 9, 12, 15, 18)  # inches
SPIN = 10.0  # radians a second, about each axis
FLIGHT = math.sqrt(2 * (RELEASE - SIDE / 2) / GRAVITY)


def throw_die(rng: np.random.Generator, speed: float, way: float = 0.0) -> tuple[float, float]:
    """Throw a die horizontally, and return its place at rest, in inches along and across."""
    model = world(1, thrown=True)
    data = mujoco.MjData(model)
    data.qpos[:] = [0, 0, RELEASE, *random_orientation(rng)]
    data.qvel[:] = [speed * np.cos(way), speed * np.sin(way), 0, *rng.normal(0, SPIN, 3)]
    while data.time < 4.0:
        mujoco.mj_step(model, data, 40)
        if (
            data.time > FLIGHT
            and np.abs(data.qvel[:3]).max() < 0.01
            and np.abs(data.qvel[3:]).max() < 1
        ):
            break
    return float(data.qpos[0]) / INCH, float(data.qpos[1]) / INCH


@cache
def measure_throws(runs: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return speeds, and the mean distance in inches of a throw with each speed and no error."""
    rng = np.random.default_rng(seed)
    speeds = np.arange(0.1, 2.31, 0.2)
    return speeds, np.array([np.mean([throw_die(rng, v)[0] for _ in range(runs)]) for v in speeds])


def throwing(runs: int, seed: int) -> None:
    speeds, far = measure_throws(runs // 5, seed)
    touch = speeds * FLIGHT / INCH
    print("\nHow far a die goes that is thrown without error, inches\n")
    print("| m/s | first touch | rest |\n| --- | --- | --- |")
    for row in zip(speeds, touch, far, strict=True):
        print("| {:.1f} | {:.1f} | {:.1f} |".format(*row))
    throws = 2 * runs
    print(f"\nWhere it comes to rest, inches from the aim ({throws} throws each)\n")
    print("| hand | aimed at | beyond it | deviation along | across |\n|" + " --- |" * 5)
    rests = []
    for hand in HANDS:
        rng = np.random.default_rng(seed)
        for aim in AIMS:
            speed = float(np.interp(aim, touch + hand.reckons * (far - touch), speeds))
            errors = 1 + rng.normal(0, hand.speed, throws), rng.normal(0, hand.aim, throws)
            rested = np.array([throw_die(rng, speed * a, b) for a, b in zip(*errors, strict=True)])
            rests.append([float(rested[:, 0].mean()) - aim, *rested.std(0)])
            print(
                f"| {hand.name} | {aim} | " + " | ".join(f"{x:.1f}" for x in rests[-1]) + " |",
                flush=True,
            )
    over, along, across = np.array(rests).T
    # The hands share one base, the die's own bouncing about; relative errors count alike at every
    # distance.
    shares = np.kron(np.eye(len(HANDS)), np.array(AIMS)[:, None])
    weights = 1 / np.tile(AIMS, len(HANDS))
    bases = np.column_stack([np.ones(len(shares)), shares])
    lines = [
        np.linalg.lstsq(part * weights[:, None], sizes * weights)[0]
        for part, sizes in ((shares, over), (bases, along), (bases, across))
    ]
    for k, hand in enumerate(HANDS):
        print(
            f"| {hand.name} | fitted | {lines[0][k]:.2f} of the distance | "
            + " | ".join(f"{line[0]:.2f} + {line[k + 1]:.2f} of the distance" for line in lines[1:])
            + " |"
        )


TABLES: dict[str, Callable[[int, int], None]] = {
    "adding": adding,
    "moving": moving,
    "striking": striking,
    "throwing": throwing,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "tables", nargs="*", choices=[*TABLES, []], help="which to print, all if none"
    )
    parser.add_argument("--runs", type=int, default=160)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name in arguments.tables or TABLES:
        TABLES[name](arguments.runs, arguments.seed)


if __name__ == "__main__":
    main()
