import { expect, test } from 'vitest';
import { EventQueue } from './event-queue.ts';

function queueWithLog() {
  const log: string[] = [];
  const queue = new EventQueue<number>({
    onRoom: () => log.push('room'),
    onReturn: async () => void log.push('returned'),
  });
  return { queue, log };
}

test('delivers the events before an error, then throws it once', async () => {
  const { queue } = queueWithLog();
  queue.push(1);
  queue.push(2);
  queue.fail(new Error('broken'));
  queue.push(3);
  expect(await queue.next()).toEqual({ value: 1, done: false });
  expect(await queue.next()).toEqual({ value: 2, done: false });
  await expect(queue.next()).rejects.toThrow('broken');
  expect(await queue.next()).toEqual({ value: undefined, done: true });
});

test('wakes a waiting reader for an event, an end and an error', async () => {
  const { queue } = queueWithLog();
  const first = queue.next();
  queue.push(1);
  expect(await first).toEqual({ value: 1, done: false });
  const last = queue.next();
  queue.end();
  expect(await last).toEqual({ value: undefined, done: true });
  const other = queueWithLog().queue;
  const failing = other.next();
  other.fail(new Error('broken'));
  await expect(failing).rejects.toThrow('broken');
});

test('is full until its reader has caught up, and reports that once', async () => {
  const { queue, log } = queueWithLog();
  for (let count = 0; count < 1000; count++) queue.push(count);
  expect(queue.isFull).toBe(true);
  await queue.next();
  expect(queue.isFull).toBe(true);
  for (let count = 1; count < 1000; count++) await queue.next();
  expect(queue.isFull).toBe(false);
  expect(log).toEqual(['room']);
});

test('notifies its owner when the reader leaves, and ends', async () => {
  const { queue, log } = queueWithLog();
  queue.push(1);
  queue.push(2);
  for await (const value of queue) if (value === 1) break;
  expect(log).toEqual(['returned']);
  expect(await queue.next()).toEqual({ value: undefined, done: true });
});
