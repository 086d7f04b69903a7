import type { Browser } from 'playwright-core';
import { launchChromium } from './launch-chromium.ts';
import { putConversation } from '../put-conversation.ts';
import { startSeededStack, type SeededStack } from '../seeded-stack.ts';
import { median, percentile, table } from '../statistics.ts';
import { writeTexts } from '../write-texts.ts';
import { showBareSwitch } from './bare-switch.ts';
import { floorPage } from './floor-page.ts';
import { measureOpening, type Opening } from './measure-opening.ts';
import { measureScrolling } from './measure-scrolling.ts';
import { measureTyping } from './measure-typing.ts';
import { openMeasuredPage, THROTTLE, type MeasuredPage } from './measured-page.ts';

const MESSAGES = 2000;
const ROUNDS = 3;
/** A switch takes longer until the browser has compiled the scripts. */
const SWITCHES = 9;
/** Milliseconds between two pieces of a reply: 100 a second. */
const PACE = 10;
const WORDS = 3000;
/** Until a page has loaded what it loads once it is idle. Its stream of changes keeps the network busy. */
const SETTLE_MS = 2000;
/** A page whose picture changes in each frame. */
const MOVING = `<title>Waves</title><canvas width="400" height="400"></canvas><script>
  const canvas = document.querySelector('canvas').getContext('2d');
  (function draw(time = 0) {
    canvas.clearRect(0, 0, 400, 400);
    for (let x = 0; x < 400; x++) canvas.fillRect(x, 200 + 100 * Math.sin((x + time / 5) / 30), 2, 2);
    requestAnimationFrame(draw);
  })();
</script>`;

/** Milliseconds. */
const GOALS = { opening: 250, idle: 500, switching: 100, typing: 32 };

/** Measures opening, typing in and scrolling a conversation of 2,000 messages at a quarter of the CPU's speed. */
export async function run(): Promise<string> {
  const ids = { long: '', short: '', preview: '' };
  const seeded = await startSeededStack(
    async (storage, userId) => {
      const texts = writeTexts(MESSAGES);
      ids.long = await putConversation(storage, userId, { title: 'Long', texts, now: Date.now() - 60_000 });
      ids.short = await putConversation(storage, userId, { title: 'Short', texts: texts.slice(-2), now: Date.now() });
      const preview = ['Draw waves.', `\`\`\`html\n${MOVING}\n\`\`\``];
      ids.preview = await putConversation(storage, userId, { title: 'Waves', texts: preview, now: Date.now() });
    },
    { SANDBOX_DELAY_MS: String(PACE) },
  );
  const browser = await launchChromium();
  try {
    const rows: string[][] = [['what', 'median', 'worst', 'tasks over 50 ms', 'goal', 'verdict']];
    const row = (what: string, value: number, worst: number, tasks: number[], goal: number | null) => {
      const longest = tasks.length > 0 ? `${tasks.length}, worst ${ms(Math.max(...tasks))}` : 'none';
      const verdict = goal === null ? '-' : value < goal ? 'reached' : 'missed';
      rows.push([what, ms(value), ms(worst), longest, goal === null ? '-' : `under ${goal} ms`, verdict]);
      console.error(rows.at(-1)?.join(' | '));
    };
    const opening = (what: string, openings: Opening[], goal: number | null) => {
      const idle = openings.map((each) => each.idle);
      const tasks = openings.flatMap(({ longTasks }) => longTasks);
      row(
        `${what}: last message set`,
        median(openings.map(({ set }) => set)),
        Math.max(...openings.map(({ set }) => set)),
        tasks,
        goal,
      );
      row(`${what}: page idle`, median(idle), Math.max(...idle), tasks, goal && GOALS.idle);
    };
    const typing = async (what: string, measured: MeasuredPage, goal: number | null) => {
      const { keys, longTasks } = await measureTyping(measured, measured.page.getByLabel('Message', { exact: true }));
      row(`${what}: p50`, median(keys), Math.max(...keys), longTasks, null);
      row(`${what}: p95`, percentile(keys, 0.95), Math.max(...keys), longTasks, goal);
    };

    const first: Opening[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const measured = await openShort(browser, seeded, ids.short);
      await measured.throttle(THROTTLE);
      first.push(await measureOpening(measured, ids.long));
      await measured.close();
    }
    opening('Open, the newest 50', first, GOALS.opening);

    const floor = await openMeasuredPage(browser);
    await floor.page.goto(`data:text/html,${encodeURIComponent(floorPage(WORDS, 1000 / PACE))}`);
    await floor.throttle(THROTTLE);
    await typing('Type into a bare box beside growing plain text (the floor)', floor, null);
    await floor.close();

    const beside = await openShort(browser, seeded, ids.preview);
    await beside.page.getByRole('button', { name: 'Preview', exact: true }).click();
    await beside.page.frameLocator('.preview__frame').frameLocator('iframe').locator('canvas').waitFor();
    await beside.throttle(THROTTLE);
    await typing('Type beside a running preview', beside, 50);
    await beside.close();

    const measured = await openShort(browser, seeded, ids.short);
    await measureOpening(measured, ids.long);
    const bare = await openMeasuredPage(browser, seeded);
    await showBareSwitch(bare, measured, [ids.short, ids.long]);
    const [there, back]: [Opening[], Opening[]] = [[], []];
    const [bareThere, bareBack]: [Opening[], Opening[]] = [[], []];
    // In turns, so that both meet the same machine. A throttled page keeps a core busy, so the other one is not throttled.
    for (let round = 0; round < SWITCHES; round++) {
      await bare.throttle(THROTTLE);
      bareThere.push(await measureOpening(bare, ids.short));
      bareBack.push(await measureOpening(bare, ids.long));
      await bare.throttle(1);
      await measured.throttle(THROTTLE);
      there.push(await measureOpening(measured, ids.short));
      back.push(await measureOpening(measured, ids.long));
      await measured.throttle(1);
    }
    await bare.close();
    await measured.throttle(THROTTLE);
    opening('Switch to the short one’s HTML in a bare page (the floor)', bareThere, null);
    opening('Switch to a short one opened before', there, GOALS.switching);
    opening('Switch to the HTML of 50 messages in a bare page (the floor)', bareBack, null);
    opening('Switch back, 50 loaded', back, GOALS.switching);
    await ask(measured);
    await typing('Type while a reply streams, 50 loaded', measured, GOALS.typing);
    await measured.throttle(1);
    await ended(measured);
    await loadAll(measured);

    const again: Opening[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await measured.throttle(1);
      await measureOpening(measured, ids.short);
      await measured.throttle(THROTTLE);
      again.push(await measureOpening(measured, ids.long));
    }
    opening('Open again, all 2,000 loaded', again, GOALS.opening);

    await ask(measured);
    await typing('Type while a reply streams, all 2,000 loaded', measured, GOALS.typing);
    await measured.throttle(1);
    await ended(measured);
    await measured.throttle(THROTTLE);
    const { frames, longTasks } = await measureScrolling(measured);
    row('Scroll up through it: from frame to frame, p50', median(frames), Math.max(...frames), longTasks, null);
    row(
      'Scroll up through it: from frame to frame, p95',
      percentile(frames, 0.95),
      Math.max(...frames),
      longTasks,
      null,
    );
    await measured.close();
    return table(rows);
  } finally {
    await browser.close();
    await seeded.close();
  }
}

/** Opens another conversation in a new browser, so that all chunks for replies are loaded. */
async function openShort(browser: Browser, seeded: SeededStack, id: string): Promise<MeasuredPage> {
  const measured = await openMeasuredPage(browser, seeded);
  await measured.page.goto(`/c/${id}`);
  await measured.page.locator('[data-thread] .prose').waitFor();
  await measured.page.waitForTimeout(SETTLE_MS);
  return measured;
}

async function ask({ page }: MeasuredPage): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  await box.fill(`[[long ${WORDS}]]`);
  await box.press('Enter');
  await page.locator('[data-thread] .prose[data-streaming]').waitFor();
}

async function ended({ page }: MeasuredPage): Promise<void> {
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await stop.click();
  await stop.waitFor({ state: 'hidden' });
}

/** Scrolls up until everything is loaded, and back to the end. */
async function loadAll({ page }: MeasuredPage): Promise<void> {
  const thread = page.locator('[data-thread]');
  for (let loaded = 0; loaded < MESSAGES;) {
    await page.waitForFunction((before) => document.querySelectorAll('[data-message]').length > before, loaded);
    loaded = await page.locator('[data-message]').count();
    await thread.evaluate((element) => element.scrollTo(0, 0));
  }
  await thread.evaluate((element) => element.scrollTo(0, element.scrollHeight));
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}

if (import.meta.main) console.log(await run());
