import { randomUUID } from 'node:crypto';
import type { SearchHit } from '@parley/core';
import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { completed, end, failed, newUser, NOW, searchIndexed, send, turn, written } from '../samples.ts';

export function contract(storage: () => Storage): void {
  const search = (userId: string, query: string, limit?: number): Promise<SearchHit[]> =>
    searchIndexed(storage(), userId, query, limit);
  const marked = ({ snippet, marks }: SearchHit) => marks.map(([start, end]) => snippet.slice(start, end));
  const aSeed = (count: number, text: string) =>
    Array.from({ length: count }, () => ({ id: randomUUID(), isUser: true, text }));
  const snippets = async (userId: string, query: string) =>
    (await search(userId, query)).map(({ snippet }) => snippet).toSorted();

  test('search finds questions, replies and titles, each with the ids to open it', async () => {
    const userId = await newUser(storage());
    const reply = await turn(storage(), userId, 'What is rent control?', { title: 'About rent' });
    const { conversationId, userMessageId, assistantMessageId } = reply;
    const timestamp = new Date(NOW).toISOString();
    const common = { archived: false, conversationId, title: 'About rent', timestamp };
    const question = 'What is rent control?';
    const hits = await search(userId, 'rent');
    expect(hits).toHaveLength(3);
    expect(hits).toContainEqual({ ...common, messageId: null, isUser: false, snippet: 'About rent', marks: [[6, 10]] });
    const marks = [[8, 12]];
    expect(hits).toContainEqual({ ...common, messageId: userMessageId, isUser: true, snippet: question, marks });
    const snippet = `answer to ${question}`;
    const later = [[18, 22]];
    expect(hits).toContainEqual({ ...common, messageId: assistantMessageId, isUser: false, snippet, marks: later });
  });

  test('better hits come first, then newer ones, up to the limit', async () => {
    const userId = await newUser(storage());
    const old = await send(storage(), userId, { text: 'apple pie', now: NOW });
    const fresh = await send(storage(), userId, { text: 'apple pie', now: NOW + 1 });
    const best = await send(storage(), userId, { text: 'apple apple', now: NOW });
    await send(storage(), userId, { text: `${'other words '.repeat(40)} apple`, now: NOW + 2 });
    const found = (await search(userId, 'apple')).map(({ conversationId }) => conversationId);
    expect(found.slice(0, 3)).toStrictEqual([best, fresh, old].map(({ conversationId }) => conversationId));
    expect(found).toHaveLength(4);
    expect(await search(userId, 'apple', 2)).toHaveLength(2);
  });

  test('the newest of very many equally good hits come first', async () => {
    const userId = await newUser(storage());
    const newest: string[] = [];
    for (let n = 0; n < 23; n++) {
      const seed = n < 20 ? aSeed(60, 'plum') : [];
      const { conversationId } = await send(storage(), userId, { seed, text: 'plum', now: NOW + n });
      if (n >= 20) newest.push(conversationId);
    }
    const found = (await search(userId, 'plum', 3)).map(({ conversationId }) => conversationId);
    expect(found).toStrictEqual(newest.toReversed());
  });

  test('every query word must match, in any order, and only the last may be a prefix', async () => {
    const userId = await newUser(storage());
    await send(storage(), userId, { text: 'the quick brown fox' });
    for (const query of ['quick', 'fox quick', 'QUICK Bro', 'brown the fo', ' quick\n brown ', 'f', 'quick, fox!']) {
      expect(await snippets(userId, query), query).toHaveLength(1);
    }
    for (const query of ['qui fox', 'quick red', 'uick', 'foxes', 'quick fox.red']) {
      expect(await snippets(userId, query), query).toStrictEqual([]);
    }
    expect((await search(userId, 'fox qu'))[0]).toMatchObject({ marks: [[4, 9], [16, 19]] }); // prettier-ignore
  });

  test('query words written without a space must be adjacent in the text', async () => {
    const userId = await newUser(storage());
    await send(storage(), userId, { text: 'a state-of-the-art thing, I don’t know' });
    for (const query of ['state-of-the-art', 'state_of_the', 'don’t', "don't", 'of-the-ar']) {
      expect(await snippets(userId, query), query).toHaveLength(1);
    }
    for (const query of ['art-of-the', 'state-the', 'of-th art']) {
      expect(await snippets(userId, query), query).toStrictEqual([]);
    }
  });

  test.each([
    ['Ärger im Café', ['arger', 'ÄRGER', 'cafe\u0301', 'CAFE']],
    ['Cafe\u0301 decomposed', ['café', 'cafe']],
    ['Это Ёлка, ΆΛΦΑ', ['елка', 'ЁЛКА', 'αλφα']],
    ['İstanbul ＷＩＤＥ ﬁne', ['istanbul', 'wide', 'fine']],
    ['東京都で会議、メール𠮷野家', ['京都', '会議', '東京都で会', 'メール', '𠮷野', '議']],
    ['한국어를 배웁니다', ['한국어', '한국']],
    ['ภาษาไทยง่าย', ['ไทย', 'ง่าย']],
    ['हिन्दी में लिखो', ['हिन्दी', 'लिखो']],
    ['שָׁלוֹם مُحَمَّد', ['שלום', 'محمد']],
    ['ﾃﾞｰﾀﾍﾞｰｽと\u30ab\u3099ス', ['データベース', 'ﾍﾞｰｽ', '\u30ac\u30b9']],
    ['データのガス', ['ﾃﾞｰﾀ', '\u30ab\u3099ス']],
    ['الســـلام عليكم', ['السلام', 'السـلام']],
    ['السلام عليكم', ['الســـلام']],
    ['C3PO 2026 3.14 snake_case', ['c3po', '2026', '3.14', 'snake', 'case']],
  ])('the text %j matches any of %j', async (text, queries) => {
    const userId = await newUser(storage());
    await send(storage(), userId, { text });
    for (const query of queries) expect((await search(userId, query)).map(marked), query).not.toStrictEqual([]);
    expect(await search(userId, '京東')).toStrictEqual([]);
  });

  test.each(['', ' ', '""', '*', '-', '()', ':', '…', '😀', '\u0000', '"*" AND', '^'])(
    'the query %j has no word and finds nothing',
    async (query) => {
      const userId = await newUser(storage());
      await send(storage(), userId, { text: `everything "*" - () : … 😀 ^ ${query}` });
      expect(await search(userId, query === '"*" AND' ? '"*"' : query)).toStrictEqual([]);
    },
  );

  test('operators in a query have no effect', async () => {
    const userId = await newUser(storage());
    await send(storage(), userId, { text: 'near and or not words rowid' });
    await send(storage(), userId, { text: 'apples pears' });
    for (const query of [
      'near',
      'NOT',
      'AND',
      'OR',
      '"words"',
      'words*',
      '-words',
      '^words',
      'words:',
      '{words',
      '+words',
    ]) {
      expect(await snippets(userId, query), query).toStrictEqual(['near and or not words rowid']);
    }
    for (const query of [
      'apples OR words',
      'apples NOT words',
      'NEAR(apples pears)',
      'words : apples',
      "apples'; DROP",
    ]) {
      expect(await snippets(userId, query), query).toStrictEqual([]);
    }
    expect(await snippets(userId, 'x'.repeat(5000))).toStrictEqual([]);
    expect(await snippets(userId, `apples ${'pears '.repeat(500)}`)).toHaveLength(1);
  });

  test('every query finds only the user’s own messages', async () => {
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const { conversationId } = await turn(storage(), userId, 'secret');
    await turn(storage(), stranger, 'other');
    for (const query of ['secret', 's', 'answer', userId, 'title']) {
      const found = await search(stranger, query);
      expect(found.map((hit) => hit.conversationId)).not.toContain(conversationId);
    }
    expect(await search(await newUser(storage()), 'secret')).toStrictEqual([]);
  });

  test('a reply is found by its own words once it has ended, however it ended', async () => {
    const userId = await newUser(storage());
    const live = await send(storage(), userId, { text: 'a' });
    const message = written(live, 'partial');
    await storage().replies.checkpoint([{ generationId: live.generationId, message }]);
    expect(await search(userId, 'partial')).toStrictEqual([]);
    await end(storage(), live, failed(live, 'partial'));
    const dead = await send(storage(), userId, { text: 'b', owner: 'dead' });
    const half = { ...written(dead, 'half'), reasoningContent: 'thought' };
    await storage().replies.checkpoint([{ generationId: dead.generationId, message: half }]);
    await storage().replies.recoverReplies(['dead'], NOW, { code: 'interrupted', sentence: 'Broken.' });
    const empty = await send(storage(), userId, { text: 'c' });
    await end(storage(), empty, failed(empty, ''));
    for (const query of ['partial', 'half']) expect(await search(userId, query), query).toHaveLength(1);
    for (const query of ['thought', 'broken', 'failed', 'error']) expect(await search(userId, query)).toStrictEqual([]);
  });

  test('seeded messages and messages on other branches are found too', async () => {
    const userId = await newUser(storage());
    const seed = [{ id: 'seeded-message', isUser: true, text: 'earlier' }];
    const first = await turn(storage(), userId, 'first', { seed });
    const { conversationId, userMessageId: replaces } = first;
    await turn(storage(), userId, 'second', { conversationId, replaces });
    expect((await search(userId, 'earlier'))[0]?.messageId).toBe('seeded-message');
    expect((await search(userId, 'first')).map(({ messageId }) => messageId)).toContain(replaces);
  });

  test('one conversation yields at most three messages and its title', async () => {
    const userId = await newUser(storage());
    const { conversationId } = await turn(storage(), userId, 'pear', { title: 'pear', seed: aSeed(800, 'pear') });
    const text = `pear ${'and many other words '.repeat(20)}`;
    const other = await send(storage(), userId, { text });
    const hits = await search(userId, 'pear');
    const of = (id: string) => hits.filter((hit) => hit.conversationId === id);
    expect(of(conversationId).filter(({ messageId }) => messageId === null)).toHaveLength(1);
    expect(of(conversationId)).toHaveLength(4);
    expect(of(other.conversationId)).toHaveLength(1);
  });

  test('a conversation is found by its current title only', async () => {
    const userId = await newUser(storage());
    const { conversationId: id } = await send(storage(), userId, { title: 'first' });
    const found = async (query: string) => (await search(userId, query)).length;
    expect([await found('first'), await found('second'), await found('third')]).toStrictEqual([1, 0, 0]);
    await storage().conversations.nameByModel(userId, id, 'second');
    expect([await found('first'), await found('second'), await found('third')]).toStrictEqual([0, 1, 0]);
    await storage().conversations.update(userId, id, { title: 'third' });
    await storage().conversations.update(userId, id, { pinned: true });
    await storage().conversations.nameByModel(userId, id, 'second');
    expect([await found('first'), await found('second'), await found('third')]).toStrictEqual([0, 0, 1]);
  });

  test('deleted conversations are not found, restored ones are, archived or not', async () => {
    const userId = await newUser(storage());
    const { conversationId: id } = await turn(storage(), userId, 'plum', { title: 'plum' });
    const before = await search(userId, 'plum');
    const { conversations } = storage();
    await conversations.delete(userId, id, NOW);
    expect(await search(userId, 'plum')).toStrictEqual([]);
    await conversations.restore(userId, id, NOW);
    await conversations.update(userId, id, { archived: true });
    expect(before.map((hit) => hit.archived)).toStrictEqual([false, false, false]);
    expect(await search(userId, 'plum')).toStrictEqual(before.map((hit) => ({ ...hit, archived: true })));
    const live = await send(storage(), userId, { conversationId: id });
    await conversations.delete(userId, id, NOW);
    await end(storage(), live, completed(live, 'plum'));
    await conversations.purge(NOW + 1, 9);
    expect(await search(userId, 'plum')).toStrictEqual([]);
    await turn(storage(), userId, 'plum', { conversationId: id, title: 'other' });
    expect(await search(userId, 'plum')).toHaveLength(2);
  });

  test('a long text is found by its first words, and its snippet shows the match', async () => {
    const userId = await newUser(storage());
    const [cjk, late] = ['漢字仮名'.repeat(4_900), '鱻'];
    await send(storage(), userId, { text: `${cjk}${late}${'交'.repeat(180_000)}末` });
    expect((await search(userId, late)).map(marked)).toStrictEqual([[late]]);
    expect(await search(userId, '末')).toStrictEqual([]);
    const english = `${'harbor in winter '.repeat(6_000)} needle`;
    await send(storage(), userId, { text: english });
    expect((await search(userId, 'needle')).map(marked)).toStrictEqual([['needle']]);
  });

  test('a single character is found in the longest texts without reading all of their words', async () => {
    const userId = await newUser(storage());
    const text = `始${'漢字仮名交文'.repeat(33_000)}`;
    const ids: string[] = [];
    for (let n = 0; n < 4; n++)
      ids.push((await send(storage(), userId, { seed: aSeed(3, text), text })).conversationId);
    expect(await search(userId, '始')).toHaveLength(12);
    const cpuOf = async (work: () => Promise<unknown>) => {
      const { user, system } = process.cpuUsage();
      await work();
      const after = process.cpuUsage();
      return after.user + after.system - user - system;
    };
    const { conversations } = storage();
    const floor = await cpuOf(() => Promise.all(ids.map((id) => conversations.tree(userId, id))));
    expect(await cpuOf(() => conversations.search(userId, '始', 50))).toBeLessThan(5 * floor);
  });
}
