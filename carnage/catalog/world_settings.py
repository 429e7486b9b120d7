"""The checks of single settings. Each function yields faults that begin with the field."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from carnage.catalog.world_schema import (
    BattleSetting,
    DuelSetting,
    GambleSetting,
    Label,
    Setting,
    Side,
    TermKey,
    Terms,
)
from carnage.catalog.world_text import (
    MAX_CARD_NAME,
    MAX_NAME,
    MAX_SENTENCES,
    SITUATION_SLOTS,
    fill_longest,
    find_label_faults,
    find_length_faults,
    find_phrase_faults,
    find_plural_faults,
    find_sentence_faults,
    find_side_name_faults,
    find_slot_faults,
    find_unwanted,
    split_sentences,
)
from carnage.catalog.world_vocabulary import Vocabulary
from carnage.common.text_format import plural

SCHEMA = 1
TONES = range(6, 11)
DUEL_TONES = range(3, 11)
STAKE_BEGINS = ("a", "an", "the", "one", "three")
UNALTERED_PLURALS = ("fists",)  # weapons that are a plural already

Faults = Iterator[str]


def find_setting_faults(setting: Setting, id: str, vocabulary: Vocabulary, terms: Terms) -> Faults:
    """Yield all faults of a setting.

    Args:
        setting: The setting.
        id: The name of its file.
        vocabulary: The vocabulary of its family.
        terms: The things that settings of its family explain.
    """
    if setting.schema != SCHEMA:
        yield f"schema: this is {SCHEMA}, not {setting.schema}"
    if setting.id != id:
        yield f"id: {setting.id!r} is not the file's name"
    yield from _at("id", find_length_faults(setting.id, 16))
    yield from _at("title", find_length_faults(setting.title, 24))
    yield from _at("place", find_phrase_faults(setting.place, 40))
    yield from _at("brawl", find_phrase_faults(setting.brawl, 32, ("a", "an")))
    yield from _find_hook_faults(setting.hook)
    for tone in setting.tone:
        yield from _at("tone", find_phrase_faults(tone, 14))
    yield from _find_noun_faults(setting.nouns, vocabulary)
    if isinstance(setting, BattleSetting):
        yield from _find_battle_faults(setting, vocabulary, terms)
    elif isinstance(setting, DuelSetting):
        yield from _find_duel_faults(setting, vocabulary, terms)
    else:
        yield from _find_gamble_faults(setting, vocabulary)


def _find_hook_faults(hook: str) -> Faults:
    """Yield the faults of the first sentence about a place."""
    yield from _at("hook", find_sentence_faults(hook))
    if len(split_sentences(hook)) != 1:
        yield "hook: one sentence"


def list_setting_texts(setting: Setting) -> Iterator[tuple[str, str]]:
    """Yield every text of a setting with its field."""
    yield from _list_texts("", msgspec.to_builtins(setting))


def find_taste_faults(setting: Setting, unwanted: frozenset[str]) -> Faults:
    """Yield a fault for each word that no setting may use."""
    for field, text in list_setting_texts(setting):
        yield from _at(field, find_unwanted(text, unwanted))


def _list_texts(field: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield every text in decoded data with its field."""
    if isinstance(value, str):
        yield field, value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from _list_texts(f"{field}.{key}".lstrip("."), each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _list_texts(field, each)


def _at(field: str, faults: Faults) -> Faults:
    """Yield faults with their field before them."""
    for fault in faults:
        yield f"{field}: {fault}"


def _find_code_faults(group: str, has: Mapping[str, object], wanted: frozenset[str]) -> Faults:
    """Yield a fault for codes that are missing, and for codes that no table has."""
    missing = sorted(wanted - set(has))
    unknown = sorted(set(has) - wanted)
    if missing:
        yield f"{group}: {', '.join(missing)} missing"
    if unknown:
        yield f"{group}: no table has {', '.join(unknown)}"


def _find_noun_faults(nouns: Mapping[str, str], vocabulary: Vocabulary) -> Faults:
    """Yield the faults of the sentences about nouns."""
    for noun, text in nouns.items():
        field = f"nouns.{noun}"
        if noun not in vocabulary.nouns:
            yield f"{field}: no game is called by it"
        yield from _at(field, find_sentence_faults(text))
        if not re.search(rf"\b{re.escape(noun)}\b", text):
            yield f"{field}: the sentence does not say {noun!r}"


def _find_word_faults(field: str, word: str, text: str) -> Faults:
    """Yield a fault if a sentence lacks the word that it is about; Flees has Flee."""
    if not re.search(rf"\b{re.escape(word)}", text):
        yield f"{field}: the sentence does not say {word!r}"


def _find_gloss_faults(gloss: Mapping[str, str], keys: Mapping[str, TermKey]) -> Faults:
    """Yield the faults of the sentences about terms."""
    yield from _find_code_faults("gloss", gloss, frozenset(keys))
    for code, text in gloss.items():
        yield from _at(f"gloss.{code}", find_sentence_faults(text))
        if len(split_sentences(text)) != 1:
            yield f"gloss.{code}: one sentence"
        if code in keys:
            yield from _find_word_faults(f"gloss.{code}", keys[code].word or keys[code].term, text)


def _find_sentences_faults(group: str, texts: Mapping[str, str], wanted: frozenset[str]) -> Faults:
    """Yield the faults of sentences about the options of a table."""
    yield from _find_code_faults(group, texts, wanted)
    for code, text in texts.items():
        yield from _at(f"{group}.{code}", find_sentence_faults(text))


def _find_situation_faults(
    text: str, family: str, fillings: Mapping[str, tuple[str, ...]]
) -> Faults:
    """Yield the faults of a setting's situation, filled with the longest fillings."""
    slots = SITUATION_SLOTS[family]
    yield from _at("situation", find_slot_faults(text, slots, slots))
    yield from _at("situation", find_sentence_faults(fill_longest(text, fillings)))
    if len(split_sentences(text)) > MAX_SENTENCES:
        yield f"situation: at most {MAX_SENTENCES} sentences"


# --------------------------------------------------------------------------------------- battles


def _find_battle_faults(setting: BattleSetting, vocabulary: Vocabulary, terms: Terms) -> Faults:
    """Yield the faults of the parts that only settings of battles have."""
    options = vocabulary.options
    fillings = {
        "stake": tuple(objective.stake for objective in setting.objectives.values()),
        **{f"the_side_{n}": (f"The {side.name}",) for n, side in enumerate(setting.side, 1)},
    }
    for noun in (setting.money.singular, setting.money.plural):
        yield from _at("money", find_phrase_faults(noun, 16))
    if len(setting.tone) not in TONES:
        yield f"tone: {TONES[0]} to {TONES[-1]} words"
    yield from _find_names_faults(setting, vocabulary, terms)
    yield from _find_sides_faults(setting.side)
    yield from _find_code_faults("ground", setting.ground, options["terrain"])
    for code, ground in setting.ground.items():
        yield from _at(f"ground.{code}.text", find_sentence_faults(ground.text))
        yield from _at(f"ground.{code}.where", find_phrase_faults(ground.where, 40))
    for field in ("centre", "middle"):
        phrase = getattr(setting.places, field)
        yield from _at(f"places.{field}", find_phrase_faults(phrase, MAX_NAME, ("the",)))
    yield from _find_code_faults("objectives", setting.objectives, options["objectives"])
    for code, objective in setting.objectives.items():
        stake = find_phrase_faults(objective.stake, 40, STAKE_BEGINS)
        yield from _at(f"objectives.{code}.stake", stake)
        yield from _at(f"objectives.{code}.goal", find_sentence_faults(objective.goal))
        if objective.situation:
            found = _find_situation_faults(objective.situation, "battle", fillings)
            yield from _at(f"objectives.{code}", found)
    yield from _find_gloss_faults(setting.gloss, terms.gloss)
    yield from _find_echoes(setting, vocabulary)
    yield from _find_sentences_faults("twists", setting.twists, options["twist"])
    for code, text in setting.talents.items():
        yield from _at(f"talents.{code}", find_sentence_faults(text))
    yield from _find_situation_faults(setting.situation, "battle", fillings)


def _find_echoes(setting: BattleSetting, vocabulary: Vocabulary) -> Faults:
    """Yield a fault for each sentence inside the rules that has the book's label of terrain, which
    the setting's own name would replace.
    """
    words: list[str] = []
    for label in vocabulary.labels["terrain"].values():
        words += [re.escape(label), re.escape(plural(label))]
    pattern = re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)
    texts = {f"ground.{code}.text": ground.text for code, ground in setting.ground.items()}
    texts |= {f"gloss.{code}": text for code, text in setting.gloss.items()}
    texts |= {f"figures.{code}": label.note for code, label in setting.figures.items()}
    for field, text in texts.items():
        found = pattern.search(text)
        if found:
            yield f"{field}: {found[0]!r} is a label of the book, which another name replaces"


def _find_sides_faults(sides: tuple[Side, ...]) -> Faults:
    """Yield the faults of the two sides."""
    if [side.code for side in sides] != ["side-1", "side-2"]:
        yield "side: two of them, with the codes side-1 and side-2"
    for side in sides:
        at = partial(_at, side.code)
        yield from at(find_side_name_faults(side.name))
        yield from at(find_sentence_faults(side.why))
        yield from at(find_sentence_faults(side.looks))
        yield from at(find_length_faults(side.edge, MAX_NAME))
        yield from at(find_length_faults(side.corner, MAX_NAME))
        if side.name not in side.why:
            yield f"{side.code}: `why` does not say whose reason it is"


def _find_names_faults(setting: BattleSetting, vocabulary: Vocabulary, terms: Terms) -> Faults:
    """Yield the faults of all labels: missing, repeated, reserved, or the book's own."""
    groups = {
        "figures": (setting.figures, MAX_CARD_NAME),
        "weapons": (setting.weapons, MAX_CARD_NAME),
        "terrain": (setting.terrain, MAX_NAME),
    }
    for group, (labels, most) in groups.items():
        yield from _find_code_faults(group, labels, frozenset(vocabulary.labels[group]))
        for code, label in labels.items():
            yield from _at(f"{group}.{code}", _find_one_label_faults(code, label, most))
    yield from _find_code_faults("tokens", setting.tokens, frozenset(terms.tokens))
    for code, label in setting.tokens.items():
        faults = find_phrase_faults if code == "stash" else find_label_faults
        yield from _at(f"tokens.{code}", faults(label.singular, 20))
        yield from _at(f"tokens.{code}", find_length_faults(label.plural, 20))
    for code in sorted(vocabulary.noted):
        note = setting.figures[code].note if code in setting.figures else "-"
        if not note:
            yield f"figures.{code}: its third text, a description, is missing"
        elif note != "-":
            yield from _at(f"figures.{code}", find_sentence_faults(note))
    for code in sorted(set(setting.classic) - (set(vocabulary.other_labels) - set(terms.classic))):
        yield f"classic.{code}: no other book has this code, or it takes another name"
    for code, label in setting.classic.items():
        yield from _at(f"classic.{code}", _find_one_label_faults(code, label, MAX_CARD_NAME))
    yield from _find_clashes(setting, vocabulary, terms)


def _find_one_label_faults(code: str, label: Label, most: int) -> Faults:
    """Yield a message for each fault of a label: in its length, wording or plural.

    Args:
        code: The code of the figure, weapon or other thing that the label names.
        label: The label, in the singular and plural.
        most: The greatest length of the singular; the plural may be two characters longer.
    """
    yield from find_label_faults(label.singular, most)
    if code in UNALTERED_PLURALS:
        if label.plural != label.singular:
            yield f"{label.singular!r} is a plural; give it twice"
    else:
        yield from find_plural_faults(label.singular, label.plural, most + 2)


def _find_clashes(setting: BattleSetting, vocabulary: Vocabulary, terms: Terms) -> Faults:
    """Yield a fault for each label that stands twice or means something else."""
    book_codes: dict[str, set[str]] = {}
    for labels in vocabulary.labels.values():
        for code, label in labels.items():
            book_codes.setdefault(label.lower(), set()).add(code)
    for code, label in vocabulary.other_labels.items():
        same = terms.classic.get(code, code).partition(".")[2] or code
        book_codes.setdefault(label.lower(), set()).update({code, same})
    reserved = {word.lower() for word in vocabulary.reserved}
    seen: dict[str, str] = {}
    for field, label in _list_labels(setting):
        name = label.lower()
        if name in seen:
            yield f"{field}: {label!r} is also the name of {seen[name]}"
        seen[name] = field
        owners = book_codes.get(name, set())
        if owners and field.partition(".")[2] not in owners:
            yield f"{field}: {label!r} is what the book calls {', '.join(sorted(owners))}"
        if name in reserved:
            yield f"{field}: {label!r} is a term or a word of the rules"
    fighters: set[str] = set()
    for group in ("figures", "weapons"):
        fighters.update(label.lower() for label in vocabulary.labels[group].values())
    for side in setting.side:
        for word in side.name.lower().split():
            if word in fighters:
                yield f"side.{side.code}: {word!r} is a label of the book"


def _list_labels(setting: BattleSetting) -> Iterator[tuple[str, str]]:
    """Yield the field and the singular of every label of a setting."""
    groups = {
        "figures": setting.figures,
        "weapons": setting.weapons,
        "terrain": setting.terrain,
        "tokens": setting.tokens,
        "classic": setting.classic,
    }
    for group, labels in groups.items():
        for code, label in labels.items():
            if code != "stash":
                yield f"{group}.{code}", label.singular
    for side in setting.side:
        yield f"side.{side.code}", side.name


# ----------------------------------------------------------------------------- duels and gambles


def _find_duel_faults(setting: DuelSetting, vocabulary: Vocabulary, terms: Terms) -> Faults:
    """Yield the faults of the parts that only settings of duels have."""
    if len(setting.tone) not in DUEL_TONES:
        yield f"tone: {DUEL_TONES[0]} to {DUEL_TONES[-1]} words"
    if [ship.code for ship in setting.ship] != ["side-1", "side-2"]:
        yield "ship: two of them, with the codes side-1 and side-2"
    for ship in setting.ship:
        yield from _at(ship.code, find_side_name_faults(ship.name))
        yield from _at(ship.code, find_sentence_faults(ship.why))
        yield from _at(ship.code, find_sentence_faults(ship.looks))
        if ship.name not in ship.why:
            yield f"{ship.code}: `why` does not say whose reason it is"
    yield from _find_gloss_faults(setting.gloss, terms.gloss)
    yield from _find_sentences_faults("edges", setting.edges, vocabulary.options["edges"])
    yield from _find_sentences_faults("tanks", setting.tanks, vocabulary.options["tanks"])
    ships = {f"the_ship_{n}": (f"The {ship.name}",) for n, ship in enumerate(setting.ship, 1)}
    yield from _find_situation_faults(setting.situation, "duel", ships)
    for story in setting.stories:
        yield from _find_hook_faults(story.hook)
        yield from _find_situation_faults(story.situation, "duel", ships)
        for ship, why in zip(setting.ship, story.why, strict=True):
            yield from _at("stories.why", find_sentence_faults(why))
            yield from _find_word_faults("stories.why", ship.name, why)


def _find_gamble_faults(setting: GambleSetting, vocabulary: Vocabulary) -> Faults:
    """Yield the faults of the parts that only settings of gambles have."""
    if len(setting.tone) not in DUEL_TONES:
        yield f"tone: {DUEL_TONES[0]} to {DUEL_TONES[-1]} words"
    for field, word in (("host", "Host"), ("hero", "Hero"), ("pot", "Pot")):
        yield from _find_thing_faults(field, word, getattr(setting, field))
    for text in (setting.credits.singular, setting.credits.plural):
        yield from _at("credits", find_phrase_faults(text, 20))
    yield from _find_sentences_faults("pot_of", setting.pot_of, vocabulary.options["pot"])
    for code, text in setting.pot_of.items():
        if "lowest" not in text:
            yield f"pot_of.{code}: the sentence does not say what becomes of the lowest score"
    host = {"The_Host": ("The Host",)}
    yield from _find_situation_faults(setting.situation, "gamble", host)
    for story in setting.stories:
        yield from _find_hook_faults(story.hook)
        yield from _find_situation_faults(story.situation, "gamble", host)
        yield from _find_thing_faults("stories.host", "Host", story.host)
        yield from _find_thing_faults("stories.pot", "Pot", story.pot)


def _find_thing_faults(field: str, word: str, text: str) -> Faults:
    """Yield the faults of a sentence about a person or thing at the table of a gamble."""
    yield from _at(field, find_sentence_faults(text))
    yield from _find_word_faults(field, word, text)
