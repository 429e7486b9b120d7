"""The kinds of question that a duel asks, and what the options of each mean.

ASSIGN    what: the row; who: the die; other: -1, or the die that goes there while this takes its place;
          x: how many dice the row has been given; by Stiff Valves, which change of row this is, from 1
          of actor -1, who: the die that may change its row; x: how many have; other: -1, or where it goes
          already, if it is the one that has
ORDER     what: the ship that is to go first (actor: 0 for moves, 1 for attacks, 2 for the lead)
MOVE      what: STAY, GO (to x, y; who: 2 over an edge) or TURN_ABOUT; fx, fy: the direction
PAY       who: the die to turn down; what: its row; other: its pips (actor: the row that owes, or ANY)
SHOOT     what: 1 to shoot; x, y: where the line begins; fx, fy: its direction; other: dice in the way
LOSE      who: the die that goes; what: its row; other: its pips
JETTISON  what: 0 to lay it at x, y, 1 onto the enemy ship
"""

ASSIGN, ORDER, MOVE, PAY, SHOOT, LOSE, JETTISON = range(7)

# What an option of MOVE does.
STAY, GO, TURN_ABOUT = range(3)

# What a question of ORDER is about.
MOVES, ATTACKS, THE_LEAD = range(3)

# Questions that a planner leaves to the greedy bot: much work, little at stake.
ROUTINE = (PAY, LOSE)
