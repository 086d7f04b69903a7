import { lastQuestion, type ModelCall } from '../request/call.ts';
import { plainReply, type FunctionCall, type Reply } from '../reply/reply.ts';
import { splitDocuments } from '../request/wrapped-documents.ts';
import { DEMO_LINE } from './introduction.ts';

const ASKS_FOR_WEB = /\b(?:search|browse) the (?:web|internet)\b|\blook (?:it|this|that)? ?up\b|\bin the news\b/i;
const ASKS_TO_DRAW = /^(?:please )?(?:draw|paint|sketch)\b[\s:]*/i;
const ASKS_TO_LOOK = /\bwhat(?:’s| is|'s) (?:on|in) (?:it|that|the (?:picture|image|drawing))\b/i;
const ASKS_TO_REMEMBER = /^(?:please )?remember(?: that)?\b[\s:]*/i;
const ADDRESS = /https?:\/\/[^\s<>()[\]"'’”]{1,500}[^\s<>()[\]"'’”.,;:!?]/g;
const MAX_PAGES = 3;
/** Characters of a memory. */
const MAX_MEMORY = 300;
/** Characters of a result that the demo repeats. */
const MAX_SHOWN = 600;

/** Whether a model that may search decides to. */
export function asksForWeb(question: string): boolean {
  return ASKS_FOR_WEB.test(splitDocuments(question).text);
}

/** Calls the functions that a question plainly asks for, as models do by themselves; null if it asks for none. */
export function callTools({ messages, functions, results }: ModelCall): Reply | null {
  if (results.length > 0 || functions.length === 0) return null;
  const question = splitDocuments(lastQuestion(messages)?.text ?? '').text;
  const has = (name: string) => functions.includes(name);
  const call = (name: string, given: object): FunctionCall => ({ name, arguments: JSON.stringify(given) });
  const calls = (...made: FunctionCall[]): Reply => ({
    ...plainReply('', [`Called ${made.map(({ name }) => name).join(', ')}.`]),
    calls: made,
  });
  const addresses = [...new Set(question.match(ADDRESS))].slice(0, MAX_PAGES);
  if (has('read_page') && addresses.length > 0) return calls(...addresses.map((url) => call('read_page', { url })));
  if (has('web_search') && ASKS_FOR_WEB.test(question)) {
    return calls(call('web_search', { query: question.replace(/\s+/g, ' ').slice(0, 200) }));
  }
  if (has('draw_picture') && ASKS_TO_DRAW.test(question)) {
    const wish = question.replace(ASKS_TO_DRAW, '').trim();
    const talkedAbout = messages.filter(({ role }) => role === 'user').at(-2)?.text ?? wish;
    return calls(call('draw_picture', { prompt: /^(?:it|that|this)?[.!?]*$/i.test(wish) ? talkedAbout : wish }));
  }
  if (has('remember') && ASKS_TO_REMEMBER.test(question)) {
    const fact = question.replace(ASKS_TO_REMEMBER, '').slice(0, MAX_MEMORY).trim();
    if (fact !== '') return calls(call('remember', { text: `${fact.charAt(0).toUpperCase()}${fact.slice(1)}` }));
  }
  return has('look_at_picture') && ASKS_TO_LOOK.test(question) ? calls(call('look_at_picture', { number: 1 })) : null;
}

/** Reports what the called functions returned; null if none were, or if they returned pictures to look at. */
export function reportResults({ messages, results }: ModelCall): Reply | null {
  const isShown = messages.at(-1)?.attachments.some(({ kind }) => kind === 'picture');
  if (results.length === 0 || isShown) return null;
  const isDone = (tool: string, start: string) =>
    results.every(({ name, output }) => name === tool && output?.startsWith(start));
  const lines = results.map(
    ({ name, output }) => `- \`${name}\`: ${(output ?? '').replace(/\s+/g, ' ').slice(0, MAX_SHOWN)}`,
  );
  const report = isDone('draw_picture', 'The picture is drawn')
    ? 'Here’s a pattern made from your words. A connected model draws what they say.'
    : isDone('remember', 'Remembered')
      ? 'I’ll remember that. A connected model uses it in later conversations.'
      : `I don’t understand what I read, but my tools returned this:\n\n${lines.join('\n')}`;
  return plainReply(`${DEMO_LINE}\n\n${report}`, [`Read ${results.length} results.`]);
}
