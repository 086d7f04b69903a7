import { BlobSource, EncodedPacketSink, Input, MP4, OGG, WAVE, WEBM, type InputAudioTrack } from 'mediabunny';
import { OpusDecoder } from 'opus-decoder';

/** Mono samples between -1 and 1. */
export interface Sound {
  samples: Float32Array;
  sampleRate: number;
  /** Of the whole recording. */
  seconds: number;
}

/**
 * Decodes a recording: Opus in WebM, Ogg or MP4, and 16-bit PCM in WAV. Null for anything else, which includes AAC: no
 * decoder of it is free.
 */
export async function readSound(bytes: Uint8Array<ArrayBuffer>): Promise<Sound | null> {
  const input = new Input({ source: new BlobSource(new Blob([bytes])), formats: [WEBM, OGG, MP4, WAVE] });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) return null;
    const packets: Uint8Array[] = [];
    for await (const { data } of new EncodedPacketSink(track).packets()) packets.push(data);
    if (track.codec === 'opus') return await decodeOpus(packets);
    return track.codec === 'pcm-s16' ? readPcm(track, packets) : null;
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}

/** Decodes to stereo, whose two channels are the same for a recording in mono. */
async function decodeOpus(packets: Uint8Array[]): Promise<Sound | null> {
  const decoder = new OpusDecoder();
  await decoder.ready;
  try {
    const { channelData, samplesDecoded, sampleRate } = decoder.decodeFrames(packets);
    const [samples] = channelData;
    return samples ? { samples, sampleRate, seconds: samplesDecoded / sampleRate } : null;
  } finally {
    decoder.free();
  }
}

/** Reads the first channel. */
function readPcm({ numberOfChannels, sampleRate }: InputAudioTrack, packets: Uint8Array[]): Sound {
  const bytes = Buffer.concat(packets);
  const frame = 2 * numberOfChannels;
  const samples = Float32Array.from(
    { length: Math.floor(bytes.length / frame) },
    (_, index) => bytes.readInt16LE(index * frame) / 0x8000,
  );
  return { samples, sampleRate, seconds: samples.length / sampleRate };
}
