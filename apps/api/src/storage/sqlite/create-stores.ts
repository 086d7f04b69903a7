import type { Storage } from '../storage.ts';
import { createAcceptanceStore } from './accounts/acceptance-store.ts';
import { createAuditStore } from './accounts/audit-store.ts';
import { createApiKeyStore } from './accounts/api-key-store.ts';
import { createBudgetStore } from './billing/budget-store.ts';
import { createBillingStore } from './billing/billing-store.ts';
import { createBrandStore } from './accounts/brand-store.ts';
import { createConversationStore } from './conversations/conversation-store.ts';
import { createDeletionStore } from './accounts/deletion-store.ts';
import { createFeedbackStore } from './conversations/feedback-store.ts';
import { createFiguresStore } from './figures/figures-store.ts';
import { createFileStore } from './files/file-store.ts';
import { createIdentityStore } from './auth/identity-store.ts';
import { createOnboardingStore } from './accounts/onboarding-store.ts';
import { createOneTimeTokenStore } from './auth/one-time-token-store.ts';
import { createPasskeyStore } from './auth/passkey-store.ts';
import { createMemoryStore } from './accounts/memory-store.ts';
import { createProjectStore } from './projects/project-store.ts';
import { createRememberedDeviceStore } from './auth/remembered-device-store.ts';
import { createReplyStore } from './replies/reply-store.ts';
import { createSecondFactorStore } from './auth/second-factor-store.ts';
import { createSessionStore } from './auth/session-store.ts';
import { createShareStore } from './conversations/share-store.ts';
import { createSignInStore } from './auth/sign-in-store.ts';
import { createSpendingStore } from './billing/spending-store.ts';
import { createUsageStore } from './billing/usage-store.ts';
import { createUserStore } from './accounts/user-store.ts';
import type { Database } from './database/database.ts';
import { createScrubber } from './database/scrubber.ts';
import type { FileBytes } from './files/file-bytes.ts';

/** Creates every store on a connection with the product's schema. */
export function createStores(database: Database, bytes: FileBytes): Omit<Storage, 'ping' | 'close'> {
  const scrubber = createScrubber(database);
  return {
    users: createUserStore(database),
    identities: createIdentityStore(database),
    signIns: createSignInStore(database),
    sessions: createSessionStore(database),
    oneTimeTokens: createOneTimeTokenStore(database),
    deletions: createDeletionStore(database, bytes, scrubber),
    conversations: createConversationStore(database, bytes, scrubber),
    apiKeys: createApiKeyStore(database),
    passkeys: createPasskeyStore(database),
    secondFactors: createSecondFactorStore(database),
    rememberedDevices: createRememberedDeviceStore(database),
    acceptances: createAcceptanceStore(database),
    memories: createMemoryStore(database),
    projects: createProjectStore(database),
    shares: createShareStore(database),
    feedback: createFeedbackStore(database),
    replies: createReplyStore(database),
    usage: createUsageStore(database),
    files: createFileStore(database, bytes, scrubber),
    onboarding: createOnboardingStore(database),
    billing: createBillingStore(database),
    figures: createFiguresStore(database),
    spending: createSpendingStore(database),
    budgets: createBudgetStore(database),
    brand: createBrandStore(database),
    audits: createAuditStore(database),
  };
}
