import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { recordsContract } from '../../contract/records.contract.ts';
import { openStorage, openTransferSource } from '../../open-storage.ts';

describe('records in SQLite', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-records-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const settings = () => ({ filesDir: join(folder, 'files') });
  const url = () => `sqlite:${join(folder, 'parley.db')}`;

  recordsContract(
    () => openStorage(url(), settings()),
    () => openTransferSource(url(), settings()),
  );
});
