const HEADER_BYTES = 44;

/** A WAV file of 16-bit mono samples. */
export function writeWav(samples: Int16Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(HEADER_BYTES + samples.length * 2);
  file.set(wavHeader(samples.length * 2, sampleRate));
  const view = new DataView(file.buffer);
  samples.forEach((sample, index) => view.setInt16(HEADER_BYTES + index * 2, sample, true));
  return file;
}

/** The header of a WAV file of 16-bit mono samples; `dataBytes` of samples follow it, in little-endian order. */
function wavHeader(dataBytes: number, sampleRate: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  return Uint8Array.from(header);
}
