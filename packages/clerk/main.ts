#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { startClerk } from './server.ts'
import { parseEndpoints } from './webhooks/config.ts'

const { env } = process

const clerk = await startClerk({
  port: Number(env.CLERK_PORT ?? 3800),
  dataDir: env.CLERK_DATA ?? '.data/clerk',
  outbox: env.CLERK_OUTBOX ?? '.data/outbox',
  siteUrl: env.CLERK_SITE_URL ?? 'http://localhost:3000',
  publishableKey: env.NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY ?? '',
  secretKey: env.CLERK_SECRET_KEY ?? '',
  config: env.CLERK_CONFIG ? JSON.parse(readFileSync(env.CLERK_CONFIG, 'utf8')) : undefined,
  webhooks: parseEndpoints(env.CLERK_WEBHOOKS),
  tokenSeconds: env.CLERK_TOKEN_SECONDS ? Number(env.CLERK_TOKEN_SECONDS) : undefined,
  testClock: env.CLERK_TEST_CLOCK === '1',
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void clerk.close().then(() => process.exit(0))
  })
}

process.stdout.write(`clerk listening on ${new URL(clerk.url).host}\n`)
