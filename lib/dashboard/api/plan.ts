import 'server-only'
import { AREAS, featureOf, PLANS } from '../../platform/auth/access-table.ts'
import { accountEnv } from '../../platform/auth/environment.ts'
import { planFeatures } from '../../platform/auth/organizations/plan-features.ts'
import { CachedQuery } from '../../platform/cache/cached-query.ts'
import { log } from '../../platform/log/log.ts'
import { currentTrialPlan } from '../trials/current-trial.ts'

/*
 * Keys carry no session: trials are read from the database, agreed plans from Clerk. If Clerk is down, the last known
 * answer applies; with none, keys work, because they were created under a plan that included them.
 */

const FEATURE = featureOf(AREAS.keys.permission)

const PATIENCE_MS = 1_000

const agreedPlans = new CachedQuery(
  'api-plans',
  async (organizationId) => (await planFeatures(organizationId)).includes(FEATURE),
  { onFailure: (err) => log.warn({ err }, 'What a plan includes could not be asked of Clerk') },
)

export async function hasApi(organizationId: string): Promise<boolean> {
  const tried = await currentTrialPlan(organizationId)
  const features: readonly string[] = tried ? PLANS[tried].features : []
  if (features.includes(FEATURE)) return true
  return accountEnv() === undefined || ((await agreedPlans.of(organizationId, PATIENCE_MS)) ?? true)
}
