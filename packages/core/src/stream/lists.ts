/**
 * The lists of a user's records that have an event. It has the name of the list and nothing else: clients read the list
 * again.
 */
export const LISTS = ['api-keys', 'memories', 'projects', 'shares'] as const;
export type ListName = (typeof LISTS)[number];
