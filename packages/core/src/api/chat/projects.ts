import { z } from 'zod';
import {
  cleanProjectName,
  MAX_PROJECT_INSTRUCTIONS,
  MAX_PROJECT_NAME,
  MAX_PROJECTS,
  PROJECT_COLORS,
} from '../../chat/project.ts';
import { Attachment } from './files.ts';
import { enumOf } from '../enum-of.ts';
import { t } from '../../language/translate.ts';
import { Success, Time } from '../response.ts';

const NAME_TOO_LONG = `must have at most ${MAX_PROJECT_NAME} characters`;
const Name = z
  .string()
  .max(10 * MAX_PROJECT_NAME, NAME_TOO_LONG)
  .transform(cleanProjectName)
  .refine((name) => name !== '', t`must not be empty`)
  .refine((name) => [...name].length <= MAX_PROJECT_NAME, NAME_TOO_LONG);
const Color = enumOf(PROJECT_COLORS);
const Instructions = z
  .string()
  .max(MAX_PROJECT_INSTRUCTIONS, `must have at most ${MAX_PROJECT_INSTRUCTIONS} characters`)
  .transform((text) => text.toWellFormed());

export const Project = z.object({
  id: z.string(),
  name: z.string().describe('Several projects may have the same name.'),
  color: Color,
  instructions: z.string().describe('The model reads them with every message in the project’s conversations.'),
  createdAt: Time,
  updatedAt: Time.describe('Of the last change of its name, color or instructions.'),
});
export type Project = z.infer<typeof Project>;

/** GET /api/projects */
export const ProjectsQuery = z.object({ only: z.enum(['deleted']).optional() });
export const ProjectsResponse = Success.extend({
  projects: z.array(Project).describe(`All of them, the last change first; at most ${MAX_PROJECTS}.`),
});
export type ProjectsResponse = z.infer<typeof ProjectsResponse>;

/** POST /api/projects: the same `id` again changes nothing and answers with the project. */
export const NewProject = z.object({
  id: z.uuid().describe('Made by the client.'),
  name: Name,
  color: Color.default('gray'),
  instructions: Instructions.default(''),
});
export type NewProject = z.input<typeof NewProject>;

/** PATCH /api/projects/{id}: absent fields stay as they are. */
export const ProjectPatch = z
  .object({ name: z.exactOptional(Name), color: z.exactOptional(Color), instructions: z.exactOptional(Instructions) })
  .refine((patch) => Object.keys(patch).length > 0, t`Nothing to change.`);
export type ProjectPatch = z.infer<typeof ProjectPatch>;

/** POST /api/projects, PATCH /api/projects/{id}, POST /api/projects/{id}/restore */
export const ProjectResponse = Success.extend({ project: Project });
export type ProjectResponse = z.infer<typeof ProjectResponse>;

/** DELETE /api/projects/{id} */
export const DeleteProjectQuery = z.object({
  conversations: z
    .enum(['keep', 'delete'])
    .default('keep')
    .describe('`delete` also deletes its conversations; restoring the project restores them.'),
});

/** GET /api/projects/{id}/files */
export const ProjectFilesResponse = Success.extend({ files: z.array(Attachment) });
export type ProjectFilesResponse = z.infer<typeof ProjectFilesResponse>;

/** POST /api/projects/{id}/files: adds an upload that no message has used. */
export const ProjectFileRequest = z.object({
  fileId: z.string().regex(/^[\w-]{1,64}$/, t`must be the id of a file`),
  replaces: z.boolean().default(false).describe('Whether it replaces the files of the project with its name.'),
});
export type ProjectFileRequest = z.infer<typeof ProjectFileRequest>;
