import type { Backends } from './modes/run-mode.ts';

/** What answers and what draws, as the status page names them. */
export type WatchedPart = 'model' | 'image';

export interface BackendWatcher {
  /** The model has sent its first event, so many seconds after it was asked. */
  onFirstEvent(seconds: number): void;
  /** A reply is whole, or a picture is there. */
  onSuccess(part: WatchedPart): void;
  /** What was thrown in place of a reply or a picture. What is stopped from our side is neither. */
  onFailure(part: WatchedPart, error: unknown): void;
}

/** The same back ends; how each reply and each picture begins and ends is told. */
export function watchBackends(backends: Backends, watcher: BackendWatcher): Backends {
  const { model, imageModel } = backends;
  return {
    ...backends,
    model: {
      capabilities: () => model.capabilities(),
      complete: (request, signal) => model.complete(request, signal),
      async *stream(request, signal) {
        const begun = performance.now();
        let isFirst = true;
        try {
          for await (const event of model.stream(request, signal)) {
            if (isFirst) watcher.onFirstEvent((performance.now() - begun) / 1000);
            isFirst = false;
            if (event.type === 'end') watcher.onSuccess('model');
            yield event;
          }
        } catch (error) {
          watcher.onFailure('model', error);
          throw error;
        }
      },
    },
    imageModel: {
      capability: () => imageModel.capability(),
      async draw(request, signal) {
        try {
          const picture = await imageModel.draw(request, signal);
          watcher.onSuccess('image');
          return picture;
        } catch (error) {
          if (!signal.aborted) watcher.onFailure('image', error);
          throw error;
        }
      },
    },
  };
}
