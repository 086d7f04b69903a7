import { randomBytes, randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import type { Storage } from '@parley/api/storage';
import { clientOf } from '@parley/api/testing/test-server';
import { putConversation } from '../put-conversation.ts';
import { startSeededStack } from '../seeded-stack.ts';
import { median, percentile, table } from '../statistics.ts';

const REDUCED = { conversations: 1_000, projects: 10, files: 20 };
const FULL = { conversations: 10_000, projects: 100, files: 200 };
/** Characters of each file. */
const FILE_SIZE = 100_000;
const READS = 200;
const ROUNDS = 30;
const AT_ONCE = 50;
const QUESTION = 'What does the report say about the budget for word8675 and the harbour wall?';

type Chat = 'no project' | 'a project without files' | 'a project with files';

/**
 * Measures the lists of an account with many projects, and how soon a reply begins in a project whose files are too
 * long to be read whole, taking turns with chats without. `--full` uses the sizes of the limits.
 */
export async function run(): Promise<string> {
  const sizes = process.argv.includes('--full') ? FULL : REDUCED;
  let place = { projectId: '', chats: {} as Record<Chat, string> };
  const { stack, account, close } = await startSeededStack(async (storage, userId) => {
    place = await seed(storage, userId, sizes);
  });
  const { send } = clientOf(stack.url);
  const headers = { Authorization: `Bearer ${account.token}` };
  try {
    const reads = [['request', 'p50', 'p95']];
    for (const path of [
      '/api/projects',
      `/api/chat/history?messages=last&limit=50&project=${place.projectId}`,
      '/api/chat/history?messages=last&limit=50',
    ]) {
      const times: number[] = [];
      for (let read = 0; read < READS; read++) {
        const begun = performance.now();
        await (await fetch(`${stack.url}${path}`, { headers })).arrayBuffer();
        times.push(performance.now() - begun);
      }
      const name = path.replace(place.projectId, 'one');
      reads.push([`\`${name}\``, `${median(times).toFixed(1)} ms`, `${percentile(times, 0.95).toFixed(1)} ms`]);
    }
    const starts = Object.entries(place.chats).map(([name, id]) => ({
      name,
      id,
      accepted: [] as number[],
      answered: [] as number[],
    }));
    for (let round = 0; round < ROUNDS; round++) {
      for (const { id: conversationId, accepted, answered } of starts) {
        const begun = performance.now();
        const stream = await send(account.token, { conversationId, text: QUESTION });
        await stream.until(() => true);
        accepted.push(performance.now() - begun);
        await stream.until(({ event }) => event.type === 'content');
        answered.push(performance.now() - begun);
        await stream.all();
      }
    }
    const rows = starts.map(({ name, accepted, answered }) => [
      name,
      ...[accepted, answered].flatMap((times) => {
        const floor = starts[0]?.[times === accepted ? 'accepted' : 'answered'] ?? [];
        return [`${median(times).toFixed(1)} ms`, `${(median(times) / median(floor)).toFixed(2)}x`];
      }),
    ]);
    const head = ['a chat of', 'first event, p50', 'of the floor', 'first word, p50', 'of the floor'];
    const { conversations, projects, files } = sizes;
    const about = `${conversations} conversations in ${projects} projects, ${files} files of ${FILE_SIZE / 1000} KB; load ${loadavg()[0]?.toFixed(1)}.`;
    return [about, table(reads), table([head, ...rows])].join('\n\n');
  } finally {
    await close();
  }
}

/** Stores the projects with their conversations, and the files of the first. */
async function seed(storage: Storage, userId: string, { conversations, projects, files }: typeof FULL) {
  const ids = Array.from({ length: projects + 1 }, () => randomUUID());
  const now = Date.now();
  for (const [index, id] of ids.entries()) {
    const times = { createdAt: now, updatedAt: now + index, deletedAt: null };
    const project = { id, userId, name: `Project ${index}`, color: 'blue', instructions: '', ...times } as const;
    await storage.projects.create(project, ids.length);
  }
  const put = async (index: number, projectId: string | null) => {
    const texts = ['What is the budget?', 'It is in the report.'];
    const id = await putConversation(storage, userId, { title: `Chat ${index}`, texts, now: now - index });
    if (projectId !== null) await storage.conversations.update(userId, id, { projectId });
    return id;
  };
  const [projectId = ''] = ids;
  for (let from = 0; from < conversations; from += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => put(from + at, ids[(from + at) % projects] ?? null)));
  }
  for (let index = 0; index < files; index++) {
    const id = randomBytes(16).toString('base64url');
    const text = fileText(index);
    const described = { kind: 'text', name: `part ${index}.txt`, type: 'text/plain', size: text.length } as const;
    const attachment = { id, ...described, url: `/api/files/${id}` };
    await storage.files.create({ attachment, userId, conversationId: null, createdAt: now }, Buffer.from(text), text);
    await storage.projects.addFile(userId, projectId, id);
  }
  const chats: Record<Chat, string> = {
    'no project': await put(-1, null),
    'a project without files': await put(-2, ids.at(-1) ?? null),
    'a project with files': await put(-3, projectId),
  };
  return { projectId, chats };
}

/** A text with 10,000 different words, of which some are in every file. */
function fileText(seed: number): string {
  const words: string[] = [];
  let length = 0;
  for (let at = seed; length < FILE_SIZE; at += 1 + (seed % 7)) {
    const word = at % 40 === 0 ? 'the budget of the harbour' : `word${(at * 7919) % 10_000}`;
    words.push(at % 100 === 0 ? `${word}.\n` : word);
    length += word.length + 1;
  }
  return words.join(' ');
}

if (import.meta.main) console.log(await run());
