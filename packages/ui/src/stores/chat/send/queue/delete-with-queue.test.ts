import { afterEach, beforeEach, expect, test } from 'vitest';
import { question, reply } from '../../../testing/scripted-samples.ts';
import { ScriptedChat } from '../../../testing/scripted-chat.ts';
import { settled } from '../../../testing/settled.ts';

type Chat = ReturnType<ScriptedChat['open']>;

let scripted: ScriptedChat;
let api: ScriptedChat['api'];
let chat: Chat;

const sent = () => api.streams.flatMap(({ request }) => request?.text ?? []);

beforeEach(async () => {
  scripted = new ScriptedChat();
  ({ api } = scripted);
  api.put('a', question('q0', 'First?'), reply('r0', { text: 'One.' }));
  chat = await scripted.signedIn();
  await chat.act.openThread('a');
});
/** Ends the tab, which holds the lock of the queue. */
afterEach(() => chat.act.reset('expired'));

async function write(text: string) {
  void chat.act.send('a', text);
  await settled();
}

test('a queued message that is being sent is not sent again once its conversation is deleted here', async () => {
  scripted.isReached = false;
  await write('Second?');
  scripted.isReached = true;
  chat.act.wake();
  await settled();
  expect(sent()).toEqual(['Second?']);
  await chat.act.deleteConversation('a');
  chat.act.wake();
  await settled();
  expect(sent()).toEqual(['Second?']);
  expect(chat.state.queued).toEqual({});
});
