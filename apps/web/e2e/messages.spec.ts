import { expect } from '@playwright/test';
import { standsStill } from './support/stands-still.ts';
import { userTest } from './support/test.ts';

/** A message that the sandbox answers with these lines. */
function echoed(...lines: string[]): string {
  return ['[[echo]] [[fast]]', ...lines.toReversed()].join('\n');
}

function wideTable(): string {
  const cells = (text: string) => `|${` ${text} |`.repeat(9)}`;
  return echoed(cells('Population'), cells('-'), cells('a longer cell'));
}

userTest(
  'the bar shows a question that scrolled out of view and scrolls back to it',
  async ({ page, chat, account }) => {
    await page.goto(`/c/${await account.ask('[[fast]] [[long 800]]')}`);
    const head = page.locator('[data-tooltip="Back to the question"]');
    await expect(head).toHaveText('[[fast]] [[long 800]]');
    await head.click();
    await expect(chat.questions).toBeInViewport();
    await expect(head).toBeHidden();
  },
);

userTest('each block of a reply takes its own text direction', async ({ page, chat, account }) => {
  const answer = ['| אחת | שתיים |', '|---|---|', '', '- רשימה', '', 'From left to right. [[echo]]'];
  await page.goto(`/c/${await account.ask(answer.toReversed().join('\n'))}`);
  await expect(chat.texts.locator('p').first()).toHaveCSS('direction', 'ltr');
  await expect(chat.texts.locator('ul').first()).toHaveCSS('direction', 'rtl');
  await expect(chat.texts.locator('table').first()).toHaveCSS('direction', 'rtl');
  await chat.box.fill('שלום');
  await expect(chat.box).toHaveCSS('direction', 'rtl');
});

for (const [where, tag, init] of [
  ['', [], () => {}],
  [
    ' where the page has no clipboard',
    ['@all'],
    () => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined }),
  ],
] as const) {
  userTest(
    `Copy copies a reply and its code${where} and shows a check mark for 1.5 s`,
    { tag: [...tag] },
    async ({ page, chat, account, context }) => {
      await context.grantPermissions(['clipboard-write']);
      await page.addInitScript(init);
      await page.clock.install();
      await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
      const code = chat.texts.locator('.code', { hasText: 'words_per_line' });
      const copied = chat.turns.last().getByRole('button', { name: 'Copied', exact: true });
      await expect(code).toBeVisible();
      // From here on, only the test advances the clock.
      await page.clock.pauseAt(Date.now() + 60_000);
      await chat.turns.last().getByRole('button', { name: 'Copy', exact: true }).click();
      await expect(copied).toBeVisible();
      await page.clock.runFor(1450);
      await expect(copied).toBeVisible();
      await page.clock.runFor(100);
      await expect(copied).toHaveCount(0);
      await page.clock.resume();
      await chat.box.press('Control+V');
      await expect(chat.box).toHaveValue(/^# Setting text for reading\n[^]*\[\^classic\]: Robert/);

      await standsStill(code.getByRole('button', { name: 'Copy code' }));
      await page.clock.pauseAt(Date.now() + 120_000);
      await code.getByRole('button', { name: 'Copy code' }).click();
      await expect(code.getByRole('button', { name: 'Copied code' })).toBeVisible();
      await page.clock.resume();
      await chat.box.fill('');
      await chat.box.press('Control+V');
      await expect(chat.box).toHaveValue(/^from statistics import mean\n[^]*if count > 0\)$/);
      await expect(code.getByRole('button', { name: 'Copy code' })).toBeVisible();
    },
  );
}

userTest(
  'a turn names its speaker, and its Markdown renders code, tasks, math, and links but no remote image',
  async ({ page, chat, account, stack }) => {
    const strangers: string[] = [];
    page.on(
      'request',
      (request) =>
        /^https?:/.test(request.url()) && !request.url().startsWith(stack.url) && strangers.push(request.url()),
    );
    await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
    const text = chat.texts;
    const said = page.getByRole('main').getByRole('heading', { name: / said$/ });
    await expect(said).toHaveText(['You said', 'Parley said']);
    await expect(text.locator('.code', { hasText: 'words_per_line' }).locator('.code__keyword').first()).toHaveText(
      'from',
    );
    await expect(text.locator('del')).toHaveText('120 characters');

    await expect(text.getByRole('checkbox')).toHaveCount(4);
    await expect(text.getByRole('checkbox', { name: 'Read it on a phone, in daylight' })).toBeChecked();
    await expect(text.getByRole('checkbox', { name: 'Print one page and read it on paper' })).not.toBeChecked();

    await expect(text).toContainText('a price such as $5 and $10 stays a price');
    await expect(text.locator('.formula', { hasText: '$' })).toHaveCount(0);
    await expect(text.locator('.formula math').nth(1)).toHaveText(/x\s*2/);
    await expect(text.locator('.formula-block math mfrac').first()).toBeVisible();

    const link = text.getByRole('link', { name: 'Practical Typography' });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /\bnoopener\b/);

    await expect(text.locator('.blocked-image')).toContainText(
      'Image from example.com blocked: A book page with its margins drawn in',
    );
    const open = text.getByRole('link', { name: 'Open image' });
    await expect(open).toHaveAttribute('href', 'https://example.com/golden-section.png');
    await expect(open).toHaveAttribute('target', '_blank');
    await expect(text.locator('img:not([src^="blob:"])')).toHaveCount(0);
    expect(strangers).toEqual([]);
  },
);

userTest('a copied formula is its source', async ({ page, chat, account, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const answer = ['Where it ends.', '', 'It is $x^2 + \\sqrt{2}$ here. [[echo]]'];
  await page.goto(`/c/${await account.ask(answer.toReversed().join('\n'))}`);
  await expect(chat.texts.locator('.katex')).toBeVisible();
  const copied = await chat.texts.evaluate((text) => {
    getSelection()?.selectAllChildren(text);
    document.execCommand('copy');
    return navigator.clipboard.readText();
  });
  expect(copied.trim()).toBe('Where it ends.\n\nIt is $x^2 + \\sqrt{2}$ here. [[echo]]');
});

userTest('a footnote opens where it is cited and leads nowhere', async ({ page, chat, account, context }) => {
  await page.setViewportSize({ width: 900, height: 800 });
  await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
  const address = page.url();
  const note = chat.texts.getByRole('note').filter({ hasText: 'Printers call the length of a line its measure.' });
  const number = chat.texts.getByRole('button', { name: 'Note 1' });
  // Drawn late, it would move the number under the pointer.
  await expect(page.getByRole('img', { name: 'Diagram' })).toHaveJSProperty('complete', true);
  await standsStill(number);
  await expect(note).toBeHidden();
  await number.click();
  await expect(note).toBeVisible();
  await number.click();
  await expect(note).toBeHidden();
  expect(page.url()).toBe(address);
  expect(context.pages()).toHaveLength(1);
  await page.setViewportSize({ width: 1600, height: 800 });
  await expect(note).toBeVisible();
});

userTest(
  'a diagram is drawn by itself, readable on a phone, shaded where more follows, and in the colors of the theme',
  async ({ page, chat, account }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
    const block = chat.texts.locator('.code', { hasText: 'mermaid' });
    const picture = block.getByRole('img', { name: 'Diagram' });
    await expect(picture).toHaveJSProperty('complete', true);
    const size = await picture.evaluate((image: HTMLImageElement) => [image.width, image.naturalWidth]);
    expect(size[0]).toBe(size[1]);
    // Shades at both ends, and what covers them where nothing follows.
    const box = block.getByRole('group', { name: 'Diagram' });
    await expect(box).toHaveCSS('background-attachment', 'local, local, scroll, scroll');
    const light = await picture.getAttribute('src');
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
    await expect(picture).not.toHaveAttribute('src', light ?? '');
    await standsStill(block.getByRole('button', { name: 'Show source' }));
    await block.getByRole('button', { name: 'Show source' }).click();
    await expect(block).toContainText('flowchart LR');
  },
);

userTest('a diagram that would freeze the page is shown as source', async ({ page, chat, account }) => {
  const spaces = ['```mermaid', '%%{init: {"theme": "forest"}}%%', 'block-beta', 'space:50000000', '```'];
  const nodes = (letter: string) => Array.from({ length: 20 }, (_, n) => `${letter}${n}`).join(' & ');
  const edges = ['```mermaid', 'graph TD', `${nodes('a')} --> ${nodes('b')}`, '```'];
  await page.goto(`/c/${await account.ask(echoed(...spaces, '', ...edges))}`);
  await expect(chat.texts.getByText('This diagram couldn’t be drawn.')).toHaveCount(2);
  await chat.box.fill('Still typing');
});

userTest('a diagram cannot ask for millions of lines or thousands of marks', async ({ page, chat, account }) => {
  await page.addInitScript(() => {
    const sizes: number[] = [];
    const create = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (drawn: Blob) => {
      if (drawn.type === 'image/svg+xml') sizes.push(drawn.size);
      return create(drawn);
    };
    Object.assign(globalThis, { sizes });
  });
  const drawn = [
    '---',
    'config:',
    '  look: handDrawn',
    '  flowchart:',
    '    padding: 20000',
    '---',
    'graph LR',
    'A-->B',
  ];
  const init = ['%%{init: {"look": "handDrawn", "flowchart": {"padding": 20000}}}%%', 'graph LR', 'A-->B'];
  const ticks = ['gantt', 'dateFormat YYYY-MM-DD', 'tickInterval 1day', 'A :a, 2000-01-01, 2026-12-31'];
  const fenced = [drawn, init, ticks].flatMap((lines) => ['```mermaid', ...lines, '```', '']);
  await page.goto(`/c/${await account.ask(echoed(...fenced))}`);
  await expect(chat.texts.getByRole('img', { name: 'Diagram' })).toHaveCount(3);
  // The font takes most of an ordinary one.
  for (const size of (await page.evaluate('sizes')) as number[]) expect(size).toBeLessThan(300_000);
});

userTest(
  'a wide table uses the room beside the column, and fades where more follows',
  async ({ page, chat, account }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/c/${await account.ask(wideTable())}`);
    const table = chat.texts.locator('.table');
    await expect.poll(async () => (await table.boundingBox())?.width).toBeGreaterThan(800);
    await expect
      .poll(() => page.evaluate(() => document.querySelector('[data-thread]')?.scrollWidth))
      .toBeLessThanOrEqual(1184);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(table).toHaveClass(/has-more/);
    await table.getByRole('region').evaluate((box) => box.scrollTo({ left: box.scrollWidth }));
    await expect(table).not.toHaveClass(/has-more/);
  },
);

userTest('the header of a long block of code stays in view with its Copy button', async ({ page, chat, account }) => {
  await page.goto(`/c/${await account.ask(echoed('```js', ...Array<string>(120).fill('let a;'), '```'))}`);
  const block = chat.texts.locator('.code');
  const copy = block.getByRole('button', { name: 'Copy code' });
  await block.getByRole('button', { name: 'Show all 120 lines' }).click();
  await expect(block.getByRole('button', { name: 'Show less' })).toBeVisible();
  await page.locator('[data-thread]').evaluate((thread) => thread.scrollTo({ top: thread.scrollHeight / 2 }));
  await expect(copy).toBeInViewport({ ratio: 1 });
});

userTest('a conversation is printed whole, light, and without the app around it', async ({ page, chat, account }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
  await expect(chat.texts.locator('.code__keyword').first()).toBeVisible();
  // The buttons of a table load late; their styles may come after those for print.
  await expect(page.locator('.table__bar button').first()).toBeAttached();
  await page.locator('link[href*="/table-bar-"]').evaluate((styles) => document.head.append(styles));
  await page.emulateMedia({ media: 'print' });
  for (const bar of await page.locator('.table__bar').all()) await expect(bar).toBeHidden();
  await expect(chat.sidebar).toBeHidden();
  await expect(chat.box).toBeHidden();
  await expect(chat.texts.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(chat.questions.first()).toBeVisible();
  await expect(chat.texts.getByRole('note').getByText('Printers call the length of a line')).toBeVisible();
  await expect(chat.texts.locator('.footnote-ref').first().getByText('1')).toBeVisible();
  const printed = await page.evaluate(() => {
    const link = document.querySelector('.prose a[href^="http"]');
    const code = document.querySelector('.prose .code pre');
    return {
      address: link && getComputedStyle(link, '::after').content,
      codeWraps: code && getComputedStyle(code).whiteSpace,
      ticks: [...document.querySelectorAll('.prose input:checked')].map(
        (tick) => getComputedStyle(tick).printColorAdjust,
      ),
      page: getComputedStyle(document.documentElement).backgroundColor,
      isWhole: document.documentElement.scrollHeight > innerHeight,
    };
  });
  expect(printed).toEqual({
    address: expect.stringContaining('https://'),
    codeWraps: 'pre-wrap',
    ticks: ['exact', 'exact'],
    page: 'rgb(253, 252, 250)',
    isWhole: true,
  });
  // A4 and letter, between their margins.
  for (const width of [673, 695]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

userTest(
  'a printed table fits the page, and long text beside a word does not break the word',
  async ({ page, chat, account }) => {
    const tables = [2, 5, 8, 12].flatMap((columns) => [
      `|${' Population |'.repeat(columns)}`,
      `|${' - |'.repeat(columns)}`,
      `|${' 8,900,000 |'.repeat(columns - 1)} ${'some words '.repeat(40)}${'0123456789'.repeat(30)} |`,
      '',
    ]);
    await page.goto(`/c/${await account.ask(echoed(...tables))}`);
    await expect(page.locator('table')).toHaveCount(4);
    await page.emulateMedia({ media: 'print' });
    // The styles for print load late.
    await expect(chat.box).toBeHidden();
    for (const width of [673, 695]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const broken = await page.evaluate(() =>
        [...document.querySelectorAll('table')].map((table) => {
          const words = [...table.querySelectorAll(':is(th, td):not(:last-child)')];
          return words.filter((cell) => {
            const text = document.createRange();
            text.selectNodeContents(cell);
            return text.getClientRects().length > 1;
          }).length;
        }),
      );
      // Twelve columns leave no room for their words.
      expect(broken.slice(0, 3)).toEqual([0, 0, 0]);
    }
  },
);

userTest('a printed formula that is wider than the page is whole', async ({ page, chat, account }) => {
  const sum = Array.from({ length: 60 }, (_, at) => `y_{${at}}`).join(' + ');
  await page.goto(`/c/${await account.ask(echoed('$$', sum, '$$'))}`);
  await expect(page.locator('.katex-html')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(chat.box).toBeHidden();
  for (const width of [673, 695]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const isCut = () => page.locator('.formula').evaluate((formula) => formula.scrollWidth > formula.clientWidth);
    await expect.poll(isCut).toBe(false);
  }
});

userTest(
  'Print in the menu opens the conversation, all that is folded in it, and its sources',
  async ({ page, chat }) => {
    await page.goto('/');
    await page.getByRole('radio', { name: 'Search', exact: true }).check();
    const long = 'How do I cancel? '.repeat(200);
    await chat.ask(long);
    await chat.ended();
    await page.evaluate(() => {
      window.print = () => {
        const sources = document.querySelectorAll<HTMLAnchorElement>('ol[aria-label=Sources] a');
        const folded = document.querySelectorAll('[data-thread] button[aria-expanded=false]:not([aria-haspopup])');
        const question = document.querySelector('[data-question]');
        Object.assign(window, {
          printed: [sources.length > 0, folded.length, question?.textContent.match(/cancel/g)?.length],
        });
      };
    });
    await chat.startNewChat();
    await chat.sidebar.getByRole('link').first().hover();
    await chat.sidebar.getByRole('button', { name: /^More for / }).click();
    await page.getByRole('menuitem', { name: 'Print' }).click();
    await expect.poll(() => page.evaluate(() => (window as { printed?: unknown }).printed)).toEqual([true, 0, 200]);
    await expect(page.getByRole('button', { name: 'Show all' })).toBeVisible();
  },
);

userTest(
  'the head of a code block stays directly below the bar while its code scrolls',
  async ({ page, chat, account }) => {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 500 });
      await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
      await expect(chat.texts.locator('.code__keyword').first()).toBeVisible();
      await expect
        .poll(() =>
          page.evaluate(() => {
            const thread = document.querySelector('[data-thread]');
            const code = document.querySelector('.code');
            const head = code?.querySelector('.code__head');
            if (!thread || !code || !head) return null;
            const top = thread.getBoundingClientRect().top;
            thread.scrollTop += code.getBoundingClientRect().top - top + 60;
            return Math.round(head.getBoundingClientRect().top - top);
          }),
        )
        .toBe(0);
    }
  },
);

userTest('a wide table scrolls by itself on a phone', async ({ page, chat, account }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
  const table = chat.texts.getByRole('region', { name: /^Table: Line length/ });
  await table.scrollIntoViewIfNeeded();
  await table.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  await expect.poll(async () => (await table.boundingBox())?.width).toBeLessThanOrEqual(360);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

userTest('a wide formula is shaded at the edge beyond which it goes on', async ({ page, chat, account }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const sum = Array.from({ length: 60 }, (_, at) => `y_{${at}}`).join(' + ');
  await page.goto(`/c/${await account.ask(echoed('$$', sum, '$$'))}`);
  const formula = chat.texts.getByRole('group', { name: 'Formula' });
  await expect(formula.locator('.katex-html')).toBeVisible();
  await expect(formula).toHaveCSS('background-image', /linear-gradient/);
});
