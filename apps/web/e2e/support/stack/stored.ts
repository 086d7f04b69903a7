import type { HistoryResponse, Message } from '@parley/core';
import { expect } from '@playwright/test';
import type { Account } from '../account.ts';
import type { Chat } from '../pages/chat.ts';
import type { Stack } from './stack.ts';

/** All messages of a user on the server, newest conversation first. */
export async function storedQuestions({ url }: Stack, { token }: Account): Promise<Message[]> {
  const response = await fetch(`${url}/api/chat/history`, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const { conversations } = (await response.json()) as HistoryResponse;
  return conversations.flatMap(({ messages }) => messages.filter(({ isUser }) => isUser));
}

/** How often the server stores this message. */
export async function timesStored(stack: Stack, account: Account, text: string): Promise<number> {
  return (await storedQuestions(stack, account)).filter((question) => question.text === text).length;
}

/** Expects that the message is answered on screen, gone from the composer and stored once on the server. */
export async function expectSentOnce(chat: Chat, stack: Stack, account: Account, text: string): Promise<void> {
  await expect(chat.questions.last()).toHaveText(text);
  await expect(chat.box).toHaveValue('');
  await expect(chat.texts.last()).not.toBeEmpty();
  await chat.ended();
  await expect(chat.questions.filter({ hasText: text })).toHaveCount(1);
  await expect.poll(() => timesStored(stack, account, text)).toBe(1);
}
