import { millisecondsInMinute } from 'date-fns/constants'
import type { SearchReader } from '@/lib/dashboard/search/read.ts'
import { isAllowed } from '@/lib/platform/auth/check-access.ts'
import type { Member } from '@/lib/platform/auth/session-claims.ts'
import type { OrganizationTransaction } from '@/lib/platform/db/organization.ts'
import { RefusedError } from '@/lib/platform/http/json-input.ts'
import { consumeRateLimit, type Limit } from '@/lib/platform/http/rate-limit.ts'

export const toSearchReader = (member: Member): SearchReader => ({
  canReadLeads: isAllowed(member, { permission: 'org:leads:read' }),
  canReadAppointments: isAllowed(member, { permission: 'org:appointments:read' }),
})

/** Above the pace of a fast typist: one request per typing pause of the command palette. */
const SEARCH_LIMIT: Limit = { name: 'dashboard-search', count: 120, windowMs: millisecondsInMinute }

/** @throws {RefusedError} with status 429 above the limit */
export async function limitSearches({ db }: OrganizationTransaction, userId: string): Promise<void> {
  const waitMs = await consumeRateLimit(db, `${SEARCH_LIMIT.name}:${userId}`, SEARCH_LIMIT)
  if (waitMs === 0) return
  const seconds = Math.ceil(waitMs / 1_000)
  throw new RefusedError(
    Response.json(
      { error: `Too many searches. Try again in ${seconds} seconds.`, reason: 'too-many' },
      { status: 429, headers: { 'Retry-After': String(seconds) } },
    ),
  )
}
