import { apiError } from './api-error.ts';
import { plainReply, wordPieces, type FunctionCall, type Rejection, type Reply } from './reply/reply.ts';
import type { ModelCall } from './request/call.ts';
import { splitDocuments } from './request/wrapped-documents.ts';

/** Words with calls. A bracket within the arguments has to be written as JSON's `\\u005b` or `\\u005d`. */
const CALL = /\[\[(call|recall|saycall) ([\w-]{1,64})(?: ([^[\]]{0,2000}))?\]\]/g;
const REFUSES = /\[\[notools(?: (\d))?\]\]/;

export const CALL_WORDS = [
  { word: '[[call NAME ARGUMENTS]]', does: 'calls a function, then reports its result; several words call several' },
  { word: '[[recall NAME ARGUMENTS]]', does: 'calls it again and again, as long as it may' },
  { word: '[[saycall NAME ARGUMENTS]]', does: 'answers, and calls it at once' },
  { word: '[[notools N]]', does: 'refuses functions, or refuses them after N rounds' },
];

/** The reply or rejection that words about functions script; null without such a word that applies. */
export function scriptedCalls(question: string, { functions, results }: ModelCall): Reply | Rejection | null {
  const { text } = splitDocuments(question);
  const refuses = REFUSES.exec(text);
  if (refuses && functions.length > 0 && results.length >= Number(refuses[1] ?? 0)) return noTools();
  const words = [...text.matchAll(CALL)];
  // This model obeys what it reads, as far as it may.
  const obeyed = results.flatMap(({ output }) => [...(output ?? '').matchAll(CALL)]);
  const again = words.filter(([, kind]) => kind === 'recall');
  const due = results.length === 0 ? words : [...again, ...obeyed];
  if (due.length === 0 || functions.length === 0) return null;
  const calls = due.map(([, , name = '', given = '']): FunctionCall => ({ name, arguments: given }));
  const says = due.some(([, kind]) => kind === 'saycall');
  return { ...plainReply('', ['Found calls in the message.']), calls, pieces: says ? wordPieces('Let me see.') : [] };
}

/** The question without words that call functions, whose arguments may look like other words. */
export function withoutCalls(question: string): string {
  return question.replace(CALL, '');
}

function noTools(): Rejection {
  return apiError({ status: 400, param: 'tools', message: 'This model does not support tools.' });
}
