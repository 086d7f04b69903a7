import { defineConfig } from '@playwright/test';
import tests from '../../playwright.config.ts';

/** Takes the pictures of `npm run gallery` with the browser and the stack of the tests. */
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: 'take-pictures.ts',
  outputDir: '../../test-results',
  projects: [{ name: 'gallery' }],
  retries: 0,
});
