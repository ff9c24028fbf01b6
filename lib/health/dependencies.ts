import { sql } from 'drizzle-orm'
import { accountEnv } from '../auth/environment.ts'
import { database } from '../db/client.ts'
import { type Dependency, dependency } from './dependency.ts'

/** Where Clerk's Backend API is, unless the environment says otherwise. */
const CLERK_API = 'https://api.clerk.com'

/** Why something that is asked over HTTP cannot be used. */
class StatusError extends Error {
  readonly code: string
  constructor(status: number) {
    super(`It answers with HTTP ${status}`)
    this.name = 'StatusError'
    this.code = `HTTP ${status}`
  }
}

/** The tables are brought up to date at boot, so that this is one statement of the pool that requests use. */
export const postgresDependency = (url: string): Dependency =>
  dependency('postgres', async () => (await database(url)).execute(sql`select 1`))

/** The keys that session tokens are checked with; undefined where nobody can sign in anyhow. */
export function clerkDependency(): Dependency | undefined {
  const account = accountEnv()
  if (!account) return undefined
  const address = `${process.env.CLERK_API_URL || CLERK_API}/v1/jwks`
  return dependency('clerk', async (signal) => {
    const headers = { authorization: `Bearer ${account.secretKey}` }
    const { ok, status, body } = await fetch(address, { headers, redirect: 'error', signal })
    await body?.cancel()
    if (!ok) throw new StatusError(status)
  })
}
