import { SAMPLE_TIME, type Sample } from '../samples.ts';

const LATER = SAMPLE_TIME + 9e12;

export const sample: Sample = {
  schema: 38,
  async store({ rememberedDevices }, { userId, id }) {
    const device = { id: id('device'), userId, hash: id('device'), name: 'Firefox on Linux' };
    const times = { createdAt: SAMPLE_TIME, expiresAt: LATER, lastUsedAt: null };
    await rememberedDevices.add({ ...device, ...times }, SAMPLE_TIME);
  },
  read: ({ rememberedDevices }, userId) => rememberedDevices.list(userId, SAMPLE_TIME),
};
