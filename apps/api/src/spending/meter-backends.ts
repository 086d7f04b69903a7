import type { Backends } from '../chat/modes/mode.ts';
import type { Meter } from './meter.ts';
import type { RequestKind } from './reply-budget.ts';

/**
 * Decorates the backends of one reply so that `meter` measures what its requests use, and each is sent only if the
 * reply's budget has room for it.
 */
export function meterBackends<Some extends Pick<Backends, 'model'> | Backends>(backends: Some, meter: Meter): Some {
  const { model } = backends;
  const send = <T>(kind: RequestKind, request: () => Promise<T>): Promise<T> =>
    meter.budget ? meter.budget.send(kind, request) : request();
  const metered = {
    ...backends,
    model: {
      capabilities: () => model.capabilities(),
      contextTokens: () => model.contextTokens(),
      stream: (request, emit, signal) => send('reply', () => model.stream({ ...request, meter }, emit, signal)),
      complete: (request, signal) => send('short', () => model.complete({ ...request, meter }, signal)),
    } satisfies Backends['model'],
  };
  if (!('imageModel' in backends)) return metered;
  const { imageModel, webSearch } = backends;
  const others: Pick<Backends, 'imageModel' | 'webSearch'> = {
    imageModel: {
      capability: () => imageModel.capability(),
      draw: (request, signal) => send('image', () => imageModel.draw({ ...request, meter }, signal)),
    },
    webSearch: {
      name: webSearch.name,
      capability: webSearch.capability,
      search: (query, signal) => send({ search: webSearch.name }, () => search(query, signal)),
    },
  };
  return { ...metered, ...others };

  async function search(...[query, signal]: Parameters<Backends['webSearch']['search']>) {
    const request = meter.begin(webSearch.name, { searches: 1 });
    try {
      return await webSearch.search(query, signal);
    } catch (error) {
      request.refused();
      throw error;
    }
  }
}
