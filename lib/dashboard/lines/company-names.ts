import { LRUCache } from 'lru-cache'
import { fetchOrganizationName } from '../../platform/auth/organizations/people.ts'
import { log } from '../../platform/log/log.ts'
import type { StaffLine } from './line.ts'

const NAME_TTL_MS = 5 * 60_000

const names = new LRUCache<string, string>({ max: 1_000, ttl: NAME_TTL_MS })

async function getOrganizationName(organizationId: string): Promise<string | null> {
  const cachedName = names.get(organizationId)
  if (cachedName) return cachedName
  try {
    const name = await fetchOrganizationName(organizationId)
    if (name) names.set(organizationId, name)
    return name ?? null
  } catch (error) {
    log.warn({ err: error }, 'clerk: organization name lookup failed')
    return null
  }
}

/** Adds company names, which only Clerk stores. */
export const addNames = (lines: Omit<StaffLine, 'name'>[]): Promise<StaffLine[]> =>
  Promise.all(lines.map(async (line) => ({ ...line, name: await getOrganizationName(line.organizationId) })))
