import { t } from '@parley/core';
import type { ImportSource } from '@parley/core';
import type { ExportPreview } from './read-export.ts';
import type { ImportCounts } from './send-conversations.ts';
import { LOCALE } from '../../../kit/text/locale.ts';

export const SOURCE_NAMES: Record<ImportSource, string> = {
  chatgpt: 'ChatGPT',
  claude: t`Claude`,
  librechat: 'LibreChat',
  'open-webui': t`Open WebUI`,
  parley: 'Parley',
};

/** "1,204 conversations, 2019 to today, 88 files, 3 broken" */
export function describePreview({ conversations, earliest, files, broken }: ExportPreview, today: Date): string {
  const [newest] = conversations;
  const parts = [counted(conversations.length, 'conversation')];
  if (newest && earliest !== null) parts.push(describeSpan(new Date(earliest), new Date(newest.updatedAt), today));
  if (files > 0) parts.push(counted(files, 'file'));
  if (broken > 0) parts.push(t`${broken.toLocaleString(LOCALE)} broken`);
  return parts.join(', ');
}

/** "31 new, 12 grown, the rest was here" */
export function describeOutcome({ new: added, grown, same, deleted, busy, missingFiles }: ImportCounts): string {
  const parts: string[] = [];
  const say = (count: number, words: string) => {
    if (count > 0) parts.push(`${count.toLocaleString(LOCALE)} ${words}`);
  };
  say(added, 'new');
  say(grown, 'grown');
  if (same > 0) parts.push(parts.length > 0 ? 'the rest was here' : 'everything was here');
  say(deleted, 'left in Deleted');
  say(busy, 'skipped while a reply was running');
  say(missingFiles, missingFiles === 1 ? 'file missing or not supported' : 'files missing or not supported');
  return parts.length > 0 ? t`Imported: ${parts.join(', ')}.` : t`Nothing was imported.`;
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString(LOCALE)} ${noun}${count === 1 ? '' : 's'}`;
}

function describeSpan(first: Date, last: Date, today: Date): string {
  const isToday = last.toDateString() === today.toDateString();
  const [from, to] = [first.getFullYear(), last.getFullYear()];
  if (isToday) return t`${from} to today`;
  return from === to ? String(from) : t`${from} to ${to}`;
}
