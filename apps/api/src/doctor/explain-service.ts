import type { AppError, ErrorCode } from '@parley/core';
import { hostOf } from '../chat/model/host.ts';
import { ServiceError } from '../chat/model/service-error.ts';
import { error, warning, type Result } from './check.ts';
import { explainConnection } from './explain-connection.ts';

/** A service that runs a model. */
export interface ModelService {
  model: string;
  /** Null means OpenAI itself. */
  baseUrl: string | null;
  /** Names of the settings to correct. */
  settings: { model: string; key: string; address: string };
}

/** `gpt at api.example.com`. */
export function nameOf({ model, baseUrl }: Pick<ModelService, 'model' | 'baseUrl'>): string {
  return `${model} at ${hostOf(baseUrl).name}`;
}

/** Explains to the operator why a service that runs a model failed, and which setting to correct. */
export function explainService({ code, cause }: AppError, service: ModelService): Result {
  const { name } = hostOf(service.baseUrl);
  const { model, key, address } = service.settings;
  const usualEnd = `Check ${address}; it usually ends in /v1.`;
  const known: Partial<Record<ErrorCode, Result>> = {
    'model-auth': error(`${name} rejects the API key.`, `Check ${key}.`),
    'model-not-found': error(
      `${name} has no model ${service.model}.`,
      `Set ${model} to a name that the service lists under GET /v1/models, and check ${address}.`,
    ),
    'model-quota': error(`The credit at ${name} has run out.`, 'Top it up there.'),
    'model-rate-limited': warning(`${name} is too busy to answer.`, 'Wait a minute and run this again.'),
    'model-unreachable': error(
      `Can’t reach ${name}: ${explainConnection(cause)}.`,
      `Check ${address}, and that the service runs.`,
    ),
    'model-timeout': warning(
      `${nameOf(service)} took too long.`,
      'A local model may be loading; run this again in a minute.',
    ),
    'model-garbled': error(`${name} doesn’t answer like an AI service.`, usualEnd),
    'model-empty': warning(`${nameOf(service)} answers with nothing.`, `Try another model in ${model}.`),
  };
  const reason = cause instanceof ServiceError ? cause.message : explainConnection(cause);
  return known[code] ?? error(`${nameOf(service)} refuses: ${reason}`, `Check ${model} and ${address}.`);
}
