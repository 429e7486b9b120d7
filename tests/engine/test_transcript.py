"""Games in words: options that a player understands, reports that read like reports, logs as
declared.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from carnage.engine.battle.frame import questions as Q
from carnage.engine.battle.frame.numbers import RULES
from carnage.engine.battle.frame.shapes import NUMBERS, SHAPES
from carnage.engine.battle.move.curves import pack_place
from carnage.engine.battle.words import naming
from carnage.engine.battle.words.naming import Names
from carnage.engine.battle.words.options import option_lines
from carnage.engine.battle.words.report import Report
from carnage.engine.core.log_reader import LoggedEvent
from carnage.engine.games import Match, Offer, Question
from carnage.engine.narration import Narrator, logged_events, words_of
from carnage.engine.narration import event_as_dict as logged_entry
from carnage.rulesets.ruleset import Ruleset
from tests.support.rulesets import BATTLES, every_digit, having, rolled, ruleset

GOLDEN = Path(__file__).parents[1] / "golden"
EVERYDAY = ("0", "4", "8")  # rulesets of these digits; make soak has those of all digits
EVERY = pytest.mark.parametrize(
    "rules",
    [
        rules if rules.seed.digits[0] in EVERYDAY else pytest.param(rules, marks=pytest.mark.soak)
        for book in BATTLES
        for rules in every_digit(book)
    ],
    ids=lambda rules: f"{rules.book.code}-{rules.seed.digits[0]}",
)


def match(rules: Ruleset) -> Match:
    return _played(rules.book.code, rules.seed.digits)


@cache
def _played(book: str, digits: str) -> Match:
    return Match(ruleset(digits, book=book))


def happening(name: str, rule: str, **fields: Any) -> LoggedEvent:
    blank = dict.fromkeys(LoggedEvent._fields, 0) | {
        "side": 0,
        "actor": -1,
        "target": -1,
        "dice": (),
    }
    blank |= {"event": NUMBERS[name], "rule": RULES.index(rule), "name": name, "by": rule}
    return LoggedEvent(**{**blank, **fields})


def report_of(rules: Ruleset, *happenings: LoggedEvent) -> list[str]:
    return list(Report(Names(rules), match(rules)).lines(happenings))


def stops(rules: Ruleset, step: int) -> Iterator[Match]:
    """A game stopped at every so-manyth of its questions."""
    decisions = match(rules).decisions
    for at in range(0, len(decisions), step):
        yield Match(rules, 0, 0, ("person", "person"), decisions=decisions[:at], log_length=0)


# ------------------------------------------------------------------------------------------ options


@pytest.mark.parametrize(("more", "chance"), [(0, "45%"), (-1, "55%"), (9, "0%"), (-10, "100%")])
def test_fight_option_shows_chance_to_win(more: int, chance: str) -> None:
    """Two D10: the first is higher in 45 of 100 pairs, and with one added in 55."""
    (rules,) = having("fighting.opposed-roll", "skirmish", 1)
    decisions = Match(rules, log_length=0).decisions
    g = Match(rules, bots=("person",), decisions=decisions[: len(decisions) // 2]).record
    names = Names(rules)
    names.read_record(g)
    i, j = (next(n for n in range(g.n_models) if g.models[n].side == side) for side in (0, 1))
    kind = g.kinds[g.models[j].kind]
    best = max(int(g.weapons[kind.weapons[n]].edge) for n in range(kind.n_weapons))
    w = int(g.kinds[g.models[i].kind].weapons[0])
    even = int(g.weapons[w].edge) - best
    option = Offer(Q.TO_FIGHT, j, w, float(even + more), 0.0, 0.0, 0.0, 0.0)
    (line,) = option_lines(names, g, Question(0, Q.TARGET, i, (option,)))
    assert line.endswith(f"({chance} to win)")


@EVERY
def test_battle_options_have_distinct_lines(rules: Ruleset) -> None:
    for stopped in stops(rules, 9):
        title, lines = Narrator(stopped).question()
        assert stopped.question is not None
        assert len(lines) == len(stopped.question.options) == len(set(lines))
        for line in (title, *lines):
            assert re.fullmatch(r"[A-Z\d][^\n{}]*", line), line
            assert "None" not in line
            assert "nan" not in line
        assert title.endswith("?")


@pytest.mark.thorough
def test_battle_questions_of_every_kind_occur() -> None:
    seen = set()
    for rules in every_digit():
        step = 1 if rules.has("repeats") else 5
        seen |= {stopped.question.kind for stopped in stops(rules, step) if stopped.question}
    assert {
        Q.LEAVE_OUT,
        Q.EDGE,
        Q.SET_UP,
        Q.PLACE,
        Q.PICK,
        Q.ACT,
        Q.MOVE,
        Q.FACE,
        Q.TARGET,
        Q.RE_ROLL,
    } <= seen


@pytest.mark.parametrize("book", BATTLES)
def test_attack_option_with_single_target_names_it_and_its_chance(book: str) -> None:
    """With one target, the answer is the attack itself; otherwise the target is asked for."""
    seen = set()
    for rules in every_digit(book):
        for stopped in stops(rules, 23):
            asked = stopped.question
            if asked is None or asked.kind != Q.ACT:
                continue
            teller = Narrator(stopped)
            lines = teller.question()[1]
            for n, option in enumerate(asked.options):
                if option.what not in (Q.TO_ATTACK, Q.TO_FIGHT):
                    continue
                name = teller.words.names.models[option.other]  # type: ignore[attr-defined]
                assert (name in lines[n] and "%" in lines[n]) == (option.other >= 0), lines[n]
                tried = Match(
                    rules,
                    0,
                    0,
                    ("person", "person"),
                    decisions=[*stopped.decisions, n],
                    log_length=0,
                )
                asks = tried.question is not None and tried.question.kind == Q.TARGET
                throws = rules.has("bullet-dice") and option.what == Q.TO_ATTACK
                assert asks == (option.other < 0 and not throws), lines[n]
                seen.add((option.what, option.other < 0))
    assert {what for what, several in seen if not several} >= {Q.TO_ATTACK}
    assert len(seen) >= 2


def test_shot_option_shows_distance_and_chance() -> None:
    for stopped in stops(rolled(units="individuals", movement="free-movement"), 1):
        assert stopped.question is not None
        if stopped.question.kind == Q.TARGET:
            break
    line = Narrator(stopped).question()[1][0]
    assert re.search(r'(Fire|Throw) the [A-Z].* at (the )?enemy .*, [\d.]+( cm|") away', line)
    assert re.search(r"\((\d+|<1|>99)%\)", line)


def test_names_are_unique_per_model() -> None:
    for rules in every_digit():
        names = Names(rules)
        assert len(set(names.model_ids)) == len(names.model_ids) == 20
        assert len(set(names.unit_ids)) == len(names.unit_ids)
        assert {"1.captain", "2.trooper-3"} <= set(names.model_ids)
    names = Names(ruleset())
    assert (names.model(0, 0), names.model(0, 1), names.model(0)) == (
        "the Captain", "the enemy Captain", "Side 1’s Captain"
    )  # fmt: skip
    assert names.model(names.model_ids.index("1.trooper-2"), 1) == "enemy Trooper 2"


def test_report_for_seat_says_our() -> None:
    """Check lines while others act, too; names that both sides have tell whose they are."""
    match = Match(rolled("classic"), 1, 3)
    plain, mine = Narrator(match).new_lines(), Narrator(match, seat=0).new_lines()
    assert len(plain) == len(mine)
    changed = 0
    for line, read in zip(plain, mine, strict=True):
        if line == read:
            assert "Side 1’s" not in line
            continue
        changed += 1
        assert "nemy" not in read or "nemy" in line
        assert "our " in read or "heir " in read
    assert changed > 20


def test_lengths_are_in_units_of_game() -> None:
    assert Names(rolled(deployment="4")).length(5.96) == '6"'
    assert Names(rolled(deployment="4")).length(5.5) == '5.5"'
    assert Names(rolled(deployment="1")).length(5.5) == "5.5 cm"
    assert [naming.compass_point(*way) for way in ((0, 1), (1, 1), (-1, 0))] == [
        "north",
        "north-east",
        "west",
    ]


# ------------------------------------------------------------------------------------------ reports


def test_report_dice_pool_lists_dice() -> None:
    rules = rolled(resolution="dice-pool")
    line = report_of(
        rules,
        happening(
            "test", "resolution.dice-pool", actor=0, target=0, a=0, b=4, c=2, d=2, dice=(1, 4, 6, 3)
        ),
    )[0]
    assert line.startswith(
        "Side 1’s Captain tests Ranged Skill 4 at Difficulty 2: rolls 1, 4, 6 and 3: "
    )
    assert line.endswith("2 at 4+, 2 needed. 2 successes.")


def test_report_sum_shows_calculation() -> None:
    rules = rolled(resolution="dice-combination")
    line = report_of(
        rules,
        happening(
            "test", "resolution.dice-combination", actor=0, target=0, a=2, b=8, c=2, dice=(3, 1)
        ),
    )[0]
    assert line == (
        "Side 1’s Captain tests Morale 8 at Difficulty 2: rolls 3 and 1, 4 + 8 − 2 = 10. It fails."
    )


def test_report_sum_with_hero_uses_its_value() -> None:
    rules = rolled(book="skirmish", resolution="dice-combination", luck="hero-number")
    lines = report_of(
        rules,
        happening("hero-number", "luck.hero-number", a=2),
        happening("hero", "luck.hero-number", actor=0, a=6),
        happening(
            "test",
            "resolution.dice-combination",
            actor=0,
            target=0,
            a=2,
            b=8,
            c=4,
            d=1,
            dice=(2, 1),
        ),
        happening(
            "test", "resolution.dice-combination", actor=0, target=0, a=2, b=8, c=4, dice=(2, 1)
        ),
    )
    assert "rolls 2 and 1, 7 + 8 − 4 = 11. 1 success" in lines[2]
    assert "rolls 2 and 1, 3 + 8 − 4 = 7. It fails" in lines[3]


def test_report_second_move_follows_same_dice() -> None:
    rules = rolled(book="skirmish", movement="scoot", units="squads", size="mob")
    die = happening("die", "movement.scoot", actor=0, a=3)
    use = happening("use", "scoot-dice.all-the-way", actor=0, a=3)
    move = happening("move", "movement.scoot", actor=0, x1=3.0)
    lines = report_of(
        rules, happening("throw", "movement.scoot", actor=0, a=-1), die, die, *([use, move] * 4)
    )
    assert [n for n, line in enumerate(lines) if "follows the same dice" in line] == [5]


@pytest.mark.parametrize(
    ("rank", "shown", "corner"),
    [
        (1, "draws an ace, which counts", "A"),
        (8, "draws an 8, 8 + 7", 8),
        (10, "draws a 10, 10 + 7", 10),
        (11, "draws a jack, which counts 1", "J"),
        (12, "draws a queen, which counts 1", "Q"),
        (13, "draws a king, which counts 1", "K"),
    ],
)
def test_report_cards_have_names(rank: int, shown: str, corner: str | int) -> None:
    rules = rolled(resolution="card-draw")
    drawn = happening(
        "test", "resolution.card-draw", actor=0, target=0, a=1, b=7, c=2, d=1, dice=(rank,)
    )
    line = report_of(rules, drawn)[0]
    assert shown in line
    assert line.endswith("1 success.")
    assert words_of(rules).dice(drawn) == [corner]
    rolled_off = happening("roll-off", "initiative.earnt-laggard", a=1, dice=(1, 6))
    assert words_of(rules).dice(rolled_off) == [1, 6]


@pytest.mark.parametrize(
    ("of_the_total", "said"),
    [
        ({"x0": -3.0}, " − 3 for being prone"),
        ({"y0": 1.0, "x1": 1.0}, " + 1 for having moved + 1 for the fighter’s move"),
        ({"y1": -1.0}, " − 1 for being taken from the side"),
        (
            {"y1": -2.0, "fx": 1.0},
            " − 2 for being taken from behind + 1 for standing at the fighter’s side",
        ),
        ({"fx": 3.0}, " + 3 for standing behind the fighter"),
        ({"fy": 2.0}, " + 2 for the lit dynamite"),
        ({}, ""),
    ],
)
@pytest.mark.parametrize("defended", [0, 2])
def test_report_fight_lists_terms_of_total(
    of_the_total: dict[str, float], said: str, defended: int
) -> None:
    rules = rolled(book="skirmish", fighting="opposed-roll")
    club = [weapon.code for weapon in Names(rules).weapons].index("club")
    rest = int(sum(of_the_total.values())) + defended
    fight = {"actor": 0, "target": 20, "a": 7, "c": club, "d": club, **of_the_total}
    said += f" + {defended} for its Defend die" if defended else ""
    (line,) = report_of(
        rules, happening("contest", "fighting.opposed-roll", dice=(5, 4), b=4 + 2 + rest, **fight)
    )
    assert line.endswith(f"its target 4 + 2 with the Club{said}, {6 + rest}.".replace(" -", " −"))
    (line,) = report_of(
        rules, happening("contest", "fighting.opposed-roll", dice=(5,), b=rest, **fight)
    )
    said = f":{said}" if said else ""
    assert line.endswith(
        f"its target is knocked out and comes to {rest}{said}.".replace(" -", " −")
    )


@pytest.mark.parametrize(
    ("kept_by", "said"),
    [
        (0, "comes up."),
        (1, "comes up, but it is no longer on the table."),
        (2, "comes up, but its side has left the table."),
        (3, "comes up, but all of it that is left has fallen."),
        (4, "comes up, but all of it that is left is knocked out."),
        (5, "comes up, but at its Pace it has no act in this phase."),
        (6, "comes up, but it has no action left for this phase."),
    ],
)
def test_report_unanswered_card_says_why(kept_by: int, said: str) -> None:
    rules = rolled(book="skirmish", activation_order="character-cards", units="squads")
    turned = happening("card", "activation-order.character-cards", actor=0, a=kept_by)
    assert report_of(rules, turned) == [f"The card of Side 1’s Squad 1 {said}"]
    logged = words_of(rules).value("kept_by", kept_by)
    assert (logged is None) == (kept_by == 0)


def test_report_round_of_drinks_says_drinks() -> None:
    rules = rolled(book="skirmish", damage="the-tower", twist="drinks", units="individuals")
    for by, told in (
        ("damage.the-tower", "takes a swig: 2 dice"),
        ("twist.drinks", "drinks: 2 dice"),
    ):
        *_, line = report_of(rules, happening("swig", by, actor=0, a=1, b=2))
        assert line.endswith(f"{told} on its tower."), by


def test_card_is_unanswered_only_if_unit_cannot_act() -> None:
    """Play whole games, which have most of the reasons that keep a unit from acting."""
    seen = set()
    for rules in having("activation-order.character-cards", "skirmish", 8):
        for card, then in pairwise(logged_events(Match(rules))):
            if card.name == "card":
                seen.add(card.a)
                assert (card.a == 0) == (then.name in ("activate", "leg-it")), (rules.path, then)
    assert len(seen) > 3


def test_report_attack_shows_distance_and_result() -> None:
    rules = rolled(units="individuals", resolution="dice-pool", damage="certain-death")
    ids = Names(rules).model_ids
    me, foe = ids.index("1.sniper"), ids.index("2.captain")
    weapon = [weapon.code for weapon in Names(rules).weapons].index("rifle")
    lines = report_of(
        rules,
        happening("deploy", "deployment.1", actor=me, x1=10.0, y1=10.0),
        happening("deploy", "deployment.1", side=1, actor=foe, x1=10.0, y1=23.0),
        happening("activate", "units.individuals", actor=1, a=1),
        happening("attack", "ranged.rifle", actor=me, target=foe, a=weapon, b=1),
        happening(
            "test",
            "resolution.dice-pool",
            actor=me,
            target=1,
            a=0,
            b=5,
            c=3,
            d=3,
            dice=(4, 5, 6, 1, 1),
        ),
        happening("wound", "damage.certain-death", side=1, actor=foe, a=1, b=2),
        happening("removed", "damage.certain-death", side=1, actor=foe),
    )
    far = "12 cm" if rules.has("centimetres") else '12"'
    assert lines[2:] == [
        "#### Side 1 activates the Sniper",
        f"The Sniper fires the Rifle at the enemy Captain, {far} away, obscured.",
        "  The Sniper tests Ranged Skill 5 at Difficulty 3: "
        "rolls 4, 5, 6, 1 and 1: 3 at 4+, 3 needed. 3 successes.",
        "  The enemy Captain suffers 1 wound: 2 in all, Wounds 3.",
        "  The enemy Captain is removed.",
    ]


def test_report_reroll_follows_its_test() -> None:
    rules = rolled(units="individuals", resolution="dice-combination", damage="uncertain-death")
    foe = Names(rules).model_ids.index("2.captain")
    test = happening(
        "test",
        "resolution.dice-combination",
        side=1,
        actor=foe,
        target=10,
        a=2,
        b=9,
        c=4,
        dice=(1, 2),
    )
    lines = report_of(
        rules,
        happening("activate", "units.individuals", actor=1, a=1),
        happening("wound", "damage.uncertain-death", side=1, actor=foe, a=3, b=3),
        test,
        happening("re-roll", "re-rolls.re-roll", side=1, actor=foe, target=10, a=2),
        test._replace(dice=(6, 6), d=3),
        happening("survive", "damage.uncertain-death", side=1, actor=foe),
    )
    assert all(
        line.startswith(("#", "  The enemy Captain", "  Side 2 spends")) for line in lines
    ), lines
    other = happening(
        "test",
        "resolution.dice-combination",
        side=1,
        actor=11,
        target=11,
        a=2,
        b=9,
        c=4,
        dice=(1, 2),
    )
    whole_report = report_of(rules, happening("activate", "units.individuals", actor=1, a=1), other)
    assert whole_report[-1].startswith(
        "Side 2’s Sniper tests"
    )  # to be activated at all, after the activation


def test_report_move_shows_distance_and_direction() -> None:
    rules = rolled(deployment="4")
    line = report_of(
        rules,
        happening("move", "movement.free-movement", actor=0, x0=40.0, y0=3.0, x1=40.0, y1=7.5),
    )[0]
    assert line.startswith('Side 1’s Captain moves 4.5" north, from (40.0, 3.0) to (40.0, 7.5)')


def test_report_curve_tells_its_turns_and_inches() -> None:
    rules = rolled(movement="momentum-movement", deployment="4", units="individuals")
    by = "movement.momentum-movement"
    way = {"x0": 40.0, "y0": 3.0, "x1": 43.0, "y1": 5.0, "fx": 1.0}
    lines = report_of(rules, happening("move", by, actor=0, a=pack_place(40.0, 5.0), **way))
    (line,) = lines
    assert line.endswith('facing east (90°), for 5" of movement, turning at (40.0, 5.0) to 90°.')


def test_report_pivots_and_sidesteps_tell_their_cost() -> None:
    rules = rolled(movement="restricted-movement", deployment="4")
    by = "movement.restricted-movement"
    start = happening("deploy", "deployment.4", actor=0, x1=40.0, y1=3.0, fx=0.0, fy=1.0)
    ahead = happening("move", by, actor=0, x0=40.0, y0=3.0, x1=43.0, y1=3.0, fx=1.0)
    aside = happening("move", by, actor=0, x0=43.0, y0=3.0, x1=43.0, y1=4.0, fx=1.0)
    lines = report_of(rules, start, ahead, aside)
    assert lines[-2].endswith("facing east (90°) after 1 pivot.")
    assert lines[-1].endswith('facing east (90°), for 2" of movement.')


DRIVE = rolled(movement="momentum-movement", units="individuals")
SHOT = {"actor": 0, "target": 20, "a": 9, "c": 1, "d": 5, "dice": (5,)}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"x0": 1.0}, "target prone +1"),
        ({"y0": 1.0}, "shooter moved +1"),
        ({"x1": 1.0}, "target outside the arc +1"),
        ({"x1": 3.0}, "target behind +3"),
        ({"y1": -1.0}, "talents −1"),
        ({"fx": 2.0}, "lit dynamite +2"),
        ({"fy": -2.0}, "aim −2"),
    ],
)
def test_report_shot_lists_terms_of_number(changes: dict[str, float], told: str) -> None:
    rules = rolled(book="skirmish", shooting="range-bands", movement="free-movement")
    (line,) = report_of(rules, happening("shot", "shooting.range-bands", **SHOT, **changes))
    assert line == f"  It needs 9 (5, chart +1, {told}) and rolls 5: a miss. 5 shots left."


def test_report_shot_names_what_obscures() -> None:
    rules = rolled(book="skirmish", shooting="range-bands", terrain="scattered", table="3")
    hedge = next(k for k, name in enumerate(Names(rules).pieces) if name == "north hedge")
    piece = match(rules).record.pieces[hedge]
    across = {"y0": piece.y + 3.0, "y1": piece.y + 3.0, "x0": piece.x, "x1": piece.x}
    beyond = across | {"y0": piece.y - 3.0, "y1": piece.y - 3.0}
    enemy = len(Names(rules).models) // 2
    gun = [weapon.code for weapon in Names(rules).weapons].index("six-gun")
    *_, line = report_of(
        rules,
        happening("deploy", "deployment.3", actor=0, **across),
        happening("deploy", "deployment.3", actor=enemy, **beyond),
        happening("attack", "shooting.range-bands", actor=0, target=enemy, a=gun, b=1),
    )
    assert line.endswith("away, obscured by the north hedge.")


def test_report_distance_next_to_whole_number_says_which_side() -> None:
    names = Names(ruleset())
    assert names.away(20.98) == 'just under 21" away'
    assert names.away(21.0) == '21" away'
    assert names.away(21.02) == 'just over 21" away'
    assert names.away(21.2) == '21.2" away'


def test_report_of_picked_squads_lists_their_models() -> None:
    rules = rolled(book="skirmish", forces="draft", units="squads", size="gang")
    lines = Narrator(match(rules)).new_lines()
    squads = [line for line in lines if re.match(r"  Squad \d: ", line)]
    assert len(squads) == len(Names(rules).units)
    listed = sum(len(re.split(r", | and ", line.partition(": ")[2])) for line in squads)
    assert listed == len(Names(rules).models)


def test_report_knocked_out_says_when_it_ends() -> None:
    rules = rolled(
        book="skirmish",
        fighting="opposed-roll",
        round_structure="action-phase",
        units="individuals",
    )
    _, line = report_of(
        rules,
        happening("round", "round-structure.action-phase", a=3),
        happening("knocked-out", "counters.knocked-out", actor=0, a=2),
    )
    assert line.endswith("is knocked out until the end of round 4.")


def test_report_drinks_shows_every_die() -> None:
    rules = rolled(book="skirmish", damage="certain-death", twist="drinks", units="individuals")
    heading, sober, drunk = report_of(
        rules,
        happening("drink", "twist.drinks", actor=0, dice=(4,)),
        happening("drunk", "twist.drinks", actor=1, dice=(1,)),
    )
    assert heading == "### End Phase"
    assert sober.endswith("drinks and rolls 4.")
    assert drunk.endswith("drinks, rolls 1, and will lose its next activation.")


def test_report_tower_that_falls_in_moving_says_so() -> None:
    rules = rolled(book="skirmish", damage="the-tower", units="individuals")
    tipped, fall = report_of(
        rules,
        happening("tipped", "damage.the-tower", actor=0, a=4),
        happening("fall", "damage.the-tower", actor=0, a=4),
    )
    assert tipped.startswith("  As it is moved, the tower of 4 dice by ")
    assert fall.endswith("falls over with its tower of 4 dice.")


def test_report_marker_shows_points_of_both_sides() -> None:
    rules = rolled(objectives="positional-objectives")
    counted = "objectives.positional-objectives"
    won, even = report_of(
        rules,
        happening("marker-count", counted, a=1, b=24, c=16),
        happening("marker-count", counted, a=1, b=8, c=8),
    )
    assert won.endswith("marker: 24 points to 16, for Side 1.")
    assert even.endswith("marker: 8 points to 8, nobody’s.")


def test_report_move_on_the_spot_is_told_as_a_move() -> None:
    stays = {"actor": 0, "x0": 9.0, "x1": 9.0, "y0": 9.0, "y1": 9.0, "fy": 1.0}
    (line,) = report_of(DRIVE, happening("move", "movement.momentum-movement", **stays))
    assert line == "Side 1’s Captain takes a Move and stays where it is, facing north (0°)."


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("all-the-way", "is stopped at once"),
        ("ascending", "is stopped at once"),
        ("may-stop-short", "stays where it is"),
    ],
)
def test_report_move_die_that_moves_nobody_says_why(option: str, told: str) -> None:
    rules = rolled(book="skirmish", movement="scoot", scoot_dice=option, forces="all-alike")
    lines = report_of(
        rules,
        happening("throw", "movement.scoot", actor=0, a=-1),
        happening("die", "movement.scoot", actor=0, a=3),
        happening("use", f"scoot-dice.{option}", actor=0, a=3),
        happening("move", "movement.scoot", actor=0),
    )
    assert lines[-1].startswith("  With the 3, ")
    assert f" {told}" in lines[-1]


def test_report_shouted_move_belongs_to_the_shout() -> None:
    move = happening(
        "move", "movement.momentum-movement", actor=1, x0=9.0, x1=9.0, y0=9.0, y1=12.0, fy=1.0
    )
    _, shouted, own = report_of(
        DRIVE, happening("shout", "special.shout", actor=0, target=1), move, move
    )
    assert shouted == f"  {own}"


@EVERY
def test_report_of_whole_game_has_sound_lines(rules: Ruleset) -> None:
    lines = Narrator(match(rules)).new_lines()
    assert lines[0] == "## Setting up"
    headings = [line for line in lines if line.startswith("## ")]
    rounds = int(match(rules).record.rounds)
    assert headings[1:-1] == [f"## Round {n + 1}" for n in range(rounds)]
    assert headings[-1] == "## The end"
    assert re.search(r"wins, \d+ to \d+[.,]|A draw, \d+ to \d+\.", lines[-1])
    for line in lines:
        assert line.startswith("#") or re.fullmatch(r"( {2})?(\*\*)?[A-Z\d].*[.!]", line), line
        assert "-1" not in line
        assert "None" not in line
    ends = sum(line.startswith("### End Phase") for line in lines)
    assert rounds - 1 <= ends <= rounds, "each round has one, unless the game ends before it"


def test_narrator_reports_each_line_once() -> None:
    rules = ruleset()
    whole = Narrator(match(rules)).new_lines()
    stopped = Match(rules, 0, 0, ("person", "person"))
    teller = Narrator(stopped)
    heard = teller.new_lines()
    for decision in match(rules).decisions[:60]:
        stopped.choose(decision)
        heard += teller.new_lines()
    assert len(heard) > 40
    assert heard == whole[: len(heard)]


# --------------------------------------------------------------------------------------------- logs


@EVERY
def test_battle_log_has_declared_fields(rules: Ruleset) -> None:
    teller = Narrator(match(rules))
    entries, names = list(teller.events()), Names(rules)
    names.read_record(match(rules).record)
    assert [entry["n"] for entry in entries] == list(
        range(1, int(match(rules).record.core.n_events) + 1)
    )
    shapes = {shape.name: shape for shape in SHAPES}
    for entry in entries:
        shape = shapes[entry["event"]]
        assert list(entry) == ["n", "rule", "event", "side", *shape.fields.values(), "dice"]
        assert entry["rule"] in RULES
        assert entry["side"] in (1, 2, None)
        if "model" in entry and entry["event"] not in ("test", "re-roll"):
            assert entry["model"] in names.model_ids
        assert json.loads(json.dumps(entry)) == entry
    over = entries[-1]
    assert over["event"] == "game-over"
    margin = over["score_1"] - over["score_2"]
    if over["points_more"] == 0:
        assert over["winner"] == (None if margin == 0 else 1 if margin > 0 else 2)
    else:
        assert (margin, over["winner"] in (1, 2)) == (0, True)


def test_log_names_sides_edges_and_weapons() -> None:
    names = Names(ruleset())
    words = words_of(ruleset())

    def logged(n: int, event: LoggedEvent) -> dict[str, Any]:
        return logged_entry(words, n, event, fields=SHAPES[event.event].fields)

    edge = logged(1, happening("edge", "deployment.4", side=1, a=2))
    assert edge == {
        "n": 1,
        "rule": "deployment.4",
        "event": "edge",
        "side": 2,
        "edge": "north",
        "dice": [],
    }
    shot = logged(2, happening("attack", "ranged.rifle", actor=0, target=11, a=0, b=1))
    assert (shot["model"], shot["target"], shot["obscured"]) == (
        "1.captain",
        names.model_ids[11],
        True,
    )
    assert shot["weapon"] == names.weapons[0].code


@pytest.mark.parametrize("told", sorted(GOLDEN.glob("*/*.txt")), ids=lambda told: told.stem)
def test_report_has_no_zero_counts_or_empty_activations(told: Path) -> None:
    lines = told.read_text().splitlines()
    assert not [line for line in lines if re.search(r"\b0 (left|shots)\b", line)]
    for line, following in pairwise(lines):
        if " activates " in line and line.startswith("#"):
            assert not re.match(r"#|$|Side \d’s .* tests Morale", following), line


def test_report_end_lists_score_of_winner_first() -> None:
    ends = [told.read_text().splitlines()[-1] for told in GOLDEN.glob("*/*.txt")]
    told = [re.search(r"wins, (\d+) to (\d+)", end) for end in ends]
    scores = [tuple(map(int, found.groups())) for found in told if found]
    assert scores
    assert all(mine >= theirs for mine, theirs in scores)
