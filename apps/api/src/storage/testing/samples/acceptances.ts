import { SAMPLE_TIME, type Sample } from '../samples.ts';

export const sample: Sample = {
  schema: 33,
  store: ({ acceptances }, { userId }) =>
    acceptances.add({ userId, document: 'terms', version: '2026-11', acceptedAt: SAMPLE_TIME }),
  read: ({ acceptances }, userId) => acceptances.list(userId),
};
