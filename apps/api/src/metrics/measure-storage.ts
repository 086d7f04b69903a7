import type { Spending, SpendingMode, Storage } from '../storage/storage.ts';
import type { Metrics } from './metrics.ts';

const MICRO = 1_000_000;

/** Decorates the storage so that it counts replies and what they cost, and measures checkpoints. */
export function measureStorage(storage: Storage, metrics: Metrics): Storage {
  const { replies, spending } = storage;
  const { repliesStarted, repliesEnded, checkpointSeconds, checkpointErrors } = metrics;

  function countSpending(mode: SpendingMode, { models }: Spending): void {
    for (const { model, ...amounts } of models) {
      metrics.costDollars.inc({ mode, model }, amounts.microdollars / MICRO);
      metrics.tokens.inc({ model, kind: 'input' }, amounts.inputTokens);
      metrics.tokens.inc({ model, kind: 'cached' }, amounts.cachedTokens);
      metrics.tokens.inc({ model, kind: 'output' }, amounts.outputTokens);
      metrics.tokens.inc({ model, kind: 'reasoning' }, amounts.reasoningTokens);
      metrics.unpricedRequests.inc({ model }, amounts.unpricedRequests);
    }
  }
  return {
    ...storage,
    spending: {
      ...spending,
      async add(userId, mode, spent, now) {
        await spending.add(userId, mode, spent, now);
        countSpending(mode, spent);
      },
    },
    replies: {
      ...replies,
      async accept(request) {
        const result = await replies.accept(request);
        if (result.outcome === 'accepted') repliesStarted.inc({ mode: request.mode });
        return result;
      },
      async checkpoint(checkpoints) {
        const stop = checkpointSeconds.startTimer();
        try {
          return await replies.checkpoint(checkpoints);
        } catch (error) {
          checkpointErrors.inc();
          throw error;
        } finally {
          stop();
        }
      },
      async end(end) {
        const isFirst = await replies.end(end);
        if (isFirst) repliesEnded.inc({ outcome: end.message.status });
        if (isFirst && end.spending) countSpending(end.message.mode ?? 'normal', end.spending);
        return isFirst;
      },
      async recoverReplies(...recovery) {
        const interrupted = await replies.recoverReplies(...recovery);
        repliesEnded.inc({ outcome: 'interrupted' }, interrupted.length);
        return interrupted;
      },
    },
  };
}
