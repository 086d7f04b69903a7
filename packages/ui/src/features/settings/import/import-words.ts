import { t, plural } from '@parley/core';
import type { ImportSource } from '@parley/core';
import type { ExportPreview } from './read-export.ts';
import type { ImportCounts } from './send-conversations.ts';
import { LOCALE } from '../../../kit/text/format/locale.ts';
import { withCommas } from '../../../kit/text/format/with-commas.ts';

const SOURCE_NAMES: Record<Exclude<ImportSource, 'parley'>, string> = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  librechat: 'LibreChat',
  'open-webui': 'Open WebUI',
};

/** The name of a product. This one's own exports have the operator's name for it. */
export function nameOfSource(source: ImportSource, productName: string): string {
  return source === 'parley' ? productName : SOURCE_NAMES[source];
}

/** "1,204 conversations, 2019 to today, 88 files, 3 broken" */
export function describePreview({ conversations, earliest, files, broken }: ExportPreview, today: Date): string {
  const [newest] = conversations;
  const parts = [countConversations(conversations.length)];
  if (newest && earliest !== null) parts.push(describeSpan(new Date(earliest), new Date(newest.updatedAt), today));
  if (files > 0) parts.push(plural(files)`${format(files)} file|${format(files)} files`);
  if (broken > 0) parts.push(plural(broken)`${format(broken)} broken|${format(broken)} broken`);
  return withCommas(parts);
}

/** "31 new, 12 grown, the rest was here" */
export function describeOutcome({ new: added, grown, same, deleted, busy, missingFiles }: ImportCounts): string {
  const parts: string[] = [];
  if (added > 0) parts.push(plural(added)`${format(added)} new|${format(added)} new`);
  if (grown > 0) parts.push(plural(grown)`${format(grown)} grown|${format(grown)} grown`);
  if (same > 0) parts.push(parts.length > 0 ? t`the rest was here` : t`everything was here`);
  if (deleted > 0) parts.push(plural(deleted)`${format(deleted)} left in Deleted|${format(deleted)} left in Deleted`);
  if (busy > 0) {
    parts.push(
      plural(busy)`${format(busy)} skipped while a reply was running|${format(busy)} skipped while a reply was running`,
    );
  }
  if (missingFiles > 0) {
    const files = format(missingFiles);
    parts.push(plural(missingFiles)`${files} file missing or not supported|${files} files missing or not supported`);
  }
  return parts.length > 0 ? t`Imported: ${withCommas(parts)}.` : t`Nothing was imported.`;
}

export function countConversations(count: number): string {
  return plural(count)`${format(count)} conversation|${format(count)} conversations`;
}

/** Formats a number: "1,204". */
export function format(count: number): string {
  return count.toLocaleString(LOCALE);
}

function describeSpan(first: Date, last: Date, today: Date): string {
  const isToday = last.toDateString() === today.toDateString();
  const [from, to] = [first.getFullYear(), last.getFullYear()];
  if (isToday) return t`${from} to today`;
  return from === to ? String(from) : t`${from} to ${to}`;
}
