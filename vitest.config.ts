import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const cores = availableParallelism();

/**
 * Tests that start a process, a database server or a proxy, or that read state of the whole process. Each has a process
 * of its own. They mostly wait, so `npm test` runs more of them at once than there are cores. The longest come first.
 */
const ENGINES = [
  'apps/api/src/storage/mongo/replies/cut-off.test.ts',
  'apps/api/src/deploy/rolling.test.ts',
  'apps/api/src/chat/replies/cluster/dead-owner.test.ts',
  'apps/api/src/storage/mongo/mongo-storage.test.ts',
  'apps/api/src/chat/replies/crash.test.ts',
  'apps/api/src/chat/replies/cluster/redis-away.test.ts',
  'apps/api/src/main.test.ts',
  'apps/api/src/files/upload-flood.test.ts',
  'apps/api/src/files/hostile-files.test.ts',
  'apps/api/src/chat/replies/cluster/four-processes.test.ts',
  'apps/api/src/storage/sqlite/schema/upgrade.test.ts',
  'apps/api/src/commands/backup.test.ts',
  'apps/api/src/commands/migrate.test.ts',
  'apps/api/src/cluster/instances.test.ts',
  'apps/api/src/storage/mongo/database/instance-lease.test.ts',
  'apps/api/src/commands/*.test.ts',
  'apps/api/src/files/*.test.ts',
  'apps/api/src/deploy/*.test.ts',
  'apps/api/src/storage/mongo/**/*.test.ts',
  'apps/api/src/auth/abuse.test.ts',
  'apps/api/src/chat/replies/**/*.test.ts',
  'apps/api/src/chat/temporary/temporary-traces.test.ts',
  'apps/api/src/chat/imports/killed-import.test.ts',
  'apps/api/src/account/several-tabs.test.ts',
  'apps/api/src/cluster/**/*.test.ts',
  'apps/api/src/storage/sqlite/**/*.test.ts',
  'apps/web/vite/**/*.test.ts',
  'apps/web/worker/**/*.test.ts',
  'bench/**/*.test.ts',
  'scripts/**/*.test.ts',
  // Measures the memory of its process.
  'packages/ui/src/kit/markdown/stream/detach-substring.test.ts',
  // These depend on the history or the databases of their page, which others change.
  'packages/ui/src/features/onboarding/onboarding-dialog.test.tsx',
  'packages/ui/src/kit/overlays/open-overlays.test.tsx',
  'packages/ui/src/stores/offline/*.test.ts',
  // These replace a module that other tests may have loaded.
  'apps/desktop/src/main/language/app-language.test.ts',
  'apps/desktop/src/main/security/serve-bundle.test.ts',
  'apps/desktop/src/main/server/server.test.ts',
  'apps/desktop/src/main/windows/window-frame.test.ts',
  'packages/ui/src/api/language.test.ts',
  'packages/ui/src/features/chat/sidebar/sidebar.test.tsx',
  'packages/ui/src/features/landing/showcase/showcase.test.tsx',
  'packages/ui/src/features/session/sign-in/passkey-sign-in.test.tsx',
  'packages/ui/src/features/settings/sign-in/ways-page.test.tsx',
  'packages/ui/src/kit/markdown/markdown.test.tsx',
];

/** In both projects, longest first. The others follow in any order. */
const LONGEST = [
  'packages/ui/src/kit/markdown/hostile-markdown.test.tsx',
  'packages/ui/src/kit/markdown/stream/block-splitter.test.ts',
  'packages/ui/src/kit/markdown/markdown.test.tsx',
  'apps/api/src/http/responses/unread-answers.test.ts',
  ...ENGINES,
];

const needsDom = ({ moduleId }: TestSpecification) =>
  Number(readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment '));

/**
 * Starts the longest files first, so that none is waited for alone at the end. Those that need a DOM come after the
 * others: a worker whose next file needs another environment ends, and its successor imports everything again.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return place === -1 ? LONGEST.length : place;
    };
    return sorted.toSorted((a, b) => needsDom(a) - needsDom(b) || rank(a) - rank(b));
  }
}

const SETUP = [
  'scripts/test-run/patient-waits.ts',
  'scripts/test-run/clean-up-file.ts',
  'packages/ui/src/testing/clean-up-dom.ts',
];
/**
 * Milliseconds after which a test counts as hanging, on a machine that does much else. No test measures speed by it.
 */
const limits = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // A report of what failed is enough; what passed is counted.
    reporters: ['default'],
    maxWorkers: Math.min(4, Math.max(2, cores)),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages}/*/src/**/*.test.{ts,tsx}'],
          exclude: ENGINES,
          // One module graph a worker: importing the server again for each file took a third of the time.
          pool: 'forks',
          isolate: false,
          setupFiles: SETUP,
          ...limits,
        },
      },
      { test: { name: 'engines', include: ENGINES, setupFiles: SETUP, ...limits } },
    ],
  },
});
