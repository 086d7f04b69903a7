import type { ReceivedSpeech } from './receive-speech.ts';

/** Speech for an audio element. */
export interface PlayableSpeech {
  url: string;
  /** Resolves when all of it was passed on to the element; rejects when the connection breaks before. */
  passedOn: Promise<void>;
}

/**
 * Makes speech playable from its first pieces on where the browser can play a stream of this type, otherwise when it
 * has arrived. Revoke the URL at the end.
 */
export async function speechUrl(speech: ReceivedSpeech): Promise<PlayableSpeech> {
  if (!('MediaSource' in globalThis) || !MediaSource.isTypeSupported(speech.type)) {
    const whole = new Blob(await Array.fromAsync(speech.pieces()), { type: speech.type });
    return { url: URL.createObjectURL(whole), passedOn: Promise.resolve() };
  }
  const media = new MediaSource();
  return { url: URL.createObjectURL(media), passedOn: passOn(speech, media) };
}

async function passOn(speech: ReceivedSpeech, media: MediaSource): Promise<void> {
  await nextEvent(media, 'sourceopen');
  const buffer = media.addSourceBuffer(speech.type);
  for await (const piece of speech.pieces()) {
    // The element plays something else now, or cannot decode it and has reported that.
    if (media.readyState !== 'open') return;
    buffer.appendBuffer(piece);
    await nextEvent(buffer, 'updateend');
  }
  if (media.readyState === 'open') media.endOfStream();
}

function nextEvent(target: EventTarget, type: string): Promise<void> {
  return new Promise((resolve) => target.addEventListener(type, () => resolve(), { once: true }));
}
