import { SAMPLE_TIME, type Sample } from '../samples.ts';

export const sample: Sample = {
  schema: 23,
  async store({ passkeys }, { userId, id }) {
    const key = { publicKey: 'cHVibGlj', counter: 1, transports: 'internal', name: 'Laptop' };
    await passkeys.add({ id: id('passkey'), userId, ...key, createdAt: SAMPLE_TIME, lastUsedAt: null });
  },
  read: ({ passkeys }, userId) => passkeys.list(userId),
};
