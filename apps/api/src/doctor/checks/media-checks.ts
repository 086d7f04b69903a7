import { AppError, t } from '@parley/core';
import type { BackendSettings } from '../../chat/backends.ts';
import { listsModel } from '../../chat/model/list-models.ts';
import { openSpeaker } from '../../chat/model/speech/open-speaker.ts';
import { openTranscriber } from '../../chat/model/speech/open-transcriber.ts';
import { readAtMost } from '../../outgoing/read-at-most.ts';
import type { ServiceNames, ServicePrefix } from '../../settings/backend-settings.ts';
import { checkOf, error, ok, warning, type Check, type Result } from '../check.ts';
import { explainService, nameOf } from '../explain-service.ts';

const CONNECT_MS = 3_000;
/** Shorter than the deadline of a check, so that its end can be explained. */
const LIMITS = { connectMs: CONNECT_MS, transcriptionMs: 4_500, speechMs: 4_500 };
const MAX_SPEECH_BYTES = 4 * 1024 ** 2;
const SAMPLE_RATE = 16_000;
const SILENCE_SECONDS = 0.5;

type Service = Pick<NonNullable<BackendSettings['imageModel']>, 'apiKey' | 'baseUrl' | 'model'>;

/** Tries the services for images, dictation and reading aloud. Only the image model is not asked to work. */
export function mediaChecks(
  { imageModel, transcriber, speaker }: BackendSettings,
  names: Pick<Record<ServicePrefix, ServiceNames>, 'OPENAI_IMAGE' | 'OPENAI_TRANSCRIBE' | 'OPENAI_SPEECH'>,
): Check[] {
  return [
    serviceCheck(t`Images`, names.OPENAI_IMAGE, imageModel, tryImages),
    serviceCheck(t`Dictation`, names.OPENAI_TRANSCRIBE, transcriber, async (service, signal) => {
      const recording = { bytes: silentWav(), container: 'wav' as const, durationMs: SILENCE_SECONDS * 1_000 };
      await openTranscriber({ ...service, limits: LIMITS }).transcribe(recording, signal);
      return ok(t`${nameOf(service)} transcribes.`);
    }),
    serviceCheck(t`Read aloud`, names.OPENAI_SPEECH, speaker, async (service, signal) => {
      const { chunks } = await openSpeaker({ ...service, limits: LIMITS }).speak('OK.', signal);
      const { length } = await readAtMost(chunks, MAX_SPEECH_BYTES);
      return ok(t`${nameOf(service)} speaks (${length} bytes).`);
    }),
  ];
}

function serviceCheck<Settings extends Service>(
  part: string,
  names: ServiceNames,
  settings: Settings | null,
  attempt: (settings: Settings, signal: AbortSignal) => Promise<Result>,
): Check {
  return checkOf(part, async (signal) => {
    if (settings === null) return ok(t`No service is set up (set ${names.model}).`);
    try {
      return await attempt(settings, signal);
    } catch (failure) {
      if (!(failure instanceof AppError)) throw failure;
      return explainService(failure, { ...settings, settings: names });
    }
  });
}

/** A picture costs money, so this only looks for the model in the service's list. */
async function tryImages(service: Service, signal: AbortSignal): Promise<Result> {
  const isListed = await listsModel(service, { connectMs: CONNECT_MS, signal });
  const name = nameOf(service);
  if (isListed) return ok(t`The service lists ${name}. No image was generated, because that costs money.`);
  return isListed === null
    ? warning(
        t`${name} couldn’t be tried without paying for an image: the service has no list of models.`,
        t`Generate one image in the chat.`,
      )
    : error(
        t`The service doesn’t list ${name}.`,
        t`Set OPENAI_IMAGE_MODEL to a name that it lists under GET /v1/models.`,
      );
}

/** A silent WAV file: 16-bit mono. */
function silentWav(): Buffer {
  const samples = Buffer.alloc(SAMPLE_RATE * SILENCE_SECONDS * 2);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
