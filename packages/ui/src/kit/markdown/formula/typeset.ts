import katex from 'katex';
import type { KatexOptions } from 'katex';
import { FORMULA_OPTIONS, isTooLong } from './formula-options.ts';
import { copyFormulas } from './copy-formulas.ts';
import './formula.css';
import 'katex/dist/katex.min.css';

// Registered on load: from here on there may be a formula to copy.
document.addEventListener('copy', copyFormulas);

/** The part of KaTeX's tree used here. */
interface Part {
  attributes?: Record<string, string>;
  children?: Part[];
}

// KaTeX exports this to get the tree instead of markup; its types omit it.
const { __renderToDomTree: build } = katex as unknown as {
  __renderToDomTree: (tex: string, options: KatexOptions) => Part & { toNode: () => HTMLElement };
};

/**
 * Renders TeX as elements, with MathML for screen readers; undefined if the TeX is invalid or too long. Commands that
 * load or link anything are disabled.
 */
export function typeset(tex: string, block: boolean): HTMLElement | undefined {
  if (isTooLong(tex)) return undefined;
  try {
    const tree = build(tex, {
      displayMode: block,
      ...FORMULA_OPTIONS,
    });
    holdStyles(tree);
    const element = tree.toNode();
    applyStyles(element);
    return element;
  } catch {
    // KaTeX throws on invalid TeX; its source is shown instead.
    return undefined;
  }
}

// The CSP blocks style attributes but allows style properties.
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
