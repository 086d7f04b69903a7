import { AppError, t, type PersonAct, type PersonActRequest, type PersonActType, type StaffRole } from '@parley/core';
import type { Deletions } from '../../account/deletions.ts';
import type { Accounts } from '../../auth/accounts.ts';
import type { Billing } from '../../billing/billing.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import type { MailService } from '../../mail/mail-service.ts';
import type { Storage, UserRecord } from '../../storage/storage.ts';
import type { Audit } from './audit.ts';

const DAY_MS = 86_400_000;

/** What support may not do: it moves money, or cannot be undone. */
const FOR_OWNERS = new Set<PersonActType>(['delete', 'cancel', 'refund']);

export interface PersonActDependencies {
  storage: Pick<Storage, 'users' | 'sessions' | 'rememberedDevices' | 'apiKeys'>;
  accounts: Pick<Accounts, 'roleOf'>;
  audit: Pick<Audit, 'act' | 'refuse'>;
  /** How many refused tries of each member of staff the list takes. */
  refusals: Pick<RateLimit, 'consume'>;
  deletions: Pick<Deletions, 'begin'>;
  /** Ends the user's running replies in all processes. */
  stopUser: (userId: string) => Promise<void>;
  mailService: Pick<MailService, 'isConfigured' | 'send'>;
  billing: Pick<Billing, 'staff'> | null;
}

export type PersonActs = ReturnType<typeof createPersonActs>;

/** What staff does to accounts. Each act is in the audit list and has one effect, however often it is pressed. */
export function createPersonActs(dependencies: PersonActDependencies) {
  const { storage, accounts, audit, refusals, deletions, stopUser, mailService, billing } = dependencies;
  const { users, sessions, rememberedDevices } = storage;

  /** Why this member of staff may not do this; null if they may. */
  function reasonAgainst(actor: UserRecord, role: StaffRole, user: UserRecord, { type }: PersonAct): string | null {
    if (user.id === actor.id) return t`You can’t do this to your own account.`;
    const theirs = accounts.roleOf(user);
    if (theirs === 'owner') return t`You can’t do this to another owner. Remove their address from ADMIN_EMAILS first.`;
    if (role === 'owner') return null;
    if (theirs === 'support') return t`Only an owner can do this to support staff.`;
    return FOR_OWNERS.has(type) ? t`Only an owner can do this.` : null;
  }

  /** Throws a sentence if the act cannot work, before anything is written. */
  function checkPossible({ email, emailVerified }: UserRecord, { type }: PersonAct): void {
    const refuse = (message: string) => new AppError('invalid-request', { message });
    if ((type === 'cancel' || type === 'refund') && !billing) throw refuse(t`This server takes no payments.`);
    if (type !== 'send-export') return;
    if (!mailService.isConfigured) throw refuse(t`This server can’t send email.`);
    if (email === null || !emailVerified) throw refuse(t`This account has no confirmed email address.`);
  }

  /** Has the same effect however often it runs with the same `at`. */
  async function perform(user: UserRecord, act: PersonAct, at: number): Promise<void> {
    const { id, email, blockedAt, language } = user;
    switch (act.type) {
      case 'give-premium':
        return known(users.give(id, { premiumUntil: at + act.days * DAY_MS }));
      case 'give-messages':
        return known(users.give(id, { extraMessages: act.messages, extraMessagesUntil: at + act.days * DAY_MS }));
      case 'end-gifts':
        return known(users.give(id, { premiumUntil: null, extraMessages: 0, extraMessagesUntil: null }));
      case 'sign-out':
        await rememberedDevices.removeAll(id);
        return sessions.revokeAll(id, null);
      case 'block':
        await known(users.setBlocked(id, at));
        return stopUser(id);
      case 'unblock':
        return known(users.setBlocked(id, null));
      case 'send-export':
        return mailService.send((mails) => mails.exportOffered(email ?? '', blockedAt !== null), language ?? 'en');
      case 'delete':
        return deletions.begin(user, 'operator');
      case 'cancel':
        return billing?.staff.cancel(id);
      case 'refund':
        return billing?.staff.refund(id, act.invoiceId);
    }
  }

  /** Throws `not-found`, `forbidden`, `invalid-request` or `conflict` with a sentence, and then does nothing. */
  return async function act(
    actor: UserRecord,
    role: StaffRole,
    userId: string,
    { id, seen, act: asked }: PersonActRequest,
  ): Promise<void> {
    const { type: action, ...details } = asked;
    const user = await users.findById(userId);
    if (!user) throw new AppError('not-found', { message: t`This account doesn’t exist any more.` });
    const reason = reasonAgainst(actor, role, user, asked);
    if (reason !== null) {
      await refusals.consume(actor.id);
      await audit.refuse(actor, action, { ...details, reason }, userId);
      throw new AppError('forbidden', { message: reason });
    }
    checkPossible(user, asked);
    await audit.act(actor, userId, { id, seen, action, details }, (at) => perform(user, asked, at));
  };
}

/** Throws if the account was deleted meanwhile. */
async function known(isKnown: Promise<boolean>): Promise<void> {
  if (!(await isKnown)) throw new AppError('not-found', { message: t`This account doesn’t exist any more.` });
}
