import { collection } from '../database/collection.ts';

/** Stays after the user is gone. `endedAt`: null while any data remains. */
export const deletions = collection<{ _id: string; startedAt: number; endedAt: number | null }>('deletions', [
  { name: 'unfinished', key: { endedAt: 1 } },
]);
