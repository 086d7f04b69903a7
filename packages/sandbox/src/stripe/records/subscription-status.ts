const ENDED = ['canceled', 'incomplete_expired'];

/** Whether a subscription with this status can still change. */
export function isLive(status: string): boolean {
  return !ENDED.includes(status);
}
