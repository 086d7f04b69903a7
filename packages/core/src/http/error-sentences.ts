import { t } from '../language/translate.ts';
import { addSentences, sentenceOf, type ErrorCode } from './errors.ts';

/** The sentences of errors that only the server throws. It sends them, so clients do not load them. */
const SERVER_SENTENCES: Partial<Record<ErrorCode, string>> = {
  'invalid-request': t`This request isn’t valid.`,
  'wrong-password': t`That’s not your current password.`,
  'second-factor-needed': t`Enter a code.`,
  'wrong-code': t`That code isn’t right.`,
  'apple-sign-in-failed': t`Apple Sign-In failed`,
  'sign-in-failed': t`This sign-in failed. Please start again.`,
  'message-refused': t`This request isn’t valid.`,
  'already-subscribed': t`You already have a subscription. Manage it in Settings.`,
  'too-large': t`This is too large to send.`,
  'unsupported-type': t`This file type isn’t supported.`,
  'idempotency-mismatch': t`This message ID was already used for another message.`,
  'rate-limited': t`Too many requests. Please wait a moment and try again.`,
  'cost-limit-reached': t`The budget is used up.`,
  'model-auth': t`The AI service rejected this server’s API key. The operator needs to fix it.`,
  'model-quota': t`This server’s AI credit has run out. The operator needs to top it up.`,
  'model-rate-limited': t`The AI service is very busy right now. Please try again in a moment.`,
  'model-unreachable': t`We couldn’t reach the AI service. Please try again.`,
  'model-timeout': t`The AI service took too long to respond. Please try again.`,
  'model-stalled': t`The AI service stopped partway through the reply. Please try again.`,
  'model-disconnected': t`We lost the connection to the AI service. Please try again.`,
  'model-empty': t`The AI service sent an empty reply. Please try again.`,
  'model-garbled': t`The AI service sent a reply we couldn’t read. Please try again.`,
  'model-too-long': t`This conversation is too long for the model. Please start a new one or shorten your message.`,
  'model-out-of-room': t`The model ran out of space while reasoning. Please try again.`,
  'model-filtered': t`The AI service’s content filter stopped this reply. Try rephrasing your message.`,
  'model-not-found': t`The AI service doesn’t have this server’s model. The operator needs to change it.`,
  'model-rejected': t`The AI service rejected this request.`,
  'model-failed': t`The AI service failed while replying. Please try again.`,
};

addSentences(SERVER_SENTENCES);

/** The sentence of any code, for pages that explain what the server logged. */
export function explainCode(code: ErrorCode): string {
  return SERVER_SENTENCES[code] ?? sentenceOf(code);
}
