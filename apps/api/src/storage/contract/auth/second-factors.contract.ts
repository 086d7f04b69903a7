import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { aSecondFactor, newUser, NOW } from '../samples.ts';
import type { Sample } from '../../testing/samples.ts';

export const sample: Sample = {
  schema: 26,
  async store({ secondFactors }, { userId }) {
    const factor = { secret: 'sealed', lastStep: 7, recoveryHashes: ['one', 'two'] };
    await secondFactors.create({ userId, ...factor, createdAt: NOW });
  },
  read: ({ secondFactors }, userId) => secondFactors.find(userId),
};

export function contract(storage: () => Storage): void {
  async function newFactor() {
    const factor = aSecondFactor(await newUser(storage()));
    expect(await storage().secondFactors.create(factor)).toBe(true);
    return factor;
  }

  test('a user has at most one second factor, and it can be removed', async () => {
    const { secondFactors } = storage();
    const factor = await newFactor();
    const { userId } = factor;
    expect(await secondFactors.create({ ...factor, secret: 'other' })).toBe(false);
    expect(await secondFactors.find(userId)).toStrictEqual(factor);
    expect(await secondFactors.find(await newUser(storage()))).toBeNull();
    expect(await secondFactors.remove(userId)).toBe(true);
    expect(await secondFactors.remove(userId)).toBe(false);
    expect(await secondFactors.find(userId)).toBeNull();
    expect(await secondFactors.create(factor)).toBe(true);
  });

  test('a time step is used by exactly one of several requests, and no earlier one afterwards', async () => {
    const { secondFactors } = storage();
    const { userId, lastStep, ...factor } = await newFactor();
    const used = await Promise.all(Array.from({ length: 5 }, () => secondFactors.useStep(userId, lastStep + 2)));
    expect(used.filter(Boolean)).toHaveLength(1);
    for (const step of [lastStep, lastStep + 1, lastStep + 2]) {
      expect(await secondFactors.useStep(userId, step)).toBe(false);
    }
    expect(await secondFactors.find(userId)).toStrictEqual({ userId, lastStep: lastStep + 2, ...factor });
    expect(await secondFactors.useStep(await newUser(storage()), lastStep + 9)).toBe(false);
  });

  test('a recovery code is used by exactly one of several requests', async () => {
    const { secondFactors } = storage();
    const { userId, recoveryHashes } = await newFactor();
    const [first = '', ...others] = recoveryHashes;
    const used = await Promise.all(Array.from({ length: 5 }, () => secondFactors.useRecoveryHash(userId, first)));
    expect(used.filter(Boolean)).toHaveLength(1);
    expect((await secondFactors.find(userId))?.recoveryHashes).toStrictEqual(others);
    const stranger = await newFactor();
    expect(await secondFactors.useRecoveryHash(stranger.userId, 'unknown')).toBe(false);
    expect((await secondFactors.find(stranger.userId))?.recoveryHashes).toStrictEqual(stranger.recoveryHashes);
  });

  test('new recovery codes replace all old ones', async () => {
    const { secondFactors } = storage();
    const { userId, recoveryHashes } = await newFactor();
    expect(await secondFactors.setRecoveryHashes(userId, ['new'])).toBe(true);
    for (const hash of recoveryHashes) expect(await secondFactors.useRecoveryHash(userId, hash)).toBe(false);
    expect(await secondFactors.useRecoveryHash(userId, 'new')).toBe(true);
    expect((await secondFactors.find(userId))?.recoveryHashes).toStrictEqual([]);
    expect(await secondFactors.setRecoveryHashes(await newUser(storage()), ['new'])).toBe(false);
  });

  test('a user who is being deleted gets no second factor', async () => {
    const userId = await newUser(storage());
    await storage().deletions.begin(userId, NOW);
    const adding = storage().secondFactors.create(aSecondFactor(userId));
    await expect(adding).rejects.toMatchObject({ code: 'unauthorized' });
  });
}
