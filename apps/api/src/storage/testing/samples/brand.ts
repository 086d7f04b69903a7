import { SAMPLE_TIME, type Sample } from '../samples.ts';

export const sample: Sample = {
  schema: 33,
  async store({ brand }) {
    await brand.save({ id: 'brand', value: '{"welcome":"Ask Ada"}', revision: 1, changedAt: SAMPLE_TIME });
  },
  read: ({ brand }) => brand.find(),
};
