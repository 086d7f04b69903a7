import { SAMPLE_TIME, type Sample } from '../samples.ts';

export const sample: Sample = {
  schema: 38,
  async store({ audits }, { userId, id }) {
    const about = { actor: 'boss@example.com', action: 'give-premium', details: { days: 7 } };
    const line = { id: id('audit'), pressId: id('press'), at: SAMPLE_TIME, userId, place: 1, ...about };
    await audits.add({ ...line, outcome: 'started' });
  },
  read: ({ audits }, userId) => audits.ofUser(userId),
};
