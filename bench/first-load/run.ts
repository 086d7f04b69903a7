import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { measureFirstLoads, type FirstLoad } from '@parley/web/first-load';
import { signedIn, signUp } from '@parley/web/account';
import { startStack, type Stack } from '@parley/web/stack';
import { chromiumPath } from '../chromium-path.ts';
import { median } from '../statistics.ts';
import { serveBarePage } from './bare-page.ts';
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
      page('`/` signed in, until the app’s box is there', chat),
      page('`/` signed in, until the first reply is set', reply),
      '',
      `Fonts until the first reply is set: ${(reply.fontBytes / 1024).toFixed(1)} KB.`,
      '',
      ...(await paintTable(browser, stack)),
    ].join('\n');
  } finally {
    await browser.close();
    await stack.close();
  }
}

async function paintTable(browser: Browser, stack: Stack): Promise<string[]> {
  const user = { storageState: signedIn(stack, await signUp(stack)) };
  const bare = await serveBarePage(stack.url);
  const floors: Paint[] = [];
  const landings: Paint[] = [];
  const chats: Paint[] = [];
  for (let run = 0; run < RUNS; run++) {
    floors.push(await measurePaint(browser, bare.url, 'h1'));
    landings.push(await measurePaint(browser, stack.url, '#root [data-rest]'));
    chats.push(await measurePaint(browser, stack.url, '#root main textarea', user));
  }
  await bare.close();
  const of = (paints: Paint[], name: keyof Paint) => median(paints.map((paint) => paint[name]));
  const ms = (paints: Paint[], name: keyof Paint) => `${of(paints, name).toFixed(0)} ms`;
  const row = (label: string, name: keyof Paint, aim: string) =>
    `| ${label} | ${ms(floors, name)} | ${ms(landings, name)} | ${ms(chats, name)} | ${aim} |`;
  return [
    `| \`/\` on a slow phone, median of ${RUNS} | floor | signed out | signed in | aim, signed in |`,
    '|---|---|---|---|---|',
    row('first contentful paint', 'firstPaint', '1200 ms'),
    row('largest contentful paint', 'largestPaint', '1800 ms'),
    `| until a message can be typed | - | - | ${ms(chats, 'typeable')} | 2000 ms |`,
    `| until its controls are the app’s | - | ${ms(landings, 'usable')} | ${ms(chats, 'usable')} | - |`,
    `| cumulative layout shift | - | ${of(landings, 'shift').toFixed(4)} | ${of(chats, 'shift').toFixed(4)} | 0 |`,
    '',
    'The floor is one paragraph in a document with a style sheet, each with as many bytes as the product’s.',
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
