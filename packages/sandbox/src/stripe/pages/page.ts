import { escapeHtml } from '../../server/home-page.ts';

/** A complete page in the sandbox's design. `content` is HTML. */
export function page(title: string, content: string, width = '28rem'): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: ${width}; margin: 3rem auto; padding: 0 1.25rem }
  label { display: block; margin: 0.75rem 0 } input:not([type=checkbox]), select { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: 0.4rem }
  button { font: inherit; padding: 0.4rem 1rem; margin: 0.15rem 0 } form { margin: 0 }
  th { text-align: left } td, th { padding: 0.3rem 1rem 0.3rem 0; vertical-align: top; overflow-wrap: anywhere }
  .scroll { overflow-x: auto } fieldset { margin: 1rem 0; border: 1px solid GrayText; border-radius: 8px }
  .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 0 1.5rem }
  dt { font-weight: 600 } dd { margin: 0 } [role=alert] { border-left: 4px solid #c33; padding-left: 0.75rem }
  .inline, .inline label { display: inline-block; margin: 0 } .inline select { display: inline-block; width: auto }
  .price { font-size: 2rem; margin: 0 } small { opacity: 0.75 }
</style>
<h1>${escapeHtml(title)}</h1>
${content}
</html>
`;
}

export function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;
}

/** Formats cents as dollars. */
export function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

/** Formats epoch seconds as a date. */
export function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
