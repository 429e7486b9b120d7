"""Check the settings, scenarios, reasons and lines in `tables/worlds/`.

`make tables` and the tests run these checks. A fault names the file and the field, and all faults
are reported at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path

from carnage.catalog.books import TABLES
from carnage.catalog.loading import load_book
from carnage.catalog.rosters import ROSTER_WORDS
from carnage.catalog.schema import Book
from carnage.catalog.toml import CatalogError, display_path, list_files
from carnage.catalog.validation import check_template
from carnage.catalog.world_schema import (
    SETTING_TYPES,
    BattleSetting,
    LinesFile,
    ReasonsFile,
    Scenario,
    ScenariosFile,
    Setting,
    Terms,
)
from carnage.catalog.world_settings import find_setting_faults, find_taste_faults
from carnage.catalog.world_text import (
    SCENARIO_SLOTS,
    fill_longest,
    find_sentence_faults,
    find_slot_faults,
)
from carnage.catalog.world_vocabulary import Vocabulary, read_vocabulary
from carnage.catalog.worlds import (
    LINES_FILE,
    NOUNS_FILE,
    ODD_RULES_FILE,
    REASONS_FILE,
    SCENARIOS_FILE,
    TERMS_FILE,
    list_settings,
    read_lines,
    read_nouns,
    read_odd_rules,
    read_reasons,
    read_scenarios,
    read_setting,
    read_terms,
    read_unwanted,
    setting_file,
)

LINE_WORDS = ROSTER_WORDS | {"the"}
"""The names that a line may use besides the numbers of its option."""

SCENARIO_TABLES = ("objectives", "deployment", "twist", "terrain")
_NOUNS_HEAD = """\
# The setting of each noun in the names of games, by family. Written by `make tables` from the nouns
# of the settings. It belongs to the edition: once a noun has a setting, it keeps it.
"""


def check_worlds(root: Traversable) -> None:
    """Raise CatalogError with all faults of the files in `tables/worlds/`."""
    faults = list(_find_faults(root))
    if faults:
        raise CatalogError("\n".join(faults))


def write_nouns(folder: Path) -> None:
    """Write the setting of each noun, as the settings have them.

    Args:
        folder: A folder laid out like `tables/`.
    """
    lines = [_NOUNS_HEAD]
    for family in SETTING_TYPES:
        lines.append(f"\n[{family}]\n")
        owners: dict[str, str] = {}
        for noun, id in list_owned_nouns(folder, family):
            owners.setdefault(noun, id)
        for noun, id in sorted(owners.items()):
            lines.append(f'{noun} = "{id}"\n')
    (folder / NOUNS_FILE).write_text("".join(lines), encoding="utf-8", newline="\n")


def list_owned_nouns(root: Traversable, family: str) -> list[tuple[str, str]]:
    """Return each noun with the setting that has a sentence about it; a noun may stand twice."""
    owned = []
    for id in list_settings(root, family):
        owned += [(noun, id) for noun in read_setting(root, family, id).nouns]
    return owned


def _find_faults(root: Traversable) -> Iterator[str]:
    """Yield all faults, each with its file and field."""
    terms_of = read_terms(root)
    unwanted = frozenset(read_unwanted(root).words)
    books = [load_book(root, code) for code in sorted(list_files(root, "books"))]
    odd_rules = read_odd_rules(root)
    for family in SETTING_TYPES:
        books_of_family = [book for book in books if book.family == family]
        terms = terms_of.get(family, Terms())
        vocabulary = read_vocabulary(root, family, terms)
        for fault in vocabulary.faults:
            yield f"{display_path(TERMS_FILE)}: {family}.{fault}"
        settings = {id: read_setting(root, family, id) for id in list_settings(root, family)}
        for id, setting in settings.items():
            place = display_path(setting_file(family, id))
            for fault in find_setting_faults(setting, id, vocabulary, terms):
                yield f"{place}: {fault}"
            for fault in find_taste_faults(setting, unwanted):
                yield f"{place}: {fault}"
        yield from _find_owner_faults(root, family, vocabulary)
        place = f"{display_path(ODD_RULES_FILE)}: {family}"
        rules = odd_rules.by_family[family]
        yield from _find_odd_rule_faults(place, rules, books_of_family, vocabulary)
        yield from _find_order_faults(place, rules, odd_rules.order.get(family, ()))
        if family == "battle":
            yield from _find_scenario_faults(read_scenarios(root), settings, vocabulary)
            yield from _find_reason_faults(read_reasons(root), settings, books_of_family)
            yield from _find_line_faults(read_lines(root), books_of_family, vocabulary)


def _find_owner_faults(root: Traversable, family: str, vocabulary: Vocabulary) -> Iterator[str]:
    """Yield a fault for nouns with two settings or none, and for an outdated nouns file."""
    owner: dict[str, str] = {}
    for noun, id in list_owned_nouns(root, family):
        if noun in owner:
            place = display_path(setting_file(family, id))
            yield f"{place}: nouns.{noun}: it belongs to {owner[noun]}"
        owner.setdefault(noun, id)
    missing = sorted(vocabulary.nouns - set(owner))
    if owner and missing:
        yield f"{display_path(f'worlds/{family}')}: no setting has the nouns {', '.join(missing)}"
    if dict(read_nouns(root).get(family, {})) != owner:
        yield f"{display_path(NOUNS_FILE)}: {family} is out of date; run `make tables`"


# ------------------------------------------------------------------------------------- scenarios


def _find_scenario_faults(
    file: ScenariosFile, settings: Mapping[str, Setting], vocabulary: Vocabulary
) -> Iterator[str]:
    """Yield the faults of the scenarios, each filled with the words of every setting."""
    name = display_path(SCENARIOS_FILE)
    ids = [each.id for each in file.scenario]
    if len(set(ids)) != len(ids):
        yield f"{name}: an id stands twice"
    missing = vocabulary.options["objectives"] ^ set(file.objective_line)
    if missing:
        yield f"{name}: objective_line: {', '.join(sorted(missing))}"
    for scenario in (*file.scenario, file.fallback):
        place = f"{name}: {scenario.id}"
        for fault in find_slot_faults(scenario.situation, SCENARIO_SLOTS):
            yield f"{place}: {fault}"
        for table in SCENARIO_TABLES:
            for code in getattr(scenario, table):
                if code not in vocabulary.options[table]:
                    yield f"{place}: {table} has no option {code}"
        for id, setting in settings.items():
            if isinstance(setting, BattleSetting):
                for fault in _find_filling_faults(scenario, setting):
                    yield f"{place}, in {id}: {fault}"


def _find_filling_faults(scenario: Scenario, setting: BattleSetting) -> Iterator[str]:
    """Yield the faults of a scenario's situation, filled with the words of a setting."""
    codes = scenario.objectives or tuple(setting.objectives)
    fillings = {
        "stake": tuple(
            setting.objectives[code].stake for code in codes if code in setting.objectives
        ),
        "bridge": (setting.terrain["bridge"].singular,) if "bridge" in setting.terrain else (),
        "dynamites": (setting.tokens["dynamite"].plural,) if "dynamite" in setting.tokens else (),
        "markers": (setting.tokens["objective"].plural,) if "objective" in setting.tokens else (),
        "centre": (setting.places.centre,),
        "middle": (setting.places.middle,),
    }
    known = {slot: words for slot, words in fillings.items() if words}
    yield from find_sentence_faults(fill_longest(scenario.situation, known))


# ----------------------------------------------------------------------------- reasons and lines


def _find_reason_faults(
    file: ReasonsFile, settings: Mapping[str, Setting], books: list[Book]
) -> Iterator[str]:
    """Yield the faults of the reasons: unknown options and traits, and their sentences."""
    name = display_path(REASONS_FILE)
    options: set[tuple[str, str]] = set()
    traits: set[str] = set()
    for book in books:
        traits.update(book.traits)
        for table in book.tables:
            options.update((table.id, option.code) for option in table.options)
    for reason in file.reason:
        place = f"{name}: {reason.option}"
        if (reason.table, reason.option) not in options:
            yield f"{place}: the table {reason.table} has no such option"
        unknown = set(reason.needs + reason.unless) - traits
        if unknown:
            yield f"{place}: unknown traits {', '.join(sorted(unknown))}"
        for text in (reason.why, reason.watch):
            for fault in find_sentence_faults(text):
                yield f"{place}: {fault}"
        if reason.gloss:
            group, _, code = reason.gloss.partition(".")
            for id, setting in settings.items():
                if code not in getattr(setting, group, {}):
                    yield f"{place}: the setting {id} has no {reason.gloss}"


def _find_line_faults(file: LinesFile, books: list[Book], vocabulary: Vocabulary) -> Iterator[str]:
    """Yield the faults of the lines: missing options, and templates that cannot be filled."""
    name = display_path(LINES_FILE)
    groups = {
        "round-structure": file.round_structure,
        "initiative": file.initiative,
        "activation-order": file.activation_order,
        "action-points": file.action_points,
        "damage": file.damage,
        "game-length": file.game_length,
        "twist": file.twist,
        "objectives": file.win,
    }
    for table, lines in groups.items():
        wrong = vocabulary.options[table] ^ set(lines)
        if wrong:
            yield f"{name}: {table}: {', '.join(sorted(wrong))}"
    more = {"round-structure": file.round_structure_acts, "game-length": file.game_length_win}
    for table, lines in (*groups.items(), *more.items()):
        yield from _find_template_faults(f"{name}: {table}", lines, books, table)


def _find_odd_rule_faults(
    place: str,
    tables: Mapping[str, Mapping[str, str]],
    books: list[Book],
    vocabulary: Vocabulary,
) -> Iterator[str]:
    """Yield the faults of the rules of odd options: unknown options, and bad templates."""
    for table, rules in tables.items():
        for code in sorted(set(rules) - vocabulary.options.get(table, frozenset())):
            yield f"{place}.{table}.{code}: no such option"
        yield from _find_template_faults(f"{place}.{table}", rules, books, table)


def _find_order_faults(
    place: str, tables: Mapping[str, Mapping[str, str]], order: tuple[str, ...]
) -> Iterator[str]:
    """Yield a fault for each odd rule that does not stand in their order exactly once."""
    rules: set[str] = set()
    for table, options in tables.items():
        rules.update(f"{table}.{code}" for code in options)
    for rule in sorted(rules - set(order)):
        yield f"{place}.{rule}: it has no place in the order"
    for rule in sorted(set(order) - rules):
        yield f"{place}: order: {rule} has no sentence"
    if len(set(order)) != len(order):
        yield f"{place}: order: a rule stands twice"


def _find_template_faults(
    place: str, templates: Mapping[str, str], books: list[Book], table: str
) -> Iterator[str]:
    """Yield the faults of the templates of a table's options, by the numbers of each book."""
    for code, text in templates.items():
        for book in books:
            try:
                _check_line(f"{place}.{code}", text, book, (table, code))
            except CatalogError as error:
                yield str(error)


def _check_line(place: str, text: str, book: Book, key: tuple[str, str]) -> None:
    """Raise CatalogError for a line that uses a number that its option does not have."""
    table_id, code = key
    for table in book.rolled:
        for option in table.options:
            if table.id == table_id and option.code == code:
                numbers = {**table.params, **option.params}
                for roll in table.results(code):
                    numbers.update(table.at.get(roll, {}))
                check_template(place, text, set(numbers) | LINE_WORDS, book.traits)


def main() -> None:
    """Write the setting of each noun and check everything; raise CatalogError for bad data."""
    write_nouns(Path(str(TABLES)))
    check_worlds(TABLES)
