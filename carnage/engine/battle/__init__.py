"""Miniatures battles: one module a table, one function an option, named alike.

A rule imports from its own group and from those above it:

- `frame`: the record, its numbers, questions and events; the status and Talents of models; tests of a stat.
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

- `frame.asking`: the guess of fuses (`attack.sticks`).
- `harm.morale`: the flight of a model (`move.movement`).
- `harm.wound_cost`: the value of a wound (`bots.attack_values`).
- attacks: the Defend dice (`turn.allocation`).
- `muster`: the roll-off (`turn.initiative`).
- `turn.play`: the greedy bot (`bots.greedy`).
"""
