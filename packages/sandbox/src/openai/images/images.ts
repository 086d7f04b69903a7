import { setTimeout as pause } from 'node:timers/promises';
import type { ImagesResponse } from 'openai/resources/images';
import { drawEdit, drawPattern } from '../../pictures/drawing.ts';
import type { Exchange } from '../../server/exchange.ts';
import type { SandboxRequest } from '../../server/request-log.ts';
import { apiError } from '../api-error.ts';
import { plainReply, tokens, type Rejection } from '../reply/reply.ts';
import { scriptedReply } from '../scenarios.ts';
import { reject, sendWhole } from '../reply/send-whole.ts';
import type { ImageRequest } from './image-request.ts';

/** Duration of drawing a picture, in pieces of a text answer. */
const PICTURE_PIECES = 40;

/** Tokens of a picture by quality, as the real service counts a square one. */
const PICTURE_TOKENS = { low: 272, medium: 1056, high: 4160 };

interface Drawing {
  delayMs: number;
  faults: boolean;
  /** Epoch milliseconds. */
  now: number;
  entry: SandboxRequest;
}

/** Draws the requested pictures and sends them. Rejects with an `AbortError` if the caller disconnects. */
export async function sendPictures(exchange: Exchange, request: ImageRequest, drawing: Drawing): Promise<void> {
  const { delayMs, faults, now, entry } = drawing;
  const { prompt, pictures } = request;
  entry.images = pictures.map(({ name, type, bytes }) => ({ name, type, bytes: bytes.length }));
  const reply = (faults ? scriptedReply(prompt) : null) ?? plainReply('');
  if ('status' in reply) return reject(exchange, reply);
  if (reply.refused) return reject(exchange, blocked());
  const { usage } = usageOf(request);
  await sendWhole(exchange, reply, async () => {
    entry.billed = {
      inputTokens: usage.input_tokens,
      pictureTokens: usage.input_tokens_details.image_tokens,
      outputTokens: usage.output_tokens,
      pictures: request.count,
    };
    await pause(PICTURE_PIECES * delayMs, undefined, { signal: exchange.signal });
    return imagesBody(request, now);
  });
}

async function imagesBody(request: ImageRequest, now: number): Promise<ImagesResponse> {
  const { prompt, size, quality, background, count, pictures } = request;
  const [picture] = pictures;
  const data: { b64_json: string }[] = [];
  for (let index = 0; index < count; index++) {
    const words = index === 0 ? prompt : `${prompt} #${index + 1}`;
    const png = await (picture ? drawEdit(words, picture.bytes, size) : drawPattern(words, size));
    data.push({ b64_json: png.toString('base64') });
  }
  return {
    created: Math.floor(now / 1000),
    background,
    data,
    output_format: 'png',
    quality,
    size: `${size.width}x${size.height}`,
    ...usageOf(request),
  };
}

function usageOf({ prompt, quality, count, pictures }: ImageRequest) {
  const text_tokens = tokens(prompt);
  const image_tokens = pictures.length * PICTURE_TOKENS.low;
  const output_tokens = count * PICTURE_TOKENS[quality];
  return {
    usage: {
      input_tokens: text_tokens + image_tokens,
      input_tokens_details: { text_tokens, image_tokens },
      output_tokens,
      total_tokens: text_tokens + image_tokens + output_tokens,
    },
  };
}

function blocked(): Rejection {
  return apiError({
    status: 400,
    type: 'image_generation_user_error',
    code: 'moderation_blocked',
    message:
      'Your request was rejected by the safety system. If you believe this is an error, contact us at ' +
      'help.openai.com and include the request ID.',
  });
}
