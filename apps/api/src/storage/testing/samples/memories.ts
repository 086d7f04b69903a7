import { SAMPLE_TIME, type Sample } from '../samples.ts';

export const sample: Sample = {
  schema: 23,
  async store({ memories }, { userId, conversationId, messageId, id }) {
    const times = { createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME };
    const memory = { id: id('dogs'), userId, text: 'Has 3 dogs.', conversationId, messageId, ...times };
    await memories.add(memory, { count: 9, characters: 999 });
  },
  read: ({ memories }, userId) => memories.list(userId),
};
