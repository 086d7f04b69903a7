import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { AppSettings } from '../app.ts';
import type { Storage } from '../storage/storage.ts';
import { lendStorage } from './lent-storage.ts';

export interface InstanceOptions {
  redisUrl: string;
  leaseMs: number;
  /** Of a model with the wire of the Responses API. */
  modelUrl: string;
  /** The URL of a database, or a storage of this process that is lent to the other. */
  database: string | Storage;
  /** What is another than in TEST_SETTINGS. */
  settings?: Partial<Pick<AppSettings, 'usageRule' | 'rateLimits'>>;
  /** Of Node itself. */
  flags?: string[];
  /** Any free one by default. */
  port?: number;
}

export interface Instance {
  child: ChildProcess;
  url: string;
}

/** A server in a process of its own, beside others; whoever starts it kills it. */
export async function spawnInstance(options: InstanceOptions): Promise<Instance> {
  const { redisUrl, leaseMs, modelUrl, database, settings = {}, flags = [], port = 0 } = options;
  const server = join(import.meta.dirname, 'instance-process.ts');
  const args = [...flags, server, redisUrl, String(leaseMs), modelUrl, JSON.stringify(settings), String(port)];
  const child = spawn(process.execPath, typeof database === 'string' ? [...args, database] : args, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  if (typeof database !== 'string') lendStorage(database, child);
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  return { child, url: line.toString().trim() };
}
