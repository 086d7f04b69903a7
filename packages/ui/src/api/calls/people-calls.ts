import {
  fit,
  type AuditLine,
  type AuditResponse,
  type Person,
  type PersonActRequest,
  type PersonResponse,
  type ShapeOf,
} from '@parley/core';
import type { Read } from '../create-transport.ts';

const orNull = (value: unknown) => value ?? null;
const PERSON = { createdAt: '', acts: 0, apiKeys: 0, sessions: [{ device: '', lastSeenAt: '' }] } as unknown;
const LINE: ShapeOf<AuditLine> = { id: '', at: '', actor: '', action: '' };
const PAGE = { lines: [LINE], nextBefore: orNull } as ShapeOf<AuditResponse>;

/** The calls of staff about accounts, loaded with the first of them. They reject as the API client does. */
export function createPeopleCalls(read: Read) {
  const person = (value: unknown): Person | null =>
    value === null || value === undefined ? null : fit<Person>(value, PERSON as ShapeOf<Person>);
  const readPerson = (path: string, body: object) =>
    read<PersonResponse>({ person }, `/api/admin/people/${path}`, { method: 'POST', body });
  return {
    /** Rejects with `not-found` for an unknown address. */
    findPerson: async (email: string) => (await readPerson('find', { email })).person,
    /** Returns the account after the act; null once it is deleted. The same request again has no second effect. */
    actOnPerson: async (userId: string, request: PersonActRequest) =>
      (await readPerson(`${encodeURIComponent(userId)}/acts`, request)).person,
    /** A page of the audit list, newest first. */
    audit: (before?: string): Promise<AuditResponse> =>
      read(PAGE, `/api/admin/audit${before === undefined ? '' : `?before=${encodeURIComponent(before)}`}`),
  };
}
