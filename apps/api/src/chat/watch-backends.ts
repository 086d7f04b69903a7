import type { Model, ModelEvent } from './model/model.ts';
import type { Backends } from './modes/mode.ts';

/** The parts that the status page lists. */
export type WatchedPart = 'model' | 'image' | 'transcription' | 'speech';

export interface BackendWatcher {
  /** The model sent its first event, `seconds` after the request. */
  onFirstEvent(seconds: number): void;
  /** A reply, a picture, a transcription or a sentence is complete. */
  onSuccess(part: WatchedPart): void;
  /** A reply, a picture, a transcription or a sentence failed. Not called when this server stopped it. */
  onFailure(part: WatchedPart, error: unknown): void;
}

/** Decorates the backends to report the start and end of each reply, picture, transcription and spoken sentence. */
export function watchBackends(backends: Backends, watcher: BackendWatcher): Backends {
  const { model, models, imageModel, transcriber, speaker } = backends;
  return {
    ...backends,
    model: watchModel(model),
    models: models.map(watchModel),
    imageModel: {
      capability: () => imageModel.capability(),
      draw: (request, signal) => watchCall('image', signal, () => imageModel.draw(request, signal)),
    },
    transcriber: transcriber && {
      capability: () => transcriber.capability(),
      transcribe: (recording, signal) =>
        watchCall('transcription', signal, () => transcriber.transcribe(recording, signal)),
    },
    speaker: speaker && {
      capability: () => speaker.capability(),
      async speak(text, signal, meter) {
        try {
          const { type, chunks } = await speaker.speak(text, signal, meter);
          return { type, chunks: watchChunks(chunks, signal) };
        } catch (error) {
          if (!signal.aborted) watcher.onFailure('speech', error);
          throw error;
        }
      },
    },
  };

  function watchModel(model: Model): Model {
    return {
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
    };
  }

  /** A reader that wants no more of them is neither a success nor a failure. */
  async function* watchChunks(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal) {
    try {
      yield* chunks;
    } catch (error) {
      if (!signal.aborted) watcher.onFailure('speech', error);
      throw error;
    }
    watcher.onSuccess('speech');
  }

  async function watchCall<T>(part: WatchedPart, signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    try {
      const result = await call();
      watcher.onSuccess(part);
      return result;
    } catch (error) {
      if (!signal.aborted) watcher.onFailure(part, error);
      throw error;
    }
  }
}
