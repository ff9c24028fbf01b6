import 'server-only'
import { withOrganization } from '../../platform/db/organization.ts'
import { env } from '../../platform/env/env.ts'
import { CachedQuery } from '../../platform/cache/cached-query.ts'
import { log } from '../../platform/log/log.ts'
import { getSettings } from '../settings/repository.ts'
import type { Feature } from '../../platform/auth/access-table.ts'
import type { Member } from '../../platform/auth/session-claims.ts'

/*
 * If the database is unavailable, the last known policy applies. With none known, pages still render (without data) and
 * operations fail.
 */

/** Short, because the page still reads its data afterwards. */
const PATIENCE = 1_000

const policies = new CachedQuery(
  'second-factor-policies',
  async (organizationId) =>
    (await withOrganization(env().databaseUrl, organizationId, getSettings)).secondFactorRequired,
  { onFailure: (err) => log.warn({ err }, 'Whether a second factor is asked for could not be read') },
)

/** Invalidates the cached policy in this process, after a change. */
export const forgetSecondFactorPolicy = (organizationId: string): void => policies.forget(organizationId)

export const hasSecondFactor = ({ factorAges }: Pick<Member, 'factorAges'>): boolean =>
  factorAges !== null && factorAges[1] !== -1

const FEATURE: Feature = 'second_factor_policy'

/** @param patience milliseconds to wait for the database @returns undefined if this process never reached it */
export async function lacksSecondFactor(member: Member, patience = PATIENCE): Promise<boolean | undefined> {
  if (hasSecondFactor(member) || !member.features.includes(FEATURE)) return false
  return policies.of(member.organization.id, patience)
}
