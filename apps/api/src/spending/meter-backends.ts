import type { Backends } from '../chat/modes/mode.ts';
import type { Meter } from './meter.ts';

/** Decorates the backends of one reply so that `meter` measures what its requests use. */
export function meterBackends<Some extends Pick<Backends, 'model'> | Backends>(backends: Some, meter: Meter): Some {
  const { model } = backends;
  const metered = {
    ...backends,
    model: {
      capabilities: () => model.capabilities(),
      contextTokens: () => model.contextTokens(),
      stream: (request, emit, signal) => model.stream({ ...request, meter }, emit, signal),
      complete: (request, signal) => model.complete({ ...request, meter }, signal),
    } satisfies Backends['model'],
  };
  if (!('imageModel' in backends)) return metered;
  const { imageModel, webSearch } = backends;
  const others: Pick<Backends, 'imageModel' | 'webSearch'> = {
    imageModel: {
      capability: () => imageModel.capability(),
      draw: (request, signal) => imageModel.draw({ ...request, meter }, signal),
    },
    webSearch: {
      name: webSearch.name,
      capability: webSearch.capability,
      async search(query, signal) {
        const request = meter.begin(webSearch.name, { searches: 1 });
        try {
          return await webSearch.search(query, signal);
        } catch (error) {
          request.refused();
          throw error;
        }
      },
    },
  };
  return { ...metered, ...others };
}
