import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { svgProblem } from './svg-problem.ts';

/** A checked picture of the brand. */
export interface Picture {
  type: 'image/svg+xml' | 'image/png';
  bytes: Buffer;
  /** Pixels, or units of the view box. */
  width: number;
  height: number;
  /** Changes with the bytes. */
  tag: string;
}

const KB = 1024;
const MOST_BYTES = { svg: 256 * KB, png: 1024 * KB };
const MOST_PIXELS = 4096;
const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** Reads a picture, or returns what is wrong with it, as the rest of a sentence. */
export function readPicture(file: string): Picture | string {
  const kind = file.endsWith('.svg') ? 'svg' : 'png';
  try {
    const { size } = statSync(file);
    const most = MOST_BYTES[kind];
    if (size > most) return `has ${Math.ceil(size / KB)} KB; make it at most ${most / KB} KB`;
    const bytes = readFileSync(file);
    return kind === 'svg' ? readSvg(bytes) : readPng(bytes);
  } catch (error) {
    return `can’t be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}); put it there`;
  }
}

function readPng(bytes: Buffer): Picture | string {
  if (bytes.length < 45 || !bytes.subarray(0, PNG_START.length).equals(PNG_START)) return 'isn’t a PNG picture';
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width < 1 || height < 1 || width > MOST_PIXELS || height > MOST_PIXELS) {
    return `has ${width} × ${height} pixels; make each side at most ${MOST_PIXELS}`;
  }
  return { type: 'image/png', bytes, width, height, tag: tagOf(bytes) };
}

function readSvg(bytes: Buffer): Picture | string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'isn’t written in UTF-8';
  }
  const problem = svgProblem(text);
  if (problem !== null) return problem;
  const [root = ''] = /<svg[^>]*>/.exec(text) ?? [];
  const [, box = ''] = /\sviewBox\s*=\s*["']([^"']*)["']/.exec(root) ?? [];
  const [, , width = 0, height = 0] = box
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!(width > 0 && height > 0 && width / height < 100 && height / width < 100)) {
    return 'needs a viewBox such as "0 0 32 32"';
  }
  return { type: 'image/svg+xml', bytes, width, height, tag: tagOf(bytes) };
}

function tagOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 12);
}
