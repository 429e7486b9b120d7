"""Rules for single texts of settings: sentences, articles, labels, lengths and slots.

Each function yields the faults of a text as messages. `world_validation.py` adds the file and the
field to them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterator, Mapping

from carnage.common.text_format import plural

MAX_SENTENCE_WORDS = 20
MAX_TEXT_LENGTH = 400  # characters; the first page has room for no longer paragraph
MAX_SENTENCES = 4
MAX_CARD_NAME = 16  # characters; a longer name does not fit on a card at full size
MAX_NAME = 24  # characters, as for names that players give

SCENARIO_SLOTS = frozenset({"stake", "bridge", "dynamites", "markers", "centre", "middle"})
SITUATION_SLOTS: Mapping[str, frozenset[str]] = {
    "battle": frozenset({"stake", "the_side_1", "the_side_2"}),
    "duel": frozenset({"the_ship_1", "the_ship_2"}),
    "gamble": frozenset({"The_Host"}),
}
"""The slots of a setting's `situation`, all of which it must use, by family."""

# A stake may be plural, so that no verb but these may follow it.
_WORDS_AFTER_STAKE = """
    will can must may could would should and or but to for from in on at by of with within without
    as than before after until while if when under over behind between along through inside outside
    there here now tonight again back home first
"""
_AFTER_STAKE = frozenset(_WORDS_AFTER_STAKE.split())
_CLAUSE_START = r"(?:,|\b(?:and|because|but|if|or|since|that|until|when|where|while))"
_SLOT = re.compile(r"\{(\w*)\}")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_LABEL = re.compile(r"[A-Z][a-z]*(?:(?: [A-Z]|-[A-Za-z])[a-z]*)*")
_CONSONANTS = "BCDFGHJKLMNPQRSTVWXYZ"
_SILENT_H = ("heir", "honest", "honour", "hour")
_VOWEL_LETTER_CONSONANT_SOUND = ("eu", "one", "once", "ubi", "uni", "use", "usu", "ut")
_ARTICLE = re.compile(r"\b([Aa]n?) (?:\W*)([A-Za-z]+)")


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [each for each in _SENTENCE_END.split(text.strip()) if each]


def count_words(sentence: str) -> int:
    """Return the number of words of a sentence."""
    return len(sentence.split())


def begins_with_vowel_sound(word: str) -> bool:
    """Return True if the article before a word is `an`."""
    word = word.lower()
    if word.startswith(_SILENT_H):
        return True
    return word[:1] in "aeiou" and not word.startswith(_VOWEL_LETTER_CONSONANT_SOUND)


def find_article_faults(text: str) -> Iterator[str]:
    """Yield each wrong article of a text, as in `a oar`."""
    for found in _ARTICLE.finditer(text):
        article, word = found[1], found[2]
        # A single capital letter is spelt out or begins a list, such as "a D6".
        if len(word) > 1 and (article.lower() == "an") != begins_with_vowel_sound(word):
            yield f"wrong article in {found[0]!r}"


def find_slot_faults(
    text: str, allowed: Container[str], required: frozenset[str] = frozenset()
) -> Iterator[str]:
    """Yield the unknown slots of a template, the required ones that it lacks, and misplaced ones.

    Args:
        text: The template.
        allowed: The names of the slots that it may use.
        required: The names of the slots that it must use.
    """
    used = _SLOT.findall(text)
    for slot in used:
        if slot not in allowed:
            yield f"unknown slot {{{slot}}}"
    for slot in sorted(required - set(used)):
        yield f"the slot {{{slot}}} is never used"
    if "{" in _SLOT.sub("", text) or "}" in _SLOT.sub("", text):
        yield "a brace that belongs to no slot"
    for sentence in split_sentences(text):
        yield from _find_verb_faults(sentence)
        if re.search(r".\{[Tt]he_\w+\}", sentence):
            yield f"the name of a side or the Host begins its sentence: {sentence}"


def _find_verb_faults(sentence: str) -> Iterator[str]:
    """Yield a fault if {stake} is the subject of a verb that must agree with it."""
    for found in re.finditer(rf"(?:^|{_CLAUSE_START} )\{{stake\}} ([a-z]+)", sentence):
        if found[1] not in _AFTER_STAKE:
            yield (
                f"{{stake}} may be plural, so it stands before `will`, `can`, a preposition or a "
                f"stop, not before {found[1]!r}"
            )


def fill_longest(text: str, fillings: Mapping[str, tuple[str, ...]]) -> str:
    """Return a template with the filling of most words in each slot."""

    def longest(slot: re.Match[str]) -> str:
        return max(fillings.get(slot[1], ("",)), key=count_words)

    return _SLOT.sub(longest, text)


def find_sentence_faults(text: str) -> Iterator[str]:
    """Yield the faults of a text of whole sentences: capitals, stops, length, articles."""
    if not text.strip():
        yield "there is no text"
        return
    if text != text.strip() or "  " in text or "\n" in text:
        yield "a text is one line with single spaces"
    if text.strip()[-1] not in ".!?":
        yield "no full stop at the end"
    if len(text) > MAX_TEXT_LENGTH:
        yield f"{len(text)} characters; at most {MAX_TEXT_LENGTH}"
    for sentence in split_sentences(text):
        first = sentence.lstrip("“‘{(")[:1]
        if first.islower() and not sentence.startswith("{"):
            yield f"begins with a small letter: {sentence}"
        words = count_words(sentence)
        if words > MAX_SENTENCE_WORDS:
            yield f"{words} words in a sentence, at most {MAX_SENTENCE_WORDS}: {sentence}"
    yield from find_article_faults(text)


def find_length_faults(text: str, most: int) -> Iterator[str]:
    """Yield a fault if a text is empty or has too many characters."""
    if not text:
        yield "there is no text"
    if len(text) > most:
        yield f"{text!r} has {len(text)} characters; at most {most}"


def find_phrase_faults(text: str, most: int, begins: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the faults of a phrase for the middle of a sentence.

    Args:
        text: The phrase.
        most: The maximum number of characters.
        begins: The words with which it may begin; any if there are none.
    """
    yield from find_length_faults(text, most)
    if text[:1].isupper() and not text.startswith("I "):
        yield f"begin with a small letter: {text!r} stands within a sentence"
    if text.endswith((".", "!", "?")):
        yield f"{text!r} is a phrase and has no full stop"
    if begins and text.split(" ")[0] not in begins:
        yield f"{text!r} begins with {' or '.join(map(repr, begins))}"
    yield from find_article_faults(text)


def find_label_faults(singular: str, most: int) -> Iterator[str]:
    """Yield the faults of a label: its length, letters, capitals and first sound."""
    yield from find_length_faults(singular, most)
    if not _LABEL.fullmatch(singular):
        yield f"{singular!r}: letters, spaces and hyphens, with capitals, as in `Duck Gun`"
    elif singular[0] not in _CONSONANTS or begins_with_vowel_sound(singular):
        yield f"{singular!r} begins with a vowel's sound, so `a` would be wrong before it"
    if singular.lower().endswith(("man", "men")):
        yield f"{singular!r}: name the job, not the sex"


def find_plural_faults(singular: str, more: str, most: int) -> Iterator[str]:
    """Yield the faults of the plural of a label."""
    yield from find_length_faults(more, most)
    made = plural(singular)
    if more != made:
        yield f"the plural is {more!r}, but the book makes {made!r} of {singular!r}"


def find_side_name_faults(name: str) -> Iterator[str]:
    """Yield the faults of a side's name: it is singular and has no article."""
    yield from find_label_faults(name, MAX_NAME)
    if name.endswith("s") and not name.endswith("ss"):
        yield f"{name!r}: a side's name is singular, so that `{name} wins` is right"
    if name.startswith(("The ", "A ", "An ")):
        yield f"{name!r}: a side's name has no article, so that `the {name}` is right"


def find_unwanted(text: str, words: Container[str]) -> Iterator[str]:
    """Yield a fault for each word of a text that no setting may use."""
    for word in re.findall(r"[a-z][a-z-]*", text.lower()):
        if word in words:
            yield f"no setting uses the word {word!r}"


def find_book_faults(text: str, old_labels: Collection[str], names: Mapping[str, str]) -> list[str]:
    """Return the faults of a whole rulebook under a setting.

    Args:
        text: The rulebook as Markdown.
        old_labels: The labels of the book that the setting replaces, in singular and plural.
        names: The setting's names by code, as cards have them.
    """
    faults = [*find_article_faults(text)]
    if old_labels:
        old = "|".join(map(re.escape, sorted(old_labels, key=len, reverse=True)))
        found_labels = re.findall(rf"\b(?:{old})\b", text)
        faults += [f"old label {each!r}" for each in dict.fromkeys(found_labels)]
    faults += [f"unfilled slot {found!r}" for found in re.findall(r"\{\w+\}", text)]
    for code, name in names.items():
        if len(name) > MAX_CARD_NAME:
            faults.append(f"{code}: {name!r} is wider than its card")
    return faults
