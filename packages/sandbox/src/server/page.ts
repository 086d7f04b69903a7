/** The interface's colors and controls, as in packages/ui/src/kit/theme.css. */
const STYLE = `
  :root {
    color-scheme: light dark;
    --sunken: light-dark(#f4f2ee, #131210); --surface: light-dark(#fdfcfa, #1a1917); --raised: light-dark(#fff, #242220);
    --hover: light-dark(#ebe8e1, #2b2926); --ink: light-dark(#1e1c19, #ece8e1); --muted: light-dark(#57534b, #b4aea4);
    --subtle: light-dark(#6b665d, #9d978c); --hairline: light-dark(#e7e3db, #2e2c28); --edge: light-dark(#d2cdc3, #403d38);
    --control: light-dark(#8b857a, #7f796f); --accent: light-dark(#17508f, #9cc2f0);
    --accent-hover: light-dark(#113f73, #b5d2f5); --accent-contrast: light-dark(#fff, #0b2038);
    --accent-soft: light-dark(#e7eef6, #1d2a39); --danger: light-dark(#a9291d, #f3a59c); --danger-soft: light-dark(#fbecea, #38201c);
  }
  * { box-sizing: border-box }
  body { margin: 0; background: var(--surface); color: var(--ink); font: 16px/1.625 Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
  main { max-width: var(--width); margin: 0 auto; padding: 3rem 1.25rem }
  h1, h2, b, dt { font-weight: 600 } h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.25; letter-spacing: -0.02em; text-wrap: balance }
  h2 { margin: 2rem 0 0.5rem; font-size: 1.125rem } p { margin: 0.75rem 0 } a { color: var(--accent); text-underline-offset: 3px }
  label { display: block; margin: 1rem 0; font-size: 0.9375rem; font-weight: 500 }
  input:not([type=checkbox], [type=radio]), select { display: block; width: 100%; height: 2.75rem; margin-top: 0.375rem; padding: 0 0.75rem; border: 1px solid var(--control); border-radius: 8px; background: var(--raised); color: inherit; font: inherit }
  input[readonly] { border-color: var(--edge); background: var(--sunken); color: var(--muted) }
  input[type=checkbox], input[type=radio] { width: 1.125rem; height: 1.125rem; accent-color: var(--accent) }
  button { min-height: 2.5rem; margin: 0.15rem 0; padding: 0.4rem 1rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--raised); color: inherit; font: inherit; font-weight: 500; cursor: pointer }
  button:hover { background: var(--hover) }
  .primary { border-color: transparent; background: var(--accent); color: var(--accent-contrast) } .primary:hover { background: var(--accent-hover) }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px } form { margin: 0 }
  th { text-align: left } td, th { padding: 0.3rem 1rem 0.3rem 0; vertical-align: top; overflow-wrap: anywhere }
  .scroll { overflow-x: auto } fieldset { margin: 1rem 0; padding: 1rem; border: 1px solid var(--hairline); border-radius: 12px }
  .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0 1.5rem }
  dd { margin: 0 } [role=alert] { padding: 0.75rem 1rem; border-radius: 8px; background: var(--danger-soft); color: var(--danger) }
  .inline, .inline label { display: inline-block; margin: 0 } .inline select { display: inline-block; width: auto }
  small { color: var(--subtle) } dt { margin-top: 1rem } pre { white-space: pre-wrap; overflow-wrap: anywhere }
  iframe { width: 100%; height: 28rem; border: 1px solid var(--edge); border-radius: 8px; background: white }
`;

/** A complete page in the product's style. `content` is HTML. */
export function page(title: string, content: string, width = '30rem'): string {
  return bare(title, `<main style="--width: ${width}"><h1>${escapeHtml(title)}</h1>\n${content}</main>`);
}

/** A page without a heading, whose `content` brings its own layout and `style`. */
export function bare(title: string, content: string, style = ''): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}${style}</style>
${content}
</html>
`;
}

export function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
