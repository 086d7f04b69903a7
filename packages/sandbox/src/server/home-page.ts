import type { StandIn } from '../stand-in.ts';
import { escapeHtml, page } from './page.ts';

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
  return page(
    `${productName} sandbox`,
    `<p>Stand-ins for the services that ${name} talks to. They run on this machine only, need no key and cost nothing.</p>
<dl>${services.join('')}</dl>
<p><a href="/__sandbox/log">What was asked of the model and of the search</a>, as JSON. <code>POST /__sandbox/reset</code> empties it.</p>
${tables.join('')}`,
    '42rem',
  );
}
