import { t } from '@parley/core';
import { guardScript } from './guard-script.ts';
import { kindOf, type PreviewBlock } from './preview-block.ts';
import { LIMITS, runInFrame } from './run-in-frame.ts';

const FIRST = inScript(`(${runInFrame.toString()})(${JSON.stringify(LIMITS)})`);
const CENTERED = 'body{display:grid;place-items:center;min-height:100vh;margin:0}svg{max-width:100vw;max-height:100vh}';
/** What loads other documents or scripts, or opens connections. The frame blocks it as well. */
const REMOVED =
  'iframe, frame, frameset, object, embed, fencedframe, portal, link, base, noscript, meta[http-equiv], ' +
  'script[src], script[href], script[type=speculationrules]';
const JAVASCRIPT = /^(?:|module|(?:text|application)\/(?:java|ecma)script)$/i;

/**
 * The document that the frame of a preview shows. `parser` is the preview page's: the app's own would report each
 * event handler in the code to the app's content policy. @throws SyntaxError if a component does not compile
 */
export async function buildDocument(block: PreviewBlock, parser: DOMParser): Promise<string> {
  switch (kindOf(block)) {
    case 'html':
      return guardedDocument(block.code, parser);
    case 'svg':
      return guardedDocument(`<style>${CENTERED}</style>${block.code}`, parser);
    case 'component': {
      const { componentDocument } = await import('./component-document.ts');
      return componentDocument(block.code, FIRST);
    }
  }
}

/** A document with these elements removed, and all its scripts guarded. */
function guardedDocument(source: string, parser: DOMParser): string {
  const page = parser.parseFromString(source, 'text/html');
  const missing = guardContent(page);
  const notes = missing.map((address) => inScript(`console.error(${JSON.stringify(t`Not loaded: ${address}`)})`));
  page.head.insertAdjacentHTML('afterbegin', FIRST + notes.join(''));
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

/** Returns the addresses of removed scripts and style sheets. */
function guardContent(root: Document | DocumentFragment): string[] {
  const missing: string[] = [];
  for (const element of root.querySelectorAll('*')) {
    if (element.matches(REMOVED)) {
      const address = element.getAttribute('src') ?? element.getAttribute('href');
      if (element.matches('script, link[rel=stylesheet]') && address !== null) missing.push(address);
      element.remove();
      continue;
    }
    element.removeAttribute('shadowrootmode');
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) element.setAttribute(name, guarded(value, 'script'));
    }
    const type = element.getAttribute('type') ?? '';
    if (element.localName === 'script' && JAVASCRIPT.test(type)) {
      element.textContent = forScript(guarded(element.textContent, type === 'module' ? 'module' : 'script'));
    }
    if (isTemplate(element)) missing.push(...guardContent(element.content));
  }
  return missing;
}

/** `instanceof` knows only the elements of its own window. */
function isTemplate(element: Element): element is HTMLTemplateElement {
  return element.localName === 'template' && 'content' in element;
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
