import type { Storage } from '../storage/storage.ts';
import type { Metrics } from './metrics.ts';

/** Decorates the storage so that it counts replies and measures checkpoints. */
export function measureStorage(storage: Storage, metrics: Metrics): Storage {
  const { replies } = storage;
  const { repliesStarted, repliesEnded, checkpointSeconds, checkpointErrors } = metrics;
  return {
    ...storage,
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
        return isFirst;
      },
      async recoverReplies(owners, now, error) {
        const interrupted = await replies.recoverReplies(owners, now, error);
        repliesEnded.inc({ outcome: 'interrupted' }, interrupted.length);
        return interrupted;
      },
    },
  };
}
