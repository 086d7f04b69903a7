import mermaid from 'mermaid';
import type { Theme } from './use-theme.ts';

/** System fonts: an SVG image cannot use the page's fonts. */
const fontFamily = 'ui-sans-serif, system-ui, sans-serif';
/** Settings that a diagram's source may not change: Mermaid's own list, and those that end up in a style sheet. */
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
// Mermaid's settings are global, so diagrams render one at a time.
let drawing: Promise<unknown> = Promise.resolve();

/** Renders a diagram; undefined if its source is invalid. The width is in CSS pixels. */
export function drawDiagram(source: string, theme: Theme): Promise<{ svg: string; width: number } | undefined> {
  const drawn = drawing.then(() => draw(source, theme));
  drawing = drawn;
  return drawn;
}

async function draw(source: string, theme: Theme): Promise<{ svg: string; width: number } | undefined> {
  if (hasPictures(source)) return undefined;
  // The CSP blocks the draft's styles, which only the image needs. Text is measured here in the image's fonts; the
  // element is removed after rendering.
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
    // Mermaid rejects invalid sources, which models often write; the source is shown instead.
    return undefined;
  } finally {
    place.remove();
  }
}

/**
 * Whether a shape may be an image, which would be fetched from another site during rendering. A backslash could hide
 * the word `img`.
 */
function hasPictures(source: string): boolean {
  return source.includes('@{') && /img|\\/.test(source);
}

/** Sets the SVG's width and height from its viewBox: as an image it would otherwise have no size. */
function sized(svg: string): { svg: string; width: number } {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const [, , width = 0, height = 0] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  root.setAttribute('width', String(width));
  root.setAttribute('height', String(height));
  for (const link of root.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  return { svg: new XMLSerializer().serializeToString(root), width: Math.ceil(width) };
}
