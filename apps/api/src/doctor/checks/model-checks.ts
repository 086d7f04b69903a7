import { AppError, t, type ErrorCode } from '@parley/core';
import type { ListedModelSettings } from '../../chat/backends.ts';
import { hostOf } from '../../chat/model/host.ts';
import { openModel, type ModelSettings } from '../../chat/model/open-model.ts';
import { checkOf, error, ok, warning, type Check } from '../check.ts';
import { explainService, nameOf, type ModelService } from '../explain-service.ts';

/** Shorter than the deadline of a check, so that its end can be explained. */
const LIMITS = { connectMs: 3_000, completeMs: 4_500, probeMs: 1_500 };

const SINGLE = { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL', api: 'OPENAI_API' };

const API_NAMES = { responses: 'Responses', chat: 'Chat Completions' };
/** How a service may answer a request of an API that it does not have. */
const MAYBE_API: readonly ErrorCode[] = ['model-not-found', 'model-rejected', 'model-garbled'];

/** The settings to correct, `api` among them. */
type ModelNames = ModelService['settings'] & { api: string };

/** Asks each of the chat's models for one word. Null stands for the sandbox's demo assistant. */
export function modelChecks(settings: ModelSettings | null, isProduction: boolean): Check[] {
  if (settings === null) return [checkOf(t`Model`, async () => noModel(isProduction))];
  const parts = [
    { part: t`Model`, setting: 'OPENAI_MODEL', model: settings.model },
    { part: t`Thinking model`, setting: 'OPENAI_MODEL_THINKING', model: settings.thinkingModel },
    { part: t`Title model`, setting: 'OPENAI_MODEL_TITLE', model: settings.titleModel },
  ];
  return parts.flatMap(({ part, setting, model }, index) => {
    const isKnown = parts.slice(0, index).some((earlier) => earlier.model === model);
    return model === null || isKnown ? [] : [modelCheck(part, { model: setting, ...SINGLE }, { ...settings, model })];
  });
}

function noModel(isProduction: boolean) {
  const fix = t`Set OPENAI_API_KEY or OPENAI_BASE_URL, and OPENAI_MODEL.`;
  const message = t`The sandbox’s demo assistant answers, which is no real model.`;
  return isProduction ? warning(message, fix) : ok(`${message} ${fix}`);
}

/** Asks each model of the operator's list for one word. */
export function listedModelChecks(models: readonly ListedModelSettings[]): Check[] {
  return models.map(({ id, key, settings }) => {
    const names = { model: t`model of ${id} in MODELS`, key: key ?? t`key of ${id} in MODELS` };
    const places = { address: t`address of ${id} in MODELS`, api: t`api of ${id} in MODELS` };
    return modelCheck(t`Model ${id}`, { ...names, ...places }, settings);
  });
}

function modelCheck(part: string, names: ModelNames, settings: ModelSettings): Check {
  return checkOf(part, async (signal) => {
    const { model: name, baseUrl } = settings;
    const begun = performance.now();
    const failure = await askForWord(settings, signal);
    if (!failure) return ok(t`${nameOf(settings)} answers in ${Math.round(performance.now() - begun)} ms.`);
    const api = settings.api === 'auto' ? hostOf(baseUrl).protocol : settings.api;
    const other = api === 'chat' ? 'responses' : 'chat';
    if (MAYBE_API.includes(failure.code) && !(await askForWord({ ...settings, api: other }, signal))) {
      return error(t`${nameOf(settings)} answers only over ${API_NAMES[other]}.`, t`Set ${names.api} to ${other}.`);
    }
    return explainService(failure, { model: name, baseUrl, settings: names });
  });
}

/** Asks a model for one word. Resolves to the error of a model that does not answer, else to null. */
async function askForWord(settings: ModelSettings, signal: AbortSignal): Promise<AppError | null> {
  const model = openModel({ ...settings, thinkingModel: null, titleModel: null, limits: LIMITS });
  try {
    await model.complete(
      { instructions: 'Answer with OK.', text: 'Are you there?', maxOutputTokens: 16, safetyIdentifier: 'doctor' },
      signal,
    );
    return null;
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure;
    return failure;
  }
}
