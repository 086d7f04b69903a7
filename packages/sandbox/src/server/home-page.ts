import type { StandIn } from '../stand-in.ts';

interface HomePage {
  productName: string;
  origin: string;
  standIns: StandIn[];
  /** The scenario words and their effects; empty while faults are off. */
  words: { about: string; words: { word: string; does: string }[] }[];
}

/** The page at `/`, which explains the sandbox to a person. */
export function homePage({ productName, origin, standIns, words }: HomePage): string {
  const name = escapeHtml(productName);
  const services = standIns.map(
    ({ name, about, base }) =>
      `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(about)} <code>${escapeHtml(origin + base)}</code></dd>`,
  );
  const tables = words.map(({ about, words: ones }) => {
    const rows = ones.map(
      ({ word, does }) => `<tr><td><code>${escapeHtml(word)}</code></td><td>${escapeHtml(does)}</td></tr>`,
    );
    return `<h2>${escapeHtml(about)}</h2><table>${rows.join('')}</table>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${name} sandbox</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1.25rem }
  dt { font-weight: 600; margin-top: 1rem } dd { margin: 0 }
  td { padding: 0.2rem 1rem 0.2rem 0; vertical-align: top } td:first-child { white-space: nowrap }
</style>
<h1>${name} sandbox</h1>
<p>Stand-ins for the services that ${name} talks to. They run on this machine only, need no key and cost nothing.</p>
<dl>${services.join('')}</dl>
<p><a href="/__sandbox/log">What was asked of the model and of the search</a>, as JSON. <code>POST /__sandbox/reset</code> empties it.</p>
${tables.join('')}
</html>
`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
