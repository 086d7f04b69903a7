/** Elements that only draw. */
const DRAWING = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient stop clipPath mask pattern symbol use title desc style'.split(
    ' ',
  ),
);
const COMMENT = /<!--[\s\S]*?-->/g;
const TAG = /<\/?([^\s<>/"']+)((?:"[^"<]*"|'[^'<]*'|[^<>"'])*)>/g;
const ATTRIBUTE = /([^\s=/"']+)\s*=\s*("[^"]*"|'[^']*')/g;
const ADVICE = 'export it as a plain SVG of paths';

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
  if (/[<>]/.test(text.replaceAll(TAG, ''))) return `isn’t well-formed; ${ADVICE}`;
  return stylesProblem(text);
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
  return null;
}

function stylesProblem(text: string): string | null {
  const styles = [...text.matchAll(/<style[^<>]*>([^<]*)<\/style>/g)].map(([, css = '']) => css).join('\n');
  return /[\\&@]/.test(styles.replaceAll(/@media\b/g, '')) || isLoading(styles)
    ? `has styles that may load something; leave only colors in them`
    : null;
}

/** Whether CSS or an address in it names anything but a part of the same picture. */
function isLoading(css: string): boolean {
  return /url\s*\((?!\s*["']?#)|\bimage(?:-set)?\s*\(|\\|javascript:|\bexpression\s*\(/i.test(css);
}
