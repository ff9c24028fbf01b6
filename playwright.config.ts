import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { ACCOUNT_SPEC } from './scripts/support/browser-tests.ts'
import { stack } from './tests/support/stack/addresses.ts'

/**
 * A voice agent whose script the tests answer for. The account's tests do without: its styles are allowed by
 * 'unsafe-inline', which hides a style element with a wrong nonce.
 */
const voiceAgent = {
  VOICE_AGENT_ID: 'agent_under_test',
  VOICE_AGENT_SCRIPT_URL: `${stack.env.siteUrl}/fake-voice-agent.js`,
}

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: resolve(stack.dataDir, 'results'),
  // All share one site and change it. `npm test` runs each project on a stack of its own, side by side.
  workers: 1,
  fullyParallel: false,
  projects: [
    { name: 'site', testIgnore: ACCOUNT_SPEC },
    { name: 'account', testMatch: ACCOUNT_SPEC },
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
    env: {
      ...(process.env.TEST_VOICE_AGENT !== 'off' && voiceAgent),
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
    // What a service worker fetches is not seen by a test; the one of the dashboard has its own (alerts.spec.ts).
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    // What is seen holds still, and no frame is painted for nobody; tests of what moves say otherwise.
    contextOptions: { reducedMotion: 'reduce' },
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
