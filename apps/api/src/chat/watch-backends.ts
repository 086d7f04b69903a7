import type { ModelEvent } from './model/model.ts';
import type { Backends } from './modes/mode.ts';

/** The parts that the status page lists. */
export type WatchedPart = 'model' | 'image';

export interface BackendWatcher {
  /** The model sent its first event, `seconds` after the request. */
  onFirstEvent(seconds: number): void;
  /** A reply or a picture is complete. */
  onSuccess(part: WatchedPart): void;
  /** A reply or a picture failed. Not called when this server stopped it. */
  onFailure(part: WatchedPart, error: unknown): void;
}

/** Decorates the backends to report the start and end of each reply and picture. */
export function watchBackends(backends: Backends, watcher: BackendWatcher): Backends {
  const { model, imageModel } = backends;
  return {
    ...backends,
    model: {
      capabilities: () => model.capabilities(),
      contextTokens: () => model.contextTokens(),
      complete: (request, signal) => model.complete(request, signal),
      async stream(request, emit, signal) {
        const begun = performance.now();
        let isFirst = true;
        const watched = (event: ModelEvent) => {
          if (isFirst) watcher.onFirstEvent((performance.now() - begun) / 1000);
          isFirst = false;
          if (event.type === 'end') watcher.onSuccess('model');
          emit(event);
        };
        try {
          await model.stream(request, watched, signal);
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
