import { AppError, receivedText, type Capability } from '@parley/core';
import type { Model } from '../model/model.ts';
import type { SearchResult } from '../search/web-search.ts';
import { answerFromModel } from './answer-from-model.ts';
import { wrapDocument } from './prompt/documents.ts';
import type { Backends, EmitReply, Mode, ReplyEvent, Turn } from './mode.ts';
import { capabilityRefusal } from './refusals.ts';
import { SourceList } from './source-list.ts';
import { untilAborted } from './until-aborted.ts';

const MAX_QUERY = 300;
/** Time limit for rewriting a question that depends on its conversation. */
const REWRITE_MS = 4_000;
const REWRITE_TURNS = 4;
const REWRITE_CHARACTERS = 1_000;

const REWRITE = [
  'Write the query for a web search that finds what the last message of this conversation asks for.',
  'One line, the words a person would type, in the language of that message, with the names that it refers to. Nothing else.',
].join(' ');
const CITE = 'The search results stand before the question. Cite what you take from one as [n](url), with its number.';
const FAILED = 'A web search was tried and failed. Say so in your first sentence, then answer from what you know.';
const NOTHING_FOUND = 'A web search found nothing. Say so in your first sentence, then answer from what you know.';

/** Answers from the web: lets the model search if it can, otherwise searches for the question first. */
export const webSearch: Mode = { capability, run };

/** Available if the model searches by itself or a search service is set up. */
async function capability({ model, webSearch: search }: Backends): Promise<Capability> {
  return search.capability.ok || (await model.capabilities()).searches ? { ok: true } : search.capability;
}

async function run(turn: Turn, backends: Backends, emit: EmitReply, signal: AbortSignal): Promise<void> {
  const { model } = backends;
  const searches = async () => (await untilAborted(model.capabilities(), signal))?.searches;
  if (await searches()) {
    let hasBegun = false;
    const emitted = (event: ReplyEvent) => {
      // The files of a project are named before the model is asked.
      hasBegun ||= event.type !== 'files';
      emit(event);
    };
    try {
      const options = { webSearch: true, maxOutputTokens: turn.assistant.replyTokens };
      return await answerFromModel(turn, model, options, emitted, signal);
    } catch (error) {
      // Some models only turn out to lack search when asked to use it.
      if (hasBegun || (await searches())) throw error;
    }
  }
  if (!signal.aborted) await searchThenAnswer(turn, backends, emit, signal);
}

async function searchThenAnswer(turn: Turn, backends: Backends, emit: EmitReply, signal: AbortSignal): Promise<void> {
  const { model, webSearch: search } = backends;
  const refusal = capabilityRefusal(search.capability);
  if (refusal) throw refusal;
  const tool = { type: 'tool', name: 'web_search' } as const;
  const query = await queryFor(turn, model, signal);
  if (signal.aborted) return;
  emit({ ...tool, status: 'starting', detail: query });
  const hits = await search.search(query, signal).catch(nullWhenRefused);
  if (signal.aborted) return;
  emit({ ...tool, status: hits ? 'completed' : 'error', detail: query });
  const sources = new SourceList();
  for (const { url, title } of hits ?? []) sources.number(url, title);
  sources.emitChanges(emit);
  const options = {
    maxOutputTokens: turn.assistant.replyTokens,
    sources,
    instructions: [hits ? (hits.length > 0 ? CITE : NOTHING_FOUND) : FAILED],
    ...(hits?.length && { material: listResults(query, hits) }),
  };
  await answerFromModel(turn, model, options, emit, signal);
}

function nullWhenRefused(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

function listResults(query: string, hits: SearchResult[]): string {
  const list = hits.map(({ title, url, snippet }, index) => `[${index + 1}](${url}) ${title}\n${snippet}`);
  return wrapDocument({ name: `Web search results for: ${query}` }, list.join('\n\n'));
}

/** Builds the search query: the question itself or, in a longer conversation, the model's rewrite of it. */
async function queryFor({ messages, safetyIdentifier }: Turn, model: Model, signal: AbortSignal): Promise<string> {
  const question = messages.at(-1);
  const words = oneLine(question?.text.trim() || (question?.attachments?.[0]?.name ?? ''));
  const turns = messages.slice(-REWRITE_TURNS);
  if (turns.length < 2) return words;
  const text = turns
    .map((message) => `${message.isUser ? 'User' : 'Assistant'}: ${receivedText(message).slice(0, REWRITE_CHARACTERS)}`)
    .join('\n\n');
  const request = { instructions: REWRITE, text, maxOutputTokens: 60, safetyIdentifier };
  const limited = AbortSignal.any([signal, AbortSignal.timeout(REWRITE_MS)]);
  // Without a rewritten query, the question's own words are searched for.
  const rewritten = await model.complete(request, limited).catch(() => '');
  return (
    oneLine(
      rewritten
        .slice(0, 2 * MAX_QUERY)
        .trim()
        .replaceAll(/^["'“”„]+|["'“”]+$/g, ''),
    ) || words
  );
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, MAX_QUERY).trim().toWellFormed();
}
