/** Maximum length of a project's name, in characters. */
export const MAX_PROJECT_NAME = 80;
/** Maximum length of a project's instructions, in UTF-16 units. */
export const MAX_PROJECT_INSTRUCTIONS = 8_000;
/** Maximum projects of a user, including deleted ones that can be restored. */
export const MAX_PROJECTS = 200;

/** Maximum files of a project. */
export const MAX_PROJECT_FILES = 200;
/** Maximum bytes of all files of a project. */
export const MAX_PROJECT_BYTES = 50 * 1024 * 1024;

/** The colors of a project's icon. */
export const PROJECT_COLORS = ['gray', 'red', 'orange', 'green', 'blue', 'teal'] as const;
export type ProjectColor = (typeof PROJECT_COLORS)[number];

/** The name as it is stored: one line without surrounding spaces. May be empty. */
export function cleanProjectName(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').trim();
}
