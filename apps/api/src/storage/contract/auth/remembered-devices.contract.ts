import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { aRememberedDevice, newUser, NOW } from '../samples.ts';
import type { Sample } from '../../testing/samples.ts';

export const sample: Sample = {
  schema: 38,
  async store({ rememberedDevices }, { userId, id }) {
    const device = { id: id('device'), userId, hash: id('device'), name: 'Firefox on Linux' };
    const times = { createdAt: NOW, expiresAt: NOW + 9e12, lastUsedAt: null };
    await rememberedDevices.add({ ...device, ...times }, NOW);
  },
  read: ({ rememberedDevices }, userId) => rememberedDevices.list(userId, NOW),
};

export function contract(storage: () => Storage): void {
  test('a device is used by its user alone, until it expires', async () => {
    const { rememberedDevices } = storage();
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const device = aRememberedDevice(userId);
    const { hash, expiresAt } = device;
    await rememberedDevices.add(device, NOW);
    expect(await rememberedDevices.use(stranger, hash, NOW)).toBe(false);
    expect(await rememberedDevices.use(userId, 'unknown', NOW)).toBe(false);
    expect(await rememberedDevices.list(userId, NOW)).toStrictEqual([device]);
    expect(await rememberedDevices.use(userId, hash, expiresAt - 1)).toBe(true);
    expect(await rememberedDevices.list(userId, NOW)).toStrictEqual([{ ...device, lastUsedAt: expiresAt - 1 }]);
    expect(await rememberedDevices.use(userId, hash, expiresAt)).toBe(false);
    expect(await rememberedDevices.list(userId, expiresAt)).toEqual([]);
    expect(await rememberedDevices.list(stranger, NOW)).toEqual([]);
  });

  test('devices are listed oldest first, and removed one by one by their user or all at once', async () => {
    const { rememberedDevices } = storage();
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const late = { ...aRememberedDevice(userId), createdAt: NOW + 1 };
    const [early, other] = [aRememberedDevice(userId), aRememberedDevice(stranger)];
    for (const device of [late, early, other]) await rememberedDevices.add(device, NOW);
    expect(await rememberedDevices.list(userId, NOW)).toStrictEqual([early, late]);
    expect(await rememberedDevices.remove(stranger, early.id)).toBe(false);
    expect(await rememberedDevices.remove(userId, early.id)).toBe(true);
    expect(await rememberedDevices.remove(userId, early.id)).toBe(false);
    expect(await rememberedDevices.list(userId, NOW)).toStrictEqual([late]);
    await rememberedDevices.removeAll(userId);
    expect(await rememberedDevices.use(userId, late.hash, NOW)).toBe(false);
    expect(await rememberedDevices.list(stranger, NOW)).toStrictEqual([other]);
  });

  test('a user who is being deleted gets no device', async () => {
    const userId = await newUser(storage());
    await storage().deletions.begin(userId, NOW);
    const adding = storage().rememberedDevices.add(aRememberedDevice(userId), NOW);
    await expect(adding).rejects.toMatchObject({ code: 'unauthorized' });
  });
}
