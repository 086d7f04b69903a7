import { AppError, t, type ErrorCode } from '@parley/core';
import { APIError } from 'openai';
import { readJson } from '../../../outgoing/read-at-most.ts';
import { Probe, type ModelLog } from '../features/probe.ts';
import { hostOf } from '../host.ts';
import type { ImageModel, ImageRequest } from './image-model.ts';
import { openAiImages, openRouterImages, xAiImages, type ImageQuality, type ImagesApi } from './images-api.ts';
import { isMaybeBilled, toModelError, withServiceError } from '../model-errors.ts';
import { DEFAULT_LIMITS, type ModelLimits } from '../model-limits.ts';
import { readPicture } from './read-picture.ts';
import { openClient } from '../open-client.ts';
import { readCounts } from '../protocol/read-counts.ts';
import { retryConnecting } from '../retry-connecting.ts';
import { ServiceError } from '../service-error.ts';
import { UnsupportedParams } from '../features/unsupported-params.ts';

export interface ImageModelSettings {
  apiKey: string | null;
  /** Null means OpenAI itself. */
  baseUrl: string | null;
  model: string;
  quality: ImageQuality;
  limits?: Partial<ModelLimits>;
  log?: ModelLog;
}

const NOT_SET_UP = t`Image generation isn’t set up on this server.`;
/** User messages that replace those about answers. */
const MESSAGES = new Map<ErrorCode, string>([
  ['model-filtered', t`The image service declined this request. Try describing the image differently.`],
  ['model-not-found', t`The image service doesn’t have this server’s model. The operator needs to change it.`],
]);
const ADDRESS_SETTING = 'OPENAI_IMAGE_BASE_URL';
const MAX_ANSWER = 64 * 1024 * 1024;

/** Opens the configured image model, or one that reports that images are not set up for null. Connects only on use. */
export function openImageModel(settings: ImageModelSettings | null): ImageModel {
  return settings ? imagesApi(settings) : notSetUp;
}

const notSetUp: ImageModel = {
  draw: async () => {
    throw new AppError('model-failed', { message: NOT_SET_UP });
  },
  capability: async () => ({ ok: false, reason: NOT_SET_UP }),
};

/** Client for services that offer the images API of OpenAI, xAI or OpenRouter. */
function imagesApi(settings: ImageModelSettings): ImageModel {
  const { model, quality } = settings;
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const host = hostOf(settings.baseUrl);
  // Retrying after a response was received could pay for two pictures.
  const client = openClient({ ...settings, connectMs: limits.connectMs, maxRetries: 0 });
  const { origin } = new URL(client.sdk.baseURL);
  const timeout = limits.probeMs;
  const probe = new Probe({
    client,
    host,
    addressSetting: ADDRESS_SETTING,
    models: [],
    thinkingModel: null,
    timeout,
    log: settings.log,
  });
  const unsupported = new UnsupportedParams();
  let known: ImagesApi = openAiImages;

  /** Sends the request through OpenAI’s API, or through the one that the service’s refusal points to. */
  async function ask(request: ImageRequest, signal: AbortSignal): Promise<unknown> {
    const tried = known;
    try {
      return await askThrough(tried, request, signal);
    } catch (error) {
      const other = tried === openAiImages ? otherApi(error) : null;
      if (!other) throw error;
      const answer = await askThrough(other, request, signal).catch((failure: unknown) => {
        throw isMissing(failure) ? error : failure;
      });
      known = other;
      return answer;
    }
  }

  /** Sends the request through one API, and retries as long as each refusal names an unsupported parameter. */
  async function askThrough(api: ImagesApi, request: ImageRequest, signal: AbortSignal): Promise<unknown> {
    const { pictures, meter } = request;
    const kind = `${api.name} ${model} ${pictures.length > 0 ? 'edits' : 'generations'}`;
    const options = { signal, timeout: 2 * limits.pictureMs };
    for (;;) {
      const takesSize = !unsupported.has(kind, 'size');
      const params = unsupported.without(kind, api.paramsOf(request, { model, quality, takesSize }));
      const metered = meter?.begin(model, { pictures: 1 });
      try {
        const answer = await retryConnecting(async () => {
          const response = await api.send(client.sdk, params, pictures, options);
          return readJson(client.bodyOf(response), MAX_ANSWER);
        }, signal);
        metered?.count({ ...readCounts((answer as { usage?: unknown } | null)?.usage), pictures: 1 });
        return answer;
      } catch (error) {
        if (!isMaybeBilled(error, signal)) metered?.refused();
        if (!unsupported.learn(kind, params, error)) throw error;
      }
    }
  }

  function explain(error: unknown, { prompt }: ImageRequest): AppError {
    const known = withServiceError(toModelError(error), [prompt, settings.apiKey ?? '']);
    const { cause } = known;
    const code = known.code === 'model-rejected' && isDeclined(cause) ? 'model-filtered' : known.code;
    const message = MESSAGES.get(code);
    return message === undefined ? known : new AppError(code, { message, cause });
  }

  return {
    async draw(request, signal) {
      const limit = AbortSignal.timeout(limits.pictureMs);
      try {
        signal.throwIfAborted();
        const either = AbortSignal.any([signal, limit]);
        const answer = await ask(request, either);
        return await readPicture(answer, { origin, wholeMs: limits.pictureMs, signal: either });
      } catch (error) {
        if (limit.aborted && !signal.aborted) throw new AppError('model-timeout', { cause: error });
        throw explain(error, request);
      }
    },
    capability: async () => (await probe.result()).answers,
  };
}

/** Words for declined content, for services that send no error code. */
const DECLINED = /content.?(?:policy|moderation)|safety system|responsible ai|violate our policies/i;

function isDeclined(cause: unknown): boolean {
  return cause instanceof ServiceError && DECLINED.test(cause.message);
}

/** The API of a service that has refused OpenAI’s; null if it refused only this request. */
function otherApi(error: unknown): ImagesApi | null {
  if (error instanceof APIError && error.status === 415) return xAiImages;
  return isMissing(error) ? openRouterImages : null;
}

/** Whether a service may lack the path. A missing model has the same status, and only some services say which it is. */
function isMissing(error: unknown): boolean {
  return error instanceof APIError && [404, 405].includes(error.status) && error.code !== 'model_not_found';
}
