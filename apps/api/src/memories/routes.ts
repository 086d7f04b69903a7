import express, { Router } from 'express';
import { AppError, type MemoriesResponse } from '@parley/core';
import { MemoryPatch, NewMemory } from '@parley/core/api';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser, signedIn } from '../auth/authenticate.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { knownId } from '../chat/known-id.ts';
import { parseBody } from '../http/requests/parse-body.ts';
import type { Storage } from '../storage/storage.ts';
import { addMemory, changeMemory } from './memories.ts';
import { presentMemory } from './present-memory.ts';

interface MemoryRouteDependencies {
  accounts: Accounts;
  cluster: Pick<Cluster, 'inTurn'>;
  storage: Pick<Storage, 'conversations' | 'memories'>;
  now: () => number;
}

/** Mounted at /api/account/memories. Users read, correct and delete memories whether or not the assistant uses them. */
export function memoryRoutes({ accounts, cluster, storage, now }: MemoryRouteDependencies): Router {
  const { conversations, memories } = storage;
  const router = Router();
  const json = express.json({ limit: '32kb' });
  router.use(requireUser(accounts));
  // So that exactly as many are kept as there is room for.
  const inTurn = <T>(userId: string, work: () => Promise<T>) => cluster.inTurn(`memories ${userId}`, work);

  router.get('/', async (_req, res) => {
    const { user } = signedIn(res);
    const found = await memories.list(user.id);
    const ids = new Set(found.flatMap(({ conversationId }) => conversationId ?? []));
    const titles = new Map((await conversations.findAll(user.id, [...ids])).map(({ id, title }) => [id, title]));
    res.json({
      success: true,
      memories: found.map((memory) => {
        const conversationTitle = titles.get(memory.conversationId ?? '');
        return { ...presentMemory(memory), ...(conversationTitle !== undefined && { conversationTitle }) };
      }),
      isOn: user.keepsMemories,
    } satisfies MemoriesResponse);
  });

  router.post('/', json, async (req, res) => {
    const { user } = signedIn(res);
    const memory = { ...parseBody(NewMemory, req.body), userId: user.id };
    await inTurn(user.id, () => addMemory(memories, memory, now()));
    res.json({ success: true });
  });

  router.patch('/:memoryId', json, async (req, res) => {
    const id = knownId(req.params.memoryId);
    const { text } = parseBody(MemoryPatch, req.body);
    const { user } = signedIn(res);
    const isKnown = await inTurn(user.id, () => changeMemory(memories, { userId: user.id, id, text }, now()));
    if (!isKnown) throw new AppError('not-found');
    res.json({ success: true });
  });

  router.delete('/:memoryId', async (req, res) => {
    const id = knownId(req.params.memoryId);
    if ((await memories.remove(signedIn(res).user.id, [id])) === 0) throw new AppError('not-found');
    res.json({ success: true });
  });

  return router;
}
