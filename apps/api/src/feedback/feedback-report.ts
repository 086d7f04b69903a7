import { FEEDBACK_REASONS, type FeedbackCount, type FeedbackNote, type FeedbackReport } from '@parley/core';
import type { FeedbackGroup, FeedbackRecord, FeedbackStore } from '../storage/storage.ts';

const PERIOD_MS = 90 * 86_400_000;
const MAX_NOTES = 50;

/** What users think of replies, for the operator: counts by mode, model and version, and what users sent along. */
export async function readFeedback(store: FeedbackStore, now: number): Promise<FeedbackReport> {
  const groups = Map.groupBy(await store.groups(now - PERIOD_MS), ({ mode, model, version }) =>
    JSON.stringify([mode, model, version]),
  );
  const counts = [...groups.values()].flatMap(countsOf).sort((a, b) => b.good + b.bad - (a.good + a.bad));
  return { success: true, counts, notes: (await store.notes(MAX_NOTES)).map(presentNote) };
}

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
  return [{ mode, model, version, good: count('good'), bad: count('bad'), reasons }];
}

/** A rating without its user. */
export function presentNote(record: FeedbackRecord): FeedbackNote {
  const { mode, model, version, rating, reasons, comment, question, reply, createdAt } = record;
  return {
    mode,
    model,
    version,
    rating,
    reasons,
    comment,
    question,
    reply,
    createdAt: new Date(createdAt).toISOString(),
  };
}
