import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { stack } from './tests/support/stack/addresses.ts'

/** Tests of what is behind a sign-in, and some that need neither Studio nor voice agent, so that both projects take about as long. */
const ACCOUNT_SPECS = [
  '**/e2e/account/**/*.spec.ts',
  '**/e2e/content/{page-cache,unknown-addresses,words}.spec.ts',
  '**/e2e/site/{articles,demo,frame,header,pictures,product-pictures}.spec.ts',
]

/** Tests of what needs a voice agent, which neither `npm start` nor the other tests have. */
const VOICE_AGENT_SPECS = '**/e2e/voice-agent/**/*.spec.ts'

/** The configuration that `npm start` and production use. A variant is a separate project, or is set in a test. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: resolve(stack.dataDir, 'results'),
  // All share one site and change it. `npm test` runs the site and the account on a stack each, side by side.
  workers: 1,
  fullyParallel: false,
  projects: [
    { name: 'site', testIgnore: [...ACCOUNT_SPECS, VOICE_AGENT_SPECS] },
    { name: 'voice-agent', testMatch: VOICE_AGENT_SPECS },
    { name: 'account', testMatch: ACCOUNT_SPECS },
  ],
  forbidOnly: Boolean(process.env.CI),
  // A test that fails in CI runs a second time, and is named when it then passes; on a laptop it fails at once.
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
    // The local Clerk's clock can be moved on.
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
    screenshot: 'only-on-failure',
    // Recording makes a test a seventh slower; a laptop has no second run that could be recorded.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--in-process-gpu',
        // A page lives for a second or two: a fifth of a test's work went into optimizing code that then ran no more.
        '--js-flags=--no-opt --no-maglev',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
