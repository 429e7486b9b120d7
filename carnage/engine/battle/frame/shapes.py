"""Events of a battle: the name of each kind, and the meaning of its fields.

`actor` and `target` are models unless an event says otherwise. An event has only the fields that
are named. Positions are in inches (centimetres on a one-foot table), x to the east and y to the
north. Facings are unit vectors.
"""

from __future__ import annotations

from carnage.engine.core.events import Shape, number_kinds

_PLACE = {
    "x0": "from_x",
    "y0": "from_y",
    "x1": "to_x",
    "y1": "to_y",
    "fx": "facing_x",
    "fy": "facing_y",
}

SHAPES: tuple[Shape, ...] = (
    Shape(
        "muster",
        "a side says which unit it leaves out",
        {"a": "unit_left_out", "b": "points_spent"},
    ),
    Shape(
        "roll-off",
        "each side rolls a D6 until they differ",
        {"a": "winner"},
        sided=False,
        dice=True,
    ),
    Shape("edge", "a side picks its table edge", {"a": "edge"}),
    Shape("recruit", "a side has this kind of model in its force", {"actor": "model", "a": "kind"}),
    Shape("corner", "a side picks its corner", {"a": "corner"}),
    Shape("ring", "a side is in the middle or outside", {"a": "in_the_middle"}),
    Shape("cross", "a model goes over the edge of the table", {"actor": "model", **_PLACE}),
    Shape("deploy", "a model is set up", {"actor": "model", **_PLACE}),
    Shape("phases", "the order of the phases is shuffled", {}, sided=False, dice=True),
    Shape("round", "a round begins", {"a": "round"}, sided=False),
    Shape(
        "bid",
        "a side reveals its sealed bid, with the dice rolled for it",
        {"a": "tokens", "b": "total"},
        dice=True,
    ),
    Shape("first-player", "the First Player is found", {"a": "first_player"}),
    Shape("phase", "a phase begins", {"a": "phase"}, sided=False),
    Shape(
        "activate",
        "a unit is activated",
        {
            "actor": "unit",
            "a": "number",
            "b": "score_gap",
            "c": "points_alive",
            "d": "enemy_points_alive",
        },
    ),
    Shape("declare", "a side names a number of activations", {"actor": "unit", "a": "activations"}),
    Shape("jump", "the First Player activates a unit before it is its turn", {"actor": "unit"}),
    Shape(
        "drawn",
        "a side's token is drawn from the bag; whether nobody can use it",
        {"a": "tokens_left", "b": "idle"},
    ),
    Shape("last-call", "a Last Call is drawn", {"a": "calls_left"}, sided=False),
    Shape("card", "a unit's card is turned", {"actor": "unit", "a": "kept_by"}),
    Shape("bell", "the bell rings", {"a": "round"}, sided=False),
    Shape(
        "anew", "a side that has activated everybody may activate them again", {}, reported=False
    ),
    Shape("last-orders", "each side has one activation more", {}, sided=False, reported=False),
    Shape("end-phase", "the End Phase begins", {}, sided=False, reported=False),
    Shape("speed-phase", "a speed phase begins", {"a": "number"}, sided=False),
    Shape("time-up", "the clock has run out", {"a": "activations"}, sided=False),
    Shape("toll", "a model pays for one activation more", {"actor": "model"}),
    Shape(
        "allocation",
        "a side shows how it has shared out its dice",
        {"a": "move_dice", "b": "attack_dice", "c": "defend_dice"},
    ),
    Shape(
        "pay",
        "a die of the allocation pays for an action",
        {"actor": "unit", "a": "row", "b": "dice_left"},
    ),
    Shape("defend", "a Defend die makes an attack harder", {"actor": "model", "a": "dice_left"}),
    Shape("pass", "a side passes", {}),
    Shape("token", "a side spends a token", {"a": "tokens_left"}),
    Shape("held-up", "a unit loses its activation", {"actor": "unit"}),
    Shape("focus", "a model focuses", {"actor": "model"}),
    Shape(
        "focus-lost",
        "a model has not used its Focus, and loses it",
        {"actor": "model"},
        reported=False,
    ),
    Shape("move", "a model moves", {"actor": "model", **_PLACE}),
    Shape("face", "a model turns", {"actor": "model", **_PLACE}),
    Shape(
        "test",
        "a test is taken",
        {
            "actor": "model",
            "target": "unit",
            "a": "stat",
            "b": "value",
            "c": "difficulty",
            "d": "successes",
        },
        dice=True,
    ),
    Shape(
        "pushed",
        "dice are thrown once more",
        {"actor": "model", "a": "successes", "b": "thrown_again"},
        dice=True,
    ),
    Shape(
        "re-roll",
        "a token is spent on a failed test",
        {"actor": "model", "target": "unit", "a": "tokens_left"},
    ),
    Shape(
        "attack",
        "a weapon is used; everyone caught in a burst is attacked by itself",
        {"actor": "model", "target": "target", "a": "weapon", "b": "obscured", "c": "caught"},
    ),
    Shape("wound", "a model suffers wounds", {"actor": "model", "a": "wounds", "b": "total"}),
    Shape("doom", "a model takes a Doomed Token", {"actor": "model"}),
    Shape("push", "a model is pushed", {"actor": "model", **_PLACE}),
    Shape("removed", "a model is removed", {"actor": "model"}),
    Shape("unit-lost", "a unit is removed", {"actor": "unit", "a": "points"}),
    Shape("survive", "a model passes its test and stays", {"actor": "model"}),
    Shape("rattled", "a unit sees a friend removed", {"actor": "unit", "target": "unit_lost"}),
    Shape("flee", "a model flees", {"actor": "model", **_PLACE}, dice=True),
    Shape(
        "shaken",
        "a unit takes one Shaken Token; `tokens` is its new total",
        {"actor": "unit", "a": "tokens"},
    ),
    Shape("steady", "a unit's Shaken Tokens are taken off", {"actor": "unit"}),
    Shape("shout", "a model sends a friend to move", {"actor": "model", "target": "target"}),
    Shape("patch-up", "a model heals another", {"actor": "model", "target": "target"}),
    Shape("attempt", "a model tries to capture a marker", {"actor": "model", "a": "marker"}),
    Shape("capture", "a model captures a marker", {"actor": "model", "a": "marker"}),
    Shape(
        "drop", "a Loot Token comes to lie on the table", {"a": "token", "x1": "to_x", "y1": "to_y"}
    ),
    Shape("loot", "a model picks up loot", {"actor": "model", "a": "token", "b": "stash"}),
    Shape(
        "steal",
        "a model takes loot from the other side's stash",
        {"actor": "model", "target": "target", "a": "stash", "b": "enemy_stash"},
    ),
    Shape("scoop", "the last side takes what lies about", {"a": "tokens", "b": "stash"}),
    Shape(
        "tower",
        "a tower grows by damage, or by a friend's care",
        {"actor": "model", "a": "added", "b": "tower"},
    ),
    Shape("swig", "a drink makes a tower grow", {"actor": "model", "a": "added", "b": "tower"}),
    Shape(
        "dwindle", "damage takes dice off a tower", {"actor": "model", "a": "taken", "b": "tower"}
    ),
    Shape("rebuild", "a unit without a tower builds one", {"actor": "model", "a": "tower"}),
    Shape(
        "hand-over",
        "a unit's tower goes to the model that acts",
        {"actor": "model", "a": "tower"},
        reported=False,
    ),
    Shape("strike", "a thrown die strikes a tower", {"actor": "model", "a": "tower", "b": "falls"}),
    Shape(
        "spill",
        "the dice of a falling tower strike another",
        {"actor": "model", "target": "target", "a": "tower", "b": "falls"},
    ),
    Shape(
        "fall",
        "a model falls, with its tower or because it has none left",
        {"actor": "model", "a": "tower"},
    ),
    Shape("sober", "a model loses its tower to the other side", {"actor": "model", "a": "tower"}),
    Shape(
        "throw",
        "a model throws dice",
        {"actor": "model", "a": "weapon", "x1": "aim_x", "y1": "aim_y"},
    ),
    Shape(
        "die",
        "a thrown die comes to rest",
        {"actor": "model", "a": "value", "x1": "to_x", "y1": "to_y"},
        dice=True,
    ),
    Shape("use", "a Move Die is used", {"actor": "model", "a": "value"}),
    Shape("discard", "a Move Die is discarded", {"actor": "model", "a": "value"}),
    Shape(
        "bullet",
        "a bullet flies",
        {
            "actor": "model",
            "target": "target",
            "a": "value",
            "b": "toughness",
            "c": "damage",
            "d": "hits",
            "x1": "aim_x",
            "y1": "aim_y",
        },
        dice=True,
    ),
    Shape("fight", "a fight breaks out", {"actor": "model", "target": "target"}),
    Shape(
        "signs",
        "both sides show a hand sign",
        {"actor": "model", "target": "target", "a": "sign", "b": "answer"},
    ),
    Shape(
        "thump",
        "a model thumps another",
        {"actor": "model", "target": "target", "a": "toughness", "b": "damage"},
        dice=True,
    ),
    Shape(
        "shove", "a model is shoved or parted", {"actor": "model", "a": "into_terrain", **_PLACE}
    ),
    Shape(
        "pinch",
        "a model is pinched and loses an activation",
        {"actor": "model", "target": "target"},
    ),
    Shape("boot-up", "a model boots up another", {"actor": "model", "target": "target"}),
    Shape("leg-it", "a side legs it", {"a": "forced"}),
    Shape("leave", "a model gets away", {"actor": "model"}),
    Shape("drunk", "a model has had a drink too many", {"actor": "model"}, dice=True),
    Shape("sits-out", "a model takes no part in its unit's activation", {"actor": "model"}),
    Shape("get-up", "a prone model stands up", {"actor": "model"}),
    Shape("crawl", "a prone model crawls", {"actor": "model", **_PLACE}),
    Shape("knocked-down", "a model is knocked down", {"actor": "model"}),
    Shape("knocked-out", "a model is knocked out", {"actor": "model", "a": "phases"}),
    Shape("awake", "a model comes to", {"actor": "model"}),
    Shape(
        "stunned", "a model takes Stun markers", {"actor": "model", "a": "markers", "b": "total"}
    ),
    Shape("fade", "a Stun marker goes by itself", {"actor": "model", "a": "markers_left"}),
    Shape(
        "counter-off",
        "a model removes a marker",
        {"actor": "model", "a": "jam", "b": "markers_left"},
    ),
    Shape("aim", "a model takes aim", {"actor": "model", "target": "target", "a": "aims"}),
    Shape(
        "dealt",
        "a side draws talents, -1 where it draws fewer",
        {"a": "talent", "b": "second", "c": "third", "d": "fourth"},
    ),
    Shape("gift", "a model is given a talent", {"actor": "model", "a": "talent"}),
    Shape("shrug", "a talent keeps a model from harm", {"actor": "model"}),
    Shape("watch", "a model begins to watch", {"actor": "model"}),
    Shape("watch-over", "a model no longer watches", {"actor": "model"}),
    Shape(
        "reaction",
        "a model shoots in an enemy's activation",
        {"actor": "model", "target": "target"},
    ),
    Shape("dodge", "a model dodges what is shot at it", {"actor": "model"}),
    Shape("aim-lost", "a model's aim is spoiled", {"actor": "model"}),
    Shape("reload", "a model reloads", {"actor": "model", "a": "weapon"}),
    Shape(
        "shot",
        "a shot is rolled for",
        {
            "actor": "model",
            "target": "target",
            "a": "number",
            "b": "hit",
            "c": "chart",
            "d": "shots_left",
        },
        dice=True,
    ),
    Shape("jam", "a weapon jams", {"actor": "model", "a": "weapon"}),
    Shape(
        "contest",
        "two models fight, each with a roll; what of the target's total is for what",
        {
            "actor": "model",
            "target": "target",
            "a": "total",
            "b": "target_total",
            "c": "weapon",
            "d": "other",
            "x0": "prone_target",
            "y0": "moved_target",
            "x1": "moved_fighter",
            "y1": "turned_target",
            "fx": "turned_fighter",
            "fy": "dynamite",
        },
        dice=True,
    ),
    Shape(
        "beaten", "somebody has lost a fight", {"actor": "model", "target": "target", "a": "result"}
    ),
    Shape(
        "luck",
        "a luck roll is made",
        {"actor": "model", "a": "needed", "b": "avoided", "c": "luck_left"},
        dice=True,
    ),
    Shape("hero-number", "a side's Hero number is rolled", {"a": "number"}, dice=True),
    Shape(
        "hero",
        "a die that shows the Hero number counts as another",
        {"actor": "model", "a": "counts"},
    ),
    Shape(
        "light",
        "a model lights dynamite; some of the fuse is burnt if it was put out before",
        {"actor": "model", "a": "sticks", "b": "fuse_cut", "c": "left", "d": "burnt"},
    ),
    Shape("steady-arm", "a model takes aim with dynamite", {"actor": "model", "a": "aims"}),
    Shape(
        "hurl",
        "a model throws dynamite",
        {
            "actor": "model",
            "a": "number",
            "b": "hits",
            "c": "taken_up",
            "x0": "from_x",
            "y0": "from_y",
            "x1": "aim_x",
            "y1": "aim_y",
        },
        dice=True,
    ),
    Shape(
        "lands",
        "dynamite comes to lie",
        {"a": "sticks", "x1": "to_x", "y1": "to_y"},
        sided=False,
        dice=True,
    ),
    Shape("snuff", "a model puts out dynamite", {"actor": "model", "a": "sticks", "b": "left"}),
    Shape("burn", "fuses burn", {}, sided=False, reported=False),
    Shape(
        "blast",
        "dynamite explodes, and hurts some who are near and others less",
        {"a": "sticks", "x1": "to_x", "y1": "to_y", "fx": "near", "fy": "less_near"},
        sided=False,
    ),
    Shape(
        "goes-off", "a loss explodes", {"actor": "model", "x1": "to_x", "y1": "to_y", "fx": "near"}
    ),
    Shape("score", "a side scores", {"a": "points", "b": "total"}),
    Shape("end-roll", "the First Player rolls for the end", {"a": "round", "b": "over"}, dice=True),
    Shape(
        "game-over",
        "the game ends",
        {"a": "winner", "b": "score_1", "c": "score_2", "d": "points_more"},
        sided=False,
    ),
)

NUMBERS: dict[str, int] = number_kinds(SHAPES)
