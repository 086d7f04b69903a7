import {
  BlobSource,
  EncodedPacketSink,
  Input,
  MP4,
  OGG,
  WAVE,
  WEBM,
  type InputAudioTrack,
  type InputFormat,
} from 'mediabunny';
import { DocumentError } from './document-error.ts';

/** What the bytes of a recording say about it. */
export interface MeasuredRecording {
  container: 'webm' | 'ogg' | 'mp4' | 'wav';
  seconds: number;
}

const CONTAINERS = new Map<InputFormat, MeasuredRecording['container']>([
  [WEBM, 'webm'],
  [OGG, 'ogg'],
  [MP4, 'mp4'],
  [WAVE, 'wav'],
]);
/** Samples in a packet of AAC. */
const AAC_SAMPLES = 1024;

/**
 * Measures the first audio track. The times in a container can be forged, and a service bills what it decodes, so the
 * result is at least as long as its packets of Opus and AAC. Throws `DocumentError` for anything but a recording.
 */
export async function measureRecording(bytes: Uint8Array<ArrayBuffer>): Promise<MeasuredRecording> {
  const input = new Input({ source: new BlobSource(new Blob([bytes])), formats: [...CONTAINERS.keys()] });
  const container = CONTAINERS.get(await input.getFormat());
  const track = await input.getPrimaryAudioTrack();
  const codec = track?.codec;
  if (!container || !track || !codec || !/^(opus|aac|pcm-)/.test(codec)) throw new DocumentError('unknown');
  let seconds = 0;
  for await (const { data, timestamp, duration } of new EncodedPacketSink(track).packets()) {
    seconds = Math.max(seconds + secondsOf(track, data), timestamp + duration);
  }
  if (seconds === 0) throw new DocumentError('unknown');
  return { container, seconds };
}

function secondsOf({ codec, sampleRate }: InputAudioTrack, packet: Uint8Array): number {
  if (codec === 'opus') return opusSeconds(packet);
  return codec === 'aac' ? AAC_SAMPLES / sampleRate : 0;
}

/** The duration of an Opus packet by its first two bytes (RFC 6716, section 3.1). */
function opusSeconds([toc = 0, count = 0]: Uint8Array): number {
  const config = toc >> 3;
  const frameMs =
    config < 12 ? [10, 20, 40, 60][config & 3] : config < 16 ? [10, 20][config & 1] : [2.5, 5, 10, 20][config & 3];
  const frames = [1, 2, 2, count & 0x3f][toc & 3];
  return ((frameMs ?? 0) * (frames ?? 0)) / 1000;
}
