import { question, type CallMessage } from '../call.ts';
import { plainReply, type Reply } from '../reply.ts';
import { DEMO_LINE } from './fallback.ts';

interface Question {
  messages: CallMessage[];
  /** Epoch milliseconds. */
  now: number;
  productName: string;
}

/** Answers without a model, honestly: the first rule that knows this kind of question. */
export function demoReply({ messages }: Question): Reply {
  return plainReply(`${DEMO_LINE}\n\nI cannot answer: ${question(messages)}`, ['No rule matched.']);
}
