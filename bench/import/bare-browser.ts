import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromiumPath } from '../chromium-path.ts';

const ARGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];

/** A page in a Chromium whose developer tools record nothing: Playwright keeps the bodies of requests in the page. */
export interface BarePage {
  /** Evaluates an expression in the page and returns its value, or the value of its promise. */
  evaluate<T>(expression: string): Promise<T>;
  /** Chooses a file in the file input that the expression names. */
  chooseFile(expression: string, path: string): Promise<void>;
  navigate(url: string): Promise<void>;
  /** Bytes of private memory of the page's process, as Chromium's task manager shows them. */
  memory(): Promise<number>;
  close(): Promise<void>;
}

type Send = <T>(method: string, params?: object) => Promise<T>;

/** Opens an empty page in a browser with these further arguments. Linux only: reads `/proc`. */
export async function openBarePage(more: readonly string[] = []): Promise<BarePage> {
  const profile = await mkdtemp(join(tmpdir(), 'parley-bench-profile-'));
  const chromium = spawn(
    chromiumPath(),
    [...ARGS, ...more, `--user-data-dir=${profile}`, '--remote-debugging-port=0'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const exited = new Promise((resolve) => chromium.once('exit', resolve));
  let address = '';
  for await (const line of createInterface(chromium.stderr)) {
    address = /ws:\/\/\S+/.exec(line)?.[0] ?? '';
    if (address !== '') break;
  }
  const browser = await connect(address);
  const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
  const page = await connect(new URL(`/devtools/page/${targetId}`, address).href);
  const objectOf = async (expression: string) => {
    const params = { expression, awaitPromise: true };
    const { result } = await page.send<{ result: { objectId: string } }>('Runtime.evaluate', params);
    return result.objectId;
  };
  return {
    async evaluate<T>(expression: string) {
      const params = { expression, awaitPromise: true, returnByValue: true };
      const { result } = await page.send<{ result: { value: T } }>('Runtime.evaluate', params);
      return result.value;
    },
    async chooseFile(expression, path) {
      await page.send('DOM.setFileInputFiles', { objectId: await objectOf(expression), files: [path] });
    },
    async navigate(url) {
      await page.send('Page.navigate', { url });
    },
    async memory() {
      const { processInfo } = await browser.send<{ processInfo: { type: string; id: number }[] }>(
        'SystemInfo.getProcessInfo',
      );
      const sizes = await Promise.all(
        processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateBytes(id)),
      );
      return Math.max(...sizes);
    },
    async close() {
      page.close();
      browser.close();
      chromium.kill();
      await exited;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function connect(address: string): Promise<{ send: Send; close(): void }> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('Chromium does not answer.'));
  });
  let last = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.onmessage = ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as {
      id: number;
      result: unknown;
      error?: { message: string };
    };
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  };
  return {
    send<T>(method: string, params: object = {}) {
      const answer = Promise.withResolvers<unknown>();
      waiting.set(++last, answer);
      socket.send(JSON.stringify({ id: last, method, params }));
      return answer.promise as Promise<T>;
    },
    close: () => socket.close(),
  };
}

async function privateBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return (kilobytes('RssAnon') + kilobytes('VmSwap')) * 1024;
}
