import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { NOW } from '../samples.ts';
import type { Sample } from '../../testing/samples.ts';

export const sample: Sample = {
  schema: 33,
  async store({ brand }) {
    await brand.save({ id: 'brand', value: '{"welcome":"Ask Ada"}', revision: 1, changedAt: NOW });
  },
  read: ({ brand }) => brand.find(),
};

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
}
