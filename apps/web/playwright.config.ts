import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

const reportFile = process.env.PARLEY_PLAYWRIGHT_REPORT;
const executablePath = process.env.PARLEY_CHROMIUM;

/**
 * What Chromium would show under its address bar is two pages in processes of their own, loaded for every window, which
 * here is every test. The last list of features counts, so what Playwright switches off is in it too.
 */
const UNSEEN_POPUPS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];
const PLAYWRIGHTS_OWN =
  'AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades HttpsFirstBalancedModeAutoEnable ' +
  'LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning AvoidCorsURLLoaderRestartOnRedirect ' +
  'OptimizationHints NetworkTimeServiceQuerying AimEnabled PreconnectToSearch';
/**
 * The specs with settings of their own. Each needs a server, so one worker runs such a file, and it starts early: the
 * tests that share a server fill the workers to the end.
 */
const OWN_SETTINGS =
  '**/{admin,admin-figures,admin-people,chat-completions,injection,landing,landing-settings,limit,modes,modes-greyed,onboarding-demo,' +
  'onboarding-premium,paying,read-aloud,slow-scripts,static-host,titles,models,own-plans}.spec.ts';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Each is a browser and a server, which wait for a third of the time.
  workers: Math.min(6, Math.max(3, Math.ceil(availableParallelism() * 1.5))),
  // A test tagged @all takes minutes and seldom breaks: `npm test -- --all` runs it.
  ...(process.env.PARLEY_TEST_ALL ? {} : { grepInvert: /@all/ }),
  // Twice what any takes on a machine that does nothing else; what it waits for has ten seconds of its own.
  // For tests that hang; a busy machine must not look like one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  projects: [
    { name: 'own settings', testMatch: OWN_SETTINGS, fullyParallel: false },
    { name: 'shared settings', testIgnore: OWN_SETTINGS },
  ],
  reporter: [['line'], ...(reportFile ? [['json', { outputFile: reportFile }] as const] : [])],
  use: {
    browserName: 'chromium',
    trace: 'off',
    // Animations take processor time. The specs about motion switch them on.
    contextOptions: { reducedMotion: 'reduce' },
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
        `--disable-features=${[...UNSEEN_POPUPS, ...PLAYWRIGHTS_OWN.split(' ')].join(',')}`,
      ],
    },
  },
});
