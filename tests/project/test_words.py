"""Test the check of words, `tools/check_words.py`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.check_words import ROOT, check

SETTINGS = 'allowed_rise = 0.5\n[rates]\n"carnage/templates" = { headless = 1.0, opener = 0.0 }\n'
ALLOWED = (
    '[[allowed]]\npath = "carnage/rules/dice.py"\ntext = "what is rolled"\nreason = "{reason}"\n'
)


def write_file(root: Path, path: str, text: str) -> None:
    """Write a file below a folder, with the folders that it needs."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder with settings, and with a module and a template that have no mark."""
    write_file(tmp_path, "tools/words.toml", SETTINGS)
    write_file(tmp_path, "carnage/rules/dice.py", '"""The dice."""\n')
    write_file(
        tmp_path, "carnage/templates/page.html", "<p>Read the rules of your game.</p>\n" * 100
    )
    return tmp_path


def test_check_plain_project_has_no_fault(project: Path) -> None:
    assert check(project) == []


@pytest.mark.parametrize(
    "docstring",
    [
        "How many dice are rolled.",
        "Whether a die is rolled.",
        "The dice of a side.",
        "An empty field has no dice.",
        "Rolled dice of a side.",
        "Kept dice of a side.",
    ],
)
def test_check_docstring_without_verb_is_opener(project: Path, docstring: str) -> None:
    write_file(
        project,
        "carnage/rules/dice.py",
        f'"""Dice."""\n\n\ndef roll() -> None:\n    """{docstring}"""\n',
    )

    assert check(project) == [f"carnage/rules/dice.py:5: opener: {docstring}"]


@pytest.mark.parametrize("docstring", ["Seed the dice.", "Embed the dice.", "Return the dice."])
def test_check_docstring_with_verb_is_no_fault(project: Path, docstring: str) -> None:
    write_file(project, "carnage/rules/dice.py", f'def roll() -> None:\n    """{docstring}"""\n')

    assert check(project) == []


def test_check_program_prints_fault_and_fails(project: Path) -> None:
    write_file(project, "carnage/rules/dice.py", '"""What is rolled."""\n')

    command = [sys.executable, str(ROOT / "tools/check_words.py"), "--root", str(project)]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)

    assert finished.stdout.splitlines() == [
        "carnage/rules/dice.py:1: opener: What is rolled.",
        "carnage/rules/dice.py:1: headless: What is rolled.",
    ]
    assert finished.returncode == 1


def test_check_property_docstring_may_be_a_noun(project: Path) -> None:
    module = (
        'class Dice:\n    @property\n    def count(self) -> int:\n        """The number of '
        'dice."""\n'
    )
    write_file(project, "carnage/rules/dice.py", module)

    assert check(project) == []


@pytest.mark.parametrize(
    "clause", ["what is rolled", "whoever rolls", "those who roll", "the dice of who rolls"]
)
def test_check_docstring_headless_clause_has_line(project: Path, clause: str) -> None:
    write_file(project, "carnage/rules/dice.py", f'"""The dice.\n\nRead {clause}.\n"""\n')

    assert check(project) == [f"carnage/rules/dice.py:3: headless: The dice. Read {clause}."]


def test_check_comment_headless_clause_has_line(project: Path) -> None:
    write_file(project, "carnage/rules/dice.py", "DICE = 2  # for what is rolled\n")

    assert check(project) == ["carnage/rules/dice.py:1: headless: for what is rolled"]


@pytest.mark.parametrize(
    "text", ["What is rolled?", "`what` is a field.", "Name the side who rolls.", "What if?"]
)
def test_check_question_and_code_are_no_fault(project: Path, text: str) -> None:
    write_file(project, "README.md", f"{text}\n")

    assert check(project) == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (
            "carnage/tables/dice.toml",
            '[[option]]\ncode = "what is"\ntext = "Roll what is left of them."\n',
        ),
        ("static/js/dice.js", 'roll("what");\n\n// Roll what is left of them.\n'),
        ("static/js/dice.js", "/**\n * The dice.\n * Roll what is left of them.\n */\n"),
        ("docs/dice.md", "# Dice\n\nRoll what is left of them.\n"),
    ],
)
def test_check_text_headless_clause_has_line(project: Path, path: str, text: str) -> None:
    write_file(project, path, text)

    (fault,) = check(project)

    assert fault.startswith(f"{path}:3: headless: ")
    assert "Roll what is left of them." in fault


def test_check_equal_sentences_have_own_lines(project: Path) -> None:
    write_file(
        project,
        "carnage/tables/dice.toml",
        'text = "Roll what is left."\ndoes = "Roll what is left."\n',
    )

    assert check(project) == [
        "carnage/tables/dice.toml:1: headless: Roll what is left.",
        "carnage/tables/dice.toml:2: headless: Roll what is left.",
    ]


def test_check_allowed_place_is_no_fault(project: Path) -> None:
    write_file(project, "carnage/rules/dice.py", '"""Read what is rolled."""\n')
    write_file(project, "tools/words.toml", SETTINGS + ALLOWED.format(reason="a quotation"))

    assert check(project) == []


def test_check_allowed_place_without_reason_is_fault(project: Path) -> None:
    write_file(project, "carnage/rules/dice.py", '"""Read what is rolled."""\n')
    write_file(project, "tools/words.toml", SETTINGS + ALLOWED.format(reason=""))

    assert check(project) == ["tools/words.toml: no reason: carnage/rules/dice.py: what is rolled"]


def test_check_allowed_place_without_use_is_fault(project: Path) -> None:
    write_file(project, "tools/words.toml", SETTINGS + ALLOWED.format(reason="a quotation"))

    assert check(project) == ["tools/words.toml: no use: carnage/rules/dice.py: what is rolled"]


def test_check_rate_rises_a_little_is_no_fault(project: Path) -> None:
    page = "<p>Read the rules of your game.</p>\n" * 166 + "<p>Roll what is left.</p>\n"
    write_file(project, "carnage/templates/page.html", page)

    assert check(project) == []


def test_check_rate_rises_much_is_fault(project: Path) -> None:
    page = "<p>Read the rules of your game.</p>\n" * 166 + "<p>Roll what is left.</p>\n" * 2
    write_file(project, "carnage/templates/page.html", page)

    (fault,) = check(project)

    assert fault.startswith("carnage/templates: headless: 2.0 per 1,000 words, at most 1.5")


def test_check_template_tags_are_no_text(project: Path) -> None:
    write_file(project, "tools/words.toml", "allowed_rise = 0.5\n[rates]\n")
    page = (
        '<a title="what is">{{ "what is" }}</a>{% if what %}<script>// what is\n</script>{% '
        "endif %}\n"
    )
    write_file(project, "carnage/templates/page.html", page)

    assert check(project) == []
