import express, { Router, type Response } from 'express';
import {
  AppError,
  MAX_PROJECT_BYTES,
  MAX_PROJECT_FILES,
  MAX_PROJECTS,
  RESTORABLE_DAYS,
  t,
  type Attachment,
  type ProjectFilesResponse,
  type ProjectResponse,
  type ProjectsResponse,
} from '@parley/core';
import { DeleteProjectQuery, NewProject, ProjectFileRequest, ProjectPatch, ProjectsQuery } from '@parley/core/api';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser, signedIn } from '../auth/authenticate.ts';
import { knownId } from '../chat/known-id.ts';
import type { Replies } from '../chat/replies/replies.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { parseBody } from '../http/requests/parse-body.ts';
import type { LongAnswers } from '../http/responses/long-answers.ts';
import type { ProjectRecord, Storage } from '../storage/storage.ts';
import { presentProject } from './present-project.ts';

const MAX_PROJECT_MB = MAX_PROJECT_BYTES / 1024 / 1024;
const DAY_MS = 24 * 3_600_000;

interface ProjectRouteDependencies {
  accounts: Accounts;
  cluster: Pick<Cluster, 'inTurn'>;
  storage: Pick<Storage, 'projects' | 'files'>;
  replies: Pick<Replies, 'stopDeleted'>;
  answers: Pick<LongAnswers, 'sendJson'>;
  now: () => number;
}

/** Mounted at /api/projects. */
export function projectRoutes(dependencies: ProjectRouteDependencies): Router {
  const { accounts, cluster, storage, replies, answers, now } = dependencies;
  const { projects } = storage;
  const router = Router();
  const json = express.json({ limit: '64kb' });
  const restorableSince = () => now() - RESTORABLE_DAYS * DAY_MS;
  // So that exactly as many are kept as there is room for.
  const inTurn = <T>(userId: string, work: () => Promise<T>) => cluster.inTurn(`projects ${userId}`, work);
  router.use(requireUser(accounts));

  async function filesOf(userId: string, projectId: string): Promise<Attachment[]> {
    if (!(await projects.find(userId, projectId))) throw new AppError('not-found');
    const found = await storage.files.findAll(userId, await projects.fileIds(userId, projectId));
    return found.map(({ attachment }) => attachment);
  }

  /** Returns the files of the project with the new one. `replaces`: instead of those with its name. */
  async function addFile(
    userId: string,
    projectId: string,
    { fileId, replaces }: ProjectFileRequest,
  ): Promise<Attachment[]> {
    const present = await filesOf(userId, projectId);
    const [added] = await storage.files.findAll(userId, [fileId]);
    if (!added) throw new AppError('not-found');
    const { name } = added.attachment;
    const replaced = replaces ? present.filter((file) => file.name === name && file.id !== fileId) : [];
    // The answer to an earlier request may have been lost.
    if (!present.some(({ id }) => id === fileId)) {
      requireRoom([...present.filter((file) => !replaced.includes(file)), added.attachment]);
      if (!(await storage.files.text(fileId))) refuse(t`There’s no text in this file. A project takes documents.`);
      if (!(await projects.addFile(userId, projectId, fileId))) throw new AppError('not-found');
    }
    for (const { id } of replaced) await removeFile(userId, projectId, id);
    return filesOf(userId, projectId);
  }

  async function removeFile(userId: string, projectId: string, fileId: string): Promise<boolean> {
    const isRemoved = await projects.removeFile(userId, projectId, fileId);
    // A file that a message came with stays with its conversation.
    if (isRemoved) await storage.files.deleteUnsent(userId, fileId);
    return isRemoved;
  }

  router.get('/', async (req, res) => {
    const { user } = signedIn(res);
    const { only } = parseBody(ProjectsQuery, req.query);
    await answers.sendJson(res, async () => {
      const found = await (only === 'deleted'
        ? projects.listDeleted(user.id, restorableSince())
        : projects.list(user.id));
      return { success: true, projects: found.map(presentProject) } satisfies ProjectsResponse;
    });
  });

  router.post('/', json, async (req, res) => {
    const { user } = signedIn(res);
    const request = parseBody(NewProject, req.body);
    const time = now();
    const project = { ...request, userId: user.id, createdAt: time, updatedAt: time, deletedAt: null };
    const outcome = await inTurn(user.id, () => projects.create(project, MAX_PROJECTS));
    if (outcome === 'full') {
      refuse(t`You can have up to ${MAX_PROJECTS} projects. Deleted ones count for ${RESTORABLE_DAYS} days.`);
    }
    answer(res, outcome === 'created' ? project : await projects.find(user.id, request.id));
  });

  router.patch('/:projectId', json, async (req, res) => {
    const id = knownId(req.params.projectId);
    const change = parseBody(ProjectPatch, req.body);
    answer(res, await projects.update(signedIn(res).user.id, id, change, now()));
  });

  router.delete('/:projectId', async (req, res) => {
    const { user } = signedIn(res);
    const id = knownId(req.params.projectId);
    const { conversations } = parseBody(DeleteProjectQuery, req.query);
    if (!(await projects.delete(user.id, id, conversations, now()))) throw new AppError('not-found');
    if (conversations === 'delete') await replies.stopDeleted(user.id);
    res.json({ success: true });
  });

  router.post('/:projectId/restore', async (req, res) => {
    const id = knownId(req.params.projectId);
    answer(res, await projects.restore(signedIn(res).user.id, id, restorableSince()));
  });

  router.get('/:projectId/files', async (req, res) => {
    const { user } = signedIn(res);
    answerFiles(res, await filesOf(user.id, knownId(req.params.projectId)));
  });

  router.post('/:projectId/files', json, async (req, res) => {
    const { user } = signedIn(res);
    const id = knownId(req.params.projectId);
    const request = parseBody(ProjectFileRequest, req.body);
    answerFiles(res, await inTurn(user.id, () => addFile(user.id, id, request)));
  });

  router.delete('/:projectId/files/:fileId', async (req, res) => {
    const { user } = signedIn(res);
    const { projectId, fileId } = req.params;
    if (!(await removeFile(user.id, knownId(projectId), fileId))) throw new AppError('not-found');
    res.json({ success: true });
  });

  return router;
}

/** Throws `invalid-request` when a project cannot have these files. */
function requireRoom(files: Attachment[]): void {
  if (files.length > MAX_PROJECT_FILES) refuse(t`A project can have up to ${MAX_PROJECT_FILES} files.`);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > MAX_PROJECT_BYTES) refuse(t`The files of a project can have up to ${MAX_PROJECT_MB} MB together.`);
}

function refuse(message: string): never {
  throw new AppError('invalid-request', { message });
}

function answerFiles(res: Response, files: Attachment[]): void {
  res.json({ success: true, files } satisfies ProjectFilesResponse);
}

function answer(res: Response, project: ProjectRecord | null): void {
  if (!project) throw new AppError('not-found');
  res.json({ success: true, project: presentProject(project) } satisfies ProjectResponse);
}
