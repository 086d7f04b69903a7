import { setTimeout as pause } from 'node:timers/promises';
import { APIConnectionError } from 'openai';

const RETRY_MS = 300;

/** Sends a request, and retries once when the connection failed, because the service cannot have begun its work. */
export async function retryConnecting<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isConnectFailure(error)) throw error;
    await pause(RETRY_MS, undefined, { signal });
    return send();
  }
}

function isConnectFailure(error: unknown): boolean {
  if (!(error instanceof APIConnectionError)) return false;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ERR_CONNECT_TIMEOUT)$/.test(String(cause.code))) {
      return true;
    }
  }
  return false;
}
