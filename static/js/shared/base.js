// The path that the site is under, such as "/games"; empty at a root. This file is at /static/<fingerprint>/js/shared/ there.

const place = new URL(import.meta.url).pathname;

export const BASE = place.slice(0, place.lastIndexOf("/static/"));
