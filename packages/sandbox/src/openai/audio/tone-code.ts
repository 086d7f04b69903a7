import { crc16 } from './crc16.ts';

/**
 * The sandbox's language of tones: its speech, and all that its transcription understands.
 *
 * A word is a marker, its UTF-8 bytes, and their CRC-16 (high byte first), one symbol each. A symbol is two sine tones
 * of 45 ms and 15 ms of silence. The low four bits of a byte choose the lower tone (600 Hz and up), the high four bits
 * the upper tone (2,400 Hz and up), both in steps of 100 Hz. A marker is 4,300 Hz with 4,700 Hz at the beginning of a
 * word, and with 5,100 Hz where a word longer than 32 bytes goes on.
 *
 * A word with a wrong checksum is dropped: noise, speech and cut recordings give no invented words.
 */

/** Samples per second of `encodeTones`. */
export const TONE_RATE = 24_000;

/** The two frequencies of a symbol, in hertz. */
export type Tones = readonly [lower: number, upper: number];

export const SYMBOL_S = 0.06;
const TONE_S = 0.045;
/** A tone fades in and out, because a hard edge spreads over all frequencies. */
const FADE_S = 0.004;
const AMPLITUDE = 0.3;
const STEP_HZ = 100;
const LOWER_HZ = 600;
const UPPER_HZ = 2400;
const BEGINNING: Tones = [4300, 4700];
const CONTINUATION: Tones = [4300, 5100];
const MAX_WORD_BYTES = 32;

/** Window of one measurement: a whole number of periods of the 100 Hz steps, and shorter than a tone. */
const WINDOW_S = 0.03;
const HOP_S = 0.005;
/** The share of a window's energy that must be in the two tones. A clean tone has 1, noise less than 0.1. */
const MIN_SHARE = 0.5;
/** Each of the two tones has at least this share. */
const MIN_EACH = 0.12;
/** Root mean square below which a window counts as silence; full scale is 1. */
const SILENCE = 0.002;

/** Writes each word of a text as 16-bit mono samples at `TONE_RATE`. */
export function* encodeTones(text: string): Generator<Int16Array<ArrayBuffer>> {
  for (const word of toneSymbols(text)) yield writeSymbols(word);
}

/** The symbols of each word of a text. White space between words only separates them. */
export function* toneSymbols(text: string): Generator<Tones[]> {
  for (const word of text.split(/\s+/)) {
    let marker = BEGINNING;
    for (const part of wordParts(word)) {
      const sum = crc16(part);
      const bytes = [...part, sum >> 8, sum & 0xff];
      yield [marker, ...bytes.map(tonesOf)];
      marker = CONTINUATION;
    }
  }
}

/** Recognizes the words of `encodeTones` in a recording, also beside noise and after a lossy codec. Empty for none. */
export function decodeTones(samples: Float32Array, sampleRate: number): string {
  let text = '';
  let at = 0;
  const step = Math.round(HOP_S * sampleRate);
  while (at + WINDOW_S * sampleRate <= samples.length) {
    const marker = markerAt(samples, at, sampleRate);
    if (!marker) {
      at += step;
      continue;
    }
    // The marker's windows run from its beginning to its end; the middle one times the symbols after it.
    const first = at;
    while (markerAt(samples, at + step, sampleRate) === marker) at += step;
    const word = readWord(samples, (first + at) / 2, sampleRate);
    at += step;
    if (!word) continue;
    text += marker === CONTINUATION || text === '' ? word.text : ` ${word.text}`;
    at = word.end;
  }
  return text;
}

function* wordParts(word: string): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let part: number[] = [];
  for (const character of word) {
    const bytes = encoder.encode(character);
    if (part.length + bytes.length > MAX_WORD_BYTES) {
      yield Uint8Array.from(part);
      part = [];
    }
    part.push(...bytes);
  }
  if (part.length > 0) yield Uint8Array.from(part);
}

function tonesOf(byte: number): Tones {
  return [LOWER_HZ + (byte & 0xf) * STEP_HZ, UPPER_HZ + (byte >> 4) * STEP_HZ];
}

function writeSymbols(symbols: Tones[]): Int16Array<ArrayBuffer> {
  const length = SYMBOL_S * TONE_RATE;
  const samples = new Int16Array(symbols.length * length);
  symbols.forEach((tones, symbol) => {
    for (let index = 0; index < TONE_S * TONE_RATE; index++) {
      const seconds = index / TONE_RATE;
      const fade = Math.min(1, seconds / FADE_S, (TONE_S - seconds) / FADE_S);
      const wave = tones.reduce((sum, hertz) => sum + Math.sin(2 * Math.PI * hertz * seconds), 0);
      samples[symbol * length + index] = Math.round(wave * AMPLITUDE * fade * 0x7fff);
    }
  });
  return samples;
}

/** Reads the symbols after a marker whose middle window begins at `marker`, up to the bytes that fit their checksum. */
function readWord(samples: Float32Array, marker: number, rate: number): { text: string; end: number } | null {
  const bytes: number[] = [];
  while (bytes.length < MAX_WORD_BYTES + 2) {
    const begin = Math.round(marker + (bytes.length + 1) * SYMBOL_S * rate);
    const byte = byteAt(samples, begin, rate);
    if (byte === null) break;
    bytes.push(byte);
  }
  const [low, high] = [bytes.pop(), bytes.pop()];
  if (low === undefined || high === undefined || bytes.length === 0) return null;
  if (crc16(bytes) !== ((high << 8) | low)) return null;
  const text = decodeUtf8(bytes);
  if (text === null) return null;
  // The next marker may begin right after the last symbol's silence.
  const end = Math.round(marker + (bytes.length + 2) * SYMBOL_S * rate + WINDOW_S * rate);
  return { text, end };
}

function byteAt(samples: Float32Array, begin: number, rate: number): number | null {
  const window = readWindow(samples, begin, rate);
  if (!window) return null;
  const lower = loudest(window, LOWER_HZ, rate);
  const upper = loudest(window, UPPER_HZ, rate);
  return isClear(lower.share, upper.share) ? (upper.step << 4) | lower.step : null;
}

function markerAt(samples: Float32Array, begin: number, rate: number): Tones | null {
  const window = readWindow(samples, begin, rate);
  if (!window) return null;
  const lower = shareOf(window, BEGINNING[0], rate);
  if (lower < MIN_EACH) return null;
  for (const marker of [BEGINNING, CONTINUATION]) {
    if (isClear(lower, shareOf(window, marker[1], rate))) return marker;
  }
  return null;
}

function isClear(lower: number, upper: number): boolean {
  return lower + upper >= MIN_SHARE && lower >= MIN_EACH && upper >= MIN_EACH;
}

function loudest(window: Window, fromHz: number, rate: number): { step: number; share: number } {
  let best = { step: 0, share: 0 };
  for (let step = 0; step < 16; step++) {
    const share = shareOf(window, fromHz + step * STEP_HZ, rate);
    if (share > best.share) best = { step, share };
  }
  return best;
}

/** Samples under a Hann window, which keeps a tone out of its neighbors' measurements. */
interface Window {
  samples: Float32Array;
  /** Sum of their squares. */
  energy: number;
}

/** Null for silence, and where the recording ends. */
function readWindow(samples: Float32Array, begin: number, rate: number): Window | null {
  const length = Math.round(WINDOW_S * rate);
  const from = Math.round(begin);
  if (from < 0 || from + length > samples.length) return null;
  const window = new Float32Array(length);
  let energy = 0;
  for (let index = 0; index < length; index++) {
    const value = (samples[from + index] ?? 0) * hann(index, length);
    window[index] = value;
    energy += value * value;
  }
  // The squares of a Hann window sum to 3/8 of its length.
  return Math.sqrt(energy / (length * 0.375)) < SILENCE ? null : { samples: window, energy };
}

function hann(index: number, length: number): number {
  return 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / length);
}

/** The share of a window's energy at one frequency, by Goertzel's algorithm: 1 for a pure tone. */
function shareOf({ samples, energy }: Window, hertz: number, rate: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * hertz) / rate);
  let last = 0;
  let before = 0;
  for (const sample of samples) [last, before] = [sample + factor * last - before, last];
  const power = last * last + before * before - factor * last * before;
  // For a tone, power / energy is (sum of the window)² / (2 · sum of its squares) = length / 3.
  return power / energy / (samples.length / 3);
}

function decodeUtf8(bytes: number[]): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}
