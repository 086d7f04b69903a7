import type { Billed } from '../../server/request-log.ts';
import type { ModelCall } from '../request/call.ts';
import { tokens, wordPieces, type Reply } from './reply.ts';

/** What the real service would bill for a whole answer: what both APIs report as its usage. */
export function billWhole(reply: Reply, call: ModelCall): Billed {
  const reasoningTokens = call.reasoning ? tokens(reply.reasoning.join('')) : 0;
  return {
    inputTokens: call.inputTokens,
    outputTokens: tokens(reply.pieces.join('')) + reasoningTokens,
    reasoningTokens,
    searches: reply.search && !reply.search.failed ? 1 : 0,
  };
}

/** The same for an answer that ended after some of its pieces. */
export function billPart(reply: Reply, call: ModelCall, sentPieces: number): Billed {
  const reasoning = call.reasoning ? reply.reasoning.flatMap(wordPieces) : [];
  const reasoningTokens = tokens(reasoning.slice(0, sentPieces).join(''));
  const sentText = reply.pieces.slice(0, Math.max(sentPieces - reasoning.length, 0));
  const whole = billWhole(reply, call);
  return {
    ...whole,
    outputTokens: tokens(sentText.join('')) + reasoningTokens,
    reasoningTokens,
    searches: sentText.length > 0 ? (whole.searches ?? 0) : 0,
  };
}
