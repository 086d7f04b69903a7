import { useCallback, useEffect, useRef, useState } from 'react';
import { PROJECT_COLORS, type Project } from '@parley/core';
import { useLatest } from '../../kit/hooks/use-latest.ts';
import { useChat, useChatStore, useClient, useSession } from '../client.ts';
import { problemText } from '../problem-text.ts';
import { readStored, writeStored, type KeyValueStorage } from '../storage/stored-json.ts';
import { projectsKey } from './projects-key.ts';

/**
 * The user's projects, up to date with changes on any device; null until they are known. Without a connection they are
 * those that this device has seen last, without instructions.
 */
export function useProjects(): { projects: Project[] | null; problem: string | null; reload: () => Promise<void> } {
  const { api, platform } = useClient();
  const chat = useChatStore();
  const userId = useSession(({ user }) => user?._id ?? '');
  const projects = useChat((state) => state.projects);
  const changeCount = useChat((state) => state.listChanges.projects);
  const [problem, setProblem] = useState<string | null>(null);
  const begin = useLatest();

  const reload = useCallback(async () => {
    const isLatest = begin();
    try {
      const found = await (await api.projects()).list();
      if (!isLatest()) return;
      chat.setState({ projects: found });
      storeProjects(platform.storage, userId, found);
      setProblem(null);
    } catch (error) {
      if (!isLatest()) return;
      setProblem(problemText(error));
      if (chat.getState().projects === null) chat.setState({ projects: readProjects(platform.storage, userId) });
    }
  }, [api, begin, chat, platform.storage, userId]);
  const isUnknown = projects === null;
  const loadedAt = useRef(-1);
  useEffect(() => {
    if (!isUnknown && loadedAt.current === changeCount) return;
    loadedAt.current = changeCount;
    void reload();
  }, [reload, changeCount, isUnknown]);
  return { projects, problem, reload };
}

function storeProjects(storage: KeyValueStorage, userId: string, projects: Project[]): void {
  writeStored(storage, projectsKey(userId), {
    projects: projects.map(({ instructions: _instructions, ...project }) => project),
  });
}

/** Null without any, which is no proof that the user has none. */
function readProjects(storage: KeyValueStorage, userId: string): Project[] | null {
  const { projects } = readStored(storage, projectsKey(userId));
  return Array.isArray(projects) ? projects.filter(isProject).map((each) => ({ ...each, instructions: '' })) : null;
}

function isProject(value: Partial<Project> | null): value is Project {
  const isKnownColor = PROJECT_COLORS.some((color) => color === value?.color);
  return typeof value?.id === 'string' && typeof value.name === 'string' && isKnownColor;
}
