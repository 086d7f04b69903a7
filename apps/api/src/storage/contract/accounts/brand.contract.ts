import { expect, test } from 'vitest';
import type { AcceptanceRecord, Storage } from '../../storage.ts';
import { newUser, NOW } from '../samples.ts';

export function contract(storage: () => Storage): void {
  test('the brand is saved only over the revision that was read, so that no change is lost', async () => {
    const { brand } = storage();
    const record = { id: 'brand', value: '{"welcome":"Hello 😀"}', revision: 1, changedAt: NOW } as const;
    const changed = { ...record, value: '{}', revision: 2, changedAt: NOW + 1 };
    expect(await brand.find()).toBeNull();
    expect(await brand.save(changed)).toBe(false);
    expect(await brand.save(record)).toBe(true);
    expect(await brand.save({ ...record, value: '{"late":1}' })).toBe(false);
    expect(await brand.find()).toStrictEqual(record);
    expect(await brand.save(changed)).toBe(true);
    expect(await brand.save(changed)).toBe(false);
    expect(await brand.find()).toStrictEqual(changed);
  });

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
