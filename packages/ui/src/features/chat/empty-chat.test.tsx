// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { ModeId, SuggestedPrompt } from '@parley/core';
import { expect, test, vi } from 'vitest';
import { ABLE } from '../../stores/testing/scripted-samples.ts';
import { renderChat } from '../../testing/render-chat.tsx';
import { EmptyChat } from './empty-chat.tsx';

const prompt = (text: string, mode: ModeId = 'normal'): SuggestedPrompt => ({ mode, text });
const suggestions = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
const nothing = () => {};

test('suggests a prompt for each mode, in the order of the mode selector', async () => {
  await renderChat(<EmptyChat disabled={false} onPrompt={nothing} />);
  expect(suggestions()).toEqual([
    expect.stringMatching(/^Normal/),
    expect.stringMatching(/^Thinking/),
    expect.stringMatching(/^Image/),
    expect.stringMatching(/^Search/),
  ]);
});

test('suggests the onboarding’s prompts first, four in total', async () => {
  const onPrompt = vi.fn<(mode: ModeId, text: string) => void>();
  const { press, set } = await renderChat(<EmptyChat disabled={false} onPrompt={onPrompt} />, {
    prompts: [prompt('Plan my day'), prompt('Find a flaw', 'thinking')],
  });
  expect(suggestions()).toEqual([
    'NormalPlan my day',
    'ThinkingFind a flaw',
    'NormalExplain something I half understand, from the start',
    'ThinkingWork through a decision with me, step by step',
  ]);
  await press('Normal Plan my day');
  expect(onPrompt).toHaveBeenCalledExactlyOnceWith('normal', 'Plan my day');
  await set({ prompts: ['one', 'two', 'three', 'four'].map((text) => prompt(text)) });
  expect(suggestions()).toEqual(['Normalone', 'Normaltwo', 'Normalthree', 'Normalfour']);
});

test('suggests no prompt for a mode that the server lacks', async () => {
  await renderChat(<EmptyChat disabled={false} onPrompt={nothing} />, {
    prompts: [prompt('Draw a lighthouse', 'image')],
    capabilities: { ...ABLE, image: { ok: false } },
  });
  expect(suggestions()).toHaveLength(3);
  expect(suggestions().join()).not.toContain('Draw a lighthouse');
});
