"""Build a wheel with the compiled rules of all families.

    python tools/build_wheel.py
    python tools/build_wheel.py --platform manylinux_2_17_aarch64 \\
        --compiler "zig cc -target aarch64-linux-gnu.2.17"

The libraries do not use Python's C API, so one wheel serves every version of Python. A wheel for
another platform needs a compiler that builds for it.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from carnage.engine import games
from carnage.engine.compiling import build, library

ROOT = Path(__file__).parents[1]
OPTIMIZATION = "-O3"


def write_libraries(folder: Path, compiler: list[str], suffix: str) -> None:
    """Write the library of each family into a folder, and its C beside the folder."""
    for family in games.families():
        text = library.translate(family)
        folder.with_name(f"{family}.c").write_text(text, encoding="utf-8")
        content = build.build_library(text, compiler, [*build.FLAGS.split(), OPTIMIZATION, "-s"])
        path = folder / f"{family}-{library.sources_hash(family)}.{suffix}"
        path.write_bytes(content)
        print(f"{path.name}: {len(content):,} bytes")


def main() -> None:
    here = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    parser = argparse.ArgumentParser(description="Build a wheel with compiled rules.")
    parser.add_argument("--compiler", help="command of a C compiler; else the one of this machine")
    parser.add_argument(
        "--platform", default=here, help=f"platform in the wheel's name; else {here}"
    )
    parser.add_argument("--output", default="dist", help="folder of the wheel; else dist")
    arguments = parser.parse_args()
    compiler = shlex.split(arguments.compiler) if arguments.compiler else build.find_compiler()
    if compiler is None:
        raise SystemExit(library.NO_COMPILER)
    suffix = "dll" if arguments.platform.startswith("win") else "so"
    suffix = "dylib" if arguments.platform.startswith("macosx") else suffix
    with tempfile.TemporaryDirectory() as folder:
        libraries = Path(folder) / "libraries"
        libraries.mkdir()
        write_libraries(libraries, compiler, suffix)
        environment = os.environ | {
            "CARNAGE_WHEEL_LIBRARIES": str(libraries),
            "CARNAGE_WHEEL_PLATFORM": arguments.platform,
        }
        command = [
            sys.executable,
            "-m",
            "build",
            "--wheel",
            "--outdir",
            arguments.output,
            str(ROOT),
        ]
        subprocess.run(command, env=environment, check=True)


if __name__ == "__main__":
    main()
