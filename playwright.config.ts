import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { stack } from './tests/support/addresses.ts'

/** With fewer, two browsers beside each other take so much from all servers that waits run out. */
const CORES_FOR_TWO = 4

/** Tests of what is behind a sign-in. */
const ACCOUNT = /\/(account-\w+|dashboard|gate)\.spec\.ts$/

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // All share one site. The tests of each project also share what they change, so a project runs in the order of its
  // files: of one it is the content, of the other the people and the time at Clerk.
  workers: availableParallelism() < CORES_FOR_TWO ? 1 : 2,
  fullyParallel: false,
  projects: [
    { name: 'site', testIgnore: ACCOUNT, workers: 1 },
    { name: 'account', testMatch: ACCOUNT, workers: 1 },
  ],
  forbidOnly: Boolean(process.env.CI),
  // A laptop shows every wobble; where a change is let in, a test that passes on its second run is named, not refused.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/report.json' }]],
  webServer: {
    command: 'node tests/support/serve.ts',
    url: `${stack.env.siteUrl}/robots.txt`,
    env: {
      // A voice agent whose script the tests answer for.
      VOICE_AGENT_ID: 'agent_under_test',
      VOICE_AGENT_SCRIPT_URL: `${stack.env.siteUrl}/fake-voice-agent.js`,
      // The local Clerk's clock can be moved on.
      CLERK_TEST_CLOCK: '1',
    },
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
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
