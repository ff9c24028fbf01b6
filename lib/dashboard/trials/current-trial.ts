import 'server-only'
import type { OfferedPlan } from '../../platform/auth/access-table.ts'
import { withOrganization } from '../../platform/db/organization.ts'
import { env } from '../../platform/env/env.ts'
import { CachedQuery } from '../../platform/cache/cached-query.ts'
import { log } from '../../platform/log/log.ts'
import { findTrial } from './repository.ts'
import { isTrialRunning } from './trial.ts'

/** Requests of organizations without a paid plan wait this long for the database. */
const TIMEOUT_MS = 1_000

const trials = new CachedQuery(
  'trials',
  (organizationId) => withOrganization(env().databaseUrl, organizationId, findTrial),
  { onFailure: (err) => log.warn({ err }, 'Which plan is tried could not be read') },
)

/** If the database is unavailable, the last known trial applies; with none known, plan features are off. */
export async function currentTrialPlan(organizationId: string): Promise<OfferedPlan | undefined> {
  const trial = await trials.of(organizationId, TIMEOUT_MS)
  return trial && isTrialRunning(trial, new Date()) ? trial.plan : undefined
}

/** Invalidates the cached trial in this process, after a change. */
export const forgetTrial = (organizationId: string): void => trials.forget(organizationId)
