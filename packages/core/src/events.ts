import type { User } from './http.ts';

/**
 * GET /api/events, one object a `data:` line: the user as they are now. Comes first when a client begins to listen, and
 * again whenever the subscription may have changed, here or on another device.
 */
export interface UserEvent {
  user: User;
}
