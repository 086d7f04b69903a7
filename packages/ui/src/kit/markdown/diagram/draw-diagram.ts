import mermaid from 'mermaid';
import type { Theme } from './use-theme.ts';

/** Fonts of the system: a picture cannot use those of the page. */
const fontFamily = 'ui-sans-serif, system-ui, sans-serif';
/** Settings that a description may not set: the library's own list, and what it would put into a style sheet. */
const NOT_FOR_SOURCES = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'suppressErrorRendering',
  'maxEdges',
  'themeCSS',
  'fontFamily',
  'altFontFamily',
];
let count = 0;
// The library has one set of settings, so two drawings wait for each other.
let drawing: Promise<unknown> = Promise.resolve();

/** Draws what is described; undefined where the description is wrong. The width is in CSS pixels. */
export function drawDiagram(source: string, theme: Theme): Promise<{ svg: string; width: number } | undefined> {
  const drawn = drawing.then(() => draw(source, theme));
  drawing = drawn;
  return drawn;
}

async function draw(source: string, theme: Theme): Promise<{ svg: string; width: number } | undefined> {
  if (hasPictures(source)) return undefined;
  // The page's policy blocks the styles of the draft, which are for the picture alone. It is measured here, with the fonts of the picture; it goes when it is drawn.
  const place = document.createElement('div');
  place.className = 'diagram__draft';
  place.ariaHidden = 'true';
  document.body.append(place);
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      secure: NOT_FOR_SOURCES,
      suppressErrorRendering: true,
      theme: theme === 'dark' ? 'dark' : 'neutral',
      fontFamily,
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      class: { htmlLabels: false },
    });
    count += 1;
    const { svg } = await mermaid.render(`diagram-${count}`, source, place);
    return sized(svg);
  } catch {
    return undefined;
  } finally {
    place.remove();
  }
}

/**
 * Whether a shape may be a picture, which would be asked of a stranger's server while the rest is drawn. A backslash could
 * hide the word.
 */
function hasPictures(source: string): boolean {
  return source.includes('@{') && /img|\\/.test(source);
}

/** The picture with its own width and height, which without a page around it would be those of nothing. */
function sized(svg: string): { svg: string; width: number } {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const [, , width = 0, height = 0] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  root.setAttribute('width', String(width));
  root.setAttribute('height', String(height));
  for (const link of root.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  return { svg: new XMLSerializer().serializeToString(root), width: Math.ceil(width) };
}
