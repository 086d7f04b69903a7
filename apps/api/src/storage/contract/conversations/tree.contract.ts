import { randomUUID } from 'node:crypto';
import type { Message } from '@parley/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { completed, end, failed, newUser, NOW, send, shown } from '../samples.ts';
import type { Rounds } from '../rounds.ts';

const SEED = 20263;

/** A message in the model. `counts`: whether it is a version even off the branch. */
type Node = { id: string; parent: string | null; counts: boolean };
type Step = { kind: 'ask' | 'edit' | 'retry' | 'show' | 'delete'; pick: number; comesToNothing: boolean };

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('ask', 'ask', 'edit', 'retry', 'show', 'delete'),
  pick: fc.nat(99),
  comesToNothing: fc.boolean(),
});

export function contract(storage: () => Storage, roundsOf: Rounds): void {
  test(`version operations keep every message reachable and unchanged (seed ${SEED})`, async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const userId = await newUser(storage());
      const conversationId = randomUUID();
      const tree = new Model();
      for (const { kind, pick, comesToNothing } of [{ kind: 'ask', pick: 0, comesToNothing: false }, ...steps]) {
        const before = await shown(storage(), userId, conversationId);
        const at = before[pick % Math.max(1, before.length)];
        if (kind === 'delete') {
          await storage().conversations.delete(userId, conversationId, NOW);
          await storage().conversations.restore(userId, conversationId, NOW);
          expect(await shown(storage(), userId, conversationId)).toStrictEqual(before);
          continue;
        }
        if (kind === 'show') {
          const id = tree.nodes[pick % tree.nodes.length]?.id ?? '';
          expect(await storage().conversations.showVersion(userId, conversationId, id)).toBe('shown');
          expect((await shown(storage(), userId, conversationId)).map((message) => message.id)).toContain(id);
          continue;
        }
        const replaces =
          kind === 'ask'
            ? undefined
            : before.find((message) => message.isUser === (kind === 'edit') && message.id === at?.id)?.id;
        if (kind !== 'ask' && replaces === undefined) continue;
        const reply = await send(storage(), userId, { conversationId, text: 'q', ...(replaces && { replaces }) });
        const message = comesToNothing ? failed(reply, '') : completed(reply, 'a');
        await end(storage(), reply, message);
        tree.add(before, reply, kind === 'ask' ? null : (replaces ?? null), !comesToNothing);
      }
      const reached = await explore(storage(), userId, conversationId);
      expect(tree.missing(reached)).toStrictEqual([]);
      for (const message of reached.values()) {
        const { versionIds: _, ...stored } = message;
        expect(await storage().replies.message(userId, message.id)).toStrictEqual(stored);
      }
    });
    await fc.assert(property, { seed: SEED, numRuns: roundsOf(40) });
  });
}

/** Collects every message that a person reaches by showing each version in turn. */
async function explore(storage: Storage, userId: string, conversationId: string): Promise<Map<string, Message>> {
  const reached = new Map<string, Message>();
  const shownBefore = new Set<string>();
  for (let next: string | undefined = ''; next !== undefined;) {
    if (next) expect(await storage.conversations.showVersion(userId, conversationId, next)).toBe('shown');
    if (next) shownBefore.add(next);
    const branch = await shown(storage, userId, conversationId);
    for (const message of branch) reached.set(message.id, message);
    const offered = [...reached.values()].flatMap(({ versionIds = [] }) => versionIds);
    next = offered.find((id) => !shownBefore.has(id));
  }
  return reached;
}

/** The model: all accepted messages as a tree. */
class Model {
  readonly nodes: Node[] = [];

  add(
    branch: Message[],
    reply: { userMessageId: string; assistantMessageId: string },
    replaces: string | null,
    hasAnswer: boolean,
  ): void {
    const { userMessageId, assistantMessageId } = reply;
    if (!this.nodes.some(({ id }) => id === userMessageId)) {
      const replaced = this.nodes.find(({ id }) => id === replaces);
      const parent = replaced ? replaced.parent : (branch.at(-1)?.id ?? null);
      this.nodes.push({ id: userMessageId, parent, counts: true });
    }
    this.nodes.push({ id: assistantMessageId, parent: userMessageId, counts: hasAnswer });
  }

  /** Versions that were not reached. A reply without an answer may be reached, but need not be. */
  missing(reached: Map<string, Message>): Node[] {
    return this.nodes.filter(({ id, counts }) => counts && !reached.has(id));
  }
}
