import {
  FEEDBACK_REASONS,
  MAX_LISTED_REPORTS,
  type FeedbackCount,
  type FeedbackNote,
  type FeedbackReason,
  type FeedbackReport,
} from '@parley/core';
import type { FeedbackGroup, FeedbackRecord, FeedbackStore } from '../storage/storage.ts';

/** How long ratings and reports are counted. */
export const PERIOD_MS = 90 * 86_400_000;

/** What users think of replies, for the operator: counts by mode, model and version, and what users sent along. */
export async function readFeedback(store: FeedbackStore, now: number): Promise<FeedbackReport> {
  const groups = Map.groupBy(await store.groups(now - PERIOD_MS), ({ mode, model, version }) =>
    JSON.stringify([mode, model, version]),
  );
  const counts = [...groups.values()].flatMap(countsOf).sort((a, b) => sizeOf(b) - sizeOf(a));
  return { success: true, counts, notes: (await store.notes(MAX_LISTED_REPORTS)).map(presentNote) };
}

const sizeOf = ({ good, bad, reported }: FeedbackCount) => good + bad + reported;

function countsOf(groups: FeedbackGroup[]): FeedbackCount[] {
  const [first] = groups;
  if (!first) return [];
  const { mode, model, version } = first;
  const count = (rating: FeedbackGroup['rating'], fits = (_group: FeedbackGroup) => true) =>
    groups.filter((group) => group.rating === rating && fits(group)).reduce((sum, group) => sum + group.count, 0);
  const reasons = FEEDBACK_REASONS.map((reason) => {
    const isNamed = (group: FeedbackGroup) => group.reasons.includes(reason);
    return { reason, good: count('good', isNamed), bad: count('bad', isNamed) };
  });
  const reported = count('report');
  return [{ mode, model, version, good: count('good'), bad: count('bad'), reported, reasons }];
}

/** A rating without its user. */
function presentNote(record: FeedbackRecord): FeedbackNote {
  const rating = record.rating === 'good' ? 'good' : 'bad';
  return { ...presentSaid(record), rating, reasons: record.reasons as FeedbackReason[] };
}

/** What a user said of a reply, without who said it. */
export function presentSaid(record: FeedbackRecord) {
  const { mode, model, version, comment, question, reply, createdAt } = record;
  return { mode, model, version, comment, question, reply, createdAt: new Date(createdAt).toISOString() };
}
