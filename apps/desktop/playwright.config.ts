import { defineConfig } from '@playwright/test';

const reportFile = process.env['PARLEY_PLAYWRIGHT_REPORT'];
const executablePath = process.env['PARLEY_CHROMIUM'];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  // For tests that hang; a busy machine must not look like one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['line'], ...(reportFile ? [['json', { outputFile: reportFile }] as const] : [])],
  use: {
    browserName: 'chromium',
    trace: 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The pages stand for local files: what they may reach is said by their policy, which stays in force.
        '--disable-features=LocalNetworkAccessChecks',
      ],
    },
  },
});
