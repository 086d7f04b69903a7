import { describe, expect, it } from 'vitest';
import type { Attachment } from '../api/chat/files.ts';
import {
  completeReply,
  countsAsMessage,
  failReply,
  hasAnswer,
  newReply,
  newUserMessage,
  receivedText,
  withAttachments,
} from './message.ts';

const reply = newReply('g', { id: 'a', now: 0, mode: 'normal' });

describe('a message', () => {
  it('a new message has the initial fields of the spec', () => {
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

  it('a failed message shows the reason if it is empty and otherwise keeps its text', () => {
    const empty = failReply(reply, 'model-auth', 'No key.');
    expect(empty).toMatchObject({ text: 'Error: No key.', status: 'failed', isError: true, errorCode: 'model-auth' });
    expect(receivedText(empty)).toBe('');
    expect(hasAnswer(empty)).toBe(false);

    const half = failReply({ ...reply, text: 'Half' }, 'interrupted');
    expect(half).toMatchObject({ text: 'Half', status: 'interrupted', isError: true });
    expect(receivedText(half)).toBe('Half');
  });

  it('an ended message has no stream position', () => {
    for (const ended of [completeReply(reply, 'stopped'), failReply(reply, 'internal')]) {
      expect(ended).not.toHaveProperty('generationId');
      expect(ended).not.toHaveProperty('seq');
      expect(ended).not.toHaveProperty('isReasoningStreaming');
    }
  });

  it('an ended thinking reply separates thinking and answer', () => {
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

  it('a message has its attachments and the spec’s fields for the first image and document', () => {
    const picture: Attachment = {
      id: 'p',
      kind: 'image',
      name: 'p.png',
      type: 'image/png',
      size: 1,
      url: '/api/files/p',
    };
    const document: Attachment = {
      id: 'd',
      kind: 'pdf',
      name: 'd.pdf',
      type: 'application/pdf',
      size: 1,
      url: '/api/files/d',
    };
    const question = newUserMessage('See', { id: 'u', now: 0, mode: 'normal' }, { attachments: [document, picture] });
    expect(question).toMatchObject({ attachedImageUri: '/api/files/p', attachedDocumentName: 'd.pdf' });
    expect(withAttachments(question, [])).toEqual(newUserMessage('See', { id: 'u', now: 0, mode: 'normal' }));
  });

  it('an ended message has no running activity', () => {
    const searching = { ...reply, toolCalls: [{ name: 'web_search' as const, status: 'starting' as const }] };
    expect(completeReply(searching, 'stopped')).not.toHaveProperty('toolCalls');
  });

  it.each([
    ['text', { text: 'a' }],
    ['reasoning', { reasoningContent: 'Hm.' }],
    ['sources', { sources: ['https://example.com/'] }],
    ['a picture', { imageUrl: '/api/files/x' }],
    ['a picture that was only requested', { mode: 'image' as const }],
  ])('a message counts with %s, however it ended', (_name, delivered) => {
    const begun = { ...reply, ...delivered };
    const ends = [completeReply(begun, 'complete'), completeReply(begun, 'stopped')];
    const codes = ['interrupted', 'model-filtered', 'model-disconnected', 'model-stalled', 'internal'] as const;
    for (const ended of [...ends, ...codes.map((code) => failReply(begun, code))]) {
      expect(countsAsMessage(ended), ended.errorCode ?? ended.status).toBe(true);
    }
  });

  it('a message without delivered content does not count', () => {
    const blank = { ...reply, text: ' \n', reasoningContent: ' ', sources: [] };
    for (const begun of [reply, blank]) {
      for (const ended of [completeReply(begun, 'stopped'), failReply(begun, 'interrupted')]) {
        expect(countsAsMessage(ended)).toBe(false);
      }
    }
    expect(countsAsMessage(failReply({ ...reply, mode: 'image' }, 'model-unreachable'))).toBe(false);
  });

  it('a message with text or an image is an answer, one with only reasoning is not', () => {
    expect(hasAnswer({ ...reply, imageUrl: '/api/files/x' })).toBe(true);
    expect(failReply({ ...reply, imageUrl: '/api/files/x' }, 'internal').text).toBe('');
    expect(hasAnswer({ ...reply, reasoningContent: 'Hm.' })).toBe(false);
    expect(hasAnswer({ ...reply, text: ' \n' })).toBe(false);
    expect(hasAnswer({ ...reply, text: 'a' })).toBe(true);
  });
});
