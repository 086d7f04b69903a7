import { AppError, type ErrorCode } from '@parley/core';

/** The role of a worker: the writer also answers short reads, the reader answers long ones. */
export type Role = 'writer' | 'reader';

/** Opens the database; the first message to a worker. */
export interface Opening {
  role: Role;
  file: string;
  filesDir: string;
  /** The shared memory of its `CallStates`. */
  states: SharedArrayBuffer;
}

/** A call of a store's method. `id` is its slot in the `CallStates`. */
export interface Call {
  id: number;
  store: string;
  method: string;
  args: unknown[];
}

export type ToWorker = { open: Opening } | { call: Call } | { close: true };

export type FromWorker =
  /** Method names of each store. */
  | { opened: Record<string, string[]> }
  | { failed: WireError }
  | { id: number; value: unknown }
  | { id: number; error: WireError }
  /** The call was canceled before it started. */
  | { id: number; isSkipped: true };

/** An error in transit between threads, whose structured clone drops classes and custom fields. */
export interface WireError {
  name: string;
  message: string;
  stack: string | undefined;
  /** Fields of an `AppError`. */
  app: { code: ErrorCode; retryAfter: number | undefined; details: Record<string, unknown> } | null;
  /** Extra fields of a database or system error. */
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
