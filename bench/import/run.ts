import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { makeZip } from 'client-zip';
import { signUp } from '@parley/web/account';
import { startStack } from '@parley/web/stack';
import { table } from '../statistics.ts';
import { openBarePage, type BarePage } from './bare-browser.ts';

const REDUCED = { conversations: 500, files: 180 };
const FULL = { conversations: 5_000, files: 1_800 };
const MESSAGES = 20;
const TEXT = 'The tide comes in twice a day, and the harbor wall keeps most of it out. '.repeat(13);
const FILE_BYTES = 1024 * 1024;
/** Messages with a file of the export, which is uploaded. */
const REFERENCES = 20;
const START = Date.UTC(2025, 0, 1) / 1000;
const MB = 1024 * 1024;

/**
 * Measures the private memory of the tab that reads a large ChatGPT export and imports it, and how long both take.
 * `--full` makes an export of 2 GB. The floor is the tab before the files are chosen.
 */
export async function run(): Promise<string> {
  const sizes = process.argv.includes('--full') ? FULL : REDUCED;
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-import-'));
  const zip = join(folder, 'export.zip');
  const stack = await startStack();
  const page = await openBarePage();
  try {
    await writeExport(zip, sizes);
    const account = await signUp(stack);
    await page.navigate(`${stack.url}/pricing`);
    await until(page, `document.readyState === 'complete' && location.pathname === '/pricing'`);
    await page.evaluate(`localStorage.setItem('token', ${JSON.stringify(account.token)})`);
    await page.navigate(stack.url);
    // The prerendered button does nothing before the app replaces it.
    await until(page, `(${button('Settings')}?.click(), ${button('Import')} !== undefined)`);
    await press(page, 'Import');
    const input = `document.querySelector('input[aria-label="Files of the export"]')`;
    await until(page, `${input} !== null`);
    const before = await page.memory();
    await page.chooseFile(input, zip);
    const begin = `Import ${sizes.conversations.toLocaleString('en')} conversations`;
    const reading = await watch(page, `${button(begin)} !== undefined`);
    await press(page, begin);
    const importing = await watch(page, `document.body.textContent.includes('Imported:')`);
    const mb = (bytes: number) => `${(bytes / MB).toFixed(0)} MB`;
    const row = (what: string, { most, seconds }: { most: number; seconds: number }) => [
      what,
      mb(most),
      `${(most / before).toFixed(2)}x`,
      `${seconds.toFixed(0)} s`,
    ];
    const { size } = await stat(zip);
    const about = `An export of ${mb(size)} with ${sizes.conversations} conversations of ${MESSAGES} messages; load ${loadavg()[0]?.toFixed(1)}.`;
    const rows = [
      ['the tab', 'most private memory', 'of the floor', 'time'],
      ['before', mb(before), '1.00x', '-'],
      row('reads the export', reading),
      row('imports it', importing),
    ];
    return `${about}\n\n${table(rows)}`;
  } finally {
    await page.close();
    await stack.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeExport(path: string, { conversations, files }: typeof FULL): Promise<void> {
  function* list(): Generator<Buffer> {
    for (let index = 0; index < conversations; index++) {
      const text = JSON.stringify(conversation(index, index < REFERENCES ? `sediment://${fileId(index)}` : null));
      yield Buffer.from(`${index === 0 ? '[' : ','}${text}`);
    }
    yield Buffer.from(']');
  }
  function* entries() {
    yield {
      name: 'conversations-000.json',
      input: Readable.toWeb(Readable.from(list())) as ReadableStream<Uint8Array<ArrayBuffer>>,
    };
    for (let index = 0; index < files; index++)
      yield { name: `${fileId(index)}-photo.dat`, input: randomBytes(FILE_BYTES) };
  }
  await pipeline(Readable.fromWeb(makeZip(entries()) as never), createWriteStream(path));
}

function fileId(index: number): string {
  return `file_${String(index).padStart(8, '0')}`;
}

/** A conversation as ChatGPT exports it. */
function conversation(index: number, picture: string | null) {
  const nodes = Array.from({ length: MESSAGES }, (_, at) => {
    const isQuestion = at % 2 === 0;
    const text = `${index} ${at} ${TEXT}`;
    const parts = at === 0 && picture !== null ? [{ asset_pointer: picture }, text] : [text];
    const message = {
      author: { role: isQuestion ? 'user' : 'assistant' },
      create_time: START + index * 3_600 + at,
      content: { content_type: 'text', parts },
    };
    return { id: `${index}-${at}`, parent: at === 0 ? null : `${index}-${at - 1}`, message };
  });
  return {
    conversation_id: `c${index}`,
    title: `Tides ${index}`,
    current_node: nodes.at(-1)?.id,
    mapping: Object.fromEntries(nodes.map((node) => [node.id, node])),
  };
}

/** An expression for the button of this name; undefined while there is none. */
function button(name: string): string {
  return `[...document.querySelectorAll('button')].find((each) => each.textContent.trim() === ${JSON.stringify(name)})`;
}

async function press(page: BarePage, name: string): Promise<void> {
  await until(page, `${button(name)} !== undefined`);
  await page.evaluate(`${button(name)}.click()`);
}

async function until(page: BarePage, condition: string): Promise<void> {
  const end = performance.now() + 60_000;
  while ((await page.evaluate<boolean>(condition).catch(() => false)) !== true) {
    if (performance.now() > end) throw new Error(`The page never came to: ${condition}`);
    await delay(100);
  }
}

/** The most memory until the condition holds, and the seconds until then. */
async function watch(page: BarePage, condition: string): Promise<{ most: number; seconds: number }> {
  const begun = performance.now();
  let most = 0;
  while (!(await page.evaluate<boolean>(condition))) {
    most = Math.max(most, await page.memory());
    await delay(200);
  }
  return { most, seconds: (performance.now() - begun) / 1000 };
}

if (import.meta.main) console.log(await run());
