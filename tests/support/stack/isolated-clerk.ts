import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clerk, startClerk } from '../../../packages/clerk/index.ts'
import { clerkConfig } from '../../../scripts/support/clerk-config.ts'

export const SECRET_KEY = 'sk_test_local_only'
export const PUBLISHABLE_KEY = `pk_live_${btoa('clerk.stand-in.localhost$')}`
export const WEBHOOK_SECRET = `whsec_${btoa('local-webhook-secret-for-tests')}`

/** Starts a local Clerk with this product's configuration on a free port. `close` also removes its data. */
export async function startIsolatedClerk(): Promise<Clerk> {
  const dataDir = mkdtempSync(join(tmpdir(), 'own-clerk-'))
  const clerk = await startClerk({
    port: 0,
    dataDir,
    siteUrl: 'http://localhost:3100',
    publishableKey: PUBLISHABLE_KEY,
    secretKey: SECRET_KEY,
    config: clerkConfig,
  })
  const close = async (): Promise<void> => {
    await clerk.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...clerk, close }
}
