import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { decodeTones, encodeTones, TONE_RATE } from '../tone-code.ts';
import { writeWav } from '../wav.ts';

/** What Chromium's MediaRecorder made of `spokenWav('Buy milk')` as a microphone: Opus in WebM, without a duration. */
export const SPOKEN_WEBM = new Uint8Array(readFileSync(join(import.meta.dirname, 'spoken.webm')));
export const SPOKEN_WORDS = 'Buy milk';

/** A WAV file of the tones of this text between two stretches of silence. */
export function spokenWav(text: string, silenceSeconds = 0.2): Uint8Array<ArrayBuffer> {
  const silence = new Int16Array(Math.round(silenceSeconds * TONE_RATE));
  const parts = [silence, ...encodeTones(text), silence];
  const samples = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return writeWav(samples, TONE_RATE);
}

const FORMATS = {
  webm: () => new WebMOutputFormat(),
  ogg: () => new OggOutputFormat(),
  mp4: () => new Mp4OutputFormat({ fastStart: 'fragmented' }),
};

interface Forgery {
  /** How many times the words are spoken. */
  times?: number;
  /** Factor by which the container understates its length. */
  shorter?: number;
}

/** `SPOKEN_WEBM` in this container. */
export async function spokenIn(
  container: keyof typeof FORMATS,
  { times = 1, shorter = 1 }: Forgery = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const input = new Input({ source: new BlobSource(new Blob([SPOKEN_WEBM])), formats: [WEBM] });
  const track = await input.getPrimaryAudioTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new TypeError('The recording has no audio.');
  const target = new BufferTarget();
  const output = new Output({ format: FORMATS[container](), target });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  const seconds = Math.ceil(await track.computeDuration());
  for (let time = 0; time < times; time++) {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      const timestamp = (packet.timestamp + time * seconds) / shorter;
      await source.add(packet.clone({ timestamp, duration: packet.duration / shorter }), { decoderConfig });
    }
  }
  await output.finalize();
  if (!target.buffer) throw new TypeError('The recording was not written.');
  return new Uint8Array(target.buffer);
}

/** An MP4 file as Safari records it, with this many seconds of AAC. The sandbox cannot decode it. */
export async function aacRecording(seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ format: FORMATS.mp4(), target });
  const source = new EncodedAudioPacketSource('aac');
  output.addAudioTrack(source);
  await output.start();
  // AAC-LC at 48 kHz in mono.
  const description = Uint8Array.of(0x11, 0x88);
  const decoderConfig = { codec: 'mp4a.40.2', sampleRate: 48_000, numberOfChannels: 1, description };
  const length = 1024 / 48_000;
  for (let at = 0; at < seconds; at += length) {
    await source.add(new EncodedPacket(new Uint8Array(85), 'key', at, length), { decoderConfig });
  }
  await output.finalize();
  if (!target.buffer) throw new TypeError('The recording was not written.');
  return new Uint8Array(target.buffer);
}

/** The words of the sandbox's speech, a WAV file. */
export function wordsOf(wav: Uint8Array): string {
  const view = new DataView(wav.buffer, wav.byteOffset + 44);
  const samples = Float32Array.from({ length: view.byteLength / 2 }, (_, at) => view.getInt16(at * 2, true) / 0x8000);
  return decodeTones(samples, TONE_RATE);
}
