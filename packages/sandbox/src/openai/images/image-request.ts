import type { DrawingSize } from '../../pictures/drawing-size.ts';
import { pictureKind } from '../../pictures/picture-kind.ts';
import { apiError, invalidChoice, invalidValue, missingParameter, noJson, unknownParameter } from '../api-error.ts';
import { readForm } from '../request/read-form.ts';
import { isRecord } from '../request/record.ts';
import type { Rejection } from '../reply/reply.ts';

/** An image request, parsed from the body of either call. */
export interface ImageRequest {
  prompt: string;
  model: string;
  size: DrawingSize;
  quality: 'low' | 'medium' | 'high';
  background: 'transparent' | 'opaque';
  count: number;
  /** The pictures to edit; empty for a new picture. */
  pictures: SentPicture[];
  /** The raw fields, without the pictures. */
  fields: Record<string, unknown>;
}

export interface SentPicture {
  name: string;
  /** MIME type, detected from the bytes. */
  type: string;
  bytes: Uint8Array;
}

const SIZES: Record<string, DrawingSize> = {
  '1024x1024': { width: 1024, height: 1024 },
  '1536x1024': { width: 1536, height: 1024 },
  '1024x1536': { width: 1024, height: 1536 },
  auto: { width: 1024, height: 1024 },
};
const QUALITIES = ['low', 'medium', 'high', 'auto'];
const BACKGROUNDS = ['transparent', 'opaque', 'auto'];
const FORMATS = ['png', 'jpeg', 'webp'];
const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

const MAX_PICTURES = 16;
const MAX_COUNT = 10;
const MAX_PROMPT = 32_000;

const FIELDS = new Set(
  'prompt model size quality background n output_format output_compression moderation stream partial_images user safety_identifier image image[] mask input_fidelity'.split(
    ' ',
  ),
);

/** Parses a body of `images/generations`. */
export function readGeneration(body: Record<string, unknown> | null): ImageRequest | Rejection {
  return body ? readFields(body, []) : noJson();
}

/** Parses a body of `images/edits`, a form with files. */
export async function readEdit(body: Buffer, contentType: string): Promise<ImageRequest | Rejection> {
  const form = await readForm(body, contentType);
  if ('status' in form) return form;
  const files = [...form.getAll('image'), ...form.getAll('image[]')].filter((value) => value instanceof File);
  const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
  if (files.length === 0) return missingParameter('image');
  if (files.length > MAX_PICTURES) {
    const message = `Invalid 'image': too many images. Expected at most ${MAX_PICTURES}, but got ${files.length} instead.`;
    return apiError({ status: 400, code: 'array_above_max_length', param: 'image', message });
  }
  const pictures: SentPicture[] = [];
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const type = pictureKind(bytes)?.type;
    if (!type || !PICTURE_TYPES.includes(type) || !PICTURE_TYPES.includes(file.type)) {
      const supported = PICTURE_TYPES.map((supportedType) => `'${supportedType}'`).join(', ');
      const message = `Invalid file '${file.name}': unsupported mimetype ('${file.type}'). Supported file formats are ${supported}.`;
      return apiError({ status: 400, code: 'unsupported_file_mimetype', param: 'image', message });
    }
    pictures.push({ name: file.name, type, bytes });
  }
  return readFields(fields, pictures);
}

function readFields(fields: Record<string, unknown>, pictures: SentPicture[]): ImageRequest | Rejection {
  if (!isRecord(fields)) return noJson();
  const unknown = Object.keys(fields).find((field) => !FIELDS.has(field));
  if (unknown !== undefined) return unknownParameter(unknown);
  const { prompt, model = 'demo-image', size = 'auto', quality = 'auto', background = 'auto' } = fields;
  if (prompt === undefined) return missingParameter('prompt');
  if (typeof prompt !== 'string' || prompt.trim() === '') {
    const message =
      "Invalid 'prompt': empty string. Expected a string with minimum length 1, but got an empty string instead.";
    return apiError({ status: 400, code: 'empty_string', param: 'prompt', message });
  }
  if (prompt.length > MAX_PROMPT) {
    const message = `Invalid 'prompt': string too long. Expected a string with maximum length ${MAX_PROMPT}, but got a string with length ${prompt.length} instead.`;
    return apiError({ status: 400, code: 'string_above_max_length', param: 'prompt', message });
  }
  if (typeof model !== 'string' || model === '') return invalidValue('model', "Invalid 'model'. Expected a name.");
  const pixels = typeof size === 'string' && Object.hasOwn(SIZES, size) ? SIZES[size] : undefined;
  if (!pixels) return invalidChoice('size', size, Object.keys(SIZES));
  if (quality !== 'low' && quality !== 'medium' && quality !== 'high' && quality !== 'auto') {
    return invalidChoice('quality', quality, QUALITIES);
  }
  if (background !== 'transparent' && background !== 'opaque' && background !== 'auto') {
    return invalidChoice('background', background, BACKGROUNDS);
  }
  const { output_format: format = 'png', stream = false, n = 1 } = fields;
  if (!FORMATS.includes(String(format))) return invalidChoice('output_format', format, FORMATS);
  if (format !== 'png') return invalidValue('output_format', 'The sandbox draws png only.');
  if (String(stream) !== 'false') return invalidValue('stream', 'The sandbox sends pictures whole only.');
  const count = Number(n);
  if (!Number.isInteger(count) || count < 1 || count > MAX_COUNT) {
    return invalidValue('n', `Invalid value for 'n': expected an integer from 1 to ${MAX_COUNT}.`);
  }
  return {
    prompt,
    model,
    size: pixels,
    quality: quality === 'auto' ? 'medium' : quality,
    background: background === 'auto' ? 'opaque' : background,
    count,
    pictures,
    fields,
  };
}
