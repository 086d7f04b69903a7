import { SYMBOL_S, TONE_RATE, type Tones } from './tone-code.ts';

/** Samples of a frame of MPEG-2 Layer III; its spectrum has as many lines. */
const FRAME_SAMPLES = 576;
/** At 24 kbit/s. */
export const FRAME_BYTES = 72;
/** Layer III of MPEG-2, no checksum, 24 kbit/s, 24 kHz, mono. */
const HEADER = [0xff, 0xf3, 0x34, 0xc0];
const SIDE_INFO_BYTES = 9;
/** Makes the lines as loud as the tones of `encodeTones`. */
const GAIN = 201;

/**
 * Writes symbols as an MP3, each as the two nearest of the spectrum's lines, which are 21 Hz apart. It is as long as
 * their WAV, and decoded, `decodeTones` understands it.
 */
export function writeMp3(symbols: readonly Tones[]): Uint8Array<ArrayBuffer> {
  const frames = Math.ceil((symbols.length * SYMBOL_S * TONE_RATE) / FRAME_SAMPLES);
  const file = new Uint8Array(frames * FRAME_BYTES);
  for (let frame = 0; frame < frames; frame++) {
    const seconds = ((frame + 0.5) * FRAME_SAMPLES) / TONE_RATE;
    const tones = symbols[Math.floor(seconds / SYMBOL_S)] ?? [];
    file.set(writeFrame(tones.map(lineOf), frame), frame * FRAME_BYTES);
  }
  return file;
}

function lineOf(hertz: number): number {
  return Math.round((hertz * 2 * FRAME_SAMPLES) / TONE_RATE - 0.5);
}

/** A frame with these lines, none of which needs a frame before it. */
function writeFrame(lines: readonly number[], frame: number): Uint8Array {
  // This order of signs continues the wave of the frame before.
  const sign = frame % 4 < 2 ? '0' : '1';
  let spectrum = '';
  for (let line = 0; line <= Math.max(...lines, -1); line += 4) {
    const four = [0, 1, 2, 3].map((next) => lines.includes(line + next));
    // Four lines at a time, as the complement of their bits (table B), then the signs of those that are set.
    spectrum += four.map((isSet) => (isSet ? '0' : '1')).join('') + sign.repeat(four.filter(Boolean).length);
  }
  const sideInfo = [
    bits(0, 8 + 1), // No bytes of earlier frames, a private bit
    bits(spectrum.length, 12),
    bits(0, 9), // No pairs of larger values before the fours
    bits(GAIN, 8),
    bits(0, 9 + 1 + 15 + 7 + 1), // No scale factors, a long block, no tables
    bits(1, 1), // Table B
  ].join('');
  const content = (sideInfo.padEnd(SIDE_INFO_BYTES * 8, '0') + spectrum).match(/.{1,8}/g) ?? [];
  const bytes = new Uint8Array(FRAME_BYTES);
  bytes.set([...HEADER, ...content.map((octet) => Number.parseInt(octet.padEnd(8, '0'), 2))]);
  return bytes;
}

function bits(value: number, length: number): string {
  return value.toString(2).padStart(length, '0');
}
