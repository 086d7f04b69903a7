import type {
  Acceptance,
  AccountSession,
  ApiKey,
  Attachment,
  Memory,
  OnboardingAnswers,
  OnboardingStepId,
  Project,
  RememberedDevice,
  Share,
  User,
} from '@parley/core';
import type { Accounts, SignedIn } from '../auth/accounts.ts';
import { presentAcceptance } from '../brand/acceptances.ts';
import { presentDevice } from '../auth/second-factor/remembered-devices.ts';
import type { ExportedField } from '../storage/records.ts';
import type { AuditRecord, FeedbackRecord, SpendingRecord, Storage } from '../storage/storage.ts';
import { presentApiKey } from '../api-keys/api-keys.ts';
import { presentMemory } from '../memories/present-memory.ts';
import { presentProject } from '../projects/present-project.ts';
import { presentShare } from '../shares/present-share.ts';
import { createSessions } from './sessions.ts';
import { isoTime, isoTimeOrNull } from '../iso-time.ts';

/** `account.json` in the download of GET /api/account/export. It has every field that `RECORD_KINDS` names. */
export interface ExportedAccount extends Record<ExportedField, unknown> {
  user: User;
  /** The person's name as another service gave it; null if none did. */
  name: string | null;
  /** Whether the assistant may use the web by itself. */
  searchesByItself: boolean;
  /** The person's instructions, in their words. */
  about: string;
  answerStyle: string;
  memories: Memory[];
  /** Whether the assistant reads and writes them. */
  keepsMemories: boolean;
  /** The id of the chosen model. */
  model: string | null;
  /** The chosen language; null if none was. */
  language: string | null;
  /** ISO 8601. */
  createdAt: string;
  exportedAt: string;
  sessions: Omit<AccountSession, 'isCurrent'>[];
  /** The keys themselves are secrets, and not stored. */
  apiKeys: ApiKey[];
  signInsElsewhere: ExportedIdentity[];
  passkeys: ExportedPasskey[];
  /** The authenticator app that sign-ins need; null without one. Its key and the recovery codes are secrets. */
  secondFactor: { createdAt: string; recoveryCodesLeft: number } | null;
  /** Browsers that sign in without a code of the authenticator app. */
  rememberedDevices: RememberedDevice[];
  /** The versions of the terms and the privacy page that the person accepted, and when. */
  acceptances: Acceptance[];
  /** The last usage window; null if no message was ever counted. */
  usage: { start: string; end: string; used: number } | null;
  /** Stripe's customer ids. */
  stripeCustomers: string[];
  /** Progress of the onboarding; null if it was never started. Times are ISO 8601. */
  onboarding: {
    step: OnboardingStepId;
    answers: OnboardingAnswers;
    seenAt: string | null;
    demoUsedAt: string | null;
  } | null;
  /** Links to shared copies of conversations; their tokens are secrets. */
  shares: (Omit<Share, 'url'> & { leafId: string })[];
  /** Ratings and reports of replies, and when the operator closed each report. */
  feedback: (Omit<FeedbackRecord, 'userId' | 'reportId' | 'createdAt' | 'doneAt'> & {
    createdAt: string;
    doneAt: string | null;
  })[];
  /** Includes deleted ones that can still be restored, without their files. */
  projects: (Project & { files: Attachment[]; deletedAt: string | null })[];
  /** What the replies cost the operator, by day, mode and model. */
  spending: ({ day: string } & Omit<SpendingRecord, 'id' | 'userId' | 'day'>)[];
  /** What the operator's staff did to the account, newest first, without who did it. */
  operatorActs: ({ at: string } & Pick<AuditRecord, 'action' | 'details' | 'outcome'>)[];
}

const DAY_MS = 86_400_000;

/** A passkey that can sign in to the account; its private key never leaves the user's device. */
interface ExportedPasskey {
  id: string;
  publicKey: string;
  transports: string;
  name: string;
  /** ISO 8601. */
  createdAt: string;
  lastUsedAt: string | null;
}

/** An external account that can sign in to this one. */
interface ExportedIdentity {
  provider: string;
  /** The provider's id for the person. */
  subject: string;
  email: string | null;
  isPrivateRelay: boolean;
  forwardsMail: boolean;
  /** ISO 8601. */
  createdAt: string;
}

/** The user's stored data besides conversations and files, without secrets. */
export async function exportedAccount(
  storage: Pick<
    Storage,
    | 'apiKeys'
    | 'sessions'
    | 'identities'
    | 'passkeys'
    | 'secondFactors'
    | 'rememberedDevices'
    | 'acceptances'
    | 'usage'
    | 'onboarding'
    | 'billing'
    | 'memories'
    | 'projects'
    | 'files'
    | 'shares'
    | 'spending'
    | 'feedback'
    | 'audits'
  >,
  accounts: Pick<Accounts, 'present'>,
  who: SignedIn,
  now: () => number,
): Promise<ExportedAccount> {
  const { user } = who;
  const sessions = await createSessions(storage.sessions, now).list(who);
  const identities = await storage.identities.listOfUser(user.id);
  const passkeys = await storage.passkeys.list(user.id);
  const factor = await storage.secondFactors.find(user.id);
  const window = await storage.usage.window(user.id);
  const onboarding = await storage.onboarding.find(user.id);
  const memories = await storage.memories.list(user.id);
  const found = [...(await storage.projects.list(user.id)), ...(await storage.projects.listDeleted(user.id, 0))];
  const projects = await Promise.all(
    found.map(async (project) => {
      const files = await storage.files.findAll(user.id, await storage.projects.fileIds(user.id, project.id));
      return {
        ...presentProject(project),
        files: files.map(({ attachment }) => attachment),
        deletedAt: isoTimeOrNull(project.deletedAt),
      };
    }),
  );
  const shares = await storage.shares.list(user.id);
  const feedback = await storage.feedback.list(user.id);
  const customers = await storage.billing.customersOf(user.id);
  return {
    user: accounts.present(user),
    name: user.name,
    searchesByItself: user.searchesByItself,
    about: user.about,
    answerStyle: user.answerStyle,
    memories: memories.map(presentMemory),
    keepsMemories: user.keepsMemories,
    model: user.model,
    language: user.language,
    createdAt: isoTime(user.createdAt),
    exportedAt: isoTime(now()),
    apiKeys: (await storage.apiKeys.list(user.id)).map(presentApiKey),
    sessions: sessions.map(({ isCurrent: _isCurrent, ...session }) => session),
    signInsElsewhere: identities.map(({ provider, subject, email, isPrivateRelay, forwardsMail, createdAt }) => ({
      provider,
      subject,
      email,
      isPrivateRelay,
      forwardsMail,
      createdAt: isoTime(createdAt),
    })),
    passkeys: passkeys.map(({ id, publicKey, transports, name, createdAt, lastUsedAt }) => ({
      id,
      publicKey,
      transports,
      name,
      createdAt: isoTime(createdAt),
      lastUsedAt: isoTimeOrNull(lastUsedAt),
    })),
    secondFactor: factor && { createdAt: isoTime(factor.createdAt), recoveryCodesLeft: factor.recoveryHashes.length },
    acceptances: (await storage.acceptances.list(user.id)).map(presentAcceptance),
    rememberedDevices: (await storage.rememberedDevices.list(user.id, now())).map(presentDevice),
    usage: window && { start: isoTime(window.start), end: isoTime(window.end), used: window.used },
    stripeCustomers: customers.map(({ customerId }) => customerId),
    onboarding: onboarding && {
      ...onboarding,
      seenAt: isoTimeOrNull(onboarding.seenAt),
      demoUsedAt: isoTimeOrNull(onboarding.demoUsedAt),
    },
    feedback: feedback.map(({ userId: _userId, reportId: _reportId, createdAt, doneAt, ...record }) => ({
      ...record,
      createdAt: isoTime(createdAt),
      doneAt: isoTimeOrNull(doneAt),
    })),
    shares: shares.map((share) => ({ ...presentShare(share), leafId: share.leafId })),
    projects,
    spending: (await storage.spending.ofUser(user.id)).map(({ id: _id, userId: _userId, day, ...record }) => ({
      day: isoTime(day * DAY_MS).slice(0, 10),
      ...record,
    })),
    operatorActs: (await storage.audits.ofUser(user.id)).map(({ at, action, details, outcome }) => ({
      at: isoTime(at),
      action,
      details,
      outcome,
    })),
  };
}
