import { t } from '@parley/core';
import { defaultTreeAdapter, parseFragment, serializeOuter, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { guardScript } from './guard-script.ts';
import { parsePage, TooComplexError, MOST_NESTED } from './parse-page.ts';
import { kindOf, type PreviewBlock } from './preview-block.ts';
import { LIMITS, runInFrame } from './run-in-frame.ts';

const FIRST = inScript(`(${runInFrame.toString()})(${JSON.stringify(LIMITS)})`);
const CENTERED = 'body{display:grid;place-items:center;min-height:100vh;margin:0}svg{max-width:100vw;max-height:100vh}';
/** What loads other documents, or opens connections. The frame blocks it as well. */
const REMOVED = new Set([
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'fencedframe',
  'portal',
  'link',
  'base',
  'noscript',
]);
const JAVASCRIPT = /^(?:|module|(?:text|application)\/(?:java|ecma)script)$/i;

/**
 * The document that the frame of a preview shows. Call it in a worker: code can be written to take long.
 * @throws SyntaxError if a component does not compile; TooComplexError if a page has too many elements
 */
export async function buildDocument(block: PreviewBlock): Promise<string> {
  switch (kindOf(block)) {
    case 'html':
      return guardedDocument(block.code);
    case 'svg':
      return guardedDocument(`<style>${CENTERED}</style>${block.code}`);
    case 'component': {
      const { componentDocument } = await import('./component-document.ts');
      return componentDocument(block.code, FIRST);
    }
  }
}

/** A document with these elements removed, and all its scripts guarded. */
function guardedDocument(source: string): string {
  const { root, head } = parsePage(source);
  const missing = guardContent(root, 0);
  const notes = missing.map((address) => inScript(`console.error(${JSON.stringify(t`Not loaded: ${address}`)})`));
  head.childNodes.unshift(...parseFragment(FIRST + notes.join('')).childNodes);
  return `<!doctype html>${serializeOuter(root)}`;
}

/** Returns the addresses of removed scripts and style sheets. */
function guardContent(parent: Tree.ParentNode, depth: number): string[] {
  if (depth > MOST_NESTED) throw new TooComplexError();
  const missing: string[] = [];
  const kept: Tree.ChildNode[] = [];
  for (const child of parent.childNodes) {
    if (!('tagName' in child)) kept.push(child);
    else if (isRemoved(child)) {
      const address = valueOf(child, 'src') ?? valueOf(child, 'href');
      if (address !== undefined && reportsMissing(child)) missing.push(address);
    } else {
      kept.push(child);
      guardElement(child);
      missing.push(...guardContent(child, depth + 1));
      if ('content' in child) missing.push(...guardContent(child.content, depth + 1));
    }
  }
  parent.childNodes = kept;
  return missing;
}

function isRemoved(element: Tree.Element): boolean {
  const { tagName } = element;
  if (tagName === 'meta') return valueOf(element, 'http-equiv') !== undefined;
  if (tagName !== 'script') return REMOVED.has(tagName);
  const isLoaded = valueOf(element, 'src') !== undefined || valueOf(element, 'href') !== undefined;
  return isLoaded || /^speculationrules$/i.test(valueOf(element, 'type') ?? '');
}

function reportsMissing(element: Tree.Element): boolean {
  return element.tagName === 'script' || /^stylesheet$/i.test(valueOf(element, 'rel') ?? '');
}

function guardElement(element: Tree.Element): void {
  element.attrs = element.attrs
    .filter(({ name }) => name !== 'shadowrootmode')
    .map((attr) => (attr.name.startsWith('on') ? { ...attr, value: guarded(attr.value, 'script') } : attr));
  const type = valueOf(element, 'type') ?? '';
  if (element.tagName !== 'script' || !JAVASCRIPT.test(type)) return;
  // In SVG, a script may have several texts, with comments between them.
  const code = element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
  element.childNodes = [];
  defaultTreeAdapter.insertText(element, forScript(guarded(code, type === 'module' ? 'module' : 'script')));
}

function valueOf({ attrs }: Tree.Element, name: string): string | undefined {
  return attrs.find((attr) => attr.name === name)?.value;
}

/** The guarded script, or one that reports why it cannot run. */
function guarded(code: string, type: 'script' | 'module'): string {
  try {
    return guardScript(code, type);
  } catch (error) {
    return `console.error(${JSON.stringify(String(error))})`;
  }
}

/** A script element with this code. */
export function inScript(code: string): string {
  return `<script>${forScript(code)}</script>`;
}

/** Code that does not end the element around it. */
function forScript(code: string): string {
  return code.replaceAll(/<(\/script|!--)/gi, String.raw`<\$1`);
}
