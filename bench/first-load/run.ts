import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { measureFirstLoads, type FirstLoad } from '@parley/web/first-load';
import { startStack } from '@parley/web/stack';
import { chromiumPath } from '../chromium-path.ts';
import { median } from '../statistics.ts';
import { measurePaint, type Paint } from './measure-paint.ts';

const RUNS = 5;

/**
 * Measures what a browser with an empty cache loads before the page is usable. The floor is React rendering one
 * paragraph.
 */
export async function run(): Promise<string> {
  const floor = await bareReact();
  const stack = await startStack();
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const { landing, chat, reply } = await measureFirstLoads(browser, stack);
    const row = (name: string, bytes: number, requests: string) =>
      `| ${name} | ${(bytes / 1024).toFixed(1)} | ${(bytes / floor).toFixed(2)}x | ${requests} |`;
    const page = (name: string, { bytes, requests }: FirstLoad) => {
      const calls = requests.filter((path) => path.startsWith('/api/')).length;
      return row(name, bytes, calls === 0 ? `${requests.length}` : `${requests.length}, ${calls} of them API calls`);
    };
    return [
      '| First load | KB of JS and CSS, gzip 6 | of the floor | requests |',
      '|---|---|---|---|',
      row('React and ReactDOM alone', floor, '-'),
      page('`/` signed out, until Try for free is there', landing),
      page('`/` signed in, until a message can be typed', chat),
      page('`/` signed in, until the first reply is set', reply),
      '',
      ...(await paintTable(browser, stack.url)),
    ].join('\n');
  } finally {
    await browser.close();
    await stack.close();
  }
}

async function paintTable(browser: Browser, url: string): Promise<string[]> {
  const paints: Paint[] = [];
  for (let run = 0; run < RUNS; run++) paints.push(await measurePaint(browser, url));
  const of = (name: keyof Paint) => median(paints.map((paint) => paint[name]));
  const ms = (name: keyof Paint) => `${of(name).toFixed(0)} ms`;
  return [
    `| Landing page on a slow phone, median of ${RUNS} | |`,
    '|---|---|',
    `| first contentful paint | ${ms('firstPaint')} |`,
    `| largest contentful paint | ${ms('largestPaint')} |`,
    `| until its buttons are the app's | ${ms('usable')} |`,
    `| cumulative layout shift | ${of('shift').toFixed(4)} |`,
  ];
}

async function bareReact(): Promise<number> {
  const built = (await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: fileURLToPath(import.meta.resolve('./bare-react.ts')) } },
  })) as Rolldown.RolldownOutput;
  return built.output.reduce((sum, file) => {
    return sum + (file.type === 'chunk' ? gzipSync(file.code, { level: 6 }).length : 0);
  }, 0);
}

if (import.meta.main) console.log(await run());
