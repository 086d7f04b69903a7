import type { Readable } from 'node:stream';
import { AppError, t, type ErrorCode } from '@parley/core';
import { Probe, type ModelLog } from '../features/probe.ts';
import { hostOf } from '../host.ts';
import { isMaybeBilled, toModelError, withServiceError } from '../model-errors.ts';
import { DEFAULT_LIMITS, type ModelLimits } from '../model-limits.ts';
import { openClient } from '../open-client.ts';
import { readSpeech } from './read-speech.ts';
import { retryConnecting } from '../retry-connecting.ts';
import type { Speaker } from './speaker.ts';
import { WaitingTime } from '../waiting-time.ts';

export interface SpeakerSettings {
  apiKey: string | null;
  /** Null means OpenAI itself. */
  baseUrl: string | null;
  model: string;
  voice: string;
  /** Browsers play both; MP3 is a tenth of the size. */
  format: 'mp3' | 'wav';
  limits?: Partial<ModelLimits>;
  log?: ModelLog;
}

/** User messages that replace those about answers. */
const MESSAGES = new Map<ErrorCode, string>([
  ['model-auth', t`The speech service rejected this server’s API key. The operator needs to fix it.`],
  ['model-rate-limited', t`The speech service is very busy right now. Try again in a moment.`],
  ['model-unreachable', t`We couldn’t reach the speech service. Try again.`],
  ['model-timeout', t`The speech service took too long. Try again.`],
  ['model-disconnected', t`We lost the connection to the speech service. Try again.`],
  ['model-garbled', t`The speech service sent something that isn’t audio. Try again.`],
  ['model-too-long', t`This text is too long for the speech service.`],
  ['model-filtered', t`The speech service declined this text.`],
  ['model-not-found', t`The speech service doesn’t have this server’s model. The operator needs to change it.`],
  ['model-rejected', t`The speech service couldn’t speak this text.`],
  ['model-failed', t`The speech service failed. Try again.`],
]);

/** Opens the configured speech model. Connects only on use. */
export function openSpeaker(settings: SpeakerSettings): Speaker {
  const { model, voice, format } = settings;
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  // Retrying after a response was received could pay twice.
  const client = openClient({ ...settings, connectMs: limits.connectMs, maxRetries: 0 });
  const probe = new Probe({
    client,
    host: hostOf(settings.baseUrl),
    addressSetting: 'OPENAI_SPEECH_BASE_URL',
    models: [],
    thinkingModel: null,
    timeout: limits.probeMs,
    log: settings.log,
  });

  async function request(text: string, signal: AbortSignal): Promise<Readable> {
    const options = { signal, timeout: 2 * limits.speechMs };
    const asked = client.sdk.audio.speech.create({ input: text, model, voice, response_format: format }, options);
    return client.bodyOf(await asked.asResponse());
  }

  function explain(error: unknown): AppError {
    const { code, cause, retryAfter } = withServiceError(toModelError(error), [settings.apiKey ?? '']);
    const message = MESSAGES.get(code);
    return new AppError(code, { cause, ...(message && { message }), ...(retryAfter !== undefined && { retryAfter }) });
  }

  return {
    async speak(text, signal, meter) {
      const waiting = new WaitingTime(limits.speechMs);
      const either = AbortSignal.any([signal, waiting.over]);
      const explainEither = (error: unknown) => {
        const isLate = waiting.over.aborted && !signal.aborted;
        return explain(isLate ? new AppError('model-timeout', { cause: error }) : error);
      };
      const metered = meter?.begin(model, { characters: text.length });
      try {
        signal.throwIfAborted();
        const body = await waiting.spend(() => retryConnecting(() => request(text, either), either));
        return await readSpeech(body, waiting, explainEither);
      } catch (error) {
        if (!isMaybeBilled(error, either)) metered?.refused();
        throw explainEither(error);
      }
    },
    capability: async () => (await probe.result()).answers,
  };
}
