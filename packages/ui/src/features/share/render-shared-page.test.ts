// @vitest-environment happy-dom
import { setTranslator, type SharedConversation, type SharedMessage, type SharedPageSettings } from '@parley/core';
import { expect, onTestFinished, test } from 'vitest';
import { injections, unsafeParts } from '../../kit/markdown/testing/injection-corpus.ts';
import { richSample } from '../../kit/markdown/testing/corpus.ts';
import { renderSharedPage } from './render-shared-page.tsx';

const SETTINGS = {
  productName: 'Parley',
  url: 'https://parley.example/share/t',
  homeUrl: 'https://parley.example',
  continueUrl: 'https://parley.example/continue#t',
};
const FILES = {
  styles: 'a{color:red}',
  formulaStyles: '/assets/f.css',
  script: 'void 0',
  font: '/assets/f.woff2',
  picture: '/share.png',
};

const question = (text: string, more: Partial<SharedMessage> = {}): SharedMessage => ({
  isUser: true,
  status: 'complete',
  text,
  files: [],
  hiddenFiles: 0,
  ...more,
});
const reply = (text: string, more: Partial<SharedMessage> = {}): SharedMessage =>
  question(text, { isUser: false, ...more });

async function open(
  messages: SharedMessage[] | null,
  title = 'Tea',
  now = () => 0,
  settings: SharedPageSettings = SETTINGS,
) {
  const sharedAt = '2026-11-23T09:00:00.000Z';
  const shared: SharedConversation | null = messages && { title, sharedAt, messages };
  const { html, styles } = await renderSharedPage(shared, settings, FILES, now);
  // happy-dom would load the style sheets.
  const page = new DOMParser().parseFromString(html.replaceAll('rel="stylesheet"', 'rel="sheet"'), 'text/html');
  return { html, styles, page };
}

const text = (page: Document, selector: string) =>
  [...page.querySelectorAll(selector)].map((element) => element.textContent);
const meta = (page: Document, name: string) =>
  page.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content');

test('the page of a conversation without a title names it in the language of the page', async () => {
  setTranslator({ message: (id) => (id === 'New Chat' ? 'Neuer Chat' : undefined), plural: () => undefined });
  onTestFinished(() => setTranslator(null));
  const { page } = await open([question('How?')], 'New Chat');
  expect(text(page, 'h1')).toEqual(['Neuer Chat']);
  expect(page.title).toBe('Neuer Chat · Parley');
});

test('the page has the messages as the chat renders them, without a script', async () => {
  const { html, page } = await open([question('How?\n<b>now</b>'), reply(richSample)]);
  expect(text(page, 'h1')).toEqual(['Tea']);
  expect(text(page, '[data-question]')).toEqual(['How?\n<b>now</b>']);
  expect(page.querySelectorAll('.code__keyword').length).toBeGreaterThan(35);
  expect(page.querySelectorAll('.katex .katex-html')).toHaveLength(3);
  expect(page.querySelector('.footnote')?.textContent).toContain('1');
  expect(page.querySelector('table th')).not.toBeNull();
  expect(html).toContain('graph TD; A');
  expect(page.querySelector<HTMLAnchorElement>('header a:last-child')?.href).toBe(SETTINGS.continueUrl);
});

test('styles and script are in one element each, and only pages with formulas load theirs', async () => {
  const { html, styles, page } = await open([question('q'), reply('$x^2 = \\frac{1}{2}$ and $\\ce{H2O}$')]);
  expect(page.querySelectorAll('style')).toHaveLength(1);
  expect(html).toContain(`<style>${styles}</style>`);
  expect(styles.startsWith(FILES.styles)).toBe(true);
  expect(html).toContain(`<script>${FILES.script}</script>`);
  expect(html).not.toMatch(/ style="/);
  expect(page.querySelectorAll('.katex')).toHaveLength(2);
  expect(styles).toMatch(/\[data-s="\w+"\],#s\)\{height:[\d.]+em/);
  expect(page.querySelector(`link[href="${FILES.formulaStyles}"]`)).not.toBeNull();
  const plain = await open([question('q'), reply('no formula')]);
  expect(plain.html).not.toContain(FILES.formulaStyles);
});

test.each(['</title><script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '&lt;b&gt; \u202Eevil', "it's"])(
  'a conversation titled %s stays text everywhere',
  async (title) => {
    const { page } = await open([question(title), reply('r')], title);
    expect([page.title, meta(page, 'og:title'), ...text(page, 'h1')]).toEqual([`${title} · Parley`, title, title]);
    expect(page.querySelectorAll('script')).toHaveLength(1);
    expect(page.querySelectorAll('img')).toHaveLength(0);
  },
);

test('no injected Markdown becomes anything that runs, loads or restyles', async () => {
  const all = injections.flatMap((injection) => [
    question(injection),
    reply(injection, { reasoningContent: injection }),
  ]);
  const { page, styles } = await open(all);
  const wrong = [...page.querySelectorAll('main .prose')].flatMap((prose) => unsafeParts(prose));
  expect(wrong).toEqual([]);
  expect(styles).not.toMatch(/url|expression|@|</i);
  const questions = [...page.querySelectorAll('[data-question]')].filter((element) => element.children.length > 0);
  expect(questions).toEqual([]);
});

test('a preview of the link has the title, the first question and the picture, and no search engine lists it', async () => {
  const { page } = await open([question(`  Why\nis ${'very '.repeat(60)}long?`), reply('r')]);
  expect(meta(page, 'og:description')).toMatch(/^Why is very .*…$/);
  expect([...(meta(page, 'og:description') ?? '')].length).toBeLessThanOrEqual(160);
  expect(meta(page, 'og:image')).toBe('https://parley.example/share.png');
  expect(meta(page, 'robots')).toBe('noindex, nofollow, noarchive');
});

test('the page of an operator has their picture for previews and their colors', async () => {
  const { page } = await open([question('q')], 'Tea', undefined, {
    ...SETTINGS,
    productName: 'Harbor',
    surfaces: { light: '#fbfdfc', dark: '#101817' },
    picture: { path: '/brand/share?v=1', width: 800, height: 400 },
  });
  expect(meta(page, 'og:image')).toBe('https://parley.example/brand/share?v=1');
  expect([meta(page, 'og:image:width'), meta(page, 'og:image:height')]).toEqual(['800', '400']);
  expect(meta(page, 'twitter:card')).toBe('summary_large_image');
  const colors = [...page.querySelectorAll('meta[name="theme-color"]')].map((each) => each.getAttribute('content'));
  expect(colors).toEqual(['#fbfdfc', '#101817']);
});

test('files, reasoning, sources and pictures are shown as they are shared', async () => {
  const { page } = await open([
    question('', {
      files: [
        { kind: 'image', name: 'a.png', size: 9, url: '/share/t/a', width: 8, height: 4 },
        { kind: 'pdf', name: 'b.pdf', size: 2048, url: '/share/t/b' },
      ],
    }),
    reply('Done.', {
      reasoningContent: 'Let me **think**.',
      reasoningMs: 12_000,
      imageUrl: '/share/t/c',
      imagePrompt: 'a fox',
      sources: ['https://example.com/a'],
    }),
    question('Next', { hiddenFiles: 1 }),
    reply('![mine](/api/files/abc) end', { status: 'stopped' }),
    question('And?', { hiddenFiles: 2 }),
    reply('', { status: 'failed' }),
  ]);
  expect(
    [...page.querySelectorAll('main img')].map((img) => [img.getAttribute('src'), img.getAttribute('alt')]),
  ).toEqual([
    ['/share/t/a', 'a.png'],
    ['/share/t/c', 'a fox'],
  ]);
  expect(page.querySelector('a[href="/share/t/b"]')?.textContent).toBe('b.pdf2 KB');
  expect(text(page, 'summary')).toEqual(['Reasoning12 s', 'Sources (1)']);
  const words = page.querySelector('main')?.textContent ?? '';
  for (const sentence of [
    'The attached file isn’t shared.',
    '2 attached files aren’t shared.',
    'This reply was stopped.',
    'This reply could not be completed.',
    'mine end',
  ])
    expect(words).toContain(sentence);
});

test('a link that does not work leads to a page without any of its conversation', async () => {
  const { page } = await open(null);
  expect(text(page, 'h1')).toEqual(['This link isn’t available']);
  expect(meta(page, 'og:title')).toBeUndefined();
  expect(meta(page, 'robots')).toContain('noindex');
});

test('a conversation that takes too long to typeset and highlight is shown with its source', async () => {
  let time = 0;
  const now = () => (time += 2_500);
  const code = '```js\nlet a;\n```';
  const { page } = await open([reply(`${code}\n\n$x^2$\n\n${code}\n\n$y^2$`)], 'Tea', now);
  expect([page.querySelectorAll('.katex').length, page.querySelectorAll('.code__keyword').length]).toEqual([1, 1]);
  expect(text(page, 'p > code')).toEqual(['$y^2$']);
});
