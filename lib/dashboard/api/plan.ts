import 'server-only'
import { AREAS, getFeature, PLANS } from '../../platform/auth/access-table.ts'
import { getAccountEnv } from '../../platform/auth/environment.ts'
import { getPlanFeatures } from '../../platform/auth/organizations/plan-features.ts'
import { CachedQuery } from '../../platform/cache/cached-query.ts'
import { log } from '../../platform/log/log.ts'
import { getCurrentTrialPlan } from '../trials/current-trial.ts'

/*
 * API requests have no session, so trials are read from the database and paid plans from Clerk. If Clerk is down, the
 * cached result applies. If no result is cached, access is granted, because the plan included the API when the key was
 * created.
 */

const FEATURE = getFeature(AREAS.keys.permission)

const PLAN_TIMEOUT_MS = 1_000

const planCache = new CachedQuery(
  'api-plans',
  async (organizationId) => (await getPlanFeatures(organizationId)).includes(FEATURE),
  { onFailure: (err) => log.warn({ err }, 'clerk: plan lookup failed') },
)

export async function hasApi(organizationId: string): Promise<boolean> {
  const trialPlan = await getCurrentTrialPlan(organizationId)
  const features: readonly string[] = trialPlan ? PLANS[trialPlan].features : []
  if (features.includes(FEATURE)) return true
  return getAccountEnv() === undefined || ((await planCache.get(organizationId, PLAN_TIMEOUT_MS)) ?? true)
}
