import { AppError, receivedText } from '@parley/core';
import type { Model, ModelRequest } from '../model/model.ts';
import type { ReplyEvent, Turn } from './run-mode.ts';

/** Asks the model and turns what it sends into events of the reply. */
export async function* answerFromModel(
  turn: Turn,
  model: Model,
  signal: AbortSignal,
  { thinking, maxOutputTokens }: { thinking: boolean; maxOutputTokens: number },
): AsyncGenerator<ReplyEvent> {
  for await (const event of model.stream(requestFor(turn, thinking, maxOutputTokens), signal)) {
    switch (event.type) {
      case 'text':
        yield { type: 'content', content: event.delta };
        break;
      case 'reasoning':
        yield { type: 'reasoning', content: event.delta, status: 'streaming' };
        break;
      case 'reasoning-done':
        yield { type: 'reasoning', content: '', status: 'complete' };
        break;
      case 'end':
        if (event.reason === 'filter') throw new AppError('model-filtered');
        return;
      default:
        event satisfies never;
    }
  }
}

function requestFor(turn: Turn, thinking: boolean, maxOutputTokens: number): ModelRequest {
  const messages = turn.messages
    .map((message) => ({
      role: message.isUser ? ('user' as const) : ('assistant' as const),
      content: receivedText(message),
    }))
    .filter((message) => message.content.trim() !== '');
  return {
    instructions: instructions(turn),
    messages,
    thinking,
    maxOutputTokens,
    safetyIdentifier: turn.safetyIdentifier,
    conversationId: turn.conversationId,
  };
}

function instructions({ productName, now }: Turn): string {
  const today = new Date(now).toISOString().slice(0, 10);
  return [
    `You are ${productName}, a careful and friendly assistant. Today is ${today} (UTC).`,
    'Answer in the language of the question. Lead with the answer, then explain as far as it helps.',
    'Write Markdown: short paragraphs, headings only in long answers, tables for comparisons, fenced code with its language.',
    'Put asides and references into footnotes, [^1] with the definition at the end. Say plainly when you do not know.',
  ].join('\n');
}
