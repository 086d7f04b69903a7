import { describe, expect, it } from 'vitest';
import { completeReply, failReply, hasVisibleText, newReply, newUserMessage, receivedText } from './message.ts';

const reply = newReply('g', { id: 'a', now: 0, mode: 'normal' });

describe('a message', () => {
  it('begins as the spec has it', () => {
    expect(newUserMessage('Hi', { id: 'u', now: 0, mode: 'normal' })).toEqual({
      id: 'u',
      text: 'Hi',
      isUser: true,
      timestamp: '1970-01-01T00:00:00.000Z',
      status: 'complete',
      mode: 'normal',
    });
    expect(reply).toMatchObject({ text: '', isUser: false, status: 'streaming', generationId: 'g', seq: 0 });
  });

  it('says why it failed when nothing had arrived, and keeps what had', () => {
    const empty = failReply(reply, 'model-auth', 'No key.');
    expect(empty).toMatchObject({ text: 'Error: No key.', status: 'failed', isError: true, errorCode: 'model-auth' });
    expect(receivedText(empty)).toBe('');
    expect(hasVisibleText(empty)).toBe(false);

    const half = failReply({ ...reply, text: 'Half' }, 'interrupted');
    expect(half).toMatchObject({ text: 'Half', status: 'interrupted', isError: true });
    expect(receivedText(half)).toBe('Half');
  });

  it('loses its place in the run when it ends', () => {
    for (const ended of [completeReply(reply, 'stopped'), failReply(reply, 'internal')]) {
      expect(ended).not.toHaveProperty('generationId');
      expect(ended).not.toHaveProperty('seq');
      expect(ended).not.toHaveProperty('isReasoningStreaming');
    }
  });

  it('has thinking and answer apart once a thinking reply has ended', () => {
    const thought = {
      ...reply,
      mode: 'thinking' as const,
      reasoningContent: 'Hm.',
      isReasoningStreaming: true,
      text: 'Yes.',
    };
    expect(completeReply(thought, 'complete')).toMatchObject({
      thinkingContent: 'Hm.',
      reasoningContent: 'Hm.',
      answerContent: 'Yes.',
    });
    expect(completeReply(reply, 'complete')).not.toHaveProperty('answerContent');
  });

  it('is visible only with text, not with reasoning alone', () => {
    expect(hasVisibleText({ ...reply, reasoningContent: 'Hm.' })).toBe(false);
    expect(hasVisibleText({ ...reply, text: ' \n' })).toBe(false);
    expect(hasVisibleText({ ...reply, text: 'a' })).toBe(true);
  });
});
