import { AppError, type ErrorCode } from '@parley/core';

/** What a worker does: the one that writes also answers short reads, the other one answers long ones. */
export type Role = 'writer' | 'reader';

/** Opens the database; the first message to a worker. */
export interface Opening {
  role: Role;
  file: string;
  filesDir: string;
  /** The shared memory of its `CallStates`. */
  states: SharedArrayBuffer;
}

/** A call of one method of one store; `id` is its place in the `CallStates`. */
export interface Call {
  id: number;
  store: string;
  method: string;
  args: unknown[];
}

export type ToWorker = { open: Opening } | { call: Call } | { close: true };

export type FromWorker =
  /** The names of the methods of each store. */
  | { opened: Record<string, string[]> }
  | { failed: WireError }
  | { id: number; value: unknown }
  | { id: number; error: WireError }
  /** The call was canceled before it began. */
  | { id: number; isSkipped: true };

/** An error as it crosses between threads, which copy neither classes nor the fields of an error. */
export interface WireError {
  name: string;
  message: string;
  stack: string | undefined;
  /** Of an `AppError`. */
  app: { code: ErrorCode; retryAfter: number | undefined; details: Record<string, unknown> } | null;
  /** What the database or the system says of its own errors. */
  fields: { code?: string; errcode?: number; errstr?: string };
  cause: WireError | null;
}

export function toWire(error: unknown): WireError {
  if (!(error instanceof Error)) return toWire(new Error(String(error)));
  const { name, message, stack } = error;
  const cause = error.cause === undefined ? null : toWire(error.cause);
  if (error instanceof AppError) {
    const { code, retryAfter, details } = error;
    return { name, message, stack, app: { code, retryAfter, details }, fields: {}, cause };
  }
  const { code, errcode, errstr } = error as WireError['fields'];
  const fields = {
    ...(typeof code === 'string' && { code }),
    ...(typeof errcode === 'number' && { errcode }),
    ...(typeof errstr === 'string' && { errstr }),
  };
  return { name, message, stack, app: null, fields, cause };
}

export function fromWire({ name, message, stack, app, fields, cause }: WireError): Error {
  const reason = cause ? { cause: fromWire(cause) } : {};
  const { retryAfter, ...rest } = app ?? {};
  const error = app
    ? new AppError(app.code, { message, ...rest, ...(retryAfter !== undefined && { retryAfter }), ...reason })
    : Object.assign(new Error(message, reason), fields);
  error.name = name;
  error.stack = stack ?? error.stack ?? '';
  return error;
}
