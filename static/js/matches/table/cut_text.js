// The text of an event, from its lines in a reel.

/* Return the level of the heading in a line, 0 for other lines. */
export function heading(said) {
  return said.match(/^#*/)[0].length;
}

/* Return a line without its mark. */
export function text(said) {
  return said.replace(/^#+ /, "").trim();
}

/* Return the text of an event in one line. A heading ends with a colon if it does not end a sentence. */
export function sentence(cut) {
  return (cut.lines ?? []).map((said, n, lines) => text(said) + (heading(said) && lines[n + 1] ? ":" : "")).join(" ");
}
