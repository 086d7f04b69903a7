import { AppError, t } from '@parley/core';
import type { ListedModelSettings } from '../../chat/backends.ts';
import { openModel, type ModelSettings } from '../../chat/model/open-model.ts';
import { checkOf, ok, warning, type Check } from '../check.ts';
import { explainService, nameOf, type ModelService } from '../explain-service.ts';

/** Shorter than the deadline of a check, so that its end can be explained. */
const LIMITS = { connectMs: 3_000, completeMs: 4_500, probeMs: 1_500 };

const SINGLE = { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL' };

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
    return modelCheck(t`Model ${id}`, { ...names, address: t`address of ${id} in MODELS` }, settings);
  });
}

function modelCheck(part: string, names: ModelService['settings'], settings: ModelSettings): Check {
  return checkOf(part, async (signal) => {
    const { model: name } = settings;
    const model = openModel({ ...settings, thinkingModel: null, titleModel: null, limits: LIMITS });
    const begun = performance.now();
    try {
      await model.complete(
        { instructions: 'Answer with OK.', text: 'Are you there?', maxOutputTokens: 16, safetyIdentifier: 'doctor' },
        signal,
      );
      return ok(t`${nameOf(settings)} answers in ${Math.round(performance.now() - begun)} ms.`);
    } catch (failure) {
      if (!(failure instanceof AppError)) throw failure;
      return explainService(failure, { model: name, baseUrl: settings.baseUrl, settings: names });
    }
  });
}
