import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?inline';
import mermaid from 'mermaid';
import { isTooLarge } from './is-too-large.ts';
import { HELD_ELEMENT, releaseStyles, withoutInlineStyles } from './without-inline-styles.ts';

/** A diagram as an image, in CSS pixels; `failed` if its source is invalid or too large. */
export type DrawnDiagram = { url: string; width: number; height: number } | 'failed';

interface Drawing {
  svg: string;
  width: number;
  height: number;
}

const SVG = 'http://www.w3.org/2000/svg';
const FONT_FAMILY = "'Inter Variable', ui-sans-serif, system-ui, sans-serif";
/** An SVG image cannot use the page's fonts. */
const FONT_FACE = `@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(${interUrl}) format('woff2')}`;
/**
 * Settings that a diagram's source may not change: Mermaid's own list, those that end up in a style sheet, and the look,
 * since one of them draws each shape with as many lines as it is wide.
 */
const NOT_FOR_SOURCES = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'suppressErrorRendering',
  'maxEdges',
  'theme',
  'themeVariables',
  'themeCSS',
  'fontFamily',
  'altFontFamily',
  'look',
];
/** A line of a Gantt chart that may ask for thousands of marks. Mermaid chooses a few. */
const TICKS = /^.*tickInterval.*$/gim;
/** Edges of a flowchart; `a & b --> c & d` has four. */
const MAX_EDGES = 150;
let count = 0;
// Mermaid's settings are global, so diagrams render one at a time.
let drawing: Promise<unknown> = Promise.resolve();

/** Renders a diagram in the page's colors; undefined if its source is invalid or too large. */
export function drawDiagram(source: string): Promise<Drawing | undefined> {
  const drawn = drawing.then(() => draw(source));
  drawing = drawn;
  return drawn;
}

async function draw(source: string): Promise<Drawing | undefined> {
  if (hasPictures(source)) return undefined;
  // Text is measured here, in the image's font; the element is removed after rendering.
  const place = document.createElement('div');
  place.className = 'diagram__draft';
  place.ariaHidden = 'true';
  document.body.append(place);
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      maxEdges: MAX_EDGES,
      secure: NOT_FOR_SOURCES,
      suppressErrorRendering: true,
      theme: 'base',
      themeVariables: themeVariables(),
      themeCSS: '* { filter: none !important }',
      fontFamily: FONT_FAMILY,
      htmlLabels: false,
      flowchart: { htmlLabels: false, rankSpacing: 56 },
      class: { htmlLabels: false },
      sequence: { actorFontSize: 14, messageFontSize: 14, noteFontSize: 14 },
    });
    const type = mermaid.detectType(source);
    if (isTooLarge(source, type)) return undefined;
    const bounded = type === 'gantt' ? source.replaceAll(TICKS, '') : source;
    count += 1;
    const id = `diagram-${count}`;
    const { svg, css } = await withoutInlineStyles(id, async () => (await mermaid.render(id, bounded, place)).svg);
    return finish(svg, css);
  } catch {
    // Mermaid rejects invalid sources, which models often write; the source is shown instead.
    return undefined;
  } finally {
    place.remove();
  }
}

/** Mermaid's colors in those of the page. Mermaid derives all others from them. */
function themeVariables(): Record<string, string | boolean> {
  const root = getComputedStyle(document.documentElement);
  const color = (name: string): string => root.getPropertyValue(`--color-${name}`).trim();
  const [ink, muted, control, surface] = ['ink', 'muted', 'control', 'code-surface'].map(color) as [
    string,
    string,
    string,
    string,
  ];
  const accents = ['accent', 'success', 'code-number', 'info', 'danger', 'warning', 'control', 'muted'];
  return {
    darkMode: root.colorScheme.includes('dark'),
    fontFamily: FONT_FAMILY,
    fontSize: '14px',
    background: surface,
    mainBkg: color('raised'),
    primaryColor: color('raised'),
    primaryTextColor: ink,
    primaryBorderColor: control,
    secondaryColor: color('accent-soft'),
    secondaryTextColor: ink,
    secondaryBorderColor: control,
    tertiaryColor: color('hover'),
    tertiaryTextColor: ink,
    tertiaryBorderColor: color('edge'),
    textColor: ink,
    titleColor: ink,
    lineColor: muted,
    nodeTextColor: ink,
    clusterBkg: color('sunken'),
    clusterBorder: color('edge'),
    edgeLabelBackground: surface,
    noteBkgColor: color('accent-soft'),
    noteTextColor: ink,
    noteBorderColor: color('edge'),
    actorLineColor: color('edge'),
    ...Object.fromEntries(accents.map((name, index) => [`pie${index + 1}`, color(name)])),
    pieSectionTextColor: color('accent-contrast'),
    pieStrokeColor: surface,
    pieOuterStrokeColor: surface,
    pieOpacity: '1',
  };
}

/**
 * Whether a shape may be an image, which would be fetched from another site during rendering. A backslash could hide
 * the word `img`.
 */
function hasPictures(source: string): boolean {
  return source.includes('@{') && /img|\\/.test(source);
}

/** Adds styles and font, and the size from the viewBox: as an image it would otherwise have none. */
function finish(drawn: string, css: string): Drawing {
  const document = new DOMParser().parseFromString(drawn, 'image/svg+xml');
  const root = document.documentElement;
  const [, , width = 0, height = 0] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  root.setAttribute('width', String(width));
  root.setAttribute('height', String(height));
  for (const link of root.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  const style = document.createElementNS(SVG, HELD_ELEMENT);
  style.textContent = FONT_FACE + css;
  root.prepend(style);
  return {
    svg: releaseStyles(new XMLSerializer().serializeToString(root)),
    width: Math.ceil(width),
    height: Math.ceil(height),
  };
}
