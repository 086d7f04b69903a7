import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,packages}/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 15_000,
    hookTimeout: 15_000,
    // A report of what failed is enough; what passed is counted.
    reporters: ['default'],
  },
});
