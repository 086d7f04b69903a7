import { SAMPLE_TIME, type Sample } from '../samples.ts';

export const sample: Sample = {
  schema: 26,
  async store({ secondFactors }, { userId }) {
    const factor = { secret: 'sealed', lastStep: 7, recoveryHashes: ['one', 'two'] };
    await secondFactors.create({ userId, ...factor, createdAt: SAMPLE_TIME });
  },
  read: ({ secondFactors }, userId) => secondFactors.find(userId),
};
