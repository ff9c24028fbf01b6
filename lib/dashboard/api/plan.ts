import 'server-only'
import { AREAS, featureOf, PLANS } from '../../platform/auth/access-table.ts'
import { accountEnv } from '../../platform/auth/environment.ts'
import { planFeatures } from '../../platform/auth/organizations/plan-features.ts'
import { CachedQuery } from '../../platform/cache/cached-query.ts'
import { log } from '../../platform/log/log.ts'
import { currentTrialPlan } from '../trials/current-trial.ts'

/*
 * API requests have no session, so trials are read from the database and paid plans from Clerk. If Clerk is down, the
 * cached result applies. Without one, access is granted, because the plan included the API when the key was created.
 */

const FEATURE = featureOf(AREAS.keys.permission)

const PATIENCE_MS = 1_000

const agreedPlans = new CachedQuery(
  'api-plans',
  async (organizationId) => (await planFeatures(organizationId)).includes(FEATURE),
  { onFailure: (err) => log.warn({ err }, 'clerk: plan lookup failed') },
)

export async function hasApi(organizationId: string): Promise<boolean> {
  const tried = await currentTrialPlan(organizationId)
  const features: readonly string[] = tried ? PLANS[tried].features : []
  if (features.includes(FEATURE)) return true
  return accountEnv() === undefined || ((await agreedPlans.of(organizationId, PATIENCE_MS)) ?? true)
}
