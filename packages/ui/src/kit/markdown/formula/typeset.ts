import katex from 'katex';
import type { KatexOptions } from 'katex';
import { copyFormulas } from './copy-formulas.ts';
import 'katex/dist/katex.min.css';

// As soon as there may be a formula to copy.
document.addEventListener('copy', copyFormulas);

/** What is read of KaTeX's tree. */
interface Part {
  attributes?: Record<string, string>;
  children?: Part[];
}

// Exported for those who need the tree and not its text, and missing in its types.
const { __renderToDomTree: build } = katex as unknown as {
  __renderToDomTree: (tex: string, options: KatexOptions) => Part & { toNode: () => HTMLElement };
};

/**
 * Sets TeX as elements, with MathML for screen readers beside them; undefined for TeX that is broken. Commands that would
 * load or link something are off.
 */
export function typeset(tex: string, block: boolean): HTMLElement | undefined {
  try {
    const tree = build(tex, {
      displayMode: block,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxSize: 20,
      maxExpand: 500,
    });
    holdStyles(tree);
    const element = tree.toNode();
    applyStyles(element);
    return element;
  } catch {
    return undefined;
  }
}

// The page's policy blocks a style that is set as an attribute, and lets pass what is set as a property.
function holdStyles({ attributes, children }: Part): void {
  if (attributes?.style) {
    attributes['data-style'] = attributes.style;
    delete attributes.style;
  }
  for (const child of children ?? []) holdStyles(child);
}

function applyStyles(element: HTMLElement): void {
  for (const part of element.querySelectorAll<HTMLElement>('[data-style]')) {
    part.style.cssText = part.dataset.style ?? '';
    part.removeAttribute('data-style');
  }
}
