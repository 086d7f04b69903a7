import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes long, most of it waiting: begun first, beside everything else, it is not waited for at the end. */
const FIRST = ['mongo-storage', 'redis-away', 'dead-owner', 'half-done', 'soak', 'crash', 'abuse'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const place = FIRST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return place === -1 ? FIRST.length : place;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ['{apps,packages}/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    // Some time what they do, so that each has a core of its own where there are two.
    maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
    sequence: { sequencer: LongestFirst },
    testTimeout: 15_000,
    hookTimeout: 15_000,
    // A report of what failed is enough; what passed is counted.
    reporters: ['default'],
  },
});
