"""Pieces are made once for all that they depend on, and no more of them are kept than there is room for."""

from __future__ import annotations

import pytest
from rulesets import BATTLES, BOOKS, sample

from carnage import catalog
from carnage.catalog.rolls import layout, mask_of
from carnage.document import press, rulebook, things
from carnage.document.parts import Section
from carnage.document.pitch import SENTENCES, TAGS, Pitch
from carnage.document.press import Once, Thing, Together
from carnage.document.rosters.deciding import mustered, sized
from carnage.forces import force
from carnage.ruleset import Ruleset, resolve
from carnage.seeds import Seed
from carnage.unlocked import cached_property


def test_a_walk_through_all_games_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "MOST_ALIKE", 4)
    monkeypatch.setattr(press, "MOST_ANSWERS", 9)
    book = catalog.book("skirmish")
    asked = frozenset({"loot", "towers", "squads", "ranked"}) & frozenset(book.traits)
    assert len(asked) > 1

    def build(ruleset: Ruleset) -> tuple[str, frozenset[str]]:
        return ruleset.choice("movement").option.code, asked & ruleset.traits

    once = Once(book, build, asked, ["movement"])
    met = set()
    for ruleset in sample(60, "skirmish"):
        assert once(ruleset) == build(ruleset)
        met.add(build(ruleset))
        assert len(once._alike) <= 4
        assert len(once._by_answers) <= 9
    assert len(met) > 4


def test_a_piece_is_made_once_for_each_value_that_it_hangs_on() -> None:
    made: list[int] = []

    def size(ruleset: Ruleset) -> int:
        return force(ruleset).size

    def build(ruleset: Ruleset) -> str:
        made.append(size(ruleset))
        return f"{size(ruleset)} models, {ruleset.choice('luck').digits}"

    once = Once(
        catalog.book("skirmish"), build, tables=["luck"], digits=True, things=[Thing(size, mustered, sized)]
    )
    games = sample(200, "skirmish")
    for game in (*games, *games):
        assert once(game) == f"{size(game)} models, {game.choice('luck').digits}"
    kinds = {(size(game), game.choice("luck").digits) for game in games}
    assert len(made) == len(kinds) < len(games)


def test_games_share_a_force_only_if_all_of_it_is_the_same() -> None:
    games = sample(300, "skirmish")
    for game in games:
        roster, shared = game.book.roster, force(game)
        assert shared.alike is ("picked" not in game.traits)
        assert bool(shared.pool) is ("draft" in game.traits)
        assert shared.size == game.params["size.models"]
        grades = next((scale for scale in roster.scale if scale.needs in game.traits), roster.scale[0]).grades
        figures = {figure.code: figure for figure in roster.figure}
        for model in shared.kinds:
            for stat, value in figures[model.code].stats.items():
                assert model.stats[stat] == (grades[stat][value] if isinstance(value, str) else value)
    assert 20 < len({force(game) for game in games}) < len(games)


@pytest.mark.parametrize("book", BOOKS)
def test_the_bits_of_a_state_are_traits_answers_and_digits(book: str) -> None:
    games = sample(60, book)
    shelf = catalog.book(book)
    for table in shelf.rolled[::4]:
        trait = next((trait for option in table.options for trait in option.gives), "")
        by_answer = mask_of(shelf, [trait] if trait else [], [table.id])
        by_digits = mask_of(shelf, (), (), [table.id])
        for one in games:
            for other in games[:10]:
                mine, others = one.choice(table.id), other.choice(table.id)
                same = (mine.option, mine.params) == (others.option, others.params)
                has = not trait or one.has(trait) == other.has(trait)
                assert (one.state & by_answer == other.state & by_answer) == (same and has)
                assert (one.state & by_digits == other.state & by_digits) == (mine.digits == others.digits)


def test_a_piece_is_looked_up_without_a_call_once_it_is_there() -> None:
    book = catalog.book("skirmish")
    plain = Once(
        book, lambda ruleset: ruleset.choice("movement").digits, ("loot",), ["movement"], digits=True
    )
    telling = Once(book, lambda ruleset: force(ruleset).size, things=[Thing(force, mustered, sized)])
    for game in sample(40, "skirmish"):
        mask, look_up = plain.look()
        assert look_up(game.state & mask) in (None, game.choice("movement").digits)
        assert plain(game) == look_up(game.state & mask) == game.choice("movement").digits
        mask, look_up = telling.look()
        assert telling(game) == force(game).size
        assert look_up(game.state & mask) is None, "what tells things is not known by a state alone"


def test_pieces_looked_up_together_are_what_each_gives() -> None:
    book = catalog.book("skirmish")
    pieces = [
        Once(book, lambda ruleset: ruleset.choice("movement").option.code, (), ["movement"]),
        Once(book, lambda ruleset: "", ("loot",)),
        Once(book, lambda ruleset: force(ruleset).size, things=[Thing(force, mustered, sized)]),
        Once(book, lambda ruleset: ruleset.players, things=[things.THINGS["rounds"]]),
    ]
    assert pieces[3]._quick, "met by what decides the thing"
    together = Together(pieces)
    for game in sample(40, "skirmish"):
        movement, size = game.choice("movement").option.code, force(game).size
        assert together(game) == together(game) == [movement, "", size, game.players]


def test_few_are_kept_of_what_is_rarely_met_again() -> None:
    book = catalog.book("skirmish")
    tables = [table.id for table in book.rolled]
    rare, common = (
        Once(book, lambda ruleset: ruleset.seed, (), tables, digits=True, rarely=rarely)
        for rarely in (True, False)
    )
    for game in sample(press.MOST_RARE + 20, "skirmish"):
        assert rare(game) == common(game) == game.seed
    assert len(rare._alike) == 20
    assert len(common._alike) == press.MOST_RARE + 20


@pytest.mark.parametrize("book", BATTLES)
def test_things_that_are_kept_are_what_would_be_worked_out_afresh(book: str) -> None:
    """By what each is kept is declared by hand."""
    for game in sample(600, book):
        for name, thing in things.THINGS.items():
            if thing._kept:
                assert thing(game) == thing._tell(resolve(game.book, game.seed)), (game.path, name)


@pytest.mark.parametrize("book", BOOKS)
def test_rules_that_differ_in_nothing_but_their_digits_are_one(book: str) -> None:
    """Each shows its own digits, and they share all that is made of them."""
    for game in sample(10, book):
        for place in layout(game.book):
            rolled = game.seed.digits[place.cut]
            alike = [digits for digits, lowest in place.lowest.items() if lowest == place.lowest[rolled]]
            other = resolve(game.book, game.seed.replaced(place.cut.start, alike[-1]))
            mine, others = _sections(game)[place.table], _sections(other)[place.table]
            assert (mine.digits, others.digits) == (rolled, alike[-1])
            assert mine.html is others.html
            assert mine.markdown is others.markdown
            assert mine.shared is others.shared


def _sections(game: Ruleset) -> dict[str, Section]:
    written = rulebook(game)
    return {
        section.id: section
        for sections in (*[chapter.sections for chapter in written.chapters], written.unused)
        for section in sections
    }


@pytest.mark.parametrize("book", BOOKS)
def test_a_pitch_tells_what_it_would_if_it_asked_all_tables(book: str) -> None:
    pitch = Pitch(catalog.book(book))
    for game in sample(150, book):
        ranked = sorted([line(game) for line in pitch._lines], key=lambda line: -line.weight)
        able = [line for line in ranked if line.text and line.table not in pitch._led][:SENTENCES]
        asked: dict[int, object] = {}
        found = pitch._ranked(game, asked, pitch._by_weight, lambda line: (-line.weight,))  # type: ignore[arg-type]
        assert [line for line in found if line.text and line.table not in pitch._led][:SENTENCES] == able
        by_tags = sorted(ranked, key=lambda line: -line.in_tags)
        tags = [tag for line in by_tags for tag in line.tags[:1]]
        tags += [tag for line in by_tags for tag in line.tags[1:]]
        assert pitch(game)[1] == tuple(dict.fromkeys(tags))[:TAGS]


def test_what_an_object_keeps_is_worked_out_once() -> None:
    class Die:
        """With faces."""

        counted = 0

        @cached_property
        def faces(self) -> int:
            """How many."""
            self.counted += 1
            return 6

    die, other = Die(), Die()
    assert (die.faces, die.faces, other.faces) == (6, 6, 6)
    assert (die.counted, other.counted) == (1, 1)
    assert Die.faces.__doc__ == "How many."


def test_a_seed_that_is_read_as_dice_has_them_in_their_places() -> None:
    game = resolve(catalog.book("skirmish"), Seed("01234567890123456789012345"))
    assert game.rolls == tuple("01234567890123456789012345")
