import { pictureKind } from '../../pictures/picture-kind.ts';
import { apiError, invalidChoice, invalidValue, missingParameter } from '../api-error.ts';
import { readDataUri } from './data-uri.ts';
import { record } from './record.ts';
import type { Rejection } from '../reply/reply.ts';

export type ApiName = 'responses' | 'chat';

/** The text and attachments of a message. */
export interface Content {
  /** The text of all parts, joined. */
  text: string;
  attachments: Attachment[];
}

export type Attachment =
  | { kind: 'picture'; type: string; bytes: Buffer }
  /** `type` is the declared MIME type. */
  | { kind: 'file'; name: string; type: string; bytes: Buffer };

type Part = Record<string, unknown>;

/** Parses one kind of part; `at` is the path of the part in the request. */
type ReadPart = (part: Part, at: string) => string | Attachment | Rejection;

const DETAILS = ['low', 'high', 'auto'];

const RESPONSES_QUESTION: Record<string, ReadPart> = {
  input_text: (part, at) => textIn(part, 'text', at),
  input_image: (part, at) => {
    if (part['detail'] === undefined) return missingParameter(`${at}.detail`);
    const details = [...DETAILS, 'original'];
    if (!isOneOf(details, part['detail'])) return invalidChoice(`${at}.detail`, part['detail'], details);
    return picture(part['image_url'], `${at}.image_url`);
  },
  input_file: (part, at) => file(part, at, (type) => type === 'application/pdf' || type.startsWith('text/')),
};

const CHAT_QUESTION: Record<string, ReadPart> = {
  text: (part, at) => textIn(part, 'text', at),
  image_url: (part, at) => {
    const { url, detail } = record(part['image_url']);
    if (detail !== undefined && !isOneOf(DETAILS, detail)) {
      return invalidChoice(`${at}.image_url.detail`, detail, DETAILS);
    }
    return picture(url, `${at}.image_url.url`);
  },
  file: (part, at) => file(record(part['file']), `${at}.file`, (type) => type === 'application/pdf'),
};

const PARTS: Record<ApiName, { question: Record<string, ReadPart>; answer: Record<string, ReadPart> }> = {
  responses: {
    question: RESPONSES_QUESTION,
    answer: {
      output_text: (part, at) => textIn(part, 'text', at),
      refusal: (part, at) => textIn(part, 'refusal', at),
    },
  },
  chat: {
    question: CHAT_QUESTION,
    answer: {
      text: (part, at) => textIn(part, 'text', at),
      refusal: (part, at) => textIn(part, 'refusal', at),
    },
  },
};

/** Parses a message's content, a string or parts, or rejects it with the real service's error. */
export function readContent(api: ApiName, role: unknown, content: unknown, at: string): Content | Rejection {
  if (typeof content === 'string') return { text: content, attachments: [] };
  if (!Array.isArray(content)) return { text: '', attachments: [] };
  const known = PARTS[api][role === 'assistant' ? 'answer' : 'question'];
  const texts: string[] = [];
  const attachments: Attachment[] = [];
  for (const [index, value] of content.entries()) {
    const part = record(value);
    const place = `${at}[${index}]`;
    const type = part['type'];
    if (type === undefined) return missingParameter(`${place}.type`);
    const read = typeof type === 'string' && Object.hasOwn(known, type) ? known[type] : undefined;
    if (!read) return invalidChoice(`${place}.type`, type, Object.keys(known));
    const found = read(part, place);
    if (typeof found === 'string') texts.push(found);
    else if ('status' in found) return found;
    else attachments.push(found);
  }
  return { text: texts.join('\n'), attachments };
}

function textIn(part: Part, field: string, at: string): string | Rejection {
  const text = part[field];
  return typeof text === 'string' ? text : missingParameter(`${at}.${field}`);
}

function picture(url: unknown, at: string): Attachment | Rejection {
  if (typeof url !== 'string') return missingParameter(at);
  if (/^https?:/i.test(url)) {
    return apiError({ status: 400, code: 'invalid_image_url', param: at, message: `Error while downloading ${url}.` });
  }
  const data = readDataUri(url);
  if (!data) {
    const expected = 'Expected a base64-encoded data URL with an image MIME type, but got unsupported or invalid data.';
    return invalidValue(at, `Invalid '${at}'. ${expected}`);
  }
  if (!data.type.startsWith('image/')) {
    const message = 'Invalid MIME type. Only image types are supported.';
    return apiError({ status: 400, code: 'invalid_image_format', param: at, message });
  }
  if (pictureKind(data.bytes)?.type !== data.type) {
    const message =
      'You uploaded an unsupported image. Please make sure your image has of one the following formats: ' +
      "['png', 'jpeg', 'gif', 'webp'].";
    return apiError({ status: 400, code: 'image_parse_error', param: at, message });
  }
  return { kind: 'picture', ...data };
}

function file(part: Part, at: string, isRead: (type: string) => boolean): Attachment | Rejection {
  const { filename, file_data: written } = part;
  if (typeof filename !== 'string' || filename === '') return missingParameter(`${at}.filename`);
  if (typeof written !== 'string') return missingParameter(`${at}.file_data`);
  const data = readDataUri(written);
  if (!data) {
    const expected =
      "Expected a base64-encoded data URL with a MIME type (e.g. 'data:application/pdf;base64,aW1nIGJ5dGVzIGhlcmU='), " +
      "but got a value without the 'data:' prefix or with invalid data.";
    return invalidValue(`${at}.file_data`, `Invalid '${at}.file_data'. ${expected}`);
  }
  if (!isRead(data.type)) {
    const message = `Invalid file data: '${at}.file_data'. Got unsupported MIME type '${data.type}'.`;
    return invalidValue(`${at}.file_data`, message);
  }
  if (data.type === 'application/pdf' && data.bytes.subarray(0, 1024).indexOf('%PDF-') === -1) {
    return invalidValue(`${at}.file_data`, `The file '${filename}' could not be read as a PDF.`);
  }
  return { kind: 'file', name: filename, ...data };
}

function isOneOf(choices: string[], value: unknown): boolean {
  return typeof value === 'string' && choices.includes(value);
}
