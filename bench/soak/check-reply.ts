import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf, questionOf, type Pace, type Provider } from './provider.ts';
import type { Api, Fate, Reading } from './read-reply.ts';

const AGAIN_MS = 250;
/** Time to wait for replies without a reader after all others have ended. */
const PATIENCE_MS = 15_000;

export interface Fault {
  kind: 'lost' | 'duplicated';
  what: string;
}

/** A sent message and what its reader received of the reply. */
export interface SentReply {
  name: string;
  conversationId: string;
  fate: Fate;
  reading: Reading;
  account: readonly Api[];
  /** The process that did not accept the message. */
  elsewhere: Api;
}

/** Checks a reply at its reader, in the store and at the provider. Empty if everything is correct. */
export async function checkReply(sent: SentReply, provider: Provider, pace: Pace): Promise<Fault[]> {
  const { name, fate, reading, conversationId, elsewhere } = sent;
  const expected = answerOf(name, pace).join('');
  const faults: Fault[] = [];
  const note = (kind: Fault['kind'], what: string) => faults.push({ kind, what: `${name}, ${fate}: ${what}` });

  const ending = fate === 'killed' ? 'killed' : 'done';
  if (reading.ending !== ending) note('lost', `it ended as ${reading.ending} for its reader`);
  else if (fate !== 'killed' && reading.text !== expected)
    note(kindOf(reading.text, expected), 'its reader ended with another text');
  if (!reading.isFaithful) note('duplicated', 'its reader saw what was never said');

  const asked = provider.timesAsked(name);
  if (asked !== 1) note(asked === 0 ? 'lost' : 'duplicated', `the provider was asked ${asked} times`);

  const messages = await storedMessages(elsewhere, conversationId);
  const [question, reply] = messages;
  if (messages.length !== 2)
    note(messages.length < 2 ? 'lost' : 'duplicated', `${messages.length} messages are stored`);
  if (question?.text !== questionOf(name)) note('lost', 'its question is stored as another');
  if (reply?.status !== 'complete') note('lost', `it is stored as ${reply?.status}`);
  else if (reply.text !== expected) note(kindOf(reply.text, expected), 'another text is stored');
  return faults;
}

/** Checks that an account was charged exactly once for each message. */
export async function checkCounted(account: Api, sent: number): Promise<Fault[]> {
  const { messagesUsed } = await account.usage();
  if (messagesUsed === sent) return [];
  return [{ kind: messagesUsed < sent ? 'lost' : 'duplicated', what: `${messagesUsed} of ${sent} messages counted` }];
}

async function storedMessages(api: Api, conversationId: string) {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const { messages } = await api.conversation(conversationId, { limit: 10 });
    if (messages.every(({ status }) => status !== 'streaming') || performance.now() > end) return messages;
    await sleep(AGAIN_MS);
  }
}

function kindOf(text: string, expected: string): Fault['kind'] {
  return text.length > expected.length ? 'duplicated' : 'lost';
}
