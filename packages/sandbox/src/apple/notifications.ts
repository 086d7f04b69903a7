import { randomUUID } from 'node:crypto';
import type { Person } from './people.ts';

const TYPES = ['consent-revoked', 'account-delete', 'email-disabled', 'email-enabled'] as const;

type NotificationType = (typeof TYPES)[number];

export function isNotificationType(value: string): value is NotificationType {
  return (TYPES as readonly string[]).includes(value);
}

interface Notification {
  type: NotificationType;
  person: Person;
  issuer: string;
  clientId: string;
  /** Epoch milliseconds. */
  now: number;
}

/** The claims of a notification. Its event is a JSON string. */
export function notificationClaims({ type, person, issuer, clientId, now }: Notification) {
  const isAboutMail = type.startsWith('email-');
  const events = {
    type,
    sub: person.subject,
    ...(isAboutMail ? { email: person.email, is_private_email: String(person.isPrivateEmail) } : {}),
    event_time: now,
  };
  return {
    iss: issuer,
    aud: clientId,
    iat: Math.floor(now / 1000),
    jti: randomUUID(),
    events: JSON.stringify(events),
  };
}

/** Posts the notification to the client and returns the response status, or null without a response. */
export async function notify(url: string, payload: string): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ payload }),
      signal: AbortSignal.timeout(5000),
    });
    return response.status;
  } catch {
    return null;
  }
}
