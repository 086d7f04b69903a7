import { randomUUID } from 'node:crypto';
import type { Stack } from './stack/stack.ts';

export const PASSWORD = 'tangerine';

/** A registered user and their actions without a browser. */
export interface Account {
  email: string;
  token: string;
  /** Sends a message, reads the reply to its end and returns the conversation's id. */
  ask(text: string, conversationId?: string): Promise<string>;
  /** Shares a conversation and returns the path of its page. */
  share(conversationId: string): Promise<string>;
  messagesUsed(): Promise<number>;
}

interface SignUpOptions {
  /** Whether the onboarding was closed before, so that it never shows by itself; true by default. */
  hasSeenOnboarding?: boolean;
}

/** Registers a user without a browser. */
export async function signUp(
  { url }: Stack,
  email = `${randomUUID()}@example.com`,
  { hasSeenOnboarding = true }: SignUpOptions = {},
): Promise<Account> {
  const { token } = await call<{ token: string }>(`${url}/api/auth/register`, post({ email, password: PASSWORD }));
  if (hasSeenOnboarding) await call(`${url}/api/onboarding`, { ...post({ hasSeen: true }, token), method: 'PUT' });
  return {
    email,
    token,
    async ask(text, conversationId = randomUUID()) {
      const response = await fetch(`${url}/api/chat/stream`, {
        ...post({ conversationId, text, clientMessageId: randomUUID() }, token),
      });
      await response.text();
      return conversationId;
    },
    async share(conversationId) {
      const made = post({ id: randomUUID(), conversationId }, token);
      const { share } = await call<{ share: { url: string } }>(`${url}/api/shares`, made);
      return new URL(share.url).pathname;
    },
    async messagesUsed() {
      const response = await fetch(`${url}/api/chat/usage`, { headers: { Authorization: `Bearer ${token}` } });
      return ((await response.json()) as { messagesUsed: number }).messagesUsed;
    },
  };
}

/** The browser storage of a signed-in user. */
export function signedIn({ url }: Pick<Stack, 'url'>, { token }: Account) {
  return { cookies: [], origins: [{ origin: url, localStorage: [{ name: 'token', value: token }] }] };
}

async function call<T>(url: string, request: RequestInit): Promise<T> {
  const response = await fetch(url, request);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

function post(body: unknown, token?: string): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  };
}
