// A test server in its own process that kills itself with SIGKILL at a given point: node crashing-server.ts <database>
// <folder> <model base URL> <point or none>
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApp } from '../../app.ts';
import { openBackends } from '../../chat/backends.ts';
import { ReplyJournal } from '../../chat/replies/journal/reply-journal.ts';
import { ownProcess } from '../../cluster/own-process.ts';
import { openStorage } from '../../storage/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { TEST_CONTENT } from '../test-content.ts';
import { TEST_HASH_COST, TEST_SETTINGS } from '../test-settings.ts';

export type CrashPoint = 'after_accept' | 'first_token' | 'picture_kept' | 'before_done' | 'after_done' | 'none';

const [database = '', folder = '', baseUrl = '', point = 'none'] = process.argv.slice(2) as [
  string,
  string,
  string,
  CrashPoint,
];

const die = (): void => void process.kill(process.pid, 'SIGKILL');

function crashing(storage: Storage): Storage {
  const { replies, files } = storage;
  return {
    ...storage,
    files: {
      ...files,
      async create(file, bytes, text) {
        await files.create(file, bytes, text);
        if (point === 'picture_kept') die();
      },
    },
    replies: {
      ...replies,
      async accept(request) {
        const result = await replies.accept(request);
        if (point === 'after_accept') die();
        return result;
      },
      async checkpoint(checkpoints) {
        const result = await replies.checkpoint(checkpoints);
        // An earlier one may store a reply that has no word yet.
        if (point === 'first_token' && checkpoints.some(({ message }) => message.text.includes('word1'))) die();
        return result;
      },
      async end(end) {
        if (point === 'before_done') die();
        const result = await replies.end(end);
        if (point === 'after_done') die();
        return result;
      },
    },
  };
}

const cluster = ownProcess();
const logger = pino({ level: 'silent' });
const { handler, replies } = createApp({
  settings: TEST_SETTINGS,
  storage: crashing(await openStorage(database, { filesDir: join(folder, 'files') })),
  cluster,
  journal: new ReplyJournal(join(folder, 'journal'), () => cluster.id, logger),
  backends: openBackends(
    { model: null, imageModel: null, transcriber: null, speaker: null, search: null, api: 'responses' },
    { openai: baseUrl, search: baseUrl },
  ),
  content: TEST_CONTENT,
  mailer: null,
  logger,
  hashCost: TEST_HASH_COST,
});
await replies.recover();
const server = createServer(handler);
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
