import type { Transcription } from 'openai/resources/audio/transcriptions';
import type { Exchange } from '../../server/exchange.ts';
import type { SandboxRequest } from '../../server/request-log.ts';
import { apiError, invalidValue, missingParameter, unknownParameter } from '../api-error.ts';
import { plainReply, type Rejection } from '../reply/reply.ts';
import { reject, sendWhole } from '../reply/send-whole.ts';
import { readForm } from '../request/read-form.ts';
import { scriptedReply } from '../scenarios.ts';
import { decodeTones } from './tone-code.ts';

const MAX_BYTES = 25 * 1024 * 1024;
const FIELDS = new Set(
  'file model language prompt response_format stream temperature include[] timestamp_granularities[] chunking_strategy'.split(
    ' ',
  ),
);

interface TranscriptionOptions {
  /** Whether spoken scenario words like `[[429]]` apply. */
  faults: boolean;
  entry: SandboxRequest;
}

/** Answers with the words that `encodeTones` wrote into a recording, and with an empty text for any other sound. */
export async function sendTranscription(
  exchange: Exchange,
  body: Buffer,
  { faults, entry }: TranscriptionOptions,
): Promise<void> {
  const recording = await readRecording(exchange, body, entry);
  if ('status' in recording) return reject(exchange, recording);
  // Its decoders are megabytes of code, which most runs never need.
  const { readSound } = await import('./read-sound.ts');
  const sound = await readSound(new Uint8Array(await recording.arrayBuffer()));
  if (!sound) return reject(exchange, undecodable());
  const text = decodeTones(sound.samples, sound.sampleRate);
  const reply = (faults ? scriptedReply(text) : null) ?? plainReply(text);
  if ('status' in reply) return reject(exchange, reply);
  const seconds = Math.ceil(sound.seconds);
  await sendWhole(exchange, reply, (): Transcription => {
    entry.billed = { seconds };
    return { text, usage: { type: 'duration', seconds } };
  });
}

async function readRecording(exchange: Exchange, body: Buffer, entry: SandboxRequest): Promise<File | Rejection> {
  const form = await readForm(body, exchange.request.headers['content-type'] ?? '');
  if ('status' in form) return form;
  const unknown = [...form.keys()].find((field) => !FIELDS.has(field));
  if (unknown !== undefined) return unknownParameter(unknown);
  const file = form.get('file');
  const model = form.get('model');
  if (!(file instanceof File)) return missingParameter('file');
  if (typeof model !== 'string' || model === '') return missingParameter('model');
  entry.model = model;
  entry.recording = { name: file.name, type: file.type, bytes: file.size };
  if (file.size > MAX_BYTES) {
    const message = `413: Maximum content size limit (${MAX_BYTES}) exceeded (${file.size} bytes read)`;
    return apiError({ status: 413, message });
  }
  if ((form.get('response_format') ?? 'json') !== 'json') {
    return invalidValue('response_format', 'The sandbox answers with json only.');
  }
  if ((form.get('stream') ?? 'false') !== 'false') {
    return invalidValue('stream', 'The sandbox sends transcriptions whole only.');
  }
  return file;
}

function undecodable(): Rejection {
  const message =
    'Audio file might be corrupted or unsupported. The sandbox reads Opus in WebM, Ogg or MP4, and 16-bit PCM in WAV.';
  return apiError({ status: 400, code: 'invalid_value', param: 'file', message });
}
