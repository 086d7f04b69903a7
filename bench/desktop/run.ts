import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { launch } from '@parley/desktop/harness';
import { createMachine } from '@parley/desktop/machine';
import { startOriginProxy } from '@parley/desktop/origin-proxy';
import { launchChromium } from '../launch-chromium.ts';
import { startSeededStack } from '../seeded-stack.ts';
import { median, table } from '../statistics.ts';
import { measureMemory, messageBox, signIn } from './measure-memory.ts';

const DIST = join(import.meta.dirname, '../../apps/desktop/dist');
const STARTS = 5;
const KB = 1024;

/** Measures the package size, the code that main loads, the time until typing is possible, and the retained memory. */
export async function run(full = process.argv.includes('--full')): Promise<string> {
  const seeded = await startSeededStack(async () => {}, { SANDBOX_DELAY_MS: '1' });
  const proxy = await startOriginProxy(seeded.stack.url);
  const browser = await launchChromium('--disable-features=LocalNetworkAccessChecks');
  const machine = createMachine();
  const start = () => launch(browser, { machine, server: proxy.url });
  try {
    const first = await start();
    await signIn(await first.window(), seeded.account.token);
    await first.close();
    const times: number[] = [];
    let loaded: string[] = [];
    for (let round = 0; round < STARTS; round++) {
      const began = performance.now();
      const app = await start();
      await messageBox(await app.window()).waitFor();
      times.push(performance.now() - began);
      loaded = app.loaded;
      await app.close();
    }
    const bytesLoaded = (await Promise.all(loaded.map((file) => stat(file)))).reduce((sum, { size }) => sum + size, 0);
    const memory = await measureMemory(browser, proxy.url, seeded.account.token, full ? 3600 : 60);
    return `${table([
      ['desktop', ''],
      ['pages, packed', `${((await sizeOf('renderer')) / KB / KB).toFixed(1)} MB`],
      ['main and preload, packed', `${(((await sizeOf('main')) + (await sizeOf('preload'))) / KB).toFixed(0)} KB`],
      [
        'main, loaded before the window shows',
        `${loaded.length} ${loaded.length === 1 ? 'file' : 'files'}, ${(bytesLoaded / KB).toFixed(0)} KB`,
      ],
      [`start to typing, signed in, median of ${STARTS}`, `${median(times).toFixed(0)} ms`],
    ])}\n\n${memory}`;
  } finally {
    await browser.close();
    await proxy.close();
    machine.remove();
    await seeded.close();
  }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(join(DIST, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

if (import.meta.main) console.log(await run());
