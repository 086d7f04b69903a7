import { expect, test } from 'vitest';
import type { AcceptanceRecord, Storage } from '../../storage.ts';
import { newUser, NOW } from '../samples.ts';
import type { Sample } from '../../testing/samples.ts';

export const sample: Sample = {
  schema: 33,
  store: ({ acceptances }, { userId }) =>
    acceptances.add({ userId, document: 'terms', version: '2026-11', acceptedAt: NOW }),
  read: ({ acceptances }, userId) => acceptances.list(userId),
};

export function contract(storage: () => Storage): void {
  test('an acceptance keeps its first time and belongs to its user', async () => {
    const { acceptances } = storage();
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const first: AcceptanceRecord = { userId, document: 'terms', version: '2026-11', acceptedAt: NOW + 1 };
    const privacy: AcceptanceRecord = { ...first, document: 'privacy', acceptedAt: NOW };
    const later: AcceptanceRecord = { ...first, version: '2027-01', acceptedAt: NOW + 2 };
    for (const each of [later, first, privacy, { ...first, acceptedAt: NOW + 9 }]) await acceptances.add(each);
    expect(await acceptances.list(userId)).toStrictEqual([privacy, first, later]);
    expect(await acceptances.list(stranger)).toEqual([]);
  });

  test('a user who is being deleted accepts nothing', async () => {
    const userId = await newUser(storage());
    await storage().deletions.begin(userId, NOW);
    const adding = storage().acceptances.add({ userId, document: 'terms', version: '1', acceptedAt: NOW });
    await expect(adding).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await storage().acceptances.list(userId)).toEqual([]);
  });
}
