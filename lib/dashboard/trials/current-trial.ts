import 'server-only'
import type { OfferedPlan } from '../../platform/auth/access-table.ts'
import { withOrganization } from '../../platform/db/organization.ts'
import { env } from '../../platform/env/env.ts'
import { CachedQuery } from '../../platform/cache/cached-query.ts'
import { log } from '../../platform/log/log.ts'
import { findTrial } from './repository.ts'
import { isTrialRunning } from './trial.ts'

/** Maximum wait for the database. It delays requests of organizations that have no paid plan. */
const TIMEOUT_MS = 1_000

const trialCache = new CachedQuery(
  'trials',
  (organizationId) => withOrganization(env().databaseUrl, organizationId, findTrial),
  { onFailure: (err) => log.warn({ err }, 'dashboard: trial lookup failed') },
)

/**
 * Returns the plan of the running trial. If the database is unavailable, the cached trial applies. If no trial is
 * cached, the result is undefined, so plan features are off.
 */
export async function getCurrentTrialPlan(organizationId: string): Promise<OfferedPlan | undefined> {
  const trial = await trialCache.get(organizationId, TIMEOUT_MS)
  return trial && isTrialRunning(trial, new Date()) ? trial.plan : undefined
}

/** Evicts the cached trial in this process. Call it after a change of the trial. */
export const evictTrial = (organizationId: string): void => trialCache.invalidate(organizationId)
