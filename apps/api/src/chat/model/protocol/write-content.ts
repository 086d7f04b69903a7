import type { DeltaNormalizer } from '../stream/normalize-deltas.ts';

/** A content part as OpenAI, Mistral and similar services write it. */
interface WirePart {
  type?: unknown;
  /** A text, or an object that has it as `value`. */
  text?: unknown;
  refusal?: unknown;
  /** A text or a list of texts. */
  thinking?: unknown;
  reasoning?: unknown;
  summary?: unknown;
}

/** The types of parts that are reasoning, such as `thinking`, `reasoning_text` and `reasoning.summary`. */
const REASONING = /^(?:thinking|thought|reasoning)/;

/**
 * Passes on content that is a text, a part, a list of both, or a number: Cloudflare sends a token of digits as one.
 * Ignores anything else.
 */
export function writeContent(content: unknown, deltas: Pick<DeltaNormalizer, 'text' | 'reasoning'>): void {
  if (typeof content === 'number') return deltas.text(String(content));
  for (const part of partsOf(content)) {
    if (REASONING.test(stringOf(part.type))) {
      const reasoning = part.thinking ?? part.reasoning ?? part.text ?? part.summary;
      for (const { text } of partsOf(reasoning)) deltas.reasoning(valueOf(text));
    } else deltas.text(valueOf(part.text) || stringOf(part.refusal));
  }
}

/** Extracts the text of content, without its reasoning. */
export function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  let all = '';
  writeContent(content, { text: (delta) => (all += delta), reasoning: () => {} });
  return all;
}

/** Extracts the text of content, with its reasoning. */
export function allTextIn(content: unknown): string {
  let all = '';
  const add = (delta: string) => (all += delta);
  writeContent(content, { text: add, reasoning: add });
  return all;
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function valueOf(text: unknown): string {
  return stringOf((text as { value?: unknown } | null | undefined)?.value ?? text);
}

function partsOf(content: unknown): WirePart[] {
  return (Array.isArray(content) ? content : [content]).map((part: unknown) =>
    typeof part === 'object' && part !== null ? part : { text: part },
  );
}
