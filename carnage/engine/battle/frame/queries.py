"""Questions of a battle, and the meaning of the options of each.

A rule asks a question by its constant: the query `next-model` is NEXT_MODEL, the action `boot-up`
is TO_BOOT_UP.
"""

from __future__ import annotations

from typing import Any

from carnage.engine.battle.frame import state
from carnage.engine.core.events import number_kinds
from carnage.engine.core.queries import (
    A_CHANCE,
    A_DIRECTION,
    A_NUMBER,
    A_PLACE,
    YES_OR_NO,
    Band,
    Choice,
    Query,
    Slot,
    Thing,
    choice_of,
)

A_MODEL = Thing("model", "models", "n_models", "model-{n}")
A_UNIT = Band("unit", "units", "n_units", of=A_MODEL)
A_WEAPON = Thing("weapon", "weapons")
A_MARKER = Thing("marker", "markers", "n_markers", "marker-{n}")
A_KIND = Thing("kind of model", "kinds", "n_kinds")
A_DIE = Thing("die", "thrown", piece="thrown-{n}")
A_STICK = Thing("stick", "sticks", "n_sticks", "dynamite-{n}")
A_STICK_PUT_OUT = Thing("stick", "sticks", "n_sticks")  # neither in a model's hand nor on the table

EDGES: Choice = choice_of("south", "east", "north", "west")
CORNERS: Choice = choice_of("south-west", "south-east", "north-east", "north-west")
PICKS: Choice = choice_of("activate", "pass", "leg-it")
ACTIONS: Choice = choice_of(
    *(
        "stop",
        "move",
        "focus",
        "attack",
        "capture",
        "interact",
        "shout",
        "patch-up",
        "boot-up",
        "boot-in",
    ),
    *("remove", "fight", "aim", "reload", "light", "steady", "hurl", "snuff", "shoot", "watch"),
)
BLOCKS = Choice(
    {
        0: "stop",
        state.MOVE: "move",
        state.RANGED: "ranged",
        state.CLOSE: "close",
        state.SPECIAL: "special",
        state.FOCUS: "focus",
    }
)
# The Talents: none, then the rules of the table `talent-list` in its order.
TALENTS: Choice = choice_of(
    *(
        "none",
        "hard-to-kill",
        "crack-shot",
        "brawler",
        "hard-to-hit",
        "fleet",
        "long-legged",
        "surefooted",
    ),
    *(
        "gunsmith",
        "iron-nerve",
        "light-fingered",
        "born-lucky",
        "four-leaf-clover",
        "bully",
        "hollow-leg",
    ),
    *("alert", "springy", "thick-skull", "sapper"),
)
SIGNS: Choice = choice_of(
    "thump", "shove", "pinch"
)  # each loses to the next, the last to the first

_MODEL = Slot("model", A_MODEL)
_UNIT = Slot("unit", A_UNIT)
_ENEMY = Slot("target", A_MODEL)
_SPEND = Slot("spend", YES_OR_NO)


def _of_the_weapon(record: Any, option: Any) -> tuple[str, ...]:
    """Return the ids of the tables of attacks with the weapon that an option names."""
    if record.weapons[option.other].ranged:
        return ("ranged", "shooting")
    return ("close", "fighting")


QUERIES: tuple[Query, ...] = (
    Query(
        "leave-out",
        "Which unit do you leave out?",
        slots={"who": Slot("unit", A_UNIT, "null for none")},
        sealed=True,
        rules=("forces",),
    ),
    Query(
        "edge",
        "Which edge of the table do you take?",
        slots={"what": Slot("edge", EDGES)},
        routine=True,
        rules=("deployment",),
    ),
    Query(
        "set-up",
        "Which unit do you set up next?",
        slots={"who": _UNIT},
        routine=True,
        rules=("deployment",),
    ),
    Query(
        "place",
        "Where does {about} stand?",
        _UNIT,
        {
            "what": Slot("back", YES_OR_NO, "in the back row of a strip"),
            "who": _UNIT,
            "other": Slot(
                "column", A_NUMBER, "of a strip, from the west or south; -1 where there are none"
            ),
            "x,y": Slot("place", A_PLACE, "of its first model"),
            "fx,fy": Slot(
                "facing", A_DIRECTION, "null in a strip, where all face away from the edge"
            ),
        },
        routine=True,
        sampled=True,
        rules=("deployment",),
    ),
    Query(
        "bid",
        "How many Game Tokens do you bid?",
        slots={"what": Slot("tokens", A_NUMBER)},
        sealed=True,
        rules=("initiative",),
    ),
    Query(
        "pick",
        "Which unit do you activate?",
        slots={"what": Slot("choice", PICKS), "who": Slot("unit", A_UNIT, of=("activate",))},
        seeks=True,
        rules=("activation-order",),
        uses={"leg-it": "morale"},
    ),
    Query(
        "jump",
        "Do you activate a unit before it is settled who is next?",
        slots={"what": Slot("jump", YES_OR_NO), "who": Slot("unit", A_UNIT, of=("yes",))},
        seeks=True,
        rules=("activation-order",),
        uses={"yes": "activation-order"},
    ),
    Query(
        "go-on",
        "Do you go on?",
        Slot("activated", A_NUMBER, "so far"),
        {"what": Slot("go_on", YES_OR_NO)},
        rules=("activation-order",),
        uses={"yes": "activation-order"},
    ),
    Query(
        "declare",
        "How many activations do you declare for {about}?",
        _UNIT,
        {"what": Slot("activations", A_NUMBER), "who": _UNIT},
        rules=("activation-order",),
    ),
    Query(
        "next-model",
        "Which model of {about} acts next?",
        _UNIT,
        {"who": _MODEL, "other": _UNIT},
        routine=True,
        rules=("units",),
    ),
    Query(
        "act",
        "What does {about} do?",
        _MODEL,
        {
            "what": Slot("action", ACTIONS),
            "who": (
                Slot("weapon", A_WEAPON, of=("attack", "fight")),
                Slot("marker", A_MARKER, of=("capture", "interact")),
                Slot("target", A_MODEL, of=("boot-up", "boot-in")),
            ),
            "other": Slot(
                "only_target", A_MODEL, "null for one of several", of=("attack", "fight")
            ),
            "x": (
                Slot(
                    "needs",
                    A_NUMBER,
                    "the number to reach where that is what is rolled",
                    of=("attack",),
                ),
                Slot("odds", A_NUMBER, "what the only target's total gains", of=("fight",)),
            ),
        },
        rules=(
            "action-points",
            "actions",
        ),
        uses={
            "focus": "actions.focus",
            "capture": "objectives",
            "interact": "special.interact",
            "shout": "special.shout",
            "patch-up": "special.patch-up",
            "boot-up": "boots.boot-up",
            "boot-in": "boots.put-the-boot-in",
            "remove": "counters.remove-counters",
            "aim": "counters.aim",
            "reload": "counters.reload",
            "light": "twist",
            "watch": "reactions",
        },
    ),
    Query(
        "move",
        "Where does {about} move?",
        _MODEL,
        {
            "what": Slot("crosses", YES_OR_NO, "an edge of the table, to the opposite one"),
            "who": _MODEL,
            "x,y": Slot("place", A_PLACE),
            "fx,fy": Slot("facing", A_DIRECTION),
        },
        sampled=True,
        rules=("movement",),
        uses={"yes": "twist"},
    ),
    Query(
        "face",
        "Which way does {about} face?",
        _MODEL,
        {
            "who": _MODEL,
            "x,y": Slot("place", A_PLACE, "where it stands"),
            "fx,fy": Slot("facing", A_DIRECTION),
        },
        routine=True,
        sampled=True,
        rules=("movement",),
    ),
    Query(
        "target",
        "Whom does {about} attack?",
        _MODEL,
        {
            "what": Slot("attack", Choice({0: "by-skill", **ACTIONS.only("fight", "shoot").names})),
            "who": _ENEMY,
            "other": Slot("weapon", A_WEAPON),
            "x": (
                Slot("needs", A_NUMBER, "the number to reach", of=("shoot",)),
                Slot("odds", A_NUMBER, "what the target's total gains", of=("fight",)),
            ),
        },
        seeks=True,
        rules=_of_the_weapon,
    ),
    Query(
        "re-roll",
        "The test failed. Do you re-roll?",
        Slot("model", A_MODEL, "null for the whole unit"),
        {
            "what": _SPEND,
            "who": Slot("model", A_MODEL, "null for the whole unit"),
            "other": _UNIT,
            "x": Slot("chance", A_CHANCE, "to pass", of=("yes",)),
        },
        routine=True,
        rules=(
            "re-rolls",
            "luck",
        ),
        uses={"yes": "re-rolls.re-roll"},
    ),
    Query(
        "friend",
        "Who is it to be?",
        _MODEL,
        {"what": Slot("action", ACTIONS.only("shout", "patch-up")), "who": Slot("friend", A_MODEL)},
        routine=True,
        seeks=True,
        rules=("special",),
    ),
    Query(
        "allocate",
        "How do you share out your dice?",
        slots={
            "what": Slot("move", A_NUMBER, "dice"),
            "who": Slot("attack", A_NUMBER, "dice"),
            "other": Slot("defend", A_NUMBER, "dice"),
        },
        sealed=True,
        rules=("action-points",),
    ),
    Query(
        "defend",
        "{about} is attacked. Do you spend a Defend die?",
        _MODEL,
        {"what": _SPEND, "who": _MODEL},
        rules=("action-points",),
        uses={"yes": "action-points"},
    ),
    Query(
        "throw-at",
        "Where do you throw the Move Dice of {about}?",
        _MODEL,
        {
            "who": _MODEL,
            "x,y": Slot("place", A_PLACE),
            "fx,fy": Slot("reached", A_PLACE, "where the model is likely to come"),
        },
        sampled=True,
        rules=("movement",),
    ),
    Query(
        "die",
        "Which Move Die does {about} follow?",
        _MODEL,
        {
            "what": Slot("action", choice_of("use", "discard")),
            "who": _MODEL,
            "other": Slot("die", A_DIE),
            "x,y": Slot("place", A_PLACE, "where the model ends"),
        },
        seeks=True,
        rules=(
            "scoot-dice",
            "movement",
        ),
        uses={"discard": "scoot-dice"},
    ),
    Query(
        "shoot-at",
        "Where do you throw the Bullet Dice of {about}?",
        _MODEL,
        {"who": _ENEMY, "other": Slot("weapon", A_WEAPON), "x,y": Slot("place", A_PLACE)},
        sampled=True,
        rules=("shooting",),
    ),
    Query(
        "bullet",
        "Whom does {about}'s bullet hit?",
        _MODEL,
        {"who": Slot("target", A_MODEL, "null for nobody"), "other": Slot("die", A_DIE)},
        routine=True,
        rules=("shooting",),
    ),
    Query(
        "hand",
        "{about} is in a fight. Which hand do you show?",
        _MODEL,
        {"what": Slot("sign", SIGNS), "who": _ENEMY, "other": _MODEL},
        sealed=True,
        rules=("fighting",),
    ),
    Query(
        "foe",
        "Whom does {about} fight first?",
        _MODEL,
        {"who": _ENEMY, "other": _MODEL},
        rules=("fighting",),
    ),
    Query(
        "corner",
        "Which corner of the table do you take?",
        slots={"what": Slot("corner", CORNERS)},
        routine=True,
        rules=("deployment",),
    ),
    Query(
        "ring",
        "Are you in the middle or outside?",
        slots={"what": Slot("in_the_middle", YES_OR_NO)},
        rules=("deployment",),
    ),
    Query(
        "recruit",
        "Whom do you put on your list next?",
        slots={
            "what": Slot("kind", A_KIND, "null to stop"),
            "who": Slot("picked", A_NUMBER, "so far"),
            "other": Slot("alike", A_NUMBER, "of this kind so far"),
            "x": Slot("money", A_NUMBER, "that is left"),
        },
        # Routine, because the rollouts of a planner guess secret picks again.
        routine=True,
        sealed=True,
        rules=("forces",),
    ),
    Query(
        "draft",
        "Whom do you take from the pool?",
        slots={
            "what": Slot("kind", A_KIND),
            "who": Slot("picked", A_NUMBER, "so far"),
            "other": Slot("left", A_NUMBER, "of this kind"),
        },
        rules=("forces",),
    ),
    Query(
        "block",
        "What does {about} do?",
        _UNIT,
        {"what": Slot("action", BLOCKS), "who": _UNIT},
        rules=("units",),
    ),
    Query(
        "rise",
        "What does {about} do about lying there?",
        _MODEL,
        {
            "what": Slot("action", choice_of("stand-up", "crawl")),
            "who": _MODEL,
            "x,y": Slot("place", A_PLACE, of=("crawl",)),
        },
        sampled=True,
        rules=("counters",),
    ),
    Query(
        "luck",
        "{about} is about to suffer. Does it try its luck?",
        _MODEL,
        {
            "what": Slot("try", YES_OR_NO),
            "who": _MODEL,
            "other": Slot("rolls", A_NUMBER),
            "x": Slot("stake", A_NUMBER, "in points", of=("yes",)),
        },
        rules=("luck",),
        uses={"yes": "luck"},
    ),
    Query(
        "push",
        "There are successes enough. Do you push for more?",
        Slot("model", A_MODEL, "null for the whole unit"),
        {
            "what": Slot("push", YES_OR_NO),
            "who": Slot("dice", A_NUMBER, "to be thrown"),
            "other": Slot("successes", A_NUMBER, "so far"),
        },
        routine=True,
        rules=("resolution",),
        uses={"yes": "resolution"},
    ),
    Query(
        "hero",
        "One of your dice shows the Hero number. Do you call it a Hero?",
        Slot("model", A_MODEL, "null for the whole unit"),
        {
            "what": Slot("call", YES_OR_NO),
            "who": Slot("without", A_NUMBER, "what the result is as it lies"),
            "other": Slot("with", A_NUMBER, "what it would be"),
        },
        routine=True,
        rules=("luck",),
        uses={"yes": "luck"},
    ),
    Query(
        "talent",
        "Which talent do you pick?",
        slots={"what": Slot("talent", TALENTS)},
        rules=("talents", "talent-list"),
    ),
    Query(
        "gift",
        "Who is to have this talent?",
        slots={"what": Slot("talent", TALENTS), "who": _MODEL},
        seeks=True,
        rules=("talents", "talent-list"),
    ),
    Query(
        "react",
        "{about} may react. Does it shoot?",
        _MODEL,
        {
            "what": Slot("action", ACTIONS.only("stop", "shoot")),
            "who": Slot("target", A_MODEL, "the one reacted to where nobody is shot at"),
            "other": Slot("weapon", A_WEAPON, of=("shoot",)),
            "x": Slot(
                "needs", A_NUMBER, "the number to reach where that is what is rolled", of=("shoot",)
            ),
        },
        rules=("reactions",),
        uses={"shoot": "reactions"},
    ),
    Query(
        "dodge",
        "{about} is shot at. Does it dodge?",
        _MODEL,
        {
            "what": Slot("dodge", YES_OR_NO),
            "who": Slot("shooter", A_MODEL),
            "other": Slot("weapon", A_WEAPON),
            "x": Slot("needs", A_NUMBER, "what the shooter then has to beat, or to roll"),
        },
        rules=("reactions",),
        uses={"yes": "reactions"},
    ),
    Query("aim", "Whom does {about} aim at?", _MODEL, {"who": _ENEMY}, rules=("shooting",)),
    Query(
        "reload",
        "What does {about} reload?",
        _MODEL,
        {"who": Slot("weapon", A_WEAPON)},
        routine=True,
        rules=("shooting",),
    ),
    Query(
        "light",
        "What does {about} light?",
        _MODEL,
        {
            "what": Slot("sticks", A_NUMBER),
            "who": Slot("pace", A_NUMBER, "how many steps they burn at a time"),
            "other": Slot("again", A_STICK_PUT_OUT, "null for sticks that were never lit"),
        },
        rules=("twist",),
    ),
    Query(
        "hurl",
        "Where does {about} throw the dynamite?",
        _MODEL,
        {
            "who": Slot("stick", A_STICK),
            "x,y": Slot("place", A_PLACE),
            "fx": Slot("needs", A_NUMBER, "the number to reach"),
        },
        sampled=True,
        rules=("twist",),
    ),
    Query(
        "snuff",
        "Which dynamite is it to be?",
        _MODEL,
        {
            "what": Slot("action", choice_of("throw", "put-out")),
            "who": Slot("stick", A_STICK, "null for one that is lit now"),
        },
        routine=True,
        seeks=True,
        rules=("twist",),
    ),
)

NUMBERS: dict[str, int] = number_kinds(QUERIES)
CONSTANTS: dict[str, int] = (
    NUMBERS
    | ACTIONS.numbers("to-")
    | PICKS.numbers("to-")
    | SIGNS.numbers()
    | TALENTS.numbers("has-")
)
