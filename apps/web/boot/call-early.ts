import { LANGUAGE } from '@parley/ui/language';

/** Milliseconds. */
const TIMEOUT = 20_000;

/**
 * Makes the chat's first requests before its scripts have loaded. The API client uses each answer once (see
 * `takeEarly`).
 */
export function callEarly(token: string, conversationId: string | null): void {
  const calls = new Map<string, Promise<Response>>();
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(LANGUAGE !== 'en' && { 'Accept-Language': LANGUAGE }),
  };
  for (const path of firstCalls(conversationId)) {
    const answer = fetch(path, { cache: 'no-store', headers, signal: AbortSignal.timeout(TIMEOUT) });
    answer.catch(() => {});
    calls.set(path, answer);
  }
  Object.assign(globalThis, { earlyCalls: { token, calls } });
}

function firstCalls(conversationId: string | null): string[] {
  const history = '/api/chat/history?limit=50&';
  return [
    '/api/auth/me',
    `${history}messages=last`,
    `${history}only=pinned&messages=last`,
    ...(conversationId ? [`/api/chat/${conversationId}?limit=50`] : []),
  ];
}
