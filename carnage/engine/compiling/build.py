"""The C compiler of this machine: find it, and build shared libraries with it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# Results must be the same bits everywhere: signed overflow wraps, and no multiply-add is fused.
FLAGS = (
    "-std=c11 -D_DEFAULT_SOURCE -fwrapv -ffp-contract=off -fno-strict-aliasing -fno-math-errno "
    "-fPIC -shared -fvisibility=hidden -Werror=return-type -Wno-parentheses-equality"
)
OPTIMIZATION = "-O1"  # 5 s of CPU for battle rules. Wheels are built with -O3, which takes 12 s.
SUFFIX = {"win32": "dll", "darwin": "dylib"}.get(sys.platform, "so")


class CompilerError(RuntimeError):
    """The C compiler rejected a file. The message is the compiler's own."""


def find_compiler() -> list[str] | None:
    """Return the command of the C compiler: `CARNAGE_CC`, `CC`, or the first of cc, gcc and clang.

    Return None if no compiler is found.
    """
    named = os.environ.get("CARNAGE_CC") or os.environ.get("CC")
    if named:
        commands = [shlex.split(named)]
    else:
        commands = [["cc"], ["gcc"], ["clang"]]
    return next((command for command in commands if shutil.which(command[0])), None)


def build_flags() -> list[str]:
    """Return the compiler flags for libraries.

    The flags of `CARNAGE_CFLAGS` come last, so that they override the others.
    """
    return [*FLAGS.split(), OPTIMIZATION, *shlex.split(os.environ.get("CARNAGE_CFLAGS", ""))]


def compiler_version(compiler: list[str]) -> str:
    """Return the output of the compiler for `--version`."""
    return subprocess.run(
        [*compiler, "--version"], capture_output=True, text=True, check=False
    ).stdout


def build_library(text: str, compiler: list[str], flags: list[str]) -> bytes:
    """Compile C source to a shared library and return its bytes.

    Raise CompilerError if that fails.
    """
    with tempfile.TemporaryDirectory(prefix="carnage-build-") as folder:
        source = Path(folder, "rules.c")
        library = Path(folder, "rules")
        source.write_text(text, encoding="utf-8")
        command = [*compiler, *flags, str(source), "-o", str(library), "-lm"]
        process = subprocess.run(command, capture_output=True, text=True, check=False)
        if process.returncode:
            raise CompilerError(f"{shlex.join(compiler)} failed:\n{process.stderr.strip()}")
        return library.read_bytes()
