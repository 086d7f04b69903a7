import { applyEvent, completeReply, newReply, newUserMessage, type Message } from '@parley/core';
import type { ScriptedTurn } from './script.ts';

/** A question of the sample with its partial reply. */
export interface PlayedTurn {
  question: Message;
  reply: Message;
}

/** Delays in milliseconds: between chunks, before a reply's first chunk, and before the next question. */
const PIECE = 42;
const THINKING = 500;
const READING = 1400;

/** Counts the steps of a script: for each turn its question, its events and its end. */
export function lengthOf(script: ScriptedTurn[]): number {
  return script.reduce((sum, { events }) => sum + events.length + 2, 0);
}

/** Delay before step `at` of the script. */
export function delayBefore(script: ScriptedTurn[], at: number): number {
  let first = 0;
  for (const { events } of script) {
    if (at === first) return first === 0 ? 0 : READING;
    if (at === first + 1) return THINKING;
    first += events.length + 2;
    if (at < first) break;
  }
  return PIECE;
}

/** Returns the turns after this many steps. */
export function play(script: ScriptedTurn[], steps: number): PlayedTurn[] {
  const turns: PlayedTurn[] = [];
  let left = steps;
  for (const [index, { question, events }] of script.entries()) {
    if (left <= 0) break;
    const start = { id: `sample-${index}`, now: 0, mode: 'thinking' } as const;
    const written = events.slice(0, left - 1);
    const reply = written.reduce((message, event, seq) => applyEvent(message, { seq, event }), newReply('', start));
    const isWhole = left >= events.length + 2;
    turns.push({
      question: newUserMessage(question, { ...start, id: `${start.id}-question` }),
      reply: isWhole ? completeReply(reply, 'complete') : reply,
    });
    left -= events.length + 2;
  }
  return turns;
}
