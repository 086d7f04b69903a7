import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EndedReply } from '../../../platform.ts';
import { reply } from '../../testing/scripted-samples.ts';
import { settled } from '../../testing/settled.ts';
import { ScriptedChat } from '../../testing/scripted-chat.ts';
import { notifyEndedReplies } from './notify-ended-replies.ts';

let played: ScriptedChat;
let notified: EndedReply[];
const asking = async (text: string) => {
  const asked = await played.asking(text);
  const stop = notifyEndedReplies(asked.chat.store, { replyEnded: (ended) => void notified.push(ended) });
  await played.api.stream.accept('run', 'q', 'r');
  return { ...asked, stop };
};

beforeEach(() => {
  vi.useFakeTimers();
  played = new ScriptedChat();
  notified = [];
});
afterEach(() => void vi.useRealTimers());

it('notifies once of a completed reply, with its title and first words', async () => {
  const { id } = await asking('Why is the sky blue?');
  await played.api.stream.send({ type: 'content', content: 'Because' });
  expect(notified).toEqual([]);
  await played.api.stream.finish(reply('r', { text: `Because. ${'x'.repeat(1000)}` }));
  expect(notified).toEqual([
    { conversationId: id, title: 'Why is the sky blue?', text: expect.stringMatching(/^Because\. x{291}$/) },
  ]);
});

it('notifies of a reply without the marks of its Markdown', async () => {
  await asking('How long?');
  await played.api.stream.finish(reply('r', { text: '## Tea\n\n- **Three** minutes' }));
  expect(notified.map(({ text }) => text)).toEqual(['Tea\n\nThree minutes']);
});

it('notifies of a failed reply with the reason', async () => {
  await asking('Why?');
  await played.api.stream.send({ type: 'content', content: 'Because' });
  await played.api.stream.send({ type: 'error', code: 'model-failed', error: 'It broke.' });
  await settled();
  expect(notified.map(({ text }) => text)).toEqual(['It broke.']);
});

it('does not notify of a stopped reply or after unsubscribing', async () => {
  const { stop } = await asking('Why?');
  await played.api.stream.finish(reply('r', { text: 'Bec', status: 'stopped' }));
  expect(notified).toEqual([]);
  stop();
});
