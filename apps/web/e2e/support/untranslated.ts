import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page, Route } from '@playwright/test';

const PSEUDO = fileURLToPath(new URL('../../dist/languages/en-XA/', import.meta.url));
const SETTINGS = /<meta\s+name="parley"\s+content=(?:'[^']*'|"[^"]*")/;

/** Texts from users and other services: addresses, times, files, codes, names and messages. */
const OWN = [
  /@example\.com|\[\[|^\d+:\d\d [AP]M$|^#[0-9a-f]{6}$|^parley_sk_|^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$|\.(?:png|jpg|txt|pdf)$/,
  /^(?:Jan|Feb|March|Mar|Apr|May|June|Jun|July|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d/,
  /^(?:API|Apple|Redis|Stripe|Sandbox|Tide table|Uncaught ReferenceError: missing is not defined|Botany|Home automation|Editor on the laptop|iOS app)$/,
  /^(?:What is 6|And what is the|Plan a focused|Rewrite this note|Moving to Lisbon|A week in Lisbon|Why the sky|A lighthouse)/,
  // Prompts that the server suggests.
  /^(?:Turn my to-do|Help me write a|Explain a topic|Fact-check my)/,
  // What follows a name that has an element of its own, and the demo assistant's words.
  /^(?:writes a weekly newsletter|runs a small bakery|studies while working|applies for grants)$/,
  /^This (?:is the answer that follows|answer follows a script)/,
  /^(?:Remember that|Bakes bread|Is vegetarian|Has two|Prefers short|word1 |# Setting text)/,
];

/**
 * Makes the page load the build of the pseudo language, with the server's settings in it. What the server writes is in
 * Arabic, whose letters no English text has.
 */
export async function usePseudoLanguage(page: Page, url: string): Promise<void> {
  await page.context().addCookies([{ name: 'language', value: 'ar', url }]);
  const built = await readFile(`${PSEUDO}index.html`, 'utf8');
  const isPage = (route: Route) => {
    return route.request().resourceType() === 'document' && route.request().frame() === page.mainFrame();
  };
  await page.route('**', async (route) => {
    if (new URL(route.request().url()).pathname === '/boot.js') return route.fulfill({ path: `${PSEUDO}boot.js` });
    if (!isPage(route)) return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const settings = SETTINGS.exec(await response.text())?.[0];
    if (settings === undefined) return route.fulfill({ response });
    const { 'content-encoding': _, 'content-length': __, ...headers } = response.headers();
    return route.fulfill({ status: 200, headers, body: built.replace(SETTINGS, () => settings) });
  });
}

/** The texts on the page, and the names of its parts, that cannot be translated. */
export async function untranslatedTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const WRITTEN =
      '.prose, [data-question], textarea, option[lang], code, pre, kbd, svg, script, style, template, bdi';
    const NAMES = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'];
    /** With names in it at most. */
    const isArabic = (text: string) => /\p{Script=Arabic}/u.test(text) && !/[a-z]{2} [a-z]{2}/.test(text);
    const found = new Set<string>();
    const check = (text: string | null, part: Element | null) => {
      const isOurs = text !== null && /\p{L}{2}/u.test(text) && !text.includes('\u200B') && !isArabic(text);
      if (isOurs && part && !part.closest(WRITTEN)) found.add(text.trim());
    };
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) check(nodes.currentNode.nodeValue, nodes.currentNode.parentElement);
    for (const part of document.body.querySelectorAll(NAMES.map((name) => `[${name}]`).join())) {
      for (const name of NAMES) check(part.getAttribute(name), part);
    }
    return [...found];
  });
  return texts.filter((text) => !OWN.some((own) => own.test(text)));
}
