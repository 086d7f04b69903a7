import { countDrawn, type Reference } from './count-drawn.ts';

/** Elements that only draw. */
const DRAWING = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient stop clipPath mask pattern symbol use title desc style'.split(
    ' ',
  ),
);
const COMMENT = /<!--(?:(?!--)[\s\S])*-->/g;
const TAG = /<\/?([^\s<>/"']+)((?:"[^"<]*"|'[^'<]*'|[^<>"'])*)>/g;
const ATTRIBUTE = /([^\s=/"']+)\s*=\s*("[^"]*"|'[^']*')/g;
const ATTRIBUTES = /^(?:\s+[^\s=/"'<>]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*\/?$/;
const UNKNOWN_ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i;
/** Parts that are drawn, each as often as others repeat it. */
const MOST_DRAWN = 100_000;
const MOST_LEVELS = 100;
const ADVICE = 'export it as a plain SVG of paths';
const MALFORMED = `isn’t well-formed; ${ADVICE}`;

/**
 * Why an SVG file is refused, as the rest of a sentence; null if it only draws. It must run nothing and load nothing,
 * wherever it is shown.
 */
export function svgProblem(svg: string): string | null {
  const text = svg
    .replace(/^\ufeff/, '')
    .replace(/^\s*<\?xml [^<>]*\?>/, '')
    .replaceAll(COMMENT, '');
  if (/<!/.test(text)) return `has a document type or another declaration; ${ADVICE}`;
  if (/<\?/.test(text)) return `has an instruction (<?…?>); ${ADVICE}`;
  if (!/^\s*<svg[\s>]/.test(text)) return 'isn’t an SVG picture; it must start with <svg';
  for (const [, name = '', rest = ''] of text.matchAll(TAG)) {
    if (!DRAWING.has(name)) return `has the element <${name.slice(0, 40)}>, which isn’t allowed; ${ADVICE}`;
    const problem = attributeProblem(rest);
    if (problem !== null) return problem;
  }
  if (/[<>]/.test(text.replaceAll(TAG, '')) || UNKNOWN_ENTITY.test(text)) return MALFORMED;
  return structureProblem(text) ?? stylesProblem(text);
}

function attributeProblem(attributes: string): string | null {
  for (const [, name = '', quoted = ''] of attributes.matchAll(ATTRIBUTE)) {
    const value = quoted.slice(1, -1).trim();
    if (/^on/i.test(name)) return `has the event handler ${name.slice(0, 40)}; remove it`;
    if (/(?:^|:)href$/i.test(name) && !value.startsWith('#'))
      return `refers to something outside of it (${name}); ${ADVICE}`;
    if (value.includes('&#')) return `has a character reference in ${name.slice(0, 40)}; write the character itself`;
    if (name !== 'xmlns' && !name.startsWith('xmlns:') && isLoading(value)) {
      return `refers to something outside of it (${name.slice(0, 40)}); ${ADVICE}`;
    }
  }
  return ATTRIBUTES.test(attributes) ? null : MALFORMED;
}

/** Whether tags close each other, and how much is drawn when parts repeat parts. */
function structureProblem(text: string): string | null {
  const open: { name: string; id: string | null }[] = [];
  const references: Reference[] = [];
  for (const [tag, name = '', rest = ''] of text.matchAll(TAG)) {
    if (tag.startsWith('</')) {
      if (open.pop()?.name !== name) return MALFORMED;
      continue;
    }
    if (open.length === 0 && references.length > 0) return MALFORMED;
    if (open.length > MOST_LEVELS) return `has more than ${MOST_LEVELS} levels; ${ADVICE}`;
    const attributes = [...rest.matchAll(ATTRIBUTE)].map(([, key = '', quoted = '']) => [key, quoted.slice(1, -1)]);
    const id = attributes.find(([key]) => key === 'id')?.[1] ?? null;
    const within = [...open, { name, id }].flatMap((each) => each.id ?? []);
    const targets = attributes.flatMap(([key = '', value = '']) => targetsOf(key, value));
    references.push({ within, targets });
    if (!rest.endsWith('/')) open.push({ name, id });
  }
  if (open.length > 0) return MALFORMED;
  return countDrawn(references) > MOST_DRAWN
    ? `repeats its parts more than ${MOST_DRAWN.toLocaleString('en')} times; ${ADVICE}`
    : null;
}

/** The ids of the parts that an attribute draws. */
function targetsOf(name: string, value: string): string[] {
  if (/(?:^|:)href$/i.test(name)) return [value.trim().slice(1)];
  return [...value.matchAll(/url\(\s*["']?#([^"')\s]*)/gi)].map(([, id = '']) => id);
}

function stylesProblem(text: string): string | null {
  const styles = [...text.matchAll(/<style[^<>]*>([^<]*)<\/style>/g)].map(([, css = '']) => css).join('\n');
  return /[\\&@]/.test(styles.replaceAll(/@media\b/g, '')) || isLoading(styles)
    ? `has styles that may load something; leave only colors in them`
    : null;
}

/** Whether CSS or an address in it names anything but a part of the same picture. */
function isLoading(css: string): boolean {
  return /url\s*\((?!\s*["']?#)|\b(?:image(?:-set)?|src)\s*\(|\\|javascript:|\bexpression\s*\(/i.test(css);
}
