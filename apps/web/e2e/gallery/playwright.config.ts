import { defineConfig } from '@playwright/test';
import tests from '../../playwright.config.ts';

/** Takes the screenshots of `npm run gallery` in the tests' browser and stack. */
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: 'take-pictures.ts',
  outputDir: '../../test-results',
  projects: [{ name: 'gallery' }],
  retries: 0,
});
