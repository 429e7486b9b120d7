"""Pages while the engine compiles: what visitors notice of it.

    python bench/compiling.py [--rounds 6] [--seconds 5]

Starts the site with two processes that answer, as `carnage serve` does, and with an empty folder for what is
compiled, so that it begins to compile. In turns, each for so many seconds, those that compile are stopped and
go on, while eight visitors call up pages, some of them never seen before. So both are measured in the same
minutes, and a busy machine harms both. Only the loopback interface is spoken to.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import socket
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from siege import HOST, descendants, settle, started, visitors

from carnage.engine.core import folders

AIM = 1.1  # times what 99 of 100 pages take while nothing compiles
BETWEEN = 0.3  # seconds from one state to measuring it
BEFORE = 5.0  # seconds until compiling is well under way


def compilers(site: subprocess.Popen[bytes]) -> list[int]:
    """The processes of the site that leave the processor to others: what compiles, and its help."""
    own = os.getpriority(os.PRIO_PROCESS, 0)
    there = []
    for pid in descendants(site.pid):
        with contextlib.suppress(ProcessLookupError):
            if os.getpriority(os.PRIO_PROCESS, pid) > own:
                there.append(pid)
    return there


@contextlib.contextmanager
def stopped(pids: list[int]) -> Iterator[None]:
    """These processes do nothing meanwhile."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def spent(pids: list[int]) -> float:
    """Seconds of processor time that these have taken."""
    ticks = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def took(port: int, seconds: float) -> list[float]:
    time.sleep(BETWEEN)
    noticed = asyncio.run(visitors(port, seconds))
    if set(noticed.statuses) != {200}:
        raise SystemExit(f"unexpected answers: {noticed.statuses}")
    return noticed.took


def late(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


def measured(port: int, site: subprocess.Popen[bytes], rounds: int, seconds: float) -> bool:
    """Measure in turns, and tell; whether the aim was reached."""
    asyncio.run(settle(port))
    time.sleep(BEFORE)
    idle: list[float] = []
    busy: list[float] = []
    each: list[str] = []
    work = 0.0
    for _ in range(rounds):
        with stopped(compilers(site)):
            one = took(port, seconds)
        at_work = compilers(site)
        before = spent(at_work)
        other = took(port, seconds)
        work += spent(at_work) - before
        idle += one
        busy += other
        each.append(f"{late(other) / late(one):.2f}")
    ratio = late(busy) / late(idle)
    print("| | pages | median, ms | 99 %, ms |\n| --- | --- | --- | --- |")
    for name, times in (("nothing compiles", idle), ("the engine compiles", busy)):
        print(
            f"| {name} | {len(times):,} | {1000 * statistics.median(times):.1f} | {1000 * late(times):.1f} |"
        )
    print(f"\n99 %: {ratio:.2f} times as long (each round: {', '.join(each)}); aimed at is {AIM}.")
    print(f"Compiling had {work / rounds / (seconds + BETWEEN):.2f} processors meanwhile.")
    return ratio <= AIM


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each is measured in a round")
    given = parser.parse_args()
    with socket.create_server((HOST, 0)) as free:
        port: int = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as place:
        os.environ[folders.PLACE] = place
        site = started(port, Path(place) / "log")
        try:
            reached = measured(port, site, given.rounds, given.seconds)
        finally:
            site.kill()
            site.wait()
            time.sleep(1.0)
    if not reached:
        raise SystemExit("Not as it should be.")


if __name__ == "__main__":
    main()
