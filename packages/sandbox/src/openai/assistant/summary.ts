import { lastQuestion, type CallMessage } from '../request/call.ts';
import { plainReply, type Reply } from '../reply/reply.ts';

const ASKS_FOR_SUMMARY = /Summarize this conversation/i;

const MAX_QUESTIONS = 12;
const MAX_LENGTH = 120;

/** Whether the caller wants a summary of a conversation rather than an answer. */
export function isSummaryRequest(instructions: string): boolean {
  return ASKS_FOR_SUMMARY.test(instructions);
}

/** The beginnings of the user's last messages and of an earlier summary, from a conversation sent as one text. */
export function summaryReply(messages: CallMessage[]): Reply {
  const [before = '', ...questions] = (lastQuestion(messages)?.text ?? '').split(/^User: /m);
  const earlier = before.replace(/^Summary of what came before:\s*/, '').trim();
  const asked = questions
    .slice(-MAX_QUESTIONS)
    .map((question) => `- The user said: ${oneLine(question.split('\n\nAssistant: ')[0] ?? '')}`);
  return plainReply(
    [earlier, ...asked]
      .filter(Boolean)
      .join('\n')
      .slice(-MAX_QUESTIONS * MAX_LENGTH) || 'Nothing was said.',
  );
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH);
}
