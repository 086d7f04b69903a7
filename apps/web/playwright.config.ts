import { defineConfig } from '@playwright/test';

const reportFile = process.env.PARLEY_PLAYWRIGHT_REPORT;
const executablePath = process.env.PARLEY_CHROMIUM;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  retries: 0,
  // Twice what any takes on a machine that does nothing else; what it waits for has ten seconds of its own.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ...(reportFile ? [['json', { outputFile: reportFile }] as const] : [])],
  use: {
    browserName: 'chromium',
    trace: 'off',
    // What a worker asks for, page.route does not see, and what it keeps, a test that cuts the way to the server would meet.
    // Only offline.spec.ts and static-host.spec.ts let it in.
    serviceWorkers: 'block',
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
      ],
    },
  },
});
