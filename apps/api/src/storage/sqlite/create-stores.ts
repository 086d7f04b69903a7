import type { Storage } from '../storage.ts';
import { createBillingStore } from './billing-store.ts';
import { createConversationStore } from './conversation-store.ts';
import { createDeletionStore } from './deletion-store.ts';
import { createFiguresStore } from './figures-store.ts';
import { createFileStore } from './file-store.ts';
import { createIdentityStore } from './identity-store.ts';
import { createOnboardingStore } from './onboarding-store.ts';
import { createOneTimeTokenStore } from './one-time-token-store.ts';
import { createReplyStore } from './reply-store.ts';
import { createSessionStore } from './session-store.ts';
import { createSignInStore } from './sign-in-store.ts';
import { createUsageStore } from './usage-store.ts';
import { createUserStore } from './user-store.ts';
import type { Database } from './database.ts';
import type { FileBytes } from './file-bytes.ts';

/** Creates every store on a connection with the product's schema. */
export function createStores(database: Database, bytes: FileBytes): Omit<Storage, 'ping' | 'close'> {
  return {
    users: createUserStore(database),
    identities: createIdentityStore(database),
    signIns: createSignInStore(database),
    sessions: createSessionStore(database),
    oneTimeTokens: createOneTimeTokenStore(database),
    deletions: createDeletionStore(database, bytes),
    conversations: createConversationStore(database, bytes),
    replies: createReplyStore(database),
    usage: createUsageStore(database),
    files: createFileStore(database, bytes),
    onboarding: createOnboardingStore(database),
    billing: createBillingStore(database),
    figures: createFiguresStore(database),
  };
}
