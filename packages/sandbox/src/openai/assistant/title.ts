import { documentsIn } from './documents/documents-in.ts';
import { lastQuestion, type CallMessage } from '../request/call.ts';
import { plainReply, type Reply } from '../reply/reply.ts';

const ASKS_FOR_TITLE = /Name this conversation/i;

const MAX_WORDS = 6;
const MAX_CHARACTERS = 200;
const MAX_SCRIPT_CHARACTERS = 12;

const SPACELESS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** Whether the caller wants a name for a conversation rather than an answer. */
export function isTitleRequest(instructions: string): boolean {
  return ASKS_FOR_TITLE.test(instructions);
}

/** A short name: the first words of the last question as they were written. */
export function titleReply(messages: CallMessage[]): Reply {
  const question = lastQuestion(messages);
  const { text, documents } = question ? documentsIn(question) : { text: '', documents: [] };
  const title = titleFrom(text) || titleFrom(documents[0]?.name.replace(/\.\w+$/, '') ?? '');
  return plainReply(title || (question?.attachments.length ? 'Attached picture' : 'New conversation'));
}

function titleFrom(text: string): string {
  const withoutScript = text.replace(/\[\[[^[\]]{0,40}\]\]/g, ' ').trim();
  const source = withoutScript || text;
  if (SPACELESS.test(source)) return [...source.replace(/[\p{P}\s].*$/su, '')].slice(0, MAX_SCRIPT_CHARACTERS).join('');
  const words = source.slice(0, MAX_CHARACTERS).split(/\s+/).slice(0, MAX_WORDS).join(' ');
  if (!/[\p{L}\p{N}]/u.test(words)) return '';
  const title = words.replace(/[,;:.!?]{1,20}$/, '');
  return title.slice(0, 1).toUpperCase() + title.slice(1);
}
