import { cleanSources, type Message } from '@parley/core';
import { beginning } from '../../model/request/cut-text.ts';
import type { ReplyEvent } from '../../modes/mode.ts';

/** Most tool calls that a message keeps. */
const MAX_TOOL_CALLS = 40;
/** Limits in characters. */
const MAX_DETAIL = 300;
const MAX_TITLE = 300;
const MAX_IMAGE_PROMPT = 10_000;

/** Characters that JSON escapes with six characters: control characters and unpaired surrogates. */
const ESCAPED = /(?![\t\n\r])\p{Cc}|\p{Surrogate}/gu;
const ESCAPED_WEIGHT = 3;

type BoundedEvent = Exclude<ReplyEvent, { type: 'content' | 'reasoning' }>;

/**
 * Limits what an event adds to a message besides text, so that the message always fits into one line of the stream.
 * Returns null for an event that the message has no room for.
 */
export function boundEvent(event: BoundedEvent, { toolCalls = [] }: Message): BoundedEvent | null {
  switch (event.type) {
    case 'tool': {
      const isRunning = toolCalls.some(({ name, status }) => name === event.name && status === 'starting');
      const isAdded = event.status === 'starting' || !isRunning;
      if (isAdded && toolCalls.length >= MAX_TOOL_CALLS) return null;
      const { detail } = event;
      return { ...event, ...(detail !== undefined && { detail: cut(detail, MAX_DETAIL) }) };
    }
    case 'image':
      return { ...event, imagePrompt: cut(event.imagePrompt, MAX_IMAGE_PROMPT) };
    // Their number and lengths are bounded where they are made.
    case 'files':
    case 'cut':
      return event;
    case 'sources': {
      const sources = cleanSources(event.sources);
      const titles = event.titles?.map((title) => cut(title, MAX_TITLE));
      return { type: 'sources', sources, ...(titles?.length === sources.length && { titles }) };
    }
    default:
      return event satisfies never;
  }
}

/**
 * Cuts a text to a weight: a character weighs 1, or 3 where JSON needs six characters for it instead of at most two.
 */
export function boundText(text: string, room: number): { text: string; weight: number } {
  const weight = weightOf(text);
  if (weight <= room) return { text, weight };
  const kept = weight === text.length ? beginning(text, room) : beginning(text, Math.floor(room / ESCAPED_WEIGHT));
  return { text: kept, weight };
}

export function weightOf(text: string): number {
  return text.length + (ESCAPED_WEIGHT - 1) * (text.match(ESCAPED)?.length ?? 0);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : beginning(text, length);
}
