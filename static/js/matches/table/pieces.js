// The pieces of the drawing: their places and titles.

/* Return the centre of a piece in the drawing, or null if it is not on the table. */
export function middle(piece) {
  if (!piece.closest("#t-table")) return null;
  return piece.querySelector(".drawing-place").getAttribute("transform").match(/-?[\d.]+/g).map(Number);
}

/* Return the element of a piece of the scene, or null. */
export function pieceElement(root, id) {
  return root.querySelector(`[id="t-piece-${id}"]`);
}

/* Return the id of a piece of the scene from its element. */
export function pieceId(piece) {
  return piece.id.replace(/^t-piece-/, "");
}

/* Return the text of a piece for people. */
export function pieceTitle(piece) {
  return piece?.querySelector("title")?.textContent ?? "";
}
