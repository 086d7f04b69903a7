import { defaultTreeAdapter, html, Parser, type DefaultTreeAdapterMap, type Token } from 'parse5';

/** Elements of a page. A longer one would keep the tab busy where browsers run the frame in the app's own process. */
const MOST_ELEMENTS = 30_000;
/** Characters of their names and attributes. Parsers copy elements that are not closed, with their attributes. */
const MOST_CHARACTERS = 10_000_000;
/** Elements inside each other. Browsers allow about as many. */
export const MOST_NESTED = 500;

/** Thrown for a page with more elements, or deeper nested ones, than a preview shows. */
export class TooComplexError extends Error {}

/** Parses a page as browsers do. @throws TooComplexError */
export function parsePage(source: string): Record<'root' | 'head', DefaultTreeAdapterMap['element']> {
  let elements = 0;
  let characters = 0;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attrs) {
      elements += 1;
      characters += attrs.reduce((sum, { name, value }) => sum + name.length + value.length, tagName.length);
      if (elements > MOST_ELEMENTS || characters > MOST_CHARACTERS) throw new TooComplexError();
      return defaultTreeAdapter.createElement(tagName, namespace, attrs);
    },
  };
  const page = PageParser.parse(source, { treeAdapter, scriptingEnabled: false });
  const root = page.childNodes.find(isElement);
  const head = root?.childNodes.find(isElement);
  // The parser adds both where they are missing.
  if (!root || !head) throw new TooComplexError();
  return { root, head };
}

/** Keeps the content of a `select`: browsers now allow any, and parse5 removes it. */
class PageParser extends Parser<DefaultTreeAdapterMap> {
  override onStartTag(token: Token.TagToken): void {
    super.onStartTag(asOther(token));
  }

  override onEndTag(token: Token.TagToken): void {
    super.onEndTag(asOther(token));
  }
}

function asOther(token: Token.TagToken): Token.TagToken {
  if (token.tagID === html.TAG_ID.SELECT) token.tagID = html.TAG_ID.UNKNOWN;
  return token;
}

function isElement(node: DefaultTreeAdapterMap['childNode']): node is DefaultTreeAdapterMap['element'] {
  return defaultTreeAdapter.isElementNode(node);
}
