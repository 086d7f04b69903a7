import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { signUp } from '@parley/web/account';
import { startStack } from '@parley/web/stack';
import { spokenWav } from '@parley/sandbox/testing/recordings';
import { openBarePage, type BarePage } from '../import/bare-browser.ts';
import { table } from '../statistics.ts';

const MB = 1024 * 1024;
const GOAL_MB = 60;
/** The longest dictation, which ends by itself, and the time to transcribe it. */
const LONGEST_MS = 10 * 60_000;
const DICTATE = `document.querySelector('button[aria-label="Dictate"]')`;
const BAR = `document.querySelector('[aria-label="Dictation"]')`;
const WORDS = `document.querySelector('main textarea').value`;

/** Measures the private memory of the tab during the longest dictation. The floor is the tab before it. */
export async function measureDictation(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-voice-'));
  const microphone = join(folder, 'microphone.wav');
  await writeFile(microphone, spokenWav('Buy milk'));
  const stack = await startStack();
  const page = await openBarePage([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${microphone}`,
  ]);
  try {
    const { token } = await signUp(stack);
    await page.navigate(`${stack.url}/pricing`);
    await until(page, `document.readyState === 'complete' && location.pathname === '/pricing'`);
    await page.evaluate(`localStorage.setItem('token', ${JSON.stringify(token)})`);
    await page.navigate(stack.url);
    await until(page, `${DICTATE} !== null`);
    await delay(2_000);
    const before = await page.memory();
    await page.evaluate(`${DICTATE}.click()`);
    await until(page, `${BAR} !== null`);
    let recorded = '';
    const read = async () => {
      recorded = (await page.evaluate<string | null>(`${BAR}?.querySelector('[role=timer]')?.textContent`)) ?? recorded;
    };
    const most = await mostMemory(page, `${WORDS} !== ''`, read);
    const mb = (bytes: number) => `${(bytes / MB).toFixed(0)} MB`;
    const verdict = most - before < GOAL_MB * MB ? 'reached' : 'missed';
    return table([
      ['recorded', 'tab before', 'most private memory', 'taken by the dictation', 'goal', 'verdict'],
      [recorded, mb(before), mb(most), mb(most - before), `under ${GOAL_MB} MB`, verdict],
    ]);
  } finally {
    await page.close();
    await stack.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function until(page: BarePage, condition: string): Promise<void> {
  await mostMemory(page, condition);
}

/** The most memory until the condition holds. */
async function mostMemory(page: BarePage, condition: string, look = async () => {}): Promise<number> {
  const end = performance.now() + LONGEST_MS;
  let most = 0;
  while ((await page.evaluate<boolean>(condition).catch(() => false)) !== true) {
    if (performance.now() > end) throw new Error(`The page never came to: ${condition}`);
    await look();
    most = Math.max(most, await page.memory());
    await delay(500);
  }
  return most;
}
