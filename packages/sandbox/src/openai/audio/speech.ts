import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Exchange } from '../../server/exchange.ts';
import type { SandboxRequest } from '../../server/request-log.ts';
import { apiError, invalidValue, missingParameter, noJson, serverError, unknownParameter } from '../api-error.ts';
import { cut } from '../reply/play.ts';
import { plainReply, STALL_MS, type Rejection } from '../reply/reply.ts';
import { reject } from '../reply/send-whole.ts';
import { scriptedReply } from '../scenarios.ts';
import { FRAME_BYTES, writeMp3 } from './mp3.ts';
import { encodeTones, TONE_RATE, toneSymbols } from './tone-code.ts';
import { writeWav } from './wav.ts';

const MAX_CHARACTERS = 4096;
const FIELDS = new Set(['input', 'model', 'voice', 'instructions', 'response_format', 'speed', 'stream_format']);

/** Each format: the type of its files, the bytes of a third of a second, and how a text is spoken in it. */
const FORMATS = {
  wav: { type: 'audio/wav', chunkBytes: 16_384, speak: speakWav },
  mp3: { type: 'audio/mpeg', chunkBytes: 14 * FRAME_BYTES, speak: speakMp3 },
};

interface SpeechOptions {
  /** Milliseconds between chunks. */
  delayMs: number;
  /** Whether scenario words like `[[429]]` apply. */
  faults: boolean;
  entry: SandboxRequest;
}

/** Speaks a text as tones, a chunk at a time. The sandbox's transcription understands them in a WAV file. */
export async function sendSpeech(
  exchange: Exchange,
  body: Record<string, unknown> | null,
  { delayMs, faults, entry }: SpeechOptions,
): Promise<void> {
  const wanted = readRequest(body);
  if ('status' in wanted) return reject(exchange, wanted);
  const { input, format } = wanted;
  const reply = (faults ? scriptedReply(input) : null) ?? plainReply('');
  if ('status' in reply) return reject(exchange, reply);
  const { response, signal } = exchange;
  const fault = reply.fault?.kind;
  if (fault === 'error') return reject(exchange, serverError());
  const { type, chunkBytes, speak } = FORMATS[format];
  if (fault === 'badjson') return exchange.send(200, type, 'This is no audio.');
  entry.status = 200;
  entry.billed = { characters: input.length };
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
  const audio = speak(input);
  for (let at = 0; at < audio.length; at += chunkBytes) {
    if (at > 0) {
      if (fault === 'cut') return cut(exchange);
      await pause(fault === 'stall' ? STALL_MS : (reply.pauseMs ?? delayMs), undefined, { signal });
    }
    if (!response.write(audio.subarray(at, at + chunkBytes))) await once(response, 'drain', { signal });
    entry.deltas++;
  }
  response.end();
}

interface Wanted {
  input: string;
  format: keyof typeof FORMATS;
}

function readRequest(body: Record<string, unknown> | null): Wanted | Rejection {
  if (!body) return noJson();
  const unknown = Object.keys(body).find((field) => !FIELDS.has(field));
  if (unknown !== undefined) return unknownParameter(unknown);
  const { input, model, voice, response_format: format = 'mp3' } = body;
  if (typeof input !== 'string' || input === '') return missingParameter('input');
  if (typeof model !== 'string' || model === '') return missingParameter('model');
  if (typeof voice !== 'string' || voice === '') return missingParameter('voice');
  if (input.length > MAX_CHARACTERS) {
    return apiError({ status: 400, code: 'string_too_long', param: 'input', message: 'The input is too long.' });
  }
  if (format !== 'mp3' && format !== 'wav') {
    return invalidValue('response_format', 'The sandbox speaks mp3 and wav only.');
  }
  return { input, format };
}

function speakMp3(text: string): Uint8Array {
  return writeMp3([...toneSymbols(text)].flat());
}

function speakWav(text: string): Uint8Array {
  const words = [...encodeTones(text)];
  const samples = new Int16Array(words.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const word of words) {
    samples.set(word, at);
    at += word.length;
  }
  return writeWav(samples, TONE_RATE);
}
