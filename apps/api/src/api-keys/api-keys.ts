import { randomUUID } from 'node:crypto';
import { AppError, MAX_API_KEYS, t, type ApiKey, type NewApiKey, type ProductSettings } from '@parley/core';
import type { Accounts, SignedIn } from '../auth/accounts.ts';
import type { MailService } from '../mail/mail-service.ts';
import { notifyOwner } from '../mail/notify-owner.ts';
import type { ApiKeyRecord, Storage, UserRecord } from '../storage/storage.ts';
import { hashKey, isKeyText, newKeyText } from './key-text.ts';
import { isoTime, isoTimeOrNull } from '../iso-time.ts';

const DAY_MS = 24 * 3_600_000;
/** Resolution of `lastUsedAt`, so that not every request is a write. */
const USED_STEP_MS = 5 * 60_000;

const ONLY_PREMIUM = t`API keys are part of Premium. Upgrade to use them.`;

interface ApiKeyDependencies {
  storage: Pick<Storage, 'apiKeys' | 'users'>;
  accounts: Pick<Accounts, 'isUnlimited'>;
  mailService: Pick<MailService, 'send'>;
  /** The accounts that can have and use keys. */
  allowed: ProductSettings['apiKeys'];
  /** Epoch milliseconds. */
  now: () => number;
}

export type ApiKeys = ReturnType<typeof createApiKeys>;

/** The keys with which programs use the API as their user. Only hashes of keys are stored. */
export function createApiKeys(dependencies: ApiKeyDependencies) {
  const { accounts, mailService, allowed, now } = dependencies;
  const { apiKeys, users } = dependencies.storage;

  /** Throws `forbidden` with a sentence for a user whose plan has no keys. */
  function checkPlan(user: UserRecord): void {
    if (allowed === 'all' || accounts.isUnlimited(user)) return;
    throw new AppError('forbidden', { message: ONLY_PREMIUM });
  }

  return {
    list: async (userId: string) => (await apiKeys.list(userId)).map(presentApiKey),

    /**
     * Creates a key for a user who has just proved to own the account. `secret` is stored nowhere. Throws
     * `unauthorized` if the session has ended meanwhile.
     */
    async create(
      { user, isOpen }: Pick<SignedIn, 'user' | 'isOpen'>,
      { name, scopes, expiresInDays }: NewApiKey,
    ): Promise<{ apiKey: ApiKey; secret: string }> {
      checkPlan(user);
      const secret = newKeyText();
      const createdAt = now();
      const expiresAt = expiresInDays === null ? null : createdAt + expiresInDays * DAY_MS;
      const about = { id: randomUUID(), userId: user.id, name, scopes };
      const key = { ...about, hash: hashKey(secret), ending: secret.slice(-4), createdAt, expiresAt, lastUsedAt: null };
      if ((await apiKeys.create(key, MAX_API_KEYS)) === 'full') {
        throw new AppError('conflict', {
          message: t`You can have at most ${MAX_API_KEYS} API keys. Revoke one first.`,
        });
      }
      // A new password revokes all keys; one that was set since the old one was proven would have missed this key.
      const current = await users.findById(user.id);
      if (current?.passwordHash !== user.passwordHash) {
        await apiKeys.revoke(user.id, key.id);
        throw new AppError('wrong-password');
      }
      // What revokes all keys of an account without a password ends its sessions first, so it misses none.
      if (!(await isOpen())) {
        await apiKeys.revoke(user.id, key.id);
        throw new AppError('unauthorized');
      }
      notifyOwner(mailService, user, (mails, to) => mails.apiKeyCreated(to));
      return { apiKey: presentApiKey(key), secret };
    },

    /** Throws `not-found` for a key of another user. */
    async revoke(userId: string, id: string): Promise<void> {
      if (!(await apiKeys.revoke(userId, id))) throw new AppError('not-found');
    },

    /**
     * The user of a key, and the key in place of a session. Null for a text that is not a valid key. Throws `forbidden`
     * if the user's plan has no keys.
     */
    async authenticate(text: string): Promise<{ key: ApiKeyRecord; who: SignedIn } | null> {
      if (!isKeyText(text)) return null;
      const hash = hashKey(text);
      const found = await apiKeys.find(hash, now());
      if (!found) return null;
      const { key, user } = found;
      checkPlan(user);
      if (now() - (key.lastUsedAt ?? 0) >= USED_STEP_MS) {
        // The request neither waits for this write nor fails with it; the storage's metrics count a failure.
        apiKeys.touch(key.id, now()).catch(() => {});
      }
      const times = { createdAt: key.createdAt, expiresAt: key.expiresAt ?? Infinity, lastSeenAt: now() };
      const session = { id: key.id, userId: user.id, ...times, device: key.name };
      const isOpen = async () => (await apiKeys.find(hash, now())) !== null;
      return { key, who: { user, session, provenElsewhereAt: null, isOpen } };
    },
  };
}

/** A key as its user sees it. */
export function presentApiKey({ id, name, ending, scopes, ...times }: ApiKeyRecord): ApiKey {
  return {
    id,
    name,
    ending,
    scopes,
    createdAt: isoTime(times.createdAt),
    expiresAt: isoTimeOrNull(times.expiresAt),
    lastUsedAt: isoTimeOrNull(times.lastUsedAt),
  };
}
