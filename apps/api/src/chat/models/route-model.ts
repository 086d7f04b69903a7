import { AppError, t, type ModelName } from '@parley/core';
import type { Model } from '../model/model.ts';
import { isServiceFault } from '../model/service-fault.ts';
import { nameOf, type ListedModel } from './listed-model.ts';
import type { ModelList } from './model-list.ts';

/**
 * The model of one reply: `chosen`, or the fallback that the list names for it while its provider is set aside or when
 * it fails before its first event. All steps of a reply have the same model. `onAnswering` is called with each
 * fallback. Short texts are `base`'s.
 */
export function routeModel(
  chosen: ListedModel,
  list: ModelList,
  base: Pick<Model, 'complete'>,
  onAnswering: (name: ModelName) => void = () => {},
): Model {
  let current = chosen;
  let hasAnswered = false;

  function fallBack(): boolean {
    const next = list.fallbackOf(current);
    if (!next) return false;
    current = next;
    onAnswering(nameOf(next));
    return true;
  }

  while (list.isSetAside(current) && fallBack());
  return {
    capabilities: () => current.model.capabilities(),
    contextTokens: () => current.model.contextTokens(),
    complete: (request, signal) => base.complete(request, signal),
    async stream(request, emit, signal) {
      for (;;) {
        const attempt = list.providers.attempt(current.provider);
        try {
          if (!attempt) throw setAside(current);
          await current.model.stream(
            request,
            (event) => {
              attempt.begun();
              hasAnswered = true;
              emit(event);
            },
            signal,
          );
          if (!signal.aborted) attempt.answered();
          return;
        } catch (error) {
          attempt?.failed(error);
          if (hasAnswered || signal.aborted || !isServiceFault(error) || !fallBack()) throw error;
        } finally {
          attempt?.left();
        }
      }
    },
  };
}

function setAside({ label }: ListedModel): AppError {
  return new AppError('model-unreachable', {
    message: t`${label} isn’t answering right now. Choose another model, or try again in a few minutes.`,
  });
}
