import { expect, onTestFinished, test } from 'vitest';
import { anImport } from '../../contract/conversations/imports.contract.ts';
import { newUser, NOW } from '../../contract/samples.ts';
import { openStorage } from '../../open-storage.ts';

const MESSAGES = 10_000;
const TIMES = 60;

test('importing one message again takes no longer in a conversation of 10,000 messages than in a short one', async () => {
  const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  onTestFinished(() => storage.close());
  const userId = await newUser(storage);
  async function medianOfAgain(count: number): Promise<number> {
    const record = anImport(Array.from({ length: count }, (_, n) => `q${n}`));
    expect(await storage.conversations.import(userId, [record], NOW)).toStrictEqual(['new']);
    const again = { ...record, messages: record.messages.slice(0, 1), leafId: record.messages[0]?.message.id ?? '' };
    const times: number[] = [];
    for (let n = 0; n < TIMES; n++) {
      const begun = performance.now();
      expect(await storage.conversations.import(userId, [again], NOW)).toStrictEqual(['same']);
      times.push(performance.now() - begun);
    }
    return times.toSorted((a, b) => a - b)[TIMES / 2] ?? NaN;
  }
  const short = await medianOfAgain(10);
  expect(await medianOfAgain(MESSAGES)).toBeLessThan(3 * short + 1);
});
