/** Local storage key of the answers that `readWithCache` stores for a user. */
export const settingsKey = (userId: string): string => `settings:${userId}`;
