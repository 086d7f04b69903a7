import { expect, type Page } from '@playwright/test';
import type { Chat } from './support/chat.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { saidBy } from './support/said-by.ts';
import { userTest } from './support/test.ts';

const editor = (page: Page) => page.getByRole('textbox', { name: 'Edit message' });
const save = (page: Page) => page.getByRole('button', { name: 'Save & Regenerate' });
const versionsOf = (chat: Chat, turn: number) => chat.turns.nth(turn).getByRole('group', { name: 'Versions' });

async function beginEdit(page: Page, chat: Chat, question: number): Promise<void> {
  await chat.questions.nth(question).hover();
  await page.getByRole('button', { name: 'Edit message' }).nth(question).click();
  await expect(editor(page)).toBeFocused();
}

userTest(
  'the pencil opens a box of three rows; Cancel, Escape and blank text leave the question',
  async ({ page, chat, account, stack }) => {
    await page.goto(`/c/${await account.ask('What is 6 * 7?')}`);
    await expect(chat.texts).toContainText('42');
    const asked = (await stack.modelRequests()).length;
    for (const leave of ['Cancel', 'Escape', 'blank']) {
      await beginEdit(page, chat, 0);
      await expect(editor(page)).toHaveValue('What is 6 * 7?');
      const rows = await editor(page).evaluate(
        (box) => box.clientHeight / parseFloat(getComputedStyle(box).lineHeight),
      );
      expect(rows).toBeGreaterThanOrEqual(3);
      await editor(page).fill(leave === 'blank' ? ' \n ' : 'What is 2 * 3?');
      if (leave === 'Cancel') await page.getByRole('button', { name: 'Cancel' }).click();
      else if (leave === 'Escape') await editor(page).press('Escape');
      else await save(page).click();
      await expect(editor(page)).toHaveCount(0);
      await expect(chat.questions).toHaveText('What is 6 * 7?');
    }
    await expect(chat.texts).toContainText('42');
    expect((await stack.modelRequests()).length).toBe(asked);
  },
);

userTest(
  'an edit cuts off what followed, and every version is reachable with what followed it',
  async ({ page, chat, account }) => {
    const id = await account.ask('What is 6 * 7?');
    await account.ask('What is 6 * 8?', id);
    await page.goto(`/c/${id}`);
    await expect(chat.turns).toHaveCount(4);
    await beginEdit(page, chat, 0);
    await editor(page).fill('What is 2 * 3?');
    await save(page).click();
    await expect(chat.questions).toHaveText(['What is 2 * 3?']);
    await expect(chat.texts).toHaveText([/= 6/]);
    await chat.ended();
    await expect(versionsOf(chat, 0)).toHaveText('2 / 2');
    await beginEdit(page, chat, 0);
    await editor(page).fill('What is 3 * 5?');
    await editor(page).press('Control+Enter');
    await expect(chat.texts).toHaveText([/= 15/]);
    await chat.ended();

    const previous = page.getByRole('button', { name: 'Previous version' });
    const next = page.getByRole('button', { name: 'Next version' });
    const expectVersion = async (version: string, questions: string[], texts: RegExp[]) => {
      await expect(versionsOf(chat, 0)).toHaveText(version);
      await expect(chat.questions).toHaveText(questions);
      await expect(chat.texts).toHaveText(texts);
    };
    await expectVersion('3 / 3', ['What is 3 * 5?'], [/= 15/]);
    await expect(next).toBeDisabled();
    await previous.click();
    await expectVersion('2 / 3', ['What is 2 * 3?'], [/= 6/]);
    await previous.click();
    await expectVersion('1 / 3', ['What is 6 * 7?', 'What is 6 * 8?'], [/= 42/, /= 48/]);
    await expect(previous).toBeDisabled();
    await page.reload();
    await expectVersion('1 / 3', ['What is 6 * 7?', 'What is 6 * 8?'], [/= 42/, /= 48/]);
    await next.click();
    await next.click();
    await expectVersion('3 / 3', ['What is 3 * 5?'], [/= 15/]);
    await beginEdit(page, chat, 0);
    await expectAccessible(page);
  },
);

userTest('an edit while a reply runs stops it, and asks the new question', async ({ page, chat, stack }) => {
  await page.goto('/');
  await chat.ask('[[long 5000]]');
  await expect(chat.texts).toContainText('word20');
  await beginEdit(page, chat, 0);
  await editor(page).fill('What is 2 * 3?');
  await save(page).click();
  await expect(chat.questions).toHaveText(['What is 2 * 3?']);
  await expect(chat.texts).toHaveText([/= 6/]);
  await chat.ended();
  expect((await stack.modelRequests()).at(-2)).toMatchObject({ closed: true });
  await page.getByRole('button', { name: 'Previous version' }).click();
  await expect(chat.questions).toHaveText(['[[long 5000]]']);
  await expect(chat.texts).toContainText('word20');
});

userTest(
  'a reply that is asked for again is a version, and keeps what followed each',
  async ({ page, chat, account }) => {
    const id = await account.ask('What is 6 * 7?');
    await page.goto(`/c/${id}`);
    await chat.retry.click();
    await expect(versionsOf(chat, 1)).toHaveText('2 / 2');
    await chat.ended();
    await chat.ask('What is 6 * 8?');
    await expect(chat.texts.nth(1)).toContainText('48');
    await chat.ended();
    await chat.turns.nth(1).hover();
    await page.getByRole('button', { name: 'Previous version' }).click();
    await expect(versionsOf(chat, 1)).toHaveText('1 / 2');
    await expect(chat.turns).toHaveCount(2);
    await page.reload();
    await expect(chat.turns).toHaveCount(2);
    await page.getByRole('button', { name: 'Next version' }).click();
    await expect(chat.questions).toHaveText(['What is 6 * 7?', 'What is 6 * 8?']);
  },
);

userTest(
  'who steps to another version of a question by key stays at it, and has the focus there',
  async ({ page, chat, account }) => {
    await page.goto(`/c/${await account.ask('[[sample]]')}`);
    await beginEdit(page, chat, 0);
    await editor(page).fill('What is 2 * 3?');
    await save(page).click();
    await expect(chat.texts).toHaveText([/= 6/]);
    await chat.ended();
    const top = () => versionsOf(chat, 0).evaluate((group) => group.getBoundingClientRect().top);
    const before = await top();
    await page.getByRole('button', { name: 'Previous version' }).press('Enter');
    await expect(versionsOf(chat, 0)).toHaveText('1 / 2');
    await expect(page.getByRole('button', { name: 'Next version' })).toBeFocused();
    await expect(chat.texts.locator('table')).toBeAttached();
    expect(await top()).toBeCloseTo(before, 0);
    await page.keyboard.press('Enter');
    await expect(versionsOf(chat, 0)).toHaveText('2 / 2');
    await expect(page.getByRole('button', { name: 'Previous version' })).toBeFocused();
  },
);

userTest(
  'a question that has scrolled away stands in the bar, which leads back to it',
  async ({ page, chat, account }) => {
    await page.goto(`/c/${await account.ask('[[long 800]]')}`);
    const head = page.getByTitle('Back to the question');
    await expect(head).toHaveText('[[long 800]]');
    await head.click();
    await expect(chat.questions).toBeInViewport();
    await expect(head).toBeHidden();
  },
);

userTest('each turn says who speaks', async ({ page, account }) => {
  await page.goto(`/c/${await account.ask('What is 6 * 7?')}`);
  const said = page.getByRole('main').getByRole('heading', { name: / said$/ });
  await expect(said).toHaveText(['You said', 'Parley said']);
});

userTest('what is written from right to left is set so, block by block', async ({ page, chat, account }) => {
  const answer = ['| אחת | שתיים |', '|---|---|', '', '- רשימה', '', 'From left to right. [[echo]]'];
  await page.goto(`/c/${await account.ask(answer.toReversed().join('\n'))}`);
  const direction = (selector: string) =>
    chat.texts
      .locator(selector)
      .first()
      .evaluate((block) => getComputedStyle(block).direction);
  await expect(chat.texts.locator('ul')).toBeVisible();
  expect(await direction('p')).toBe('ltr');
  expect(await direction('ul')).toBe('rtl');
  expect(await direction('table')).toBe('rtl');
  await chat.box.fill('שלום');
  expect(await chat.box.evaluate((box) => getComputedStyle(box).direction)).toBe('rtl');
});

userTest('a failed reply is an error with Retry that asks the question again', async ({ page, chat }) => {
  await page.goto('/');
  await chat.ask('[[cut]]');
  const error = chat.turns.last().getByText(/^Error: ./);
  await expect(error).toBeVisible();
  await page.reload();
  await expect(error).toBeVisible();
  await expect(chat.retry).toHaveText('Retry');
  await beginEdit(page, chat, 0);
  await editor(page).fill('What is 2 * 3?');
  await save(page).click();
  await expect(error).toHaveCount(0);
  await expect(chat.texts).toHaveText([/= 6/]);
});

for (const [where, init] of [
  ['', () => {}],
  [
    ' where the page has no clipboard',
    () => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined }),
  ],
] as const) {
  userTest(
    `a reply and its code are copied${where}, with a check mark for 1.5 s`,
    async ({ page, chat, account, context }) => {
      await context.grantPermissions(['clipboard-write']);
      await page.addInitScript(init);
      await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
      const code = chat.texts.locator('.code', { hasText: 'words_per_line' });
      const marks = saidBy(page, 'button[aria-label=Copied]');
      await chat.turns.last().getByRole('button', { name: 'Copy', exact: true }).click();
      const [mark] = await marks;
      expect(mark?.for).toBeGreaterThan(1450);
      expect(mark?.for).toBeLessThan(3000);
      await chat.box.press('Control+V');
      await expect(chat.box).toHaveValue(/^# Setting text for reading\n[^]*\[\^classic\]: Robert/);

      await code.getByRole('button', { name: 'Copy code' }).click();
      await expect(code.getByRole('button', { name: 'Copied code' })).toBeVisible();
      await chat.box.fill('');
      await chat.box.press('Control+V');
      await expect(chat.box).toHaveValue(/^from statistics import mean\n[^]*if count > 0\)$/);
      await expect(code.getByRole('button', { name: 'Copy code' })).toBeVisible();
    },
  );
}

userTest(
  'Markdown: code in colours, tasks, maths and not money, links in a new tab, no picture from elsewhere',
  async ({ page, chat, account, stack }) => {
    const strangers: string[] = [];
    page.on('request', (request) => !request.url().startsWith(stack.url) && strangers.push(request.url()));
    await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
    const text = chat.texts;
    await expect(text.locator('.code', { hasText: 'words_per_line' }).locator('.tk').first()).toHaveText('from');
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
      'Picture from example.com not loaded: A book page with its margins drawn in',
    );
    const open = text.getByRole('link', { name: 'Open picture' });
    await expect(open).toHaveAttribute('href', 'https://example.com/golden-section.png');
    await expect(open).toHaveAttribute('target', '_blank');
    await expect(text.locator('img')).toHaveCount(0);
    expect(strangers).toEqual([]);
  },
);

userTest('copied formulas are what they were written as', async ({ page, chat, account, context }) => {
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

userTest('a diagram is drawn only when it is asked for', async ({ page, chat, account }) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.url().endsWith('.js') && scripts.push(request.url()));
  await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
  const block = chat.texts.locator('.code', { hasText: 'mermaid' });
  await expect(block).toContainText('flowchart LR');
  await expect(chat.texts.locator('.tk').first()).toBeVisible();
  expect(scripts.filter((url) => /mermaid|diagram/i.test(url))).toEqual([]);
  const before = scripts.length;
  await block.getByRole('button', { name: 'Show diagram' }).click();
  const picture = block.getByRole('img', { name: 'Diagram of the source' });
  await expect(picture).toHaveJSProperty('complete', true);
  expect((await picture.boundingBox())?.height).toBeGreaterThan(30);
  expect(scripts.length).toBeGreaterThan(before);
  await block.getByRole('button', { name: 'Show source' }).click();
  await expect(block).toContainText('flowchart LR');
});

userTest('a wide table scrolls by itself on a phone', async ({ page, chat, account }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
  const table = chat.texts.getByRole('region', { name: /^Table: Line length/ });
  await table.scrollIntoViewIfNeeded();
  await table.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  const { width } = (await table.boundingBox()) ?? { width: Infinity };
  expect(width).toBeLessThanOrEqual(360);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
