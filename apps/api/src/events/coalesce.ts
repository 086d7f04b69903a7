/** Milliseconds until the first notice is passed on. */
const DELAY_MS = 500;
/** Milliseconds between two notices to a user: clients refetch their lists for each. */
const PAUSE_MS = 2000;

/**
 * Wraps a notice to users, so that many in a row become few: it is called once per user soon after the first of them,
 * and then at most every two seconds.
 */
export function coalesce(notify: (userId: string) => void): (userId: string) => void {
  /** Whether a notice is waiting, for each user who has a timer. */
  const isWaiting = new Map<string, boolean>();
  const pass = (userId: string) => {
    if (isWaiting.get(userId)) {
      isWaiting.set(userId, false);
      setTimeout(pass, PAUSE_MS, userId).unref();
      notify(userId);
    } else {
      isWaiting.delete(userId);
    }
  };
  return (userId) => {
    if (!isWaiting.has(userId)) setTimeout(pass, DELAY_MS, userId);
    isWaiting.set(userId, true);
  };
}
