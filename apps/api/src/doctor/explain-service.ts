import { t, type AppError, type ErrorCode } from '@parley/core';
import { hostOf } from '../chat/model/host.ts';
import { ServiceError } from '../chat/model/service-error.ts';
import type { ServiceNames } from '../settings/backend-settings.ts';
import { asSentence, error, warning, type Result } from './check.ts';
import { explainConnection } from './explain-connection.ts';

/** A service that runs a model. */
export interface ModelService {
  model: string;
  /** Null means OpenAI itself. */
  baseUrl: string | null;
  /** Names of the settings to correct. */
  settings: ServiceNames;
}

/** `gpt at api.example.com`. */
export function nameOf({ model, baseUrl }: Pick<ModelService, 'model' | 'baseUrl'>): string {
  return t`${model} at ${hostOf(baseUrl).name}`;
}

/** Explains to the operator why a service that runs a model failed, and which setting to correct. */
export function explainService({ code, cause }: AppError, service: ModelService): Result {
  const { name } = hostOf(service.baseUrl);
  const { model, key, address } = service.settings;
  const usualEnd = t`Check ${address}; it usually ends in /v1.`;
  const known: Partial<Record<ErrorCode, Result>> = {
    'model-auth': error(t`${name} rejects the API key.`, t`Check ${key}.`),
    'model-not-found': error(
      t`${name} has no model ${service.model}.`,
      t`Set ${model} to a name that the service lists under GET /v1/models, and check ${address}.`,
    ),
    'model-quota': error(t`The credit at ${name} has run out.`, t`Top it up there.`),
    'model-rate-limited': warning(t`${name} is too busy to answer.`, t`Wait a minute and run this again.`),
    'model-unreachable': error(
      t`Can’t reach ${name}: ${explainConnection(cause)}.`,
      t`Check ${address}, and that the service runs.`,
    ),
    'model-timeout': warning(
      t`${nameOf(service)} took too long.`,
      t`A local model may be loading; run this again in a minute.`,
    ),
    'model-garbled': error(t`${name} doesn’t answer like an AI service.`, usualEnd),
    'model-empty': warning(t`${nameOf(service)} answers with nothing.`, t`Try another model in ${model}.`),
  };
  const reason = asSentence(cause instanceof ServiceError ? cause.message : explainConnection(cause));
  return known[code] ?? error(t`${nameOf(service)} refuses: ${reason}`, t`Check ${model} and ${address}.`);
}
