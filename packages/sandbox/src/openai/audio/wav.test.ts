import { expect, it } from 'vitest';
import { writeWav } from './wav.ts';

it('writes the header of a WAV file before its samples', () => {
  const file = Buffer.from(writeWav(Int16Array.of(1, -2, 0x7fff), 24_000));
  expect(file.toString('latin1', 0, 4)).toBe('RIFF');
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  expect(file.toString('latin1', 8, 16)).toBe('WAVEfmt ');
  expect([file.readUInt16LE(20), file.readUInt16LE(22), file.readUInt32LE(24)]).toEqual([1, 1, 24_000]);
  expect([file.readUInt32LE(28), file.readUInt16LE(32), file.readUInt16LE(34)]).toEqual([48_000, 2, 16]);
  expect(file.toString('latin1', 36, 40)).toBe('data');
  expect(file.readUInt32LE(40)).toBe(6);
  expect([file.readInt16LE(44), file.readInt16LE(46), file.readInt16LE(48)]).toEqual([1, -2, 0x7fff]);
});
