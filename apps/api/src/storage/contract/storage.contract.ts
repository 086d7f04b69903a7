import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acceptContract } from './replies/accept.contract.ts';
import { auditsContract } from './accounts/audits.contract.ts';
import { billingContract } from './billing/billing.contract.ts';
import { branchesContract } from './conversations/branches.contract.ts';
import { changesContract } from './conversations/changes.contract.ts';
import { conversationsContract } from './conversations/conversations.contract.ts';
import { deletionsContract } from './deletions.contract.ts';
import { figuresContract } from './figures.contract.ts';
import { filesContract } from './conversations/files.contract.ts';
import { identitiesContract } from './auth/identities.contract.ts';
import { onboardingContract } from './accounts/onboarding.contract.ts';
import { oneTimeTokensContract } from './auth/one-time-tokens.contract.ts';
import { apiKeysContract } from './accounts/api-keys.contract.ts';
import { passkeysContract } from './auth/passkeys.contract.ts';
import { feedbackContract } from './conversations/feedback.contract.ts';
import { memoriesContract } from './accounts/memories.contract.ts';
import { projectsContract } from './conversations/projects.contract.ts';
import { brandContract } from './accounts/brand.contract.ts';
import { rememberedDevicesContract } from './auth/remembered-devices.contract.ts';
import { repliesContract } from './replies/replies.contract.ts';
import { importsContract } from './conversations/imports.contract.ts';
import type { Rounds } from './rounds.ts';
import { branch, newUser, send } from './samples.ts';
import { searchContract } from './conversations/search.contract.ts';
import { secondFactorsContract } from './auth/second-factors.contract.ts';
import { sessionsContract } from './auth/sessions.contract.ts';
import { sharesContract } from './conversations/shares.contract.ts';
import { signInsContract } from './auth/sign-ins.contract.ts';
import { budgetsContract } from './billing/budgets.contract.ts';
import { spendingContract } from './billing/spending.contract.ts';
import { treeContract } from './conversations/tree.contract.ts';
import { usageContract } from './billing/usage.contract.ts';
import { usersContract } from './accounts/users.contract.ts';
import { versionsContract } from './conversations/versions.contract.ts';
import type { Storage } from '../storage.ts';

interface StorageUnderTest {
  storage: Storage;
  /** Closes the storage and opens the stored data again; absent when nothing is persisted. */
  reopen?(): Promise<Storage>;
  /** Closes the current storage and removes its data; absent when all tests share the storage. */
  close?(): Promise<void>;
}

/** The contract of every storage. `make` returns an empty one for each test. */
export function storageContract(
  name: string,
  make: () => Promise<StorageUnderTest>,
  roundsOf: Rounds = (all) => all,
): void {
  describe(`storage ${name}`, () => {
    let made: StorageUnderTest;
    beforeEach(async () => {
      made = await make();
    });
    afterEach(() => made.close?.());
    const storage = () => made.storage;

    describe('users', () => usersContract(storage));
    describe('identities', () => identitiesContract(storage));
    describe('sign-ins', () => signInsContract(storage));
    describe('sessions', () => sessionsContract(storage));
    describe('conversations', () => conversationsContract(storage));
    describe('changes of conversations', () => changesContract(storage));
    describe('API keys', () => apiKeysContract(storage));
    describe('spending', () => spendingContract(storage));
    describe('budgets', () => budgetsContract(storage));
    describe('audits', () => auditsContract(storage));
    describe('passkeys', () => passkeysContract(storage));
    describe('the brand and what people accepted', () => brandContract(storage));
    describe('remembered devices', () => rememberedDevicesContract(storage));
    describe('second factors', () => secondFactorsContract(storage));
    describe('feedback', () => feedbackContract(storage));
    describe('memories', () => memoriesContract(storage));
    describe('projects', () => projectsContract(storage));
    describe('shares', () => sharesContract(storage));
    describe('branches', () => branchesContract(storage));
    describe('versions', () => versionsContract(storage));
    describe('the tree', () => treeContract(storage, roundsOf));
    describe('imports', () => importsContract(storage));
    describe('search', () => searchContract(storage));
    describe('accepting a message', () => acceptContract(storage));
    describe('replies', () => repliesContract(storage, roundsOf));
    describe('files', () => filesContract(storage));
    describe('one-time tokens', () => oneTimeTokensContract(storage));
    describe('onboarding', () => onboardingContract(storage));
    describe('deletions', () => deletionsContract(storage));
    describe('billing', () => billingContract(storage));
    describe('figures', () => figuresContract(storage));
    describe('usage', () => usageContract(storage, roundsOf));

    test('answers a ping', async () => {
      await storage().ping();
    });

    test('reopening the storage keeps the stored data', async () => {
      const userId = await newUser(storage());
      const reply = await send(storage(), userId, { text: 'kept', usageRule: { limit: 1, windowLength: 9 } });
      const window = await storage().usage.window(userId);
      const reopened = (await made.reopen?.()) ?? storage();
      expect(await reopened.replies.listActive(userId)).toStrictEqual([reply]);
      expect(await branch(reopened, userId, reply.conversationId)).toStrictEqual(['kept', '']);
      expect(await reopened.usage.window(userId)).toStrictEqual(window);
    });
  });
}
