import { AppError } from '@parley/core';

/** Names of the SQLite result codes for an unusable database. */
const SQLITE_CODES: Record<number, string> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
};
/** Errors whose messages contain host names and times, but no user input. */
const ABOUT_CONNECTIONS =
  /^(MongoNetwork|MongoServerSelection|MongoTopology|MongoNotConnected|MongoClientClosed|MongoOperationTimeout)/;
const DEEPEST = 4;

/** Describes a response from 500 on for the operator: the client's error code and its cause. */
export function describeFailure(error: Error): object {
  if (!(error instanceof AppError)) return { code: 'internal' };
  const cause = rootOf(error);
  return { code: error.code, ...(cause === error ? { at: frameOf(error) } : { cause: describeCause(cause) }) };
}

function rootOf(error: Error, depth = 0): Error {
  return error.cause instanceof Error && depth < DEEPEST ? rootOf(error.cause, depth + 1) : error;
}

/** Codes and names; the message only if it cannot contain user input. */
function describeCause(cause: Error): object {
  const { code, errcode, syscall } = cause as NodeJS.ErrnoException & { errcode?: number };
  if (errcode !== undefined) return { code: SQLITE_CODES[errcode & 0xff] ?? `SQLITE_${errcode}` };
  const isHarmless = ABOUT_CONNECTIONS.test(cause.name);
  return { name: cause.name, code, syscall, ...(isHarmless && { message: cause.message }) };
}

/** Where an error without a cause was thrown: `replies.ts:209`. */
function frameOf({ stack = '' }: Error): string | undefined {
  return /\n\s+at .*?([\w.-]+:\d+):\d+\)?(?:\n|$)/.exec(stack)?.[1];
}
