import type { Browser } from 'playwright-core';
import { startSandbox } from '@parley/sandbox';
import { openMeasuredPage, THROTTLE } from '../conversations/measured-page.ts';
import { putConversation } from '../put-conversation.ts';
import { startSeededStack } from '../seeded-stack.ts';
import { median, table } from '../statistics.ts';
import { startTimedService, type TimedService } from './timed-service.ts';
import { watchSound, type Heard } from './watch-sound.ts';

const ROUNDS = 10;
/** From the model's first audio to the first sound. */
const GOAL_MS = 300;
/** Milliseconds between two pieces of speech, each a third of a second. */
const PACE = 100;
/** Three of them, each of several seconds in the sandbox's tones. */
const SENTENCES = Array.from({ length: ROUNDS }, (_, round) =>
  ['Red', 'Hot', 'New'].map((word) => `${word} tea is on table ${round + 1}.`),
);

/** Measures how soon a reply that is read aloud is heard, and the silence between its sentences. */
export async function measureSpeech(browser: Browser): Promise<string> {
  const sandbox = await startSandbox({ delayMs: PACE });
  const service = await startTimedService(sandbox.urls.openai);
  const ids: string[] = [];
  const seeded = await startSeededStack(
    async (storage, userId) => {
      for (const [round, sentences] of SENTENCES.entries()) {
        const texts = ['Tea?', sentences.join(' ')];
        ids.push(await putConversation(storage, userId, { title: `Tea ${round}`, texts, now: Date.now() }));
      }
    },
    { OPENAI_SPEECH_BASE_URL: service.baseUrl, OPENAI_SPEECH_MODEL: 'demo-speech' },
  );
  try {
    const rows = [['the tab', 'first sound, p50', 'worst', 'between two sentences, p50', 'worst', 'goal', 'verdict']];
    const measure = async (what: string, { throttle = 1, isWhole = false, hasGoal = false }) => {
      const first: number[] = [];
      const between: number[] = [];
      for (const [round, id] of ids.entries()) {
        const { page, throttle: setThrottle, close } = await openMeasuredPage(browser, seeded);
        await page.addInitScript(watchSound);
        if (isWhole) await page.addInitScript('delete globalThis.MediaSource');
        await page.goto(`/c/${id}`);
        await page.locator('[data-thread] .prose').waitFor();
        await page.getByRole('button', { name: 'More options' }).last().press('Enter');
        const row = page.getByRole('menuitem', { name: 'Read aloud' });
        await row.waitFor();
        await setThrottle(throttle);
        await row.press('Enter');
        await page.waitForFunction(() => (globalThis as unknown as { heard: Heard }).heard.ended.length === 3);
        const { begun, ended } = await page.evaluate(() => (globalThis as unknown as { heard: Heard }).heard);
        first.push((begun[0] ?? NaN) - arrival(service, round));
        between.push(...ended.slice(0, -1).map((end, index) => (begun[index + 1] ?? NaN) - end));
        await close();
      }
      const most = (values: number[]) => ms(Math.max(...values));
      const goal = hasGoal ? `under ${GOAL_MS} ms` : '-';
      const verdict = hasGoal ? (median(first) < GOAL_MS ? 'reached' : 'missed') : '-';
      rows.push([what, ms(median(first)), most(first), ms(median(between)), most(between), goal, verdict]);
    };
    await measure('plays a sentence when it is whole, as in Firefox (the floor)', { isWhole: true });
    await measure('plays it from its first bytes', { hasGoal: true });
    await measure(`the same at ${THROTTLE}x throttle`, { throttle: THROTTLE });
    return table(rows);
  } finally {
    await seeded.close();
    service.close();
    await sandbox.close();
  }
}

function arrival({ firstAudio }: TimedService, round: number): number {
  return firstAudio.get(SENTENCES[round]?.[0] ?? '') ?? NaN;
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}
