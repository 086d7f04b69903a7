import { ObjectId } from 'mongodb';
import type { TransferKind, TransferRecords } from '../../records.ts';
import { audits } from '../accounts/audit-store.ts';
import { billingEvents, customers } from '../billing/billing-store.ts';
import { dailyCounts } from '../figures/daily-counts.ts';
import { deletions } from '../accounts/deletion-document.ts';
import { feedback, toFeedback, toFeedbackDocument } from '../conversations/feedback-store.ts';
import { files } from '../files/file-document.ts';
import { identities, keyOf as identityKeyOf } from '../auth/identity-store.ts';
import { onboardings } from '../accounts/onboarding-store.ts';
import { oneTimeTokens } from '../auth/one-time-token-store.ts';
import { acceptanceKey, acceptances } from '../accounts/acceptance-store.ts';
import { brand } from '../accounts/brand-store.ts';
import { apiKeys } from '../accounts/api-key-store.ts';
import { budgets } from '../billing/budget-store.ts';
import { passkeys } from '../auth/passkey-store.ts';
import { memories } from '../accounts/memory-store.ts';
import { projects } from '../projects/project-store.ts';
import { rememberedDevices } from '../auth/remembered-device-store.ts';
import { secondFactors } from '../auth/second-factor-store.ts';
import { sessions } from '../auth/session-store.ts';
import { shares, toRecord } from '../conversations/share-store.ts';
import { spending } from '../billing/spending-store.ts';
import { signIns, usedOnce } from '../auth/sign-in-store.ts';
import { NEW_USER } from '../../accounts/user-store.ts';
import { users } from '../accounts/user-store.ts';
import { conversationDocuments, messageDocuments, replyDocuments, usageDocuments } from './chat-documents.ts';
import { idOf, keyOf } from '../database/keys.ts';
import { documents, type Documents } from './documents-of.ts';

type DocumentOf<Definition extends { types?: unknown }> = NonNullable<Definition['types']>;

/** How each kind of record is stored. */
export const DOCUMENTS: { readonly [Kind in TransferKind]: Documents<TransferRecords[Kind]> } = {
  users: documents<TransferRecords['users'], DocumentOf<typeof users>>(users, {
    isKeyedByUser: true,
    toDocument: ({ id, email, deletedAt, ...rest }) => ({
      _id: id,
      ...(email !== null && { email }),
      ...rest,
      ...(deletedAt !== null && { deletedAt }),
    }),
    read: ({ _id: id, email = null, deletedAt = null, billedBy: _by, billedSeq: _seq, ...rest }) => ({
      // A document may be older than a field.
      ...NEW_USER,
      id,
      email,
      ...rest,
      deletedAt,
    }),
  }),
  identities: documents<TransferRecords['identities'], DocumentOf<typeof identities>>(identities, {
    toDocument: (identity) => ({ _id: identityKeyOf(identity), ...identity }),
    read: ({ _id, opens: _opens, ...identity }) => identity,
  }),
  sessions: documents<TransferRecords['sessions'], DocumentOf<typeof sessions>>(sessions, {
    toDocument: ({ id: _id, ...session }) => ({ _id, ...session }),
    read: ({ _id: id, ...session }) => ({ id, ...session }),
  }),
  oneTimeTokens: documents<TransferRecords['oneTimeTokens'], DocumentOf<typeof oneTimeTokens>>(oneTimeTokens, {
    toDocument: ({ hash: _id, ...token }) => ({ _id, ...token }),
    read: ({ _id: hash, ...token }) => ({ hash, ...token }),
  }),
  signIns: documents<TransferRecords['signIns'], DocumentOf<typeof signIns>>(signIns, {
    toDocument: ({ stateHash: _id, ...signIn }) => ({ _id, ...signIn }),
    read: ({ _id: stateHash, ...signIn }) => ({ stateHash, ...signIn }),
  }),
  usedOnce: documents<TransferRecords['usedOnce'], DocumentOf<typeof usedOnce>>(usedOnce, {
    toDocument: ({ hash: _id, expiresAt }) => ({ _id, expiresAt }),
    read: ({ _id: hash, expiresAt }) => ({ hash, expiresAt }),
  }),
  deletions: documents<TransferRecords['deletions'], DocumentOf<typeof deletions>>(deletions, {
    toDocument: ({ userId: _id, ...deletion }) => ({ _id, ...deletion }),
    read: ({ _id: userId, ...deletion }) => ({ userId, ...deletion }),
  }),
  customers: documents<TransferRecords['customers'], DocumentOf<typeof customers>>(customers, {
    toDocument: ({ id: _id, place, ...customer }) => ({
      _id,
      ...customer,
      version: 0,
      made: ObjectId.createFromHexString(place),
      ...(!customer.isGone && { place: `${customer.userId}:${customer.isLive}` }),
    }),
    read: ({ _id: id, place: _place, made, version: _version, ...customer }) => ({
      id,
      priceId: null,
      ...customer,
      place: made.toHexString(),
    }),
  }),
  billingEvents: documents<TransferRecords['billingEvents'], DocumentOf<typeof billingEvents>>(billingEvents, {
    toDocument: ({ id: _id, receivedAt }) => ({ _id, receivedAt }),
    read: ({ _id: id, receivedAt }) => ({ id, receivedAt }),
  }),
  dailyCounts: documents<TransferRecords['dailyCounts'], DocumentOf<typeof dailyCounts>>(dailyCounts, {
    toDocument: (count) => ({ _id: `${count.day}:${count.name}`, ...count }),
    read: ({ _id, ...count }) => count,
  }),
  onboardings: documents<TransferRecords['onboardings'], DocumentOf<typeof onboardings>>(onboardings, {
    isKeyedByUser: true,
    toDocument: ({ userId: _id, ...onboarding }) => ({ _id, ...onboarding }),
    read: ({ _id: userId, ...onboarding }) => ({ userId, ...onboarding }),
  }),
  apiKeys: documents<TransferRecords['apiKeys'], DocumentOf<typeof apiKeys>>(apiKeys, {
    toDocument: ({ id: _id, ...key }) => ({ _id, ...key }),
    read: ({ _id: id, ...key }) => ({ id, ...key }),
  }),
  passkeys: documents<TransferRecords['passkeys'], DocumentOf<typeof passkeys>>(passkeys, {
    toDocument: ({ id: _id, ...passkey }) => ({ _id, ...passkey }),
    read: ({ _id: id, ...passkey }) => ({ id, ...passkey }),
  }),
  secondFactors: documents<TransferRecords['secondFactors'], DocumentOf<typeof secondFactors>>(secondFactors, {
    isKeyedByUser: true,
    toDocument: ({ userId: _id, ...factor }) => ({ _id, ...factor }),
    read: ({ _id: userId, ...factor }) => ({ userId, ...factor }),
  }),
  rememberedDevices: documents<TransferRecords['rememberedDevices'], DocumentOf<typeof rememberedDevices>>(
    rememberedDevices,
    {
      toDocument: ({ id: _id, ...device }) => ({ _id, ...device }),
      read: ({ _id: id, ...device }) => ({ id, ...device }),
    },
  ),
  acceptances: documents<TransferRecords['acceptances'], DocumentOf<typeof acceptances>>(acceptances, {
    toDocument: (acceptance) => ({ _id: acceptanceKey(acceptance), ...acceptance }),
    read: ({ _id, ...acceptance }) => acceptance,
  }),
  brand: documents<TransferRecords['brand'], DocumentOf<typeof brand>>(brand, {
    toDocument: ({ id: _id, ...record }) => ({ _id, ...record }),
    read: ({ _id: id, ...record }) => ({ id, ...record }),
  }),
  memories: documents<TransferRecords['memories'], DocumentOf<typeof memories>>(memories, {
    toDocument: ({ id, ...memory }) => ({ _id: keyOf(memory.userId, id), ...memory }),
    read: ({ _id, ...memory }) => ({ id: idOf(_id), ...memory }),
  }),
  projects: documents<TransferRecords['projects'], DocumentOf<typeof projects>>(projects, {
    toDocument: ({ id, ...project }) => ({ _id: keyOf(project.userId, id), ...project }),
    read: ({ _id, ...project }) => ({ id: idOf(_id), ...project }),
  }),
  files: documents<TransferRecords['files'], DocumentOf<typeof files>>(files, {
    toDocument: ({ id: _id, conversationIds: uses, createdAt, projectId, ...file }) => ({
      _id,
      ...file,
      createdAt,
      uses,
      ...(projectId !== null && { projectId }),
      ...(uses.length === 0 && projectId === null && { unsentSince: createdAt }),
    }),
    read: ({
      _id: id,
      uses: conversationIds,
      unsentSince: _since,
      isPartial: _partial,
      indexedIn: _indexed,
      projectId = null,
      ...file
    }) => ({
      id,
      ...file,
      projectId,
      conversationIds,
    }),
  }),
  conversations: conversationDocuments,
  shares: documents<TransferRecords['shares'], DocumentOf<typeof shares>>(shares, {
    toDocument: ({ id, ...share }) => ({ _id: keyOf(share.userId, id), ...share }),
    read: toRecord,
  }),
  feedback: documents<TransferRecords['feedback'], DocumentOf<typeof feedback>>(feedback, {
    toDocument: toFeedbackDocument,
    read: toFeedback,
  }),
  messages: messageDocuments,
  replies: replyDocuments,
  usageCounts: usageDocuments,
  spending: documents<TransferRecords['spending'], DocumentOf<typeof spending>>(spending, {
    toDocument: ({ id: _id, ...record }) => ({ _id, ...record }),
    read: ({ _id: id, recent: _recent, ...record }) => ({ id, ...record }),
  }),
  budgets: documents<TransferRecords['budgets'], DocumentOf<typeof budgets>>(budgets, {
    toDocument: ({ id: _id, ...budget }) => ({ _id, ...budget, version: 0 }),
    read: ({ _id: id, version: _version, ...budget }) => ({ id, ...budget }),
  }),
  audits: documents<TransferRecords['audits'], DocumentOf<typeof audits>>(audits, {
    toDocument: ({ id: _id, ...line }) => ({ _id, ...line }),
    read: ({ _id: id, ...line }) => ({ id, ...line }),
  }),
};
