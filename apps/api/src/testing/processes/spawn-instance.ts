import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { AppSettings } from '../../settings/app-settings.ts';
import type { PriceFile } from '../../spending/prices.ts';
import type { Storage } from '../../storage/storage.ts';
import { lendStorage } from '../lent-storage.ts';

export interface InstanceOptions {
  redisUrl: string;
  leaseMs: number;
  /** URL of a model that speaks the Responses API. */
  modelUrl: string;
  /** A database URL, or a storage of this process to lend to the instance. */
  database: string | Storage;
  /** Settings that differ from TEST_SETTINGS. */
  settings?: Partial<Pick<AppSettings, 'usageRule' | 'rateLimits' | 'costCeilings'>> & { prices?: PriceFile };
  /** Folder for the journal of its replies; it has none by default. */
  journalDir?: string;
  /** Command-line flags for Node. */
  flags?: string[];
  /** A free one by default. */
  port?: number;
}

export interface Instance {
  child: ChildProcess;
  url: string;
}

/** Starts a server in its own process, as one of several. The caller must kill it. */
export async function spawnInstance(options: InstanceOptions): Promise<Instance> {
  const { redisUrl, leaseMs, modelUrl, database, settings = {}, journalDir = '', flags = [], port = 0 } = options;
  const server = join(import.meta.dirname, 'instance-process.ts');
  const args = [
    ...flags,
    server,
    redisUrl,
    String(leaseMs),
    modelUrl,
    JSON.stringify(settings),
    String(port),
    journalDir,
  ];
  const child = spawn(process.execPath, typeof database === 'string' ? [...args, database] : args, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  if (typeof database !== 'string') lendStorage(database, child);
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  return { child, url: line.toString().trim() };
}
