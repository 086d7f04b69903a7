import { readFile } from 'node:fs/promises';
import { chromium, expect, type Page } from '@playwright/test';
import { signedIn, type Account } from './support/account.ts';
import { chatOn } from './support/pages/chat.ts';
import { PREVIEW_PATH } from '@parley/core';
import { expectAccessible } from './support/expect-accessible.ts';
import { hostilePreviews, startListener } from './support/hostile-previews.ts';
import type { Stack } from './support/stack/stack.ts';
import { userTest } from './support/test.ts';
import { watch } from './support/watch.ts';

userTest.use({ viewport: { width: 1280, height: 800 } });

/** A message to which the demo assistant replies with exactly this text: it moves the last line to the top. */
function echoing(text: string): string {
  return ['[[fast]] [[echo]]', ...text.split('\n').toReversed()].join('\n');
}

const block = (language: string, code: string) => `\`\`\`\`${language}\n${code}\n\`\`\`\``;

function previewOn(page: Page) {
  const panel = page.locator('section[aria-label^="Preview"]');
  const frame = panel.frameLocator('.preview__frame').frameLocator('iframe');
  const openers = page.getByRole('button', { name: 'Preview', exact: true });
  return {
    openers,
    panel,
    frame,
    body: frame.locator('body'),
    console: panel.getByRole('log'),
    button: (name: string) => panel.getByRole('button', { name, exact: true }),
    // By the keyboard: opening and closing a preview moves the text, perhaps between a press and its release.
    open: (at = 0) => openers.nth(at).press('Enter'),
  };
}

userTest('a page runs beside the conversation, with its console, and is saved', async ({ page, stack, account }) => {
  const wrongs = await watch(page, stack.url);
  const code = `<title>Tide table</title><h1>High at 6</h1>
<form onsubmit="event.preventDefault(); out.textContent = 'Added ' + field.value"><input id="field"><button>Add</button></form>
<p id="out"></p><script>console.log('started'); missing();</script>`;
  await page.goto(`/c/${await account.ask(echoing(block('html', code)))}`);
  const preview = previewOn(page);
  await preview.openers.click();
  await expect(preview.panel).toHaveAccessibleName('Preview: Tide table');
  await expect(preview.panel).toBeFocused();
  await expect(preview.frame.getByRole('heading', { name: 'High at 6' })).toBeVisible();
  await expect(preview.console).toContainText('started');
  await expect(preview.console).toContainText('missing is not defined');
  const [text, panel] = [await page.getByRole('main').boundingBox(), await preview.panel.boundingBox()];
  expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0);
  await expectAccessible(page);

  await preview.frame.getByRole('textbox').fill('noon');
  await preview.frame.getByRole('textbox').press('Enter');
  await expect(preview.frame.getByText('Added noon')).toBeVisible();
  await preview.button('Reload').click();
  await expect(preview.frame.getByText('Added noon')).toHaveCount(0);
  await expect(preview.frame.getByRole('heading', { name: 'High at 6' })).toBeVisible();

  const download = page.waitForEvent('download');
  await preview.button('Save as file').click();
  expect((await download).suggestedFilename()).toBe('tide-table.html');
  expect(await readFile(await (await download).path(), 'utf8')).toBe(code);

  await preview.button('Full screen').click();
  await expect(page.getByRole('dialog', { name: 'Preview: Tide table' })).toBeVisible();
  await expect(preview.frame.getByRole('heading', { name: 'High at 6' })).toBeVisible();
  await expectAccessible(page);
  // Its window is wide again.
  await expect(preview.button('Exit full screen')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: 'Preview: Tide table' })).toBeVisible();
  await preview.button('Close preview').click();
  await expect(preview.panel).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Preview', exact: true })).toBeFocused();
  expect(wrongs).toEqual([]);
});

userTest('a page tells of its dialogs, which the sandbox does not show', async ({ page, account }) => {
  const code = `<p id="out"></p><script>out.textContent = [confirm('Clear the list?'), prompt('Name?')].join(' ');</script>`;
  await page.goto(`/c/${await account.ask(echoing(block('html', code)))}`);
  const preview = previewOn(page);
  await preview.open();
  await expect(preview.frame.locator('#out')).toHaveText('false ');
  await preview.panel.getByText('2 messages', { exact: true }).click();
  await expect(preview.console).toHaveText('confirm: Clear the list?prompt: Name?');
});

userTest('a component runs, and its versions follow the conversation', async ({ page, account }) => {
  const counter = (label: string) =>
    block(
      'tsx',
      `import { useState } from 'react';
export default function Counter({ start = 0 }: { start?: number }) {
  const [count, setCount] = useState<number>(start);
  return <button onClick={() => setCount(count + 1)}>${label} {count}</button>;
}`,
    );
  const conversation = await account.ask(echoing(counter('Count')));
  await page.goto(`/c/${conversation}`);
  const preview = previewOn(page);
  await preview.open();
  await preview.frame.getByRole('button', { name: 'Count 0' }).click();
  await expect(preview.frame.getByRole('button', { name: 'Count 1' })).toBeVisible();
  await expect(preview.button('Next version')).toHaveCount(0);

  await account.ask(echoing(counter('Clicks')), conversation);
  await expect(preview.frame.getByRole('button', { name: 'Clicks 0' })).toBeVisible();
  await expect(preview.panel.getByRole('status')).toHaveText('Version 2 of 2');
  await expect(preview.button('Next version')).toBeDisabled();
  await preview.button('Previous version').click();
  await expect(preview.frame.getByRole('button', { name: 'Count 0' })).toBeVisible();
  await preview.button('Next version').click();
  await expect(preview.frame.getByRole('button', { name: 'Clicks 0' })).toBeVisible();

  const broken = await account.ask(
    echoing(`${block('jsx', 'export default () => <p>{')}\n\n${block('jsx', "import x from 'lodash'; x()")}`),
  );
  await page.goto(`/c/${broken}`);
  await preview.open();
  await expect(preview.console).toContainText('SyntaxError');
  await preview.open(1);
  await expect(preview.console).toContainText('“lodash” isn’t available. A preview can import only React.');
});

userTest.describe('offline', () => {
  userTest.use({ serviceWorkers: 'allow' });

  userTest('a component that ran before runs without a network', async ({ page, context, account, stack }) => {
    userTest.setTimeout(120_000);
    const wrongs = await watch(page, stack.url);
    const code =
      'export const Tide = () => <h1 onClick={() => fetch("/api/auth/session").catch(() => {})}>High at {6}</h1>;';
    await page.goto(`/c/${await account.ask(echoing(block('jsx', code)))}`);
    await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js'));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 60_000 });
    const preview = previewOn(page);
    await preview.open();
    await expect(preview.frame.getByRole('heading', { name: 'High at 6' })).toBeVisible();
    await context.setOffline(true);
    await preview.button('Reload').click();
    await preview.frame.getByRole('heading', { name: 'High at 6' }).click();
    await expect(preview.console).toContainText('Previews have no network.');
    // The preview’s refused request, and the chat’s own requests without a connection.
    expect(wrongs.filter((wrong) => !/\/api\/|ERR_INTERNET_DISCONNECTED/.test(wrong))).toEqual([]);
  });
});

userTest('a preview takes the whole of a phone, and Back closes it', async ({ page, account }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>Dot</title><circle r="4" /></svg>';
  await page.goto(`/c/${await account.ask(echoing(block('svg', svg)))}`);
  const preview = previewOn(page);
  await preview.open();
  await expect(page.getByRole('dialog', { name: 'Preview: Dot' })).toBeFocused();
  await expect(preview.frame.locator('circle')).toBeVisible();
  expect(await preview.panel.boundingBox()).toMatchObject({ x: 0, y: 0, width: 360, height: 640 });
  await page.goBack();
  await expect(preview.panel).toHaveCount(0);
  await expect(preview.openers).toBeFocused();

  // Last, because it makes the window wide and narrow again: a Back right after that is too early to close the preview.
  await preview.open();
  await expect(preview.frame.locator('circle')).toBeVisible();
  await expectAccessible(page);
});

const runsAll = Boolean(process.env['PARLEY_TEST_ALL']);
/** One hostile page of each kind is opened every time, the others with `npm test -- --all`. */
const ALWAYS = [
  'fetch',
  'image',
  'styles',
  'outside script',
  'workers',
  'objects',
  'form by button',
  'own navigation',
  'refresh',
  'top navigation',
  'own address',
  'popups',
  'dialogs',
  'preconnect',
  'prefetch',
  'speculation',
  'webrtc of another frame',
  'policy',
  'local storage',
  'parent',
  'function',
  'camera',
];

userTest(
  'nothing in a hostile preview reaches a network, the page around it or its data',
  async ({ page, stack, account }) => {
    userTest.setTimeout(180_000);
    const listener = await startListener();
    const all = hostilePreviews(listener.host, stack.url);
    expect(Object.keys(all)).toEqual(expect.arrayContaining(ALWAYS));
    const pages = Object.entries(all).filter(([name]) => runsAll || ALWAYS.includes(name));
    const texts = pages.map(([name, code]) => block('html', `<title>${name}</title>\n${code}`));
    const own: string[] = [];
    page.on('request', (request) => own.push(request.url()));
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.dismiss();
    });
    page.on('popup', () => dialogs.push('popup'));
    page.on('download', () => dialogs.push('download'));
    const preview = previewOn(page);
    const half = Math.ceil(texts.length / 2);
    for (const part of [texts.slice(0, half), texts.slice(half)]) {
      await page.goto(`/c/${await account.ask(echoing(part.join('\n\n')))}`);
      const address = page.url();
      await expect(page.getByRole('button', { name: 'Preview', exact: true })).toHaveCount(part.length);
      for (const at of part.keys()) {
        own.length = 0;
        const name = /<title>(.*)<\/title>/.exec(part[at] ?? '')?.[1] ?? '';
        await preview.open(at);
        await expect(preview.panel, name).toHaveAccessibleName(`Preview: ${name}`);
        await expect.poll(() => own.some((url) => url.endsWith(PREVIEW_PATH)), name).toBe(true);
        // What the page asks for takes no longer than this, as the listener showed without its walls.
        await page.waitForTimeout(250);
        expect(await preview.panel.innerText(), name).not.toContain('LEAKED');
        expect(own.filter((url) => url.includes('secret') || url.includes('/api/auth'))).toEqual([]);
        expect(listener.arrivals, name).toEqual([]);
        expect(page.url(), name).toBe(address);
        await preview.button('Close preview').click();
      }
    }
    expect(dialogs).toEqual([]);
    await listener.close();
  },
);

userTest.describe('in the app’s theme', () => {
  // Otherwise the test sets the theme of every frame.
  userTest.use({ colorScheme: null });

  userTest('a preview follows the theme of the app', async ({ page, account }) => {
    const code = `<title>Theme</title><style>@media (prefers-color-scheme: dark) { p { margin-top: 99px } }</style><p>Tides</p>`;
    await page.goto(`/c/${await account.ask(echoing(block('html', code)))}`);
    const preview = previewOn(page);
    await preview.open();
    for (const [theme, margin] of Object.entries({ light: '16px', dark: '99px' })) {
      await page.evaluate((value) => void (document.documentElement.dataset['theme'] = value), theme);
      await expect(preview.frame.locator('p')).toHaveCSS('margin-top', margin);
    }
  });
});

for (const { what, tag, code } of [
  { what: 'that writes nothing', tag: '@all', code: `<title>Quiet</title><h1>Still here</h1>` },
  {
    what: 'that replaced its document and writes nothing more',
    tag: [],
    code: `<title>Rewritten</title><script>onload = () => document.write('<h1>Still here</h1>')</script>`,
  },
]) {
  userTest(`a preview ${what} stays open`, { tag }, async ({ page, account }) => {
    await page.goto(`/c/${await account.ask(echoing(block('html', code)))}`);
    const preview = previewOn(page);
    await preview.open();
    const heading = preview.frame.getByRole('heading', { name: 'Still here' });
    await expect(heading).toBeVisible();
    // Longer than a preview may be silent.
    await page.waitForTimeout(10_000);
    await expect(heading).toBeVisible();
    await expect(preview.panel.getByRole('alert')).toHaveCount(0);
  });
}

userTest('a script that does not end is stopped, and the page goes on', async ({ page, chat, account }) => {
  const endless = `<title>Endless</title><p>Shown</p><script>try { for (;;); } catch {} console.log('after');</script>`;
  const recursive = `<title>Again</title><p>Shown</p><script>setInterval(() => { while (true) try { (() => { for (;;); })() } catch {} })</script>`;
  const floods = `<title>Flood</title><script>setInterval(() => { for (let n = 0; n < 100; n++) top.postMessage(n, '*') })</script>`;
  const heavy = `<title>Heavy</title><script>const much = 'x'.repeat(5e7); setInterval(() => parent.postMessage(much, '*'), 10)</script>`;
  const forger = `<title>Forger</title><script>const text = 'x'.repeat(1e4);
    parent.postMessage({ kind: 'console', entries: Array.from({ length: 99 }, () => ({ level: 'log', text })), dropped: 1 }, '*')</script>`;
  const chatter = `<title>Chatter</title><script>for (let n = 0; n < 1e5; n++) console.log('line ' + n)</script>`;
  const texts = [endless, recursive, floods, chatter, heavy, forger].map((code) => block('html', code));
  await page.goto(`/c/${await account.ask(echoing(texts.join('\n\n')))}`);
  const preview = previewOn(page);
  await preview.open();
  await expect(preview.console).toContainText('A script ran for more than 2 seconds without a pause and was stopped.');
  await expect(preview.frame.getByText('Shown')).toBeVisible();
  await preview.open(1);
  await expect(preview.panel.getByRole('alert')).toContainText('The preview ran without a pause and was closed.');
  await preview.open(2);
  await expect(preview.panel.getByRole('alert')).toContainText('The preview sent too many messages and was closed.');
  await preview.open(3);
  await preview.panel.getByText('50 messages', { exact: true }).click();
  await expect(preview.console).toContainText('line 0');
  await expect(preview.console).toContainText('99,950 messages not shown');
  await preview.open(4);
  await expect(preview.panel.getByRole('alert')).toContainText('The preview sent too many messages and was closed.');
  await preview.open(5);
  await preview.panel.getByText('50 messages', { exact: true }).click();
  expect((await preview.console.textContent())?.length).toBeLessThan(101_000);
  await chat.box.fill('Still here');
  await expect(chat.box).toHaveValue('Still here');
});

userTest('the app goes on while it parses a page that takes long', async ({ page, chat, account }) => {
  const many = (count: number, write: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => write(n)).join('');
  // Every paragraph opens the unclosed elements again: half a million in 7 KB.
  const unclosed = `<title>Unclosed</title><p>${many(500, (n) => `<b ${n}>`)}`.padEnd(7000, '<p>x');
  const nested = `<title>Nested</title>${'<div>'.repeat(15_000)}`;
  const handlers = `<title>Handlers</title><p${many(10_000, (n) => ` on${n}=f`)}>Shown</p>`;
  const texts = [unclosed, nested, handlers].map((code) => block('html', code));
  await page.goto(`/c/${await account.ask(echoing(texts.join('\n\n')))}`);
  const preview = previewOn(page);
  await expect(preview.openers).toHaveCount(texts.length);
  const devtools = await page.context().newCDPSession(page);
  // The time of the thread passes only while the thread runs.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  /** Seconds for which the app's own thread has worked. */
  const worked = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Infinity;
  };
  const before = await worked();
  const tooComplex = 'This code is too complex to preview. You can save it as a file.';
  await preview.open();
  await expect(preview.panel.getByRole('alert')).toContainText(tooComplex);
  // It would be as complex as before.
  await expect(preview.panel.getByRole('button', { name: 'Run again' })).toBeHidden();
  await preview.open(1);
  await expect(preview.panel).toHaveAccessibleName('Preview: Nested');
  await expect(preview.panel.getByRole('alert')).toContainText(tooComplex);
  await preview.open(2);
  await expect(preview.frame.getByText('Shown')).toBeVisible();
  await chat.box.fill('Still here');
  await expect(chat.box).toHaveValue('Still here');
  // In the app’s own thread, the first page took 50 seconds.
  const seconds = (await worked()) - before;
  expect(seconds).toBeLessThan(10);
});

userTest('a preview cannot take the focus from a message that is being written', async ({ page, chat, account }) => {
  const code = `<title>Thief</title><input id="i"><script>setInterval(() => { i.focus(); window.focus(); }, 20);
    addEventListener('focus', () => console.error('has the focus')); console.error('ready')</script>`;
  await page.goto(`/c/${await account.ask(echoing(block('html', code)))}`);
  const preview = previewOn(page);
  await preview.open();
  // Playwright counts as a user of each frame that it looks into.
  await expect(preview.console).toContainText('ready');
  await chat.box.click();
  await chat.box.pressSequentially('The tide rises', { delay: 40 });
  await expect(chat.box).toHaveValue('The tide rises');
  await expect(preview.console).not.toContainText('has the focus');
});

const MOVES = `<title>Motion</title><canvas id="c"></canvas><script>const pen = c.getContext('2d');
    const draw = (at) => { for (let n = 0; n < 500; n++) pen.fillRect(Math.sin(at + n) * 99, n % 99, 2, 2);
      requestAnimationFrame(draw); }; draw(0)</script>`;
const CLOSED = 'The preview stopped responding and was closed.';

/** Opens a conversation with these previews in a browser that runs them in a process of their own. */
async function openIsolated({ account, stack }: { account: Account; stack: Stack }, codes: string[]) {
  const executablePath = process.env['PARLEY_CHROMIUM'];
  // Desktop browsers do this by themselves; the headless one does not.
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--site-per-process', '--js-flags=--max-old-space-size=150'],
  });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: signedIn(stack, account),
  });
  const page = await context.newPage();
  const blocks = codes.map((code) => block('html', code)).join('\n\n');
  await page.goto(`${stack.url}/c/${await account.ask(echoing(blocks))}`);
  return { browser, context, page };
}

userTest(
  'typing stays fast beside a running preview, and goes on beside one that hangs',
  // In a browser of its own, whose previews have processes of their own.
  { tag: '@all' },
  async ({ account, stack }) => {
    userTest.setTimeout(120_000);
    // No guard reaches into a regular expression.
    const hangs = `<title>Hang</title><p>x</p><script>setTimeout(() => /^(a+)+$/.test('a'.repeat(60) + 'b'), 500)</script>`;
    const { browser, context, page } = await openIsolated({ account, stack }, [hangs, MOVES]);
    const [preview, chat] = [previewOn(page), chatOn(page)];
    const devtools = await context.newCDPSession(page);
    await page.evaluate(() => {
      const times: number[] = [];
      Object.assign(globalThis, { times });
      addEventListener(
        'keydown',
        ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
        true,
      );
    });
    /** Milliseconds from a key to the frame that shows it, the 95th percentile. */
    const type = async () => {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await chat.box.fill('');
      await page.evaluate(() => void ((globalThis as unknown as { times: number[] }).times.length = 0));
      await chat.box.pressSequentially('The tide rises twice a day, and', { delay: 30 });
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await expect(chat.box).toHaveValue('The tide rises twice a day, and');
      const times = await page.evaluate(() => (globalThis as unknown as { times: number[] }).times);
      return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity;
    };
    // The first keys of a page take longer.
    await type();
    const alone = await type();
    await preview.open(1);
    await expect(preview.frame.locator('canvas')).toBeVisible();
    // A busy machine delays single keys; a busy preview would delay those of every attempt.
    await expect.poll(type, { message: `alone: ${alone} ms`, timeout: 60_000 }).toBeLessThan(Math.max(50, alone * 2));
    await preview.open();
    await expect(preview.panel).toHaveAccessibleName('Preview: Hang');
    await page.waitForTimeout(1000);
    // In the page's own process, no key would ever be shown.
    await type();
    await expect(preview.panel.getByRole('alert')).toContainText(CLOSED);
    await browser.close();
  },
);

// The memory that a process may have depends on the machine.
userTest('a preview that fills its memory ends alone', { tag: '@all' }, async ({ account, stack }) => {
  const fills = `<title>Full</title><script>const all = []; for (;;) all.push(Array.from({ length: 1e5 }, (_, n) => ({ n })))</script>`;
  const { browser, context, page } = await openIsolated({ account, stack }, [fills, MOVES]);
  // Playwright ends each of its calls to a page in which a frame has crashed.
  const devtools = await context.newCDPSession(page);
  const inPage = async (expression: string) => (await devtools.send('Runtime.evaluate', { expression })).result.value;
  const panel = `document.querySelector('section[aria-label^="Preview"]')`;
  await previewOn(page).open();
  await expect.poll(() => inPage(`${panel}?.querySelector('[role="alert"]')?.textContent`)).toContain(CLOSED);
  await inPage(
    `[...document.querySelectorAll('button')].filter(({ innerText }) => innerText === 'Preview')[1].click()`,
  );
  // The frame reports the title of its page.
  await expect.poll(() => inPage(`${panel}?.getAttribute('aria-label')`)).toBe('Preview: Motion');
  await browser.close();
});
