import { MAX_LISTED_REPORTS, t } from '@parley/core';
import { countWords } from './figure-words.ts';

/** Says below a full list of notes or reports that there may be older ones. */
export function NewestNote({ listed }: { listed: number }) {
  if (listed < MAX_LISTED_REPORTS) return null;
  return <p className="mt-2 text-sm text-muted">{t`Showing the newest ${countWords(listed)}.`}</p>;
}
