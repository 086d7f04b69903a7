import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { t, type DoctorFinding } from '@parley/core';
import {
  ConfigError,
  findMisread,
  findMisspelt,
  readConfig,
  readEnvironment,
  type Config,
} from '../settings/config.ts';
import { knownSecret } from '../settings/secret.ts';
import { checkOf, error, ok, warning, type Check, type Result } from './check.ts';
import { checksOf } from './doctor.ts';
import { createHide } from './hide-secrets.ts';
import { runChecks } from './run-checks.ts';

type Environment = ReturnType<typeof readEnvironment>;

export interface Examined {
  /** The folder of the program. */
  root: string;
  /** The settings; those of this process and of `.env` by default. */
  environment?: Environment;
  /** Where the server listens, if not at its setting. */
  port?: number;
}

/**
 * Checks the settings and tries all services that they name. While a setting is wrong, nothing else is tried: a check
 * could ask the wrong service.
 */
export async function examine({ root, environment = readEnvironment(root), port }: Examined): Promise<DoctorFinding[]> {
  const read = readOrProblems(environment, root);
  const settings: Check = {
    part: t`Settings`,
    async run(report) {
      for (const result of [...('problems' in read ? read.problems.map(ofProblem) : []), ...warningsOf(root)]) {
        report(result);
      }
      if (!('problems' in read)) report(ok(t`Every setting is valid.`));
    },
  };
  if ('problems' in read) {
    const rest = checkOf(t`Services`, async () =>
      warning(t`They weren’t tried, because settings are wrong.`, t`Correct the settings, then run this again.`),
    );
    return runChecks([settings, rest], { hide: createHide(environment, []) });
  }
  const { config } = read;
  const secret = config.jwtSecret ?? knownSecret(config.dataDir, 'jwt');
  const hide = createHide(environment, config.oidc === 'sandbox' ? [] : config.oidc, config.models);
  return runChecks([settings, ...checksOf({ ...config, port: port ?? config.port }, secret)], { hide });
}

function readOrProblems(environment: Environment, root: string): { config: Config } | { problems: string[] } {
  try {
    return { config: readConfig(environment, root) };
  } catch (failure) {
    if (failure instanceof ConfigError) return { problems: failure.problems };
    throw failure;
  }
}

/** A problem names the setting and what it must be. */
function ofProblem(problem: string): Result {
  return error(`${problem}.`, t`Correct it in .env or in the environment.`);
}

function warningsOf(root: string): Result[] {
  const found = [
    ...findMisspelt(root).map((message) => warning(message, t`Correct its name, or remove it.`)),
    ...findMisread(root).map((message) => warning(message, t`Correct it in .env or in the environment.`)),
  ];
  const file = join(root, '.env');
  const isReadable = process.platform !== 'win32' && existsSync(file) && (statSync(file).mode & 0o077) !== 0;
  if (!isReadable) return found;
  return [...found, warning(t`Other users of this machine may read .env.`, t`Run: ${`chmod 600 ${file}`}`)];
}
