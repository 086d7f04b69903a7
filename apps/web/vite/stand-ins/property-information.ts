interface Info {
  property: string;
  attribute: string;
}

/**
 * In place of tables of every attribute of HTML and SVG: those that Markdown leads to are named alike in its tree and in
 * React, but for `aria-`.
 */
export function find(_schema: object, property: string): Info {
  return { property, attribute: property.replace(/^aria[A-Z].*/, (name) => `aria-${name.slice(4).toLowerCase()}`) };
}

export const html = {};
export const svg = {};
export const hastToReact = {};
