import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './paths.mjs';

const PREFIXES = {
  'core/': 'packages/core/src/',
  'ui/': 'packages/ui/src/',
  'sandbox/': 'packages/sandbox/src/',
  'api/': 'apps/api/src/',
  'desktop/': 'apps/desktop/',
};

const [, section = ''] = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split('## Where do I add…');
const ROWS = section
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, task = '', touch = '', caughtBy = '']) => ({ task, touch, caughtBy }));

const NAMES = new Set(
  globSync('{apps,packages}/*/{src,e2e}/**/*.{ts,tsx,md}', { cwd: root }).map((file) => basename(file)),
);

/** The paths and file names that a cell names. */
function pathsIn(cell: string): string[] {
  const named = [...cell.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path);
  return named.filter((path) => /^[\w-]+\/|\.(?:ts|tsx|md)$/.test(path) && !path.includes('<'));
}

it.each(ROWS)('the files to touch for $task exist', ({ touch, caughtBy }) => {
  const missing = [...pathsIn(touch), ...pathsIn(caughtBy)].filter((path) => {
    const prefix = Object.entries(PREFIXES).find(([short]) => path.startsWith(short));
    if (prefix) return !existsSync(join(root, path.replace(...prefix)));
    return path.includes('/') ? !existsSync(join(root, path)) : !NAMES.has(path);
  });
  expect(missing).toStrictEqual([]);
});

it('a stored thing with routes, a client and events takes at most 25 files', () => {
  const { touch } = ROWS.find(({ task }) => task.startsWith('a stored thing')) ?? { touch: '' };
  const paths = new Set(pathsIn(touch));
  expect(paths.size).toBeGreaterThan(20);
  expect(paths.size).toBeLessThanOrEqual(25);
});

interface Plant {
  /** The row of the table. */
  task: string;
  file: string;
  /** Adds the first part of the task; every other part is forgotten. */
  change: readonly [string, string];
  /** The files in which the forgotten parts do not compile. */
  caughtIn: readonly string[];
}

const API = 'apps/api/src/';
const PLANTS: readonly Plant[] = [
  {
    task: 'a mode',
    file: 'packages/core/src/chat/modes.ts',
    change: ["  { id: 'normal',", "  { id: 'planted', label: 'Planted' },\n  { id: 'normal',"],
    caughtIn: [`${API}chat/modes/modes.ts`],
  },
  {
    task: 'a search service',
    file: `${API}chat/search/search-services.ts`,
    change: [
      '  searxng: {',
      "  planted: { name: 'Planted', setting: 'PLANTED_KEY', open: (key: string) => brave(key) },\n  searxng: {",
    ],
    caughtIn: [`${API}settings/backend-settings.ts`],
  },
  {
    task: 'a plan',
    file: 'packages/core/src/billing/plans.ts',
    change: [
      "  { id: 'weekly',",
      "  { id: 'planted', label: '', dollars: 1, per: 'week', badge: null, note: '', pitch: null },\n  { id: 'weekly',",
    ],
    caughtIn: [`${API}settings/stripe-config.ts`],
  },
  {
    task: 'a kind of stored record',
    file: `${API}storage/records.ts`,
    change: [
      '  identities: IdentityRecord;',
      '  identities: IdentityRecord;\n  planted: { id: string; userId: string };',
    ],
    caughtIn: [
      `${API}storage/records.ts`,
      `${API}storage/sqlite/schema/tables.ts`,
      `${API}storage/mongo/transfer/documents.ts`,
    ],
  },
  {
    task: 'a store in storage',
    file: `${API}storage/storage.ts`,
    change: ['  identities: IdentityStore;', '  identities: IdentityStore;\n  planted: IdentityStore;'],
    caughtIn: [
      `${API}events/with-change-events.ts`,
      `${API}storage/sqlite/create-stores.ts`,
      `${API}storage/mongo/mongo-storage.ts`,
    ],
  },
  {
    task: 'a method of a store',
    file: `${API}storage/accounts/onboarding-store.ts`,
    change: ['export interface OnboardingStore {', 'export interface OnboardingStore {\n  planted(): Promise<void>;'],
    caughtIn: [
      `${API}events/with-change-events.ts`,
      `${API}storage/sqlite/accounts/onboarding-store.ts`,
      `${API}storage/mongo/accounts/onboarding-store.ts`,
    ],
  },
  {
    task: 'a column',
    file: `${API}storage/auth/session-store.ts`,
    change: ['export interface SessionRecord {', 'export interface SessionRecord {\n  planted: string;'],
    caughtIn: [`${API}storage/sqlite/schema/tables.ts`],
  },
  {
    task: 'a field of the user',
    file: `${API}storage/accounts/user-store.ts`,
    change: ['  emailVerified: boolean;', '  emailVerified: boolean;\n  planted: string;'],
    caughtIn: [
      `${API}storage/sqlite/schema/tables.ts`,
      `${API}auth/accounts.ts`,
      `${API}auth/providers/provider-accounts.ts`,
    ],
  },
  {
    task: 'a setting',
    file: `${API}settings/app-settings.ts`,
    change: ['export interface AppSettings {', 'export interface AppSettings {\n  planted: string;'],
    caughtIn: [`${API}serve.ts`],
  },
];

describe('a forgotten part', () => {
  let tree: string;
  let reports: Map<string, string>;

  beforeAll(async () => {
    tree = realpathSync(mkdtempSync(join(tmpdir(), 'parley-plants-')));
    for (const path of ['tsconfig.json', 'packages/core/package.json', 'packages/core/src']) copy(path);
    for (const path of ['apps/api/tsconfig.json', 'apps/api/package.json', 'apps/api/src']) copy(path);
    link('node_modules');
    link('packages/core/node_modules');
    for (const name of readdirSync(join(root, 'apps/api/node_modules'))) {
      if (name !== '@parley' && !name.startsWith('.')) link(`apps/api/node_modules/${name}`);
    }
    link('apps/api/node_modules/@parley/sandbox');
    link('apps/api/node_modules/@parley/core', join(tree, 'packages/core'));
    for (const { file, change } of PLANTS) {
      const code = readFileSync(join(tree, file), 'utf8');
      if (!code.includes(change[0])) throw new Error(`${file} has no "${change[0]}".`);
      writeFileSync(join(tree, file), code.replace(...change));
    }
    // Tests only repeat what the server reports.
    const planted = { extends: './tsconfig.json', exclude: ['src/**/*.test.ts'] };
    writeFileSync(join(tree, 'apps/api/tsconfig.planted.json'), JSON.stringify(planted));
    reports = await compile();
  }, 240_000);

  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  function copy(path: string): void {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    cpSync(join(root, path), join(tree, path), { recursive: true });
  }

  function link(path: string, target = join(root, path)): void {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    symlinkSync(target, join(tree, path), 'junction');
  }

  /** Compiles the server and returns the errors by file. */
  async function compile(): Promise<Map<string, string>> {
    const script = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const output = await new Promise<string>((resolve) => {
      const args = [script, '-p', 'apps/api/tsconfig.planted.json', '--singleThreaded', '--pretty', 'false'];
      const env = { ...process.env, GOGC: '400' };
      execFile(process.execPath, args, { cwd: tree, env }, (_, stdout) => resolve(stdout));
    });
    const found = new Map<string, string>();
    for (const error of output.split(/\n(?=\S)/)) {
      const [, file = ''] = /^(\S+)\(\d+,\d+\): error/.exec(error) ?? [];
      found.set(file, `${found.get(file) ?? ''}${error}\n`);
    }
    return found;
  }

  it.each(PLANTS)('a forgotten part of $task does not compile', ({ task, caughtIn }) => {
    expect(ROWS.map((row) => row.task)).toContain(task);
    for (const file of caughtIn) expect(reports.get(file) ?? 'nothing was reported', file).toMatch(/planted/i);
  });
});
