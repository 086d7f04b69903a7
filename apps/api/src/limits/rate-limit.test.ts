import { expect, test } from 'vitest';
import { ownProcess } from '../cluster/own-process.ts';
import { createRateLimit } from './rate-limit.ts';

const limitOf = (requests: number) => createRateLimit(ownProcess(), 'bytes', { requests, seconds: 60 });

test('a refused request of many points leaves what remains to smaller ones', async () => {
  const limit = limitOf(100);
  await limit.consume('ada', 90);
  await expect(limit.consume('ada', 20)).rejects.toMatchObject({
    code: 'rate-limited',
    allowance: { requests: 100, left: 10 },
  });
  expect(await limit.consume('ada', 10)).toMatchObject({ left: 0 });
  await expect(limit.consume('ada', 2)).rejects.toMatchObject({ allowance: { left: 0 } });
});

test('the next request waits as soon as the limit is used up', async () => {
  const limit = limitOf(2);
  await limit.consume('ada');
  expect(await limit.wait('ada')).toBe(0);
  await limit.consume('ada');
  expect(await limit.wait('ada')).toBeGreaterThan(50_000);
  await limit.giveBack('ada');
  expect(await limit.wait('ada')).toBe(0);
});
