import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Mail } from './mail.ts';
import { Outbox } from './outbox.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const MAIL: Mail = { to: 'mira@example.com', subject: 's', text: 't', html: 'h' };

function outboxThat(send: (mail: Mail) => Promise<void>) {
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const close = vi.fn<() => void>();
  const onDropped = vi.fn<() => void>();
  return { outbox: new Outbox({ send, close, onDropped }, logger), lines, close, onDropped };
}

test('a mail is retried with growing delays, then dropped with a log line that names no address', async () => {
  const times: number[] = [];
  const start = Date.now();
  const { outbox, lines, onDropped } = outboxThat(async ({ to }) => {
    times.push(Date.now() - start);
    throw Object.assign(new Error(`${to} is not here right now`), { code: 'EENVELOPE', responseCode: 451 });
  });
  outbox.enqueue(MAIL);
  await vi.advanceTimersByTimeAsync(500_000);
  expect(times).toEqual([0, 2_000, 17_000, 77_000, 407_000]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"responseCode":451');
  expect(lines[0]).not.toContain('mira');
  expect(onDropped).toHaveBeenCalledTimes(1);
});

test('a mail that the server permanently rejected is not retried', async () => {
  const send = vi.fn<() => Promise<void>>(async () => {
    throw Object.assign(new Error('no such mailbox'), { responseCode: 550 });
  });
  const { outbox } = outboxThat(send);
  outbox.enqueue(MAIL);
  await vi.advanceTimersByTimeAsync(500_000);
  expect(send).toHaveBeenCalledTimes(1);
});

test('mails beyond those that can wait are dropped and counted', async () => {
  const { outbox, onDropped } = outboxThat(() => new Promise<void>(() => {}));
  for (let count = 0; count < 1003; count++) outbox.enqueue(MAIL);
  await vi.advanceTimersByTimeAsync(10);
  expect(onDropped).toHaveBeenCalledTimes(3);
});

test('deferred work starts after the request has continued, and may fail', async () => {
  const { outbox, lines } = outboxThat(async () => {});
  const work = vi.fn<() => Promise<void>>(async () => {
    throw new Error('the store is away');
  });
  outbox.runLater(work);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalled();
  expect(lines).toHaveLength(1);
});

test('closing waits briefly for mails in flight, but not for retries', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { outbox, close } = outboxThat(({ subject }) =>
    subject === 'now' ? promise : Promise.reject(new Error('down')),
  );
  outbox.enqueue({ ...MAIL, subject: 'now' });
  outbox.enqueue({ ...MAIL, subject: 'again' });
  await vi.advanceTimersByTimeAsync(10);
  const closed = outbox.close();
  await vi.advanceTimersByTimeAsync(10);
  expect(close).not.toHaveBeenCalled();
  resolve();
  await closed;
  expect(close).toHaveBeenCalled();

  const stuck = outboxThat(() => new Promise<void>(() => {}));
  stuck.outbox.enqueue(MAIL);
  const over = stuck.outbox.close();
  await vi.advanceTimersByTimeAsync(3_000);
  await over;
  expect(stuck.close).toHaveBeenCalled();
});
