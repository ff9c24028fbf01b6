import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { env } from '../../lib/platform/env/env.ts'
import { sharedState } from '../../lib/platform/process/shared-state.ts'
import { client } from './client.ts'

/** Request timeout and cache lifetime in milliseconds. */
const TIMEOUT = 4_000
const HOLDS = 60_000

const MOST_KEPT = 200

const user = z.object({ id: z.string().min(1) })
const project = z.object({ id: z.string() })

const kept = () => sharedState('studio-users', () => new Map<string, number>())

/** HTTP statuses for invalid tokens and for tokens of other projects. */
const REFUSALS: ReadonlySet<unknown> = new Set([401, 403, 404])

const isRefusal = (error: unknown) => error instanceof Error && 'statusCode' in error && REFUSALS.has(error.statusCode)

/** Verifies a token: reads its user and the project, which only members can read. */
async function ask(token: string): Promise<boolean> {
  const { projectId } = env()
  const asUser = client().withConfig({ token, maxRetries: 0 })
  const request = (uri: string) => asUser.request<unknown>({ uri, timeout: TIMEOUT })
  try {
    const [who, which] = await Promise.all([request('/users/me'), request(`/projects/${projectId}`)])
    return user.safeParse(who).success && project.safeParse(which).data?.id === projectId
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/**
 * Returns whether a token belongs to a member of the project. Caches positive results.
 * @throws if the Content Lake does not respond
 */
export async function isStudioUser(token: string): Promise<boolean> {
  const known = kept()
  const key = createHash('sha256').update(token).digest('base64url')
  const now = Date.now()
  if ((known.get(key) ?? 0) > now) return true
  const isGood = await ask(token)
  if (!isGood) return false
  if (known.size >= MOST_KEPT) known.clear()
  known.set(key, now + HOLDS)
  return true
}
