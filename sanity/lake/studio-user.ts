import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { env } from '../../lib/platform/env/env.ts'
import { getSharedState } from '../../lib/platform/process/shared-state.ts'
import { getClient } from './client.ts'

/** Request timeout and cache lifetime. */
const REQUEST_TIMEOUT_MS = 4_000
const CACHE_LIFETIME_MS = 60_000

const MAX_CACHED_USERS = 200

const user = z.object({ id: z.string().min(1) })
const projectSchema = z.object({ id: z.string() })

const getCachedUsers = () => getSharedState('studio-users', () => new Map<string, number>())

/** HTTP statuses for invalid tokens and for tokens of other projects. */
const REJECTION_STATUSES: ReadonlySet<unknown> = new Set([401, 403, 404])

const isRejection = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && REJECTION_STATUSES.has(error.statusCode)

/** Verifies a token: reads its user and the project, which only members can read. */
async function verifyToken(token: string): Promise<boolean> {
  const { projectId } = env()
  const userClient = getClient().withConfig({ token, maxRetries: 0 })
  const request = (uri: string) => userClient.request<unknown>({ uri, timeout: REQUEST_TIMEOUT_MS })
  try {
    const [userResponse, projectResponse] = await Promise.all([request('/users/me'), request(`/projects/${projectId}`)])
    return user.safeParse(userResponse).success && projectSchema.safeParse(projectResponse).data?.id === projectId
  } catch (error) {
    if (isRejection(error)) return false
    throw error
  }
}

/**
 * Returns whether a token belongs to a member of the project. Caches positive results.
 * @throws if the Content Lake does not respond
 */
export async function isStudioUser(token: string): Promise<boolean> {
  const cachedUsers = getCachedUsers()
  const key = createHash('sha256').update(token).digest('base64url')
  const now = Date.now()
  if ((cachedUsers.get(key) ?? 0) > now) return true
  const isValid = await verifyToken(token)
  if (!isValid) return false
  if (cachedUsers.size >= MAX_CACHED_USERS) cachedUsers.clear()
  cachedUsers.set(key, now + CACHE_LIFETIME_MS)
  return true
}
