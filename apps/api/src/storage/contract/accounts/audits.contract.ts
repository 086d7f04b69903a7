import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { anAuditLine, newUser, NOW } from '../samples.ts';
import type { Sample } from '../../testing/samples.ts';

export const sample: Sample = {
  schema: 38,
  async store({ audits }, { userId, id }) {
    const about = { actor: 'boss@example.com', action: 'give-premium', details: { days: 7 } };
    const line = { id: id('audit'), pressId: id('press'), at: NOW, userId, place: 1, ...about };
    await audits.add({ ...line, outcome: 'started' });
  },
  read: ({ audits }, userId) => audits.ofUser(userId),
};

export function contract(storage: () => Storage): void {
  test('of two lines with one id only the first is stored', async () => {
    const { audits } = storage();
    const line = anAuditLine(await newUser(storage()));
    const added = await Promise.all([audits.add(line), audits.add({ ...line, actor: 'other@example.com' })]);
    expect(added.toSorted()).toStrictEqual([false, true]);
    expect((await audits.find(line.id))?.actor).toBe(added[0] ? line.actor : 'other@example.com');
    expect(await audits.find('unknown')).toBeNull();
  });

  test('the end of an act changes its outcome and its details alone', async () => {
    const { audits } = storage();
    const line = anAuditLine(await newUser(storage()));
    await audits.add(line);
    await audits.end(line.id, 'failed', { days: 7, reason: 'away' });
    await audits.end('unknown', 'done', {});
    expect(await audits.find(line.id)).toStrictEqual({
      ...line,
      outcome: 'failed',
      details: { days: 7, reason: 'away' },
    });
  });

  test('pages list each line once, newest first, even at equal times', async () => {
    const { audits } = storage();
    const userId = await newUser(storage());
    // In a future of its own, since engines may share one storage between tests.
    const start = NOW + 1e9 * Math.floor(Math.random() * 1e6);
    const lines = [0, 1, 1, 1, 2].map((offset) => ({ ...anAuditLine(userId), at: start + offset }));
    for (const line of lines) await audits.add(line);
    const seen: number[] = [];
    const ids = new Set<string>();
    let before: string | undefined = `${start + 3}.x`;
    while (ids.size < lines.length) {
      const page = await audits.list({ limit: 2, ...(before !== undefined && { before }) });
      for (const { at, id } of page.items.filter((line) => line.userId === userId)) {
        seen.push(at - start);
        ids.add(id);
      }
      before = page.nextBefore ?? undefined;
      if (before === undefined) break;
    }
    expect(seen).toStrictEqual([2, 1, 1, 1, 0]);
    expect(ids.size).toBe(5);
    expect((await audits.ofUser(userId)).map(({ at }) => at - start)).toStrictEqual([2, 1, 1, 1, 0]);
  });

  test.each(['', 'x', '.', '.x', '1e999.x', 'NaN.x'])('rejects the cursor “%s”', async (before) => {
    await expect(storage().audits.list({ limit: 1, before })).rejects.toThrow(
      expect.objectContaining({ code: 'invalid-request' }),
    );
  });

  test('the lines about a deleted account stay without its id', async () => {
    const { audits, deletions } = storage();
    const userId = await newUser(storage());
    const line = anAuditLine(userId);
    await audits.add(line);
    await deletions.begin(userId, NOW);
    while (!(await deletions.removeContent(userId)));
    await deletions.finish(userId, NOW);
    expect(await audits.ofUser(userId)).toStrictEqual([]);
    const found = await audits.find(line.id);
    expect(found).toStrictEqual({ ...line, userId: expect.not.stringContaining(userId) });
  });
}
