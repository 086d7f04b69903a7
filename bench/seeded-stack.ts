import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '@parley/api/open-storage';
import type { Storage } from '@parley/api/storage';
import { signUp, type Account } from '@parley/web/account';
import { startStack, type Settings, type Stack } from '@parley/web/stack';

/** The running product with one account that has a history. */
export interface SeededStack {
  stack: Stack;
  account: Account;
  close(): Promise<void>;
}

/**
 * Starts the stack on a fresh folder; `seed` writes the account's history before the server starts. Needs the built web
 * client.
 */
export async function startSeededStack(
  seed: (storage: Storage, userId: string) => Promise<void>,
  settings: Settings = {},
): Promise<SeededStack> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const stack = await startStack({ FREE_MESSAGES: '100000', ...settings, DATA_DIR: folder });
  const close = async () => {
    await stack.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const account = await signUp(stack);
    await stack.kill();
    const storage = await openStorage(`sqlite:${join(folder, 'parley.db')}`, { filesDir: join(folder, 'files') });
    const user = await storage.users.findByEmail(account.email);
    await seed(storage, user?.id ?? '');
    await storage.close();
    await stack.start();
    return { stack, account, close };
  } catch (error) {
    await close();
    throw error;
  }
}
