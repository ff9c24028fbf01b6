import 'server-only'
import type { OfferedPlan } from '../auth/access-table.ts'
import { withOrganization } from '../db/organization.ts'
import { env } from '../env.ts'
import { LastKnown } from '../last-known.ts'
import { log } from '../log/log.ts'
import { findTrial } from './store.ts'
import { isTrialRunning } from './trial.ts'

/** A request of an organization without a paid plan waits this long for the database. */
const TIMEOUT_MS = 1_000

const trials = new LastKnown(
  'trials',
  (organizationId) => withOrganization(env().databaseUrl, organizationId, findTrial),
  (err) => log.warn({ err }, 'Which plan is tried could not be read'),
)

/**
 * The plan of an organization's running trial; undefined without one. While the database does not answer, the last known
 * trial holds; if this process has known none, features of a plan are closed and everything else stays open.
 */
export async function currentTrialPlan(organizationId: string): Promise<OfferedPlan | undefined> {
  const trial = await trials.of(organizationId, TIMEOUT_MS)
  return trial && isTrialRunning(trial, new Date()) ? trial.plan : undefined
}

/** Makes this process query the trial again after a change. */
export const forgetTrial = (organizationId: string): void => trials.forget(organizationId)
