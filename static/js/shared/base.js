// The path prefix of the site, such as "/games"; empty at a root. This file is then at <prefix>/static/<fingerprint>/js/shared/.

const place = new URL(import.meta.url).pathname;

export const BASE = place.slice(0, place.lastIndexOf("/static/"));
