import type { Storage } from '../storage.ts';
import type { TransferKind, TransferRecords } from './records.ts';

/**
 * Which records hold what each part of the storage keeps: a part that is added here without its records does not compile,
 * and records that are added to `TransferRecords` do not until every engine has them.
 */
const CARRIED = {
  users: ['users'],
  identities: ['identities'],
  signIns: ['signIns', 'usedOnce'],
  sessions: ['sessions'],
  oneTimeTokens: ['oneTimeTokens'],
  deletions: ['deletions'],
  billing: ['customers', 'billingEvents'],
  figures: ['dailyCounts'],
  onboarding: ['onboardings'],
  files: ['files'],
  conversations: ['conversations', 'messages'],
  // After the messages: what is being written needs its message.
  replies: ['replies'],
  usage: ['usageCounts'],
} satisfies Record<Exclude<keyof Storage, 'ping' | 'close'>, TransferKind[]>;

/** Every kind of record, in the order they are carried over. */
export const TRANSFER_KINDS: readonly TransferKind[] = Object.values(CARRIED).flat();

/** Some records of a kind, and where to go on behind them. */
export interface Batch<Kind extends TransferKind> {
  records: TransferRecords[Kind][];
  /** Only the engine knows what is in it. */
  next: string;
}

/** Records that can be read, few at a time: at most some megabytes. */
export interface TransferReader {
  /** Every record of a kind once, in any order. */
  dump<Kind extends TransferKind>(kind: Kind): AsyncIterable<{ records: TransferRecords[Kind][] }>;
  /** Null where the bytes of a file are lost. */
  readBytes(fileId: string): Promise<Uint8Array | null>;
  /** Lets go of the engine. */
  close(): Promise<void>;
}

/** A storage that nobody else has, to be copied. Nothing in it is changed. */
export interface TransferSource extends TransferReader {
  /** Another one whenever anything was written. */
  stamp: string;
  count(kind: TransferKind): Promise<number>;
  /** In the same order every time. Begins behind a batch's `next` when it is given one. */
  dump<Kind extends TransferKind>(kind: Kind, after?: string): AsyncIterable<Batch<Kind>>;
}

/** How far a copy is: kept in the target itself, so that whoever goes on finds it, and nobody works with half a copy. */
export interface TransferNote {
  /** The stamp of the source. */
  source: string;
  /** The kind under way, those before it are done; and behind what to go on, null for from its beginning. */
  kind: TransferKind;
  after: string | null;
  isDone: boolean;
}

/** A storage that is filled. Whoever opens it as a storage is refused until its note says that it is done. */
export interface TransferTarget extends TransferReader {
  /** For people; without a password. */
  name: string;
  note(): Promise<TransferNote | null>;
  /** Resolves when it would survive the loss of power. */
  keepNote(note: TransferNote): Promise<void>;
  /** Whether there is nothing of a storage in it. */
  isEmpty(): Promise<boolean>;
  /** Removes all that a copy has brought. */
  clear(): Promise<void>;
  /** Stores records for good, with what is derived from them. Some may be there already, from the same source. */
  load<Kind extends TransferKind>(kind: Kind, records: TransferRecords[Kind][]): Promise<void>;
  /** The same for the bytes of a file, which come before its record. */
  writeBytes(fileId: string, bytes: Uint8Array): Promise<void>;
}
