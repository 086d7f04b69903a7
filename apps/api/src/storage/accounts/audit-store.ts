import type { AuditOutcome } from '@parley/core';
import type { Page, PageRequest } from '../page.ts';

/** Something that a member of staff did, or tried to do, at /admin. */
export interface AuditRecord {
  id: string;
  /** Made by the client for each press: a repetition of a press is recognized by it. */
  pressId: string;
  at: number;
  /** The address of the member of staff. It stays when their account is deleted. */
  actor: string;
  action: string;
  /** The account it concerns; empty for none. Of a deleted account: an id that belongs to no account. */
  userId: string;
  /** 1 for the first act on the account, and so on; null if it is not an act on one. */
  place: number | null;
  /** Never an address or a word of a conversation. */
  details: Record<string, string | number>;
  outcome: AuditOutcome;
}

/** Keeps the audit list. Lines are never removed. */
export interface AuditStore {
  /** Adds a line. False, and nothing stored, when there is one with its id. */
  add(line: AuditRecord): Promise<boolean>;
  /** Null when it is unknown. */
  find(id: string): Promise<AuditRecord | null>;
  /** Stores how an act ended. Ignores unknown ids. */
  end(id: string, outcome: AuditOutcome, details: AuditRecord['details']): Promise<void>;
  /** Newest first. */
  list(page: PageRequest): Promise<Page<AuditRecord>>;
  /** All lines about this account, newest first. */
  ofUser(userId: string): Promise<AuditRecord[]>;
}
