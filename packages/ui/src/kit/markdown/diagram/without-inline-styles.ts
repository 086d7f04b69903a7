/** Stand in for `style` in markup: browsers check even the styles of documents that are only parsed. */
const HELD = 'data-held-style';
/** Event handlers in a diagram's source, which the policy would refuse as well. An image runs none. */
const HANDLER = /\son(?=[a-z]{3,30}=)/gi;
const HELD_HANDLER = 'data-held-on';
export const HELD_ELEMENT = 'held-style';

/**
 * Runs a renderer that styles the SVG `id` with `style` elements and attributes, both of which the content security
 * policy refuses. Meanwhile attributes are set through the CSSOM, which the policy allows, and the rules of elements
 * are applied as a constructed sheet. Returns the drawing, whose attributes `releaseStyles` restores, and those rules.
 */
export async function withoutInlineStyles(
  id: string,
  render: () => Promise<string>,
): Promise<{ svg: string; css: string }> {
  const { setAttribute } = Element.prototype;
  const { insertBefore } = Node.prototype;
  const { parseFromString } = DOMParser.prototype;
  const sheet = new CSSStyleSheet();
  let css = '';
  Element.prototype.setAttribute = function (name, value) {
    if (name === 'style' && 'style' in this) (this as SVGElement).style.cssText = value;
    else setAttribute.call(this, name, value);
  };
  Node.prototype.insertBefore = function <Inserted extends Node>(node: Inserted, child: Node | null) {
    if (node instanceof HTMLStyleElement) {
      css += node.textContent;
      sheet.replaceSync(css);
      keepRulesOf(id, sheet);
    } else insertBefore.call(this, node, child);
    return node;
  };
  DOMParser.prototype.parseFromString = function (markup, type) {
    return parseFromString.call(this, holdStyles(String(markup)), type);
  };
  document.adoptedStyleSheets.push(sheet);
  try {
    return { svg: holdStyles(await render()), css };
  } finally {
    Element.prototype.setAttribute = setAttribute;
    Node.prototype.insertBefore = insertBefore;
    DOMParser.prototype.parseFromString = parseFromString;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
  }
}

/** Restores the style attributes and elements of a drawing that will not be parsed in this page again. */
export function releaseStyles(svg: string): string {
  return svg
    .replaceAll(` ${HELD}=`, ' style=')
    .replaceAll(` ${HELD_HANDLER}`, ' on')
    .replaceAll(`${HELD_ELEMENT}>`, 'style>');
}

function holdStyles(markup: string): string {
  return markup.replaceAll(' style=', ` ${HELD}=`).replaceAll(HANDLER, ` ${HELD_HANDLER}`);
}

/** Deletes every rule that reaches beyond the drawing: part of its text comes from the diagram's source. */
function keepRulesOf(id: string, sheet: CSSStyleSheet): void {
  for (let index = sheet.cssRules.length - 1; index >= 0; index -= 1) {
    const rule = sheet.cssRules[index];
    const isOwn =
      rule instanceof CSSStyleRule && rule.selectorText.split(',').every((one) => one.trim().startsWith(`#${id}`));
    if (!isOwn) sheet.deleteRule(index);
  }
}
