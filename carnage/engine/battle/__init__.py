"""Miniatures battles: one module per table, one function per option, with matching names.

A rule imports from its own group and from those above it:

- `frame`: the record, its numbers, questions and events; the status and Talents of models; tests of
  a stat.
- `see`: terrain and line of sight.
- `harm`: damage, markers on models, towers, losses and morale.
- `move`: paths, destinations and the ways to move.
- `attack`: shooting, fighting, dynamite and reactions.
- `muster`: forces, their Talents and their deployment.
- `turn`: rounds, activations, actions, objectives, and the end of the game.
- `bots`: the values of the options that a bot is offered.
- `words`: questions and events in words.
- `scene`: the table as a scene.

These import from a group further down:

- `frame.decisions`: the guess of fuses (`attack.sticks`), and points (`turn.pointing`).
- `harm.morale`: the flight of a model (`move.movement`).
- `harm.wound_cost`: the value of a wound (`bots.attack_values`).
- attacks: the Defend dice (`turn.allocation`).
- `muster`: the roll-off (`turn.initiative`).
- `turn.play`: the greedy bot (`bots.greedy`).

Parameters of rules have the same names everywhere:

- `g`, `log`: the record of the game, and its log.
- `i`, `j`: indices of models in `g.models`, `j` usually being the target; -1 is no model.
- `unit`, `side`: an index in `g.units`, and a side, 0 or 1.
- `number`, `by`: the number of a rule (`frame.numbers`), under which an event is logged.
- `x`, `y`: a position. `dx`, `dy` and `fx`, `fy`: unit vectors of a direction d and of a facing f.
- `w`: an index in `g.weapons`.

Lengths are in inches, or in centimetres on a one-foot table, unless a docstring says otherwise.
"""
