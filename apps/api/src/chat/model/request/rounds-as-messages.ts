import type { ModelMessage, ModelRequest } from '../model.ts';

/** Asks for the rest of an answer that is the last message, where a service wants a question there. */
export const GO_ON = { role: 'user', content: 'Go on with your answer.' } as const;

/** The messages with the results of all rounds before the question's words, for a request without tools. */
export function roundsAsMessages({ messages, rounds = [] }: Pick<ModelRequest, 'messages' | 'rounds'>): ModelMessage[] {
  const question = messages.at(-1);
  if (!question || rounds.length === 0) return messages;
  const results = rounds.flatMap((round) => round.results);
  const pictures = [...(question.pictures ?? []), ...results.flatMap((result) => result.pictures ?? [])];
  const said = rounds
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '')
    .join('\n\n');
  const written = rounds.flatMap(({ calls, results: returned }) =>
    returned.map(({ text }, index) => `Result of ${calls[index]?.name}:\n${text}`),
  );
  const content = [...written, question.content].join('\n\n');
  return [
    ...messages.slice(0, -1),
    { ...question, content, ...(pictures.length > 0 && { pictures }) },
    ...(said === '' ? [] : [{ role: 'assistant' as const, content: said }, GO_ON]),
  ];
}
