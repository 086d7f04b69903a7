import type { HistoryResponse, Message } from '@parley/core';
import type { Account } from './account.ts';
import type { Stack } from './stack.ts';

/** All messages of a user on the server, newest conversation first. */
export async function storedQuestions({ url }: Stack, { token }: Account): Promise<Message[]> {
  const response = await fetch(`${url}/api/chat/history`, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const { conversations } = (await response.json()) as HistoryResponse;
  return conversations.flatMap(({ messages }) => messages.filter(({ isUser }) => isUser));
}
