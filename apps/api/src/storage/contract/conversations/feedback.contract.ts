import { expect, test } from 'vitest';
import type { FeedbackRecord, Storage } from '../../storage.ts';
import { aFeedback, newUser, NOW, turn } from '../samples.ts';

export function contract(storage: () => Storage): void {
  const rated = async (changes: Partial<FeedbackRecord> = {}) => {
    const userId = await newUser(storage());
    const record = { ...aFeedback(await turn(storage(), userId, 'tea')), ...changes };
    await storage().feedback.put(record);
    return record;
  };

  test('a rating replaces the one before, and only its user reads and removes it', async () => {
    const { feedback } = storage();
    const first = await rated();
    const { userId, messageId } = first;
    const stranger = await newUser(storage());
    const second = { ...first, rating: 'bad' as const, reasons: ['clarity' as const], comment: 'Too long 😀.' };
    await feedback.put(second);
    expect(await feedback.find(userId, messageId)).toStrictEqual(second);
    expect(await feedback.list(userId)).toStrictEqual([second]);
    expect(await feedback.find(stranger, messageId)).toBeNull();
    expect(await feedback.list(stranger)).toEqual([]);
    expect(await feedback.remove(stranger, messageId)).toBe(false);
    expect(await feedback.remove(userId, messageId)).toBe(true);
    expect(await feedback.remove(userId, messageId)).toBe(false);
    expect(await feedback.find(userId, messageId)).toBeNull();
  });

  test('a rating in a deleted conversation is rejected, and the one before comes back with the conversation', async () => {
    const { feedback, conversations } = storage();
    const first = await rated();
    const { userId, conversationId, messageId } = first;
    await conversations.delete(userId, conversationId, NOW);
    await expect(feedback.put({ ...first, rating: 'bad' })).rejects.toMatchObject({ code: 'not-found' });
    await conversations.restore(userId, conversationId, NOW);
    expect(await feedback.find(userId, messageId)).toStrictEqual(first);
  });

  test('equal ratings of equal origin are counted together', async () => {
    const { feedback } = storage();
    // A version of its own, since the storage is shared.
    const origin = { version: `counted-${Math.random()}`, createdAt: NOW + 10 };
    await rated(origin);
    await rated(origin);
    await rated({ ...origin, model: null });
    await rated({ ...origin, rating: 'bad', reasons: ['clarity', 'correctness'] });
    await rated({ ...origin, createdAt: NOW - 10 });
    const groups = (await feedback.groups(NOW)).filter(({ version }) => version === origin.version);
    const of = { mode: 'normal', model: 'demo', version: origin.version, rating: 'good', reasons: [] };
    expect(groups).toHaveLength(3);
    expect(groups).toEqual(
      expect.arrayContaining([
        { ...of, count: 2 },
        { ...of, model: null, count: 1 },
        { ...of, rating: 'bad', reasons: ['clarity', 'correctness'], count: 1 },
      ]),
    );
  });

  test('notes are the newest ratings with a sentence or with words', async () => {
    const { feedback } = storage();
    const createdAt = NOW + 1e9;
    const said = await rated({ createdAt, comment: 'Nice.' });
    const shared = await rated({ createdAt: createdAt + 1, question: 'tea', reply: 'leaf' });
    await rated({ createdAt: createdAt + 2 });
    expect(await feedback.notes(2)).toStrictEqual([shared, said]);
    expect(await feedback.notes(1)).toStrictEqual([shared]);
  });

  test('an open report is listed until it is done, replaced or taken back', async () => {
    const { feedback } = storage();
    const before = (await feedback.openReports(9)).count;
    const createdAt = NOW + 2e9;
    const report = (changes: Partial<FeedbackRecord>) =>
      rated({ rating: 'report', reasons: ['harmful'], createdAt, reportId: crypto.randomUUID(), ...changes });
    const first = await report({ comment: 'Look 😀.', question: 'tea', reply: 'leaf' });
    const second = await report({ createdAt: createdAt + 1 });
    expect(await feedback.openReports(2)).toStrictEqual({ count: before + 2, newest: [second, first] });
    expect(await feedback.openReports(1)).toStrictEqual({ count: before + 2, newest: [second] });
    expect(await feedback.notes(9)).not.toContainEqual(first);
    expect(await feedback.finishReport(second.reportId ?? '', NOW + 5)).toBe(true);
    expect(await feedback.finishReport(second.reportId ?? '', NOW + 6)).toBe(true);
    expect(await feedback.find(second.userId, second.messageId)).toStrictEqual({ ...second, doneAt: NOW + 5 });
    expect(await feedback.openReports(1)).toStrictEqual({ count: before + 1, newest: [first] });
    const again = { ...first, reasons: ['other' as const], reportId: crypto.randomUUID() };
    await feedback.put(again);
    expect(await feedback.finishReport(first.reportId ?? '', NOW + 7)).toBe(false);
    expect(await feedback.openReports(1)).toStrictEqual({ count: before + 1, newest: [again] });
    await feedback.remove(again.userId, again.messageId);
    expect((await feedback.openReports(1)).count).toBe(before);
    expect(await feedback.finishReport(again.reportId, NOW + 8)).toBe(false);
  });

  test.each(['reports', 'notes'])('many %s of one user leave room in the list for those of others', async (kind) => {
    const { feedback } = storage();
    const createdAt = NOW + (kind === 'reports' ? 3e9 : 4e9);
    const change = () =>
      kind === 'reports'
        ? { rating: 'report' as const, reasons: ['other' as const], reportId: crypto.randomUUID() }
        : { comment: 'Nice.' };
    const newest = async (limit: number) =>
      kind === 'reports' ? (await feedback.openReports(limit)).newest : feedback.notes(limit);
    const theirs = await rated({ ...change(), createdAt });
    const userId = await newUser(storage());
    const many: FeedbackRecord[] = [];
    for (let n = 1; n <= 14; n++) {
      const record = { ...aFeedback(await turn(storage(), userId, 'tea')), ...change(), createdAt: createdAt + n };
      many.unshift(record);
      await feedback.put(record);
    }
    expect(await newest(12)).toContainEqual(theirs);
    // What the others leave free is filled.
    expect((await newest(15)).slice(0, 14)).toStrictEqual(many);
    for (const { messageId } of many) await feedback.remove(userId, messageId);
    await feedback.remove(theirs.userId, theirs.messageId);
  });

  test('feedback of a conversation that is not there is refused, and goes with its conversation', async () => {
    const { feedback, conversations, deletions } = storage();
    const record = await rated();
    const { userId, messageId, conversationId } = record;
    await conversations.delete(userId, conversationId, NOW);
    await expect(feedback.put({ ...record, comment: 'Late.' })).rejects.toMatchObject({ code: 'not-found' });
    await conversations.purge(NOW + 1, 9);
    expect(await feedback.find(userId, messageId)).toBeNull();
    const late = await rated();
    await deletions.begin(late.userId, NOW);
    await expect(feedback.put(late)).rejects.toMatchObject({ code: 'not-found' });
  });
}
