import { RECORD_KINDS, type TransferKind, type TransferRecords } from '../records.ts';

/** Every kind of record, in transfer order. */
export const TRANSFER_KINDS = Object.keys(RECORD_KINDS) as readonly TransferKind[];

/** Some records of a kind, and the cursor for the next batch. */
export interface Batch<Kind extends TransferKind> {
  records: TransferRecords[Kind][];
  /** Opaque outside the engine. */
  next: string;
}

/** Reads records in batches of at most a few megabytes. */
export interface TransferReader {
  /** Every record of a kind once, in any order. */
  dump<Kind extends TransferKind>(kind: Kind): AsyncIterable<{ records: TransferRecords[Kind][] }>;
  /** Null when the bytes of a file are lost. */
  readBytes(fileId: string): Promise<Uint8Array | null>;
  /** Closes the engine. */
  close(): Promise<void>;
}

/** A storage to copy from, under an exclusive lock. Never modified. */
export interface TransferSource extends TransferReader {
  /** Changes whenever anything is written. */
  stamp: string;
  count(kind: TransferKind): Promise<number>;
  /** Yields records in the same order every time. Starts after a batch's `next` if given. */
  dump<Kind extends TransferKind>(kind: Kind, after?: string): AsyncIterable<Batch<Kind>>;
}

/**
 * Progress of a copy. Stored in the target itself, so that the next call can resume and no server uses an incomplete
 * copy.
 */
export interface TransferNote {
  /** The stamp of the source. */
  source: string;
  /** The current kind; those before it are done. `after` is the cursor to resume from, null for the beginning. */
  kind: TransferKind;
  after: string | null;
  isDone: boolean;
}

/** A storage to copy into. It cannot be opened as a storage until its note is marked as done. */
export interface TransferTarget extends TransferReader {
  /** For messages to people; without a password. */
  name: string;
  note(): Promise<TransferNote | null>;
  /** Resolves once the note is durable. */
  keepNote(note: TransferNote): Promise<void>;
  /** Whether it contains no storage data. */
  isEmpty(): Promise<boolean>;
  /** Removes everything that a copy has stored. */
  clear(): Promise<void>;
  /** Stores records durably, with the data derived from them. Some may already exist, from the same source. */
  load<Kind extends TransferKind>(kind: Kind, records: TransferRecords[Kind][]): Promise<void>;
  /** Stores the bytes of a file, before its record. */
  writeBytes(fileId: string, bytes: Uint8Array): Promise<void>;
}
