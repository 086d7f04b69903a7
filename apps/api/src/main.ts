import { join } from 'node:path';
import { explainFailure } from './explain-failure.ts';
import { openLog } from './log/open-log.ts';
import { makeDataDir, nameStorage } from './name-setting.ts';
import { ConfigError, findMisread, findMisspelt, readConfig, readEnvironment } from './settings/config.ts';
import { openStorage } from './storage/open-storage.ts';

const ROOT = join(import.meta.dirname, '../../..');

// Writing to a closed terminal or parent fails, which must not end the process in the middle of work.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  for (const warning of [...findMisspelt(ROOT), ...findMisread(ROOT)]) console.warn(warning);
  const environment = readEnvironment(ROOT);
  const config = readConfig(environment, ROOT);
  const logger = openLog(config.logLevel);
  makeDataDir(config);
  const storage = await openStorage(config.databaseUrl, {
    filesDir: join(config.dataDir, 'files'),
    sharing: {
      isAlone: config.redisUrl === null,
      onLost() {
        console.error('Another process took over because this one seemed dead, so this one is stopping.');
        process.exit(1);
      },
    },
    onFault: (error) => logger.error({ err: error }, 'a thread of the database ended; another one is started'),
  }).catch((error: unknown) => {
    throw nameStorage(config, error);
  });
  // Loading the app takes most of a start. Wrong settings and an unusable database are reported before.
  const { serve } = await import('./serve.ts');
  await serve({ root: ROOT, config, environment, storage, logger });
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : new ConfigError([explainFailure(error)]).message);
  process.exit(1);
}
