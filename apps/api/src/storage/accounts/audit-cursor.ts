import { AppError } from '@parley/core';
import type { AuditRecord } from './audit-store.ts';

type Place = Pick<AuditRecord, 'at' | 'id'>;

/** The cursor behind a line of the audit list. */
export function cursorAfter({ at, id }: Place): string {
  return `${at}.${id}`;
}

/** Reads a cursor; a place before all lines without one. Throws `invalid-request`. */
export function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return { at: Number.MAX_SAFE_INTEGER, id: '' };
  const dot = cursor.indexOf('.');
  const at = Number(cursor.slice(0, Math.max(dot, 0)));
  if (dot < 1 || !Number.isSafeInteger(at)) throw new AppError('invalid-request');
  return { at, id: cursor.slice(dot + 1) };
}
