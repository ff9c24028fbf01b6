import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { stack } from './tests/support/stack/addresses.ts'

/**
 * Tests that need a signed-in user. To balance the duration of both projects, the list also contains tests that need
 * neither the Studio nor the voice agent.
 */
const ACCOUNT_SPECS = [
  '**/e2e/account/**/*.spec.ts',
  '**/e2e/content/{page-cache,unknown-addresses,words}.spec.ts',
  '**/e2e/site/{articles,demo,frame,header,pictures,product-pictures}.spec.ts',
]

/** Tests that need a voice agent. `npm start` and the other tests have none. */
const VOICE_AGENT_SPECS = '**/e2e/voice-agent/**/*.spec.ts'

/** Configuration of the site as in `npm start` and production. Variants are separate projects or set in a test. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: resolve(stack.dataDir, 'results'),
  // The tests share and change one site. `npm test` runs the projects `site` and `account` in parallel, each on a
  // separate stack.
  workers: 1,
  fullyParallel: false,
  projects: [
    { name: 'site', testIgnore: [...ACCOUNT_SPECS, VOICE_AGENT_SPECS] },
    { name: 'voice-agent', testMatch: VOICE_AGENT_SPECS },
    { name: 'account', testMatch: ACCOUNT_SPECS },
  ],
  forbidOnly: Boolean(process.env.CI),
  // In CI, a failed test runs a second time, and the report names it if it then passes. Locally it fails immediately.
  retries: process.env.CI ? 1 : 0,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? resolve(stack.dataDir, 'report.json') }],
  ],
  webServer: {
    command: 'node tests/support/stack/serve.ts',
    url: `${stack.env.siteUrl}/robots.txt`,
    // Tests advance the clock of the local Clerk.
    env: { CLERK_TEST_CLOCK: '1' },
    reuseExistingServer: false,
    timeout: 300_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
  use: {
    baseURL: stack.env.siteUrl,
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    // Without this limit, a missing element blocks until the test times out.
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Tracing makes a test about 15 % slower, so CI traces only the retry. Locally, failed tests have no retry, so
    // every run is traced.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--in-process-gpu',
        // A page lives for a second or two. Without these flags, a fifth of a test's CPU time goes into optimizing code
        // that hardly runs again.
        '--js-flags=--no-opt --no-maglev',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
