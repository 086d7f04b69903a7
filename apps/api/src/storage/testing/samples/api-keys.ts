import { SAMPLE_TIME, type Sample } from '../samples.ts';

export const sample: Sample = {
  schema: 23,
  async store({ apiKeys }, { userId, id }) {
    const times = { createdAt: SAMPLE_TIME, expiresAt: null, lastUsedAt: null };
    const key = { id: id('key'), hash: id('key'), ending: 'a1b2', name: 'Editor', ...times };
    await apiKeys.create({ ...key, userId, scopes: ['chat'] }, 9);
  },
  read: async ({ apiKeys }, userId) => (await apiKeys.list(userId)).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
};
