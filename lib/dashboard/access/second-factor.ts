import 'server-only'
import { withOrganization } from '../../platform/db/organization.ts'
import { env } from '../../platform/env/env.ts'
import { CachedQuery } from '../../platform/cache/cached-query.ts'
import { log } from '../../platform/log/log.ts'
import { getSettings } from '../settings/repository.ts'
import type { Feature } from '../../platform/auth/access-table.ts'
import type { Member } from '../../platform/auth/session-claims.ts'

/*
 * If the database is unavailable, the cached policy applies. If no policy is cached, pages still render, but show no
 * data, and operations fail.
 */

/** Short, because the page still has to read its data after this query. */
const POLICY_TIMEOUT_MS = 1_000

const policyCache = new CachedQuery(
  'second-factor-policies',
  async (organizationId) =>
    (await withOrganization(env().databaseUrl, organizationId, getSettings)).secondFactorRequired,
  { onFailure: (err) => log.warn({ err }, 'dashboard: two-step policy lookup failed') },
)

/** Evicts the cached policy in this process. Call it after a change of the policy. */
export const evictSecondFactorPolicy = (organizationId: string): void => policyCache.invalidate(organizationId)

export const hasSecondFactor = ({ factorAges }: Pick<Member, 'factorAges'>): boolean =>
  factorAges !== null && factorAges[1] !== -1

const FEATURE: Feature = 'second_factor_policy'

/**
 * Returns whether the organization requires a second factor that this member lacks.
 * @param timeoutMs maximum wait for the database
 * @returns undefined if the database is unavailable and no policy is cached
 */
export async function needsSecondFactor(member: Member, timeoutMs = POLICY_TIMEOUT_MS): Promise<boolean | undefined> {
  if (hasSecondFactor(member) || !member.features.includes(FEATURE)) return false
  return policyCache.get(member.organization.id, timeoutMs)
}
