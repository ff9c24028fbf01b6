import { sql } from 'drizzle-orm'
import { getAccountEnv } from '../../auth/environment.ts'
import { getDatabase } from '../../db/client.ts'
import { StatusError } from '../../http/status-error.ts'
import { type Dependency, createDependency } from './dependency.ts'

const CLERK_API = 'https://api.clerk.com'

/** Returns the health check of Postgres: one query through the request pool. Migrations run at boot. */
export const createPostgresDependency = (url: string): Dependency =>
  createDependency('postgres', async () => (await getDatabase(url)).execute(sql`select 1`))

/** Returns the health check of Clerk's token keys (JWKS); undefined if sign-in is off. */
export function createClerkDependency(): Dependency | undefined {
  const account = getAccountEnv()
  if (!account) return undefined
  const address = `${process.env.CLERK_API_URL || CLERK_API}/v1/jwks`
  return createDependency('clerk', async (signal) => {
    const headers = { authorization: `Bearer ${account.secretKey}` }
    const { ok, status, body } = await fetch(address, { headers, redirect: 'error', signal })
    await body?.cancel()
    if (!ok) throw new StatusError(status)
  })
}
