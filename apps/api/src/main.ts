import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Sandbox } from '@parley/sandbox';
import { createApp, DEFAULT_RATE_LIMITS } from './app.ts';
import { describeBackends, openBackends } from './chat/backends.ts';
import { startPurge } from './chat/purge.ts';
import { readContent, SHIPPED_CONTENT } from './content/content.ts';
import { ConfigError, readConfig, readEnvironment, type Config } from './config.ts';
import { endOnSignal } from './end-on-signal.ts';
import { keptSecret } from './secret.ts';
import { openStorage } from './storage/open-storage.ts';

const ROOT = join(import.meta.dirname, '../../..');

try {
  await start(readConfig(readEnvironment(ROOT), ROOT));
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const logger = pino({ level: config.logLevel });
  const storage = await openStorage(config.databaseUrl, { filesDir: join(config.dataDir, 'files') });
  const sandbox = config.model ? null : await startSandbox(config);
  const { handler, replies, status } = createApp({
    settings: {
      productName: config.productName,
      usageRule: config.usageRule,
      jwtSecret: config.jwtSecret ?? keptSecret(config.dataDir, 'jwt'),
      adminEmails: config.adminEmails,
      // The only mailbox is on this machine, so whoever reads it is whoever registers.
      emailsVerifiedAtOnce: !config.isProduction && isLoopback(config.host),
      webRoot: join(ROOT, 'apps/web/dist'),
      rateLimits: DEFAULT_RATE_LIMITS,
      namesConversations: config.namesConversations,
    },
    storage,
    backends: openBackends({ ...config, api: config.sandbox.api }, sandbox?.urls ?? null),
    content: readContent([...(config.contentDir ? [config.contentDir] : []), SHIPPED_CONTENT], {
      product: config.productName,
      messagesLimit: config.usageRule.limit,
      windowHours: config.usageRule.windowLength / 3_600_000,
      supportEmail: config.supportEmail,
      socialUrl: config.socialUrl,
      apiUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    }),
    logger,
  });
  await replies.recover();
  const stopMeasuring = status.start();
  const purge = startPurge({ storage, logger, now: Date.now });
  const server = createServer({ headersTimeout: 30_000, requestTimeout: 300_000 }, handler);
  const port = await listen(server, config);
  console.log(`${config.productName} is ready on ${config.publicUrl ?? `http://localhost:${port}`}`);
  for (const line of describeBackends(config)) console.log(line);
  endOnSignal(server, replies, logger, async () => {
    stopMeasuring();
    await purge.stop();
    await storage.close();
    await sandbox?.close();
  });
}

async function startSandbox({ sandbox, host, productName, publicUrl, port: apiPort }: Config): Promise<Sandbox> {
  const { startSandbox: start } = await import('@parley/sandbox');
  const { port, delayMs, faults } = sandbox;
  return start({
    port,
    delayMs,
    faults,
    productName,
    host: isLoopback(host) ? host : '127.0.0.1',
    publicUrl: publicUrl ?? `http://localhost:${apiPort}`,
  });
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

async function listen(server: Server, { host, port }: Config): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new ConfigError([`PORT: ${port} is in use; stop what uses it, or set another`]) : error);
    });
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}
