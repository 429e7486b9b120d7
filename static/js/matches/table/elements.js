// Short ways to make elements of the page and of the drawing.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {[number, number]} Point A point of the drawing or of the screen. */

/* Return an element of the page with attributes and children; attributes that are null or false are left out. */
export function element(name, attributes = {}, ...inside) {
  return filled(document.createElement(name), attributes, inside);
}

/* Return an element of the drawing. */
export function drawn(name, attributes = {}, ...inside) {
  return filled(document.createElementNS(SVG, name), attributes, inside);
}

/**
 * Return a link to another state of the game, which the page follows in place.
 * @param {{ url: string, label: string }} link @param {string | null} kind @param {object} attributes
 */
export function goingLink({ url, label }, kind = null, attributes = {}) {
  return element("a", { "class": kind, "rel": "nofollow", "data-goes": true, "href": url, ...attributes }, label);
}

function filled(node, attributes, inside) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...inside);
  return node;
}
