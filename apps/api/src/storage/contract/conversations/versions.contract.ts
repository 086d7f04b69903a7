import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ReplyRecord, Storage } from '../../storage.ts';
import { branch, completed, end, failed, newUser, NOW, send, shown, turn } from '../samples.ts';

export function contract(storage: () => Storage): void {
  async function begin() {
    const userId = await newUser(storage());
    const first = await turn(storage(), userId, 'one');
    const { conversationId } = first;
    const next = (text: string) => turn(storage(), userId, text, { conversationId });
    const edit = ({ userMessageId }: ReplyRecord, text: string) =>
      turn(storage(), userId, text, { conversationId, replaces: userMessageId });
    const retry = ({ assistantMessageId }: ReplyRecord, text: string) =>
      turn(storage(), userId, text, { conversationId, replaces: assistantMessageId });
    const show = (id: string) => storage().conversations.showVersion(userId, conversationId, id);
    const texts = () => branch(storage(), userId, conversationId);
    const versions = async () =>
      (await shown(storage(), userId, conversationId)).map(({ versionIds }) => versionIds ?? null);
    return { userId, conversationId, first, next, edit, retry, show, texts, versions };
  }

  test('messages that were never replaced have no versions', async () => {
    const { userId, conversationId, next, versions } = await begin();
    await next('two');
    expect(await versions()).toStrictEqual([null, null, null, null]);
    for (const message of await shown(storage(), userId, conversationId)) {
      expect(message).not.toHaveProperty('versionIds');
    }
  });

  test('questions and replies, including the first question, have versions, oldest first', async () => {
    const { first, next, edit, retry, versions } = await begin();
    const second = await next('two');
    const again = await retry(second, 'again');
    const replies = [second.assistantMessageId, again.assistantMessageId];
    expect(await versions()).toStrictEqual([null, null, null, replies]);
    const other = await edit(again, 'due');
    const questions = [second.userMessageId, other.userMessageId];
    expect(await versions()).toStrictEqual([null, null, questions, null]);
    const uno = await edit(first, 'uno');
    const eins = await edit(uno, 'eins');
    const firsts = [first, uno, eins].map(({ userMessageId }) => userMessageId);
    expect(await versions()).toStrictEqual([firsts, null]);
  });

  test('a reply that another one continues is no version any more, unless a message follows it', async () => {
    const { userId, conversationId, first, next, retry, versions, texts } = await begin();
    const proceed = async ({ assistantMessageId: replaces }: ReplyRecord, text: string, status?: 'stopped') => {
      const reply = await send(storage(), userId, { conversationId, text: '', replaces });
      await end(storage(), reply, { ...completed(reply, text, status), continues: replaces });
      return reply;
    };
    const longer = await proceed(first, 'longer');
    expect(await versions()).toStrictEqual([null, null]);
    await proceed(longer, '', 'stopped');
    expect((await texts()).at(-1)).toBe('longer');
    const again = await retry(longer, 'again');
    expect(await versions()).toStrictEqual([null, [longer.assistantMessageId, again.assistantMessageId]]);
    await next('two');
    const longest = await proceed(again, 'again and longer');
    const all = [longer, again, longest].map(({ assistantMessageId }) => assistantMessageId);
    expect(await versions()).toStrictEqual([null, all]);
  });

  test('pages and last messages include the versions of each message', async () => {
    const { userId, conversationId, first, retry, next } = await begin();
    const again = await retry(first, 'again');
    await next('two');
    const versionIds = [first.assistantMessageId, again.assistantMessageId];
    const last = (await storage().conversations.lastMessages(userId, [conversationId], 3)).get(conversationId);
    const before = again.assistantMessageId;
    const page = await storage().conversations.messages(userId, conversationId, { limit: 1, before });
    for (const message of [last?.[0], page?.items[0]]) {
      expect(message).toMatchObject({ id: again.assistantMessageId, versionIds });
    }
    const plain = { limit: 1, before, withoutVersions: true } as const;
    const { versionIds: _, ...message } = page?.items[0] ?? { versionIds };
    expect((await storage().conversations.messages(userId, conversationId, plain))?.items).toStrictEqual([message]);
  });

  test('showing a version shows the messages after it', async () => {
    const { first, next, edit, retry, show, texts, versions } = await begin();
    await next('two');
    await edit(first, 'uno');
    expect(await texts()).toStrictEqual(['uno', 'answer to uno']);
    expect(await show(first.userMessageId)).toBe('shown');
    expect(await texts()).toStrictEqual(['one', 'answer to one', 'two', 'answer to two']);
    const again = await retry(first, 'again');
    await next('three');
    expect(await show(first.assistantMessageId)).toBe('shown');
    expect(await texts()).toStrictEqual(['one', 'answer to one', 'two', 'answer to two']);
    expect(await show(again.assistantMessageId)).toBe('shown');
    expect(await texts()).toStrictEqual(['one', 'answer to again', 'three', 'answer to three']);
    expect((await versions())[1]).toStrictEqual([first.assistantMessageId, again.assistantMessageId]);
  });

  test('showing a version follows the newest of several continuations', async () => {
    const { first, next, edit, retry, show, texts } = await begin();
    const second = await next('two');
    await retry(second, 'newer');
    await show(second.assistantMessageId);
    await edit(first, 'uno');
    await show(first.userMessageId);
    expect(await texts()).toStrictEqual(['one', 'answer to one', 'two', 'answer to newer']);
    await show(second.userMessageId);
    expect((await texts()).at(-1)).toBe('answer to newer');
  });

  test('showing a message in the middle or at the end of the branch keeps the branch', async () => {
    const { first, next, show, texts } = await begin();
    const second = await next('two');
    const before = await texts();
    for (const id of [first.userMessageId, first.assistantMessageId, second.assistantMessageId]) {
      expect(await show(id)).toBe('shown');
      expect(await texts()).toStrictEqual(before);
    }
  });

  test('new messages continue the shown branch, and only its messages can be replaced', async () => {
    const { userId, conversationId, first, edit, show, next, texts } = await begin();
    const uno = await edit(first, 'uno');
    await show(first.userMessageId);
    await next('two');
    expect(await texts()).toStrictEqual(['one', 'answer to one', 'two', 'answer to two']);
    const hidden = send(storage(), userId, { conversationId, replaces: uno.userMessageId });
    await expect(hidden).rejects.toThrow('not-found');
  });

  test('a reply without an answer is a version only while it is on the branch', async () => {
    const { userId, conversationId, first, show, texts, versions } = await begin();
    const replaces = first.assistantMessageId;
    const live = await send(storage(), userId, { conversationId, replaces });
    const both = [first.assistantMessageId, live.assistantMessageId];
    expect(await versions()).toStrictEqual([null, both]);
    await end(storage(), live, failed(live, ''));
    expect(await texts()).toStrictEqual(['one', 'answer to one']);
    expect(await versions()).toStrictEqual([null, null]);
    expect(await show(live.assistantMessageId)).toBe('shown');
    expect(await versions()).toStrictEqual([null, both]);
    expect(await show(first.userMessageId)).toBe('shown');
    expect(await texts()).toStrictEqual(['one', 'answer to one']);
    const blank = await send(storage(), userId, { conversationId, replaces });
    await end(storage(), blank, completed(blank, ' \n'));
    expect((await versions())[1]).toStrictEqual([first.assistantMessageId, blank.assistantMessageId]);
    const picture = await send(storage(), userId, { conversationId, replaces: blank.assistantMessageId });
    const imageUrl = '/api/files/made';
    await end(storage(), picture, { ...completed(picture, ''), imageUrl, imagePrompt: 'A cat' });
    await show(first.assistantMessageId);
    expect((await versions())[1]).toStrictEqual([first.assistantMessageId, picture.assistantMessageId]);
  });

  test('a reply without an answer becomes a version once a question follows it', async () => {
    const { userId, conversationId, show, texts, versions, retry, next } = await begin();
    const broken = await send(storage(), userId, { conversationId, text: 'two' });
    await end(storage(), broken, failed(broken, ''));
    await next('three');
    const again = await retry(broken, 'again');
    expect((await versions()).at(-1)).toStrictEqual([broken.assistantMessageId, again.assistantMessageId]);
    await show(broken.assistantMessageId);
    expect((await texts()).slice(-3)).toStrictEqual(['Error: It failed.', 'three', 'answer to three']);
  });

  test('a question stays a version when its reply has no answer, and is shown with it', async () => {
    const { userId, conversationId, first, show, texts, versions } = await begin();
    const asked = await send(storage(), userId, { conversationId, replaces: first.userMessageId, text: 'uno' });
    await end(storage(), asked, failed(asked, ''));
    expect(await texts()).toStrictEqual(['one', 'answer to one']);
    expect(await versions()).toStrictEqual([[first.userMessageId, asked.userMessageId], null]);
    expect(await show(asked.userMessageId)).toBe('shown');
    expect(await texts()).toStrictEqual(['uno', 'Error: It failed.']);
  });

  test('showing a version fails while a reply is streaming and for a foreign message', async () => {
    const { userId, conversationId, first, edit, show, texts } = await begin();
    const elsewhere = await turn(storage(), userId, 'elsewhere');
    await edit(first, 'uno');
    const live = await send(storage(), userId, { conversationId, text: 'live', now: NOW + 5 });
    const before = await texts();
    expect(await show(first.userMessageId)).toBe('busy');
    expect(await texts()).toStrictEqual(before);
    await end(storage(), live, completed(live, 'x'));
    for (const id of [elsewhere.userMessageId, randomUUID()]) expect(await show(id)).toBe('not-found');
    await turn(storage(), userId, 'newer', { now: NOW + 6 });
    expect(await show(first.userMessageId)).toBe('shown');
    const { items } = await storage().conversations.list(userId, { limit: 9 });
    expect(items[1]).toMatchObject({ id: conversationId, updatedAt: new Date(NOW + 5).toISOString() });
    const { conversations } = storage();
    const stranger = await newUser(storage());
    expect(await conversations.showVersion(stranger, conversationId, first.userMessageId)).toBe('not-found');
    await conversations.delete(userId, conversationId, NOW);
    expect(await show(first.userMessageId)).toBe('not-found');
  });

  test('the tree returns every message on any branch with its parent', async () => {
    const userId = await newUser(storage());
    const first = await turn(storage(), userId, 'tea?');
    const { conversationId } = first;
    await turn(storage(), userId, 'green?', { conversationId });
    await turn(storage(), userId, 'coffee?', { conversationId, replaces: first.userMessageId });
    const tree = (await storage().conversations.tree(userId, conversationId)) ?? [];
    const texts = new Map(tree.map(({ message }) => [message.id, message.text]));
    expect(tree.map(({ parentId, message }) => [message.text, texts.get(parentId ?? '')])).toStrictEqual([
      ['tea?', undefined],
      ['answer to tea?', 'tea?'],
      ['green?', 'answer to tea?'],
      ['answer to green?', 'green?'],
      ['coffee?', undefined],
      ['answer to coffee?', 'coffee?'],
    ]);
    expect(await storage().conversations.tree(await newUser(storage()), conversationId)).toBeNull();
  });
}
