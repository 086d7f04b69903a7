import { expect, test } from 'vitest';
import { ScriptedChat } from '../testing/scripted-chat.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { settled } from '../testing/settled.ts';
import { onboardingKey, readPrompts } from './suggested-prompts.ts';

const PROMPT = { mode: 'normal', text: 'Plan my day' } as const;

test.each([
  ['nothing', null, []],
  ['invalid JSON', '{', []],
  ['no list', '{"prompts":7}', []],
  [
    'an invalid prompt',
    JSON.stringify({ prompts: [null, 7, { mode: 'dance', text: 'x' }, { mode: 'normal' }, PROMPT] }),
    [PROMPT],
  ],
  ['a text of a wrong type', JSON.stringify({ prompts: [{ mode: 'normal', text: 7 }] }), []],
])('stored prompts with %s are read as far as they are valid', (_, stored, read) => {
  const storage = memoryStorage();
  if (stored !== null) storage.set(onboardingKey('ada'), stored);
  expect(readPrompts(storage, 'ada')).toEqual(read);
});

test('a chat starts with its user’s stored prompts, which a sign-out removes', async () => {
  const scripted = new ScriptedChat();
  scripted.storage.set(onboardingKey('ada'), JSON.stringify({ hasSeen: true, prompts: [PROMPT] }));
  const chat = await scripted.signedIn();
  expect(chat.state.prompts).toEqual([PROMPT]);
  chat.act.reset('signed-out');
  await settled();
  expect(chat.state.prompts).toEqual([]);
  expect(scripted.storage.get(onboardingKey('ada'))).toBeNull();
});
