import { expect, it } from 'vitest';
import { decodeTones, encodeTones, TONE_RATE } from './tone-code.ts';

it.each([
  'hello',
  'What is for dinner?',
  'Grüße, 你好 und 👩‍🚀!',
  'a'.repeat(100),
  '日本語の長い文章は空白なしで続きますから分けて送ります。',
])('recognizes the tones of %j', (text) => {
  expect(decodeTones(soundOf(text), TONE_RATE)).toBe(text);
});
it('recognizes tones at other sample rates', () => {
  expect(decodeTones(resample(soundOf('one two'), 48_000), 48_000)).toBe('one two');
  expect(decodeTones(resample(soundOf('one two'), 16_000), 16_000)).toBe('one two');
});
it('recognizes quiet tones that begin anywhere', () => {
  const sound = soundOf('one two three').map((value) => value * 0.02);
  for (const offset of [0, 37, 611, 24_001]) {
    const samples = new Float32Array(offset + sound.length + 500);
    samples.set(sound, offset);
    expect(decodeTones(samples, TONE_RATE)).toBe('one two three');
  }
});
it('recognizes tones beside noise', () => {
  const noise = random(7);
  const sound = soundOf('over the noise').map((value) => value + 0.05 * noise());
  expect(decodeTones(sound, TONE_RATE)).toBe('over the noise');
});
it('drops a word that is cut or damaged, and keeps the words around it', () => {
  const sound = soundOf('first second third');
  const second = soundOf('first').length;
  expect(decodeTones(sound.slice(3000), TONE_RATE)).toBe('second third');
  expect(decodeTones(sound.slice(0, -3000), TONE_RATE)).toBe('first second');
  sound.fill(0, second + 2 * 1440, second + 3 * 1440);
  expect(decodeTones(sound, TONE_RATE)).toBe('first third');
});
it('recognizes nothing in silence, noise, a steady tone and a chord', () => {
  const noise = random(11);
  const sounds = [
    () => 0,
    () => 0.5 * noise(),
    (index: number) => 0.5 * Math.sin((2 * Math.PI * 440 * index) / TONE_RATE),
    (index: number) =>
      0.3 * Math.sin((2 * Math.PI * 4300 * index) / TONE_RATE) +
      0.3 * Math.sin((2 * Math.PI * 4700 * index) / TONE_RATE),
  ];
  for (const wave of sounds) {
    const samples = Float32Array.from({ length: 5 * TONE_RATE }, (_, index) => wave(index));
    expect(decodeTones(samples, TONE_RATE)).toBe('');
  }
});

function soundOf(text: string): Float32Array {
  return Float32Array.from(
    [...encodeTones(text)].flatMap((word) => [...word]),
    (sample) => sample / 0x8000,
  );
}

/** Linear interpolation. */
function resample(samples: Float32Array, rate: number): Float32Array {
  return Float32Array.from({ length: Math.floor((samples.length * rate) / TONE_RATE) }, (_, index) => {
    const place = (index * TONE_RATE) / rate;
    const before = Math.floor(place);
    const part = place - before;
    return (samples[before] ?? 0) * (1 - part) + (samples[before + 1] ?? 0) * part;
  });
}

/** Numbers between -1 and 1, the same for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 0x7fffffff;
    return (state / 0x7fffffff) * 2 - 1;
  };
}
