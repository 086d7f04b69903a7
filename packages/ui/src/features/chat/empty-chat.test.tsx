// @vitest-environment happy-dom
import type { ModeId, SuggestedPrompt } from '@parley/core';
import { expect, test } from 'vitest';
import { EmptyChat } from './empty-chat.tsx';
import { click, mountChat } from './testing/mounted-chat.tsx';

const prompt = (text: string, mode: ModeId = 'normal'): SuggestedPrompt => ({ mode, text });
const words = (texts: string[]) => texts.map((text) => text.replace(/^(?:Normal|Thinking|Image|Search)/, ''));

test('suggests a prompt for each mode', async () => {
  const page = await mountChat(<EmptyChat disabled={false} onPrompt={() => {}} />);
  expect(page.texts('button').map((text) => /^[A-Z][a-z]+(?=[A-Z])/.exec(text)?.[0])).toEqual([
    'Normal',
    'Thinking',
    'Search',
    'Image',
  ]);
  await page.unmount();
});

test('suggests the onboarding’s prompts first, four in total', async () => {
  const taken: unknown[] = [];
  const first = [prompt('Plan my day'), prompt('Find a flaw', 'thinking')];
  const page = await mountChat(<EmptyChat disabled={false} onPrompt={(...chosen) => taken.push(chosen)} />, {
    prompts: first,
  });
  expect(words(page.texts('button'))).toEqual([
    'Plan my day',
    'Find a flaw',
    'Explain something I half understand, from the start',
    'Work through a decision with me, step by step',
  ]);
  await click(page.host.querySelector('button'));
  expect(taken).toEqual([['normal', 'Plan my day']]);
  await page.set({ prompts: ['one', 'two', 'three', 'four'].map((text) => prompt(text)) });
  expect(words(page.texts('button'))).toEqual(['one', 'two', 'three', 'four']);
  await page.unmount();
});

test('suggests no prompt for a mode that the server lacks', async () => {
  const ok = { ok: true };
  const page = await mountChat(<EmptyChat disabled={false} onPrompt={() => {}} />, {
    prompts: [prompt('Draw a lighthouse', 'image')],
    capabilities: { normal: ok, thinking: ok, web_search: ok, image: { ok: false }, attachImage: ok, attachPdf: ok },
  });
  expect(words(page.texts('button'))).not.toContain('Draw a lighthouse');
  expect(page.texts('button')).toHaveLength(3);
  await page.unmount();
});
