import { AppError, MAX_MESSAGE_LENGTH, t, type ErrorCode } from '@parley/core';
import { toFile } from 'openai';
import { readJson } from '../../../outgoing/read-at-most.ts';
import { Probe, type ModelLog } from '../features/probe.ts';
import { hostOf } from '../host.ts';
import { isMaybeBilled, toModelError, withServiceError } from '../model-errors.ts';
import { DEFAULT_LIMITS, type ModelLimits } from '../model-limits.ts';
import { openClient } from '../open-client.ts';
import { readAudioMs, readCounts } from '../protocol/read-counts.ts';
import { retryConnecting } from '../retry-connecting.ts';
import type { Counts } from '../../../spending/counts.ts';
import type { Recording, RecordingContainer, Transcriber } from './transcriber.ts';

export interface TranscriberSettings {
  apiKey: string | null;
  /** Null means OpenAI itself. */
  baseUrl: string | null;
  model: string;
  limits?: Partial<ModelLimits>;
  log?: ModelLog;
}

/** User messages that replace those about answers. */
const MESSAGES = new Map<ErrorCode, string>([
  ['model-auth', t`The transcription service rejected this server’s API key. The operator needs to fix it.`],
  ['model-rate-limited', t`The transcription service is very busy right now. Try again in a moment.`],
  ['model-unreachable', t`We couldn’t reach the transcription service. Try again.`],
  ['model-timeout', t`The transcription service took too long. Try again.`],
  ['model-disconnected', t`We lost the connection to the transcription service. Try again.`],
  ['model-garbled', t`The transcription service sent an answer we couldn’t read. Try again.`],
  ['model-too-long', t`This recording is too long for the transcription service. Record a shorter one.`],
  ['model-filtered', t`The transcription service declined this recording.`],
  ['model-not-found', t`The transcription service doesn’t have this server’s model. The operator needs to change it.`],
  ['model-rejected', t`The transcription service couldn’t read this recording. Record it again.`],
  ['model-failed', t`The transcription service failed. Try again.`],
]);
const TYPES: Record<RecordingContainer, string> = {
  webm: 'audio/webm',
  ogg: 'audio/ogg',
  mp4: 'audio/mp4',
  wav: 'audio/wav',
};
/** The marker that whisper.cpp writes for silence. */
const BLANK = '[BLANK_AUDIO]';
/** Text that is only sounds in brackets, such as `[Music]` or `(silence)`. Whisper writes it when there is no speech. */
const SOUNDS = /^(?:\s*(?:\[[^\]]*\]|\([^)]*\)))+$/;
const MAX_ANSWER = 4 * 1024 * 1024;

/** Opens the configured transcription model. Connects only on use. */
export function openTranscriber(settings: TranscriberSettings): Transcriber {
  const { model } = settings;
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  // Retrying after a response was received could pay for two transcriptions.
  const client = openClient({ ...settings, connectMs: limits.connectMs, maxRetries: 0 });
  const probe = new Probe({
    client,
    host: hostOf(settings.baseUrl),
    addressSetting: 'OPENAI_TRANSCRIBE_BASE_URL',
    models: [],
    thinkingModel: null,
    timeout: limits.probeMs,
    log: settings.log,
  });

  async function send({ bytes, container }: Recording, signal: AbortSignal): Promise<unknown> {
    // Services recognize the format by the name.
    const file = await toFile(bytes, `recording.${container}`, { type: TYPES[container] });
    const options = { signal, timeout: 2 * limits.transcriptionMs };
    const asked = client.sdk.audio.transcriptions.create({ file, model }, options);
    return readJson(client.bodyOf(await asked.asResponse()), MAX_ANSWER);
  }

  function explain(error: unknown): AppError {
    const { code, cause, retryAfter } = withServiceError(toModelError(error), [settings.apiKey ?? '']);
    const message = MESSAGES.get(code);
    return new AppError(code, { cause, ...(message && { message }), ...(retryAfter !== undefined && { retryAfter }) });
  }

  return {
    async transcribe(recording, signal) {
      const limit = AbortSignal.timeout(limits.transcriptionMs);
      const either = AbortSignal.any([signal, limit]);
      const metered = recording.meter?.begin(model, { audioMs: recording.durationMs });
      try {
        signal.throwIfAborted();
        const answer = await retryConnecting(() => send(recording, either), either);
        const counts = countsIn(answer);
        if (counts) metered?.count(counts);
        return textIn(answer);
      } catch (error) {
        if (!isMaybeBilled(error, either)) metered?.refused();
        if (limit.aborted && !signal.aborted) throw explain(new AppError('model-timeout', { cause: error }));
        throw explain(error);
      }
    },
    capability: async () => (await probe.result()).answers,
  };
}

/** Services count either tokens or seconds. */
function countsIn(answer: unknown): Counts | null {
  const { usage } = (answer ?? {}) as { usage?: unknown };
  const audioMs = readAudioMs(usage);
  return audioMs === null ? readCounts(usage) : { audioMs };
}

function textIn(answer: unknown): string {
  const { text } = (answer ?? {}) as { text?: unknown };
  if (typeof text !== 'string') throw new AppError('model-garbled');
  const said = text.replaceAll(BLANK, '').trim();
  return SOUNDS.test(said) ? '' : said.slice(0, MAX_MESSAGE_LENGTH).toWellFormed();
}
