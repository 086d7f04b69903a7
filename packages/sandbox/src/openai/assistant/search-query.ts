import { lastQuestion, type CallMessage } from '../request/call.ts';
import { plainReply, type Reply } from '../reply/reply.ts';

const ASKS_FOR_QUERY = /Write the query for a web search/i;

const MAX_LENGTH = 200;

/** Whether the caller wants a search query rather than an answer. */
export function isQueryRequest(instructions: string): boolean {
  return ASKS_FOR_QUERY.test(instructions);
}

/** The user's last message, on one line, from a conversation sent as one text. */
export function queryReply(messages: CallMessage[]): Reply {
  const conversation = lastQuestion(messages)?.text ?? '';
  const last = conversation.split(/^User: /m).at(-1) ?? '';
  return plainReply(last.replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH));
}
