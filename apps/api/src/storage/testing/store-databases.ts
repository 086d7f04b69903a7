// Stores the story in databases of the newest schema, from which later versions test their upgrade. Before a release:
// node apps/api/src/storage/testing/store-databases.ts
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { VERSION } from '../../version.ts';
import { exportDocuments } from '../mongo/testing/documents.ts';
import { findMongoTestServer, urlOf } from '../mongo/testing/find-mongo-test-server.ts';
import { openStorage } from '../open-storage.ts';
import { MIGRATIONS } from '../sqlite/schema/migrations.ts';
import { dumpDatabase } from '../sqlite/testing/dump.ts';
import { writeStory } from './story.ts';

const STORAGE = join(import.meta.dirname, '..');
const schema = MIGRATIONS.length;
const name = `${String(schema).padStart(2, '0')}-${VERSION}`;
const about = `Schema ${schema}, written by version ${VERSION}.`;

async function store(url: string, filesDir: string): Promise<void> {
  const storage = await openStorage(url, { filesDir });
  await writeStory(storage);
  // The last text of the story.
  while ((await storage.conversations.search('ada', 'still', 1)).length === 0) await delay(20);
  await storage.close();
}

function write(path: string, text: string): void {
  writeFileSync(join(STORAGE, path), text);
  console.log(`Wrote ${path}.`);
}

const folder = mkdtempSync(join(tmpdir(), 'parley-databases-'));
try {
  const [file, filesDir] = [join(folder, 'parley.db'), join(folder, 'files')];
  await store(`sqlite:${file}`, filesDir);
  write(`sqlite/testing/schemas/${name}.sql`, dumpDatabase(file, filesDir, about));
} finally {
  rmSync(folder, { recursive: true });
}

const server = await findMongoTestServer(process.env);
if (server) {
  const url = `${urlOf(server, 'story')}&connectTimeoutMS=60000`;
  try {
    await store(url, '/nowhere');
    write(`mongo/testing/exports/${name}.jsonl`, await exportDocuments(url, about));
  } finally {
    await server.close();
  }
}
