/** Local storage key of a user's projects, which are shown before the server has answered. */
export const projectsKey = (userId: string): string => `projects:${userId}`;

/** Local storage key of the projects that a user's new conversations begin in. */
export const startsInKey = (userId: string): string => `starts-in:${userId}`;
