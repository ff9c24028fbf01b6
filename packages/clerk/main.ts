#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { buildCommonFlags, ConfigurationError, parseJson, parsePort, runServer } from '../local-server/index.ts'
import { startClerk } from './server.ts'
import type { ClerkConfig } from './services/config.ts'
import { parseEndpoints } from './webhooks/endpoints.ts'

function readConfigFile(file: string): ClerkConfig {
  const createConfigError = () => new ConfigurationError(`--config: ${file} is not JSON`)
  try {
    return parseJson(readFileSync(file, 'utf8'), createConfigError) as ClerkConfig
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new ConfigurationError(`--config: file not found: ${file}`, { cause: error })
  }
}

function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (Number.isInteger(seconds) && seconds > 0) return seconds
  throw new ConfigurationError(`--token-seconds must be a whole number, 1 or greater, not "${text}"`)
}

await runServer({
  name: 'local-clerk',
  description:
    "A local server that speaks Clerk's Frontend and Backend APIs, for development and tests. Its secret key is public: never expose the server.",
  flags: {
    'publishable-key': {
      value: '<key>',
      env: 'NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY',
      help: "The application's publishable key; any well-formed key",
    },
    'secret-key': { value: '<key>', env: 'CLERK_SECRET_KEY', help: "The application's secret key; any text" },
    'site-url': {
      value: '<url>',
      env: 'CLERK_SITE_URL',
      default: 'http://localhost:3000',
      help: 'Origin of the application: the only origin that may call, and the target of redirects',
    },
    'proxy-path': {
      value: '<path>',
      env: 'CLERK_PROXY_PATH',
      default: '/__clerk',
      help: "The application's path that is proxied to <this server>/fapi",
    },
    ...buildCommonFlags('CLERK', '3800', '.data/clerk'),
    'smtp-url': {
      value: '<url>',
      env: 'CLERK_SMTP_URL',
      help: 'SMTP server that receives the emails, such as smtp://127.0.0.1:3825',
    },
    config: {
      value: '<file>',
      env: 'CLERK_CONFIG',
      help: "JSON with the settings of Clerk's dashboard: roles, plans, names, accounts",
    },
    webhook: {
      value: '<json>',
      env: 'CLERK_WEBHOOKS',
      multiple: true,
      help: 'A webhook {"url","secret","events"} or a list of them; may be repeated',
    },
    'token-seconds': {
      value: '<n>',
      env: 'CLERK_TOKEN_SECONDS',
      default: '60',
      help: 'Seconds until a session token expires',
    },
    'test-clock': { env: 'CLERK_TEST_CLOCK', help: 'Adds POST /test/advance, which advances the clock' },
  },
  examples: ['local-clerk --publishable-key pk_test_Y2xlcmsuZXhhbXBsZS50ZXN0JA== --secret-key sk_test_local'],
  start: async (flags) => {
    const clerk = await startClerk({
      port: parsePort(flags.port),
      dataDir: flags.data,
      smtpUrl: flags['smtp-url'],
      siteUrl: flags['site-url'],
      proxyPath: flags['proxy-path'],
      publishableKey: flags['publishable-key'] ?? '',
      secretKey: flags['secret-key'] ?? '',
      config: flags.config === undefined ? undefined : readConfigFile(flags.config),
      webhooks: flags.webhook.flatMap(parseEndpoints),
      tokenSeconds: parseSeconds(flags['token-seconds']),
      testClock: flags['test-clock'],
    })
    return { message: `clerk listening on ${new URL(clerk.url).host}`, close: clerk.close }
  },
})
