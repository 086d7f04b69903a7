import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { build, preview } from 'vite';
import { chromiumPath } from '../chromium-path.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Unlimited frame rate: a minute's stream is measured in seconds, and no pause hides a long task.
  '--disable-frame-rate-limit',
  '--disable-gpu-vsync',
];

const sizes = [15, 30, 60, 120] as const;
const ways = {
  plain: 'plain text, one memoized node a line (the floor)',
  ours: 'Parley: finished blocks frozen, the last one read again',
  colored: 'the same, with highlighting',
  whole: 'react-markdown on the whole text',
} as const;
type Way = keyof typeof ways;

interface Result {
  /** Main-thread seconds for the whole stream. */
  seconds: number;
  /** Durations of tasks over 50 ms, in ms. */
  longTasks: number[];
}

/**
 * Measures the main-thread cost of streaming an answer in a real Chromium: ours against plain text and against
 * rendering the whole text each frame. The latter takes minutes above 30 KB and is then measured only with `--full`.
 */
export async function run(full = process.argv.includes('--full')): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-markdown-'));
  const site = {
    root: join(import.meta.dirname, 'page'),
    configFile: false as const,
    logLevel: 'error' as const,
    plugins: [react(), tailwindcss()],
    build: { outDir: folder, emptyOutDir: true },
  };
  await build(site);
  const server = await preview({ ...site, preview: { host: '127.0.0.1', port: 0 } });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: flags });
  try {
    const url = server.resolvedUrls?.local[0] ?? '';
    const results: Record<Way, Result[]> = { plain: [], ours: [], colored: [], whole: [] };
    for (const size of sizes) {
      for (const way of Object.keys(ways) as Way[]) {
        if (way === 'whole' && size > 30 && !full) continue;
        results[way].push(await measure(browser, url, way, size));
      }
    }
    return table(results);
  } finally {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(browser: Browser, url: string, way: Way, kilobytes: number): Promise<Result> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === 'ThreadTime')?.value ?? 0;
  };
  const before = await taskSeconds();
  const longTasks = await page.evaluate(
    ([name, size]) =>
      (globalThis as unknown as { stream(way: string, size: number): Promise<number[]> }).stream(name, size),
    [way, kilobytes] as const,
  );
  const seconds = (await taskSeconds()) - before;
  await page.close();
  return { seconds, longTasks };
}

function table(results: Record<Way, Result[]>): string {
  const at = (way: Way, size: number): Result | undefined => results[way][sizes.findIndex((each) => each === size)];
  const ratio = (a: Result | undefined, b: Result | undefined): string =>
    a && b ? `${(a.seconds / b.seconds).toFixed(2)}x` : '-';
  const rows = (Object.keys(ways) as Way[]).map((way) => {
    const all = results[way].flatMap((result) => result.longTasks);
    return [
      ways[way],
      ...sizes.map((size) => at(way, size)?.seconds.toFixed(2) ?? '-'),
      ratio(at(way, 120), at(way, 60)),
      ratio(at(way, 120), at('plain', 120)),
      all.length > 0 ? `${all.length}, worst ${Math.round(Math.max(...all))} ms` : 'none',
    ];
  });
  const largest = sizes.findLast((size) => at('whole', size)) ?? sizes[0];
  return [
    ['Main-thread seconds', ...sizes.map((size) => `${size} KB`), '60 -> 120', 'of the floor', 'tasks over 50 ms'],
    Array.from({ length: sizes.length + 4 }, () => '---'),
    ...rows,
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .concat(
      '',
      `At ${largest} KB react-markdown on the whole text costs ${ratio(at('whole', largest), at('ours', largest))} ours.`,
    )
    .join('\n');
}

if (import.meta.main) console.log(await run());
