import { AppError } from '@parley/core';
import type { Backends } from '../chat/modes/run-mode.ts';
import type { Metrics } from './metrics.ts';

/** The same back ends; how soon the model answers is measured, and its errors are counted. */
export function measureBackends(backends: Backends, metrics: Metrics): Backends {
  const { model, imageModel, webSearch } = backends;
  const failed = (part: 'model' | 'image', error: unknown): void =>
    metrics.upstreamErrors.inc({ part, code: error instanceof AppError ? error.code : 'internal' });
  return {
    webSearch,
    model: {
      capabilities: () => model.capabilities(),
      complete: (request, signal) => model.complete(request, signal),
      async *stream(request, signal) {
        const stop = metrics.upstreamFirstTokenSeconds.startTimer();
        let isFirst = true;
        try {
          for await (const event of model.stream(request, signal)) {
            if (isFirst) stop();
            isFirst = false;
            yield event;
          }
        } catch (error) {
          failed('model', error);
          throw error;
        }
      },
    },
    imageModel: {
      capability: () => imageModel.capability(),
      async draw(request, signal) {
        try {
          return await imageModel.draw(request, signal);
        } catch (error) {
          if (!signal.aborted) failed('image', error);
          throw error;
        }
      },
    },
  };
}
