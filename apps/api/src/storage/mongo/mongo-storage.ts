import { MongoClient } from 'mongodb';
import { t } from '@parley/core';
import type { TriedStorage } from '../tried-storage.ts';
import type { Storage } from '../storage.ts';
import { createAuditStore } from './accounts/audit-store.ts';
import { createBillingStore } from './billing/billing-store.ts';
import { createBudgetStore } from './billing/budget-store.ts';
import { createConversationStore } from './conversations/conversation-store.ts';
import { Database } from './database/database.ts';
import { createDeletionStore } from './accounts/deletion-store.ts';
import { reachable } from './database/driver-errors.ts';
import { createFiguresStore } from './figures/figures-store.ts';
import { createFileStore } from './files/file-store.ts';
import { createAcceptanceStore } from './accounts/acceptance-store.ts';
import { createBrandStore } from './accounts/brand-store.ts';
import { createApiKeyStore } from './accounts/api-key-store.ts';
import { createIdentityStore } from './auth/identity-store.ts';
import { takeLease, type Sharing } from './database/instance-lease.ts';
import { createOnboardingStore } from './accounts/onboarding-store.ts';
import { createOneTimeTokenStore } from './auth/one-time-token-store.ts';
import { createPasskeyStore } from './auth/passkey-store.ts';
import { createFeedbackStore } from './conversations/feedback-store.ts';
import { createMemoryStore } from './accounts/memory-store.ts';
import { createProjectStore } from './projects/project-store.ts';
import { createRememberedDeviceStore } from './auth/remembered-device-store.ts';
import { createReplyStore } from './replies/reply-store.ts';
import { createSecondFactorStore } from './auth/second-factor-store.ts';
import { createSessionStore } from './auth/session-store.ts';
import { createShareStore } from './conversations/share-store.ts';
import { createSignInStore } from './auth/sign-in-store.ts';
import { refuseHalfACopy } from './transfer/transfer-note.ts';
import { createSpendingStore } from './billing/spending-store.ts';
import { createUsageStore } from './billing/usage-store.ts';
import { createUserStore } from './accounts/user-store.ts';

const DEFAULT_NAME = 'parley';
/** How long to look for a server before a request fails. */
const PATIENCE_MS = 5_000;
/** The same for `tryMongo`, which has to end within 5 s. */
const TRIAL_MS = 3_000;

/**
 * Opens the storage in a MongoDB database. One server is enough, because no method uses a transaction. Creates missing
 * indexes. Throws a sentence without the URL, which may hold a password, when the server cannot be used, when the
 * database contains an incomplete copy, or when `sharing` excludes another process that uses it.
 */
export async function openMongoStorage(url: string, sharing?: Sharing): Promise<Storage> {
  let giveBack = async () => {};
  const { database } = await openDatabase(url, async (opened) => {
    await refuseHalfACopy(opened);
    if (sharing) giveBack = await takeLease(opened, sharing);
  });
  return {
    ...createStorage(database),
    async close() {
      await giveBack();
      await database.close();
    },
  };
}

/**
 * Opens a connection to a database with the product's indexes. `name` identifies it in messages to people. `check`
 * throws the reason when the database cannot be used.
 */
export async function openDatabase(
  url: string,
  check: (database: Database) => Promise<void> = async () => {},
): Promise<{ database: Database; name: string }> {
  const { client, name } = connect(url);
  const database = new Database(client, name);
  try {
    await database.makeIndexes();
    await check(database);
  } catch (error) {
    await database.close();
    const { message } = unusable(client, name, error);
    const isOfDriver = (error as Error).name.startsWith('Mongo');
    throw new Error(isOfDriver ? `${message}. Check that it runs, its address, user and password.` : message, {
      cause: error,
    });
  }
  return { database, name: nameOf(client, name) };
}

/** Writes, reads and removes a document in a collection of its own. Throws a sentence without the URL. */
export async function tryMongo(url: string): Promise<TriedStorage> {
  const { client, name } = connect(url, TRIAL_MS);
  const database = new Database(client, name);
  try {
    await database.tryWriting();
    return { state: 'ready', name: nameOf(client, name) };
  } catch (error) {
    throw unusable(client, name, error);
  } finally {
    await database.close();
  }
}

function unusable(client: MongoClient, name: string, error: unknown): Error {
  const { message } = error as Error;
  return new Error(t`The database ${name} at ${hostsOf(client)} cannot be used: ${message}`, { cause: error });
}

function nameOf(client: MongoClient, name: string): string {
  return t`the database ${name} at ${hostsOf(client)}`;
}

function hostsOf({ options }: MongoClient): string {
  return options.hosts.map(String).join(', ') || String(options.srvHost);
}

function connect(url: string, patienceMs = PATIENCE_MS): { client: MongoClient; name: string } {
  const [, path = DEFAULT_NAME] = /^[^/]*\/\/[^/?]*\/([^?]+)/.exec(url) ?? [];
  try {
    const name = decodeURIComponent(path);
    if (name.includes('@')) throw new Error('There is a slash in the password.');
    const client = new MongoClient(url, {
      // An accepted message survives the loss of any one server and of power.
      writeConcern: { w: 'majority', journal: true },
      readPreference: 'primary',
      ignoreUndefined: true,
      ...(!/[?&]serverSelectionTimeoutMS=/i.test(url) && { serverSelectionTimeoutMS: patienceMs }),
      ...(!/[?&]connectTimeoutMS=/i.test(url) && { connectTimeoutMS: patienceMs }),
      appName: DEFAULT_NAME,
    });
    return { client, name };
  } catch {
    // Omit the cause, which may contain part of the password.
    throw new Error(
      'This isn’t a valid MongoDB URL: check its hosts and options, and write special characters of the password ' +
        'as encodeURIComponent does.',
    );
  }
}

function createStorage(database: Database): Omit<Storage, 'close'> {
  return {
    users: reachable(createUserStore(database)),
    identities: reachable(createIdentityStore(database)),
    signIns: reachable(createSignInStore(database)),
    sessions: reachable(createSessionStore(database)),
    oneTimeTokens: reachable(createOneTimeTokenStore(database)),
    deletions: reachable(createDeletionStore(database)),
    conversations: reachable(createConversationStore(database)),
    apiKeys: reachable(createApiKeyStore(database)),
    passkeys: reachable(createPasskeyStore(database)),
    secondFactors: reachable(createSecondFactorStore(database)),
    rememberedDevices: reachable(createRememberedDeviceStore(database)),
    acceptances: reachable(createAcceptanceStore(database)),
    memories: reachable(createMemoryStore(database)),
    projects: reachable(createProjectStore(database)),
    shares: reachable(createShareStore(database)),
    feedback: reachable(createFeedbackStore(database)),
    replies: reachable(createReplyStore(database)),
    usage: reachable(createUsageStore(database)),
    files: reachable(createFileStore(database)),
    billing: reachable(createBillingStore(database)),
    figures: reachable(createFiguresStore(database)),
    spending: reachable(createSpendingStore(database)),
    budgets: reachable(createBudgetStore(database)),
    brand: reachable(createBrandStore(database)),
    audits: reachable(createAuditStore(database)),
    onboarding: reachable(createOnboardingStore(database)),
    ...reachable({ ping: () => database.ping() }),
  };
}
