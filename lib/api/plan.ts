import 'server-only'
import { AREAS, featureOf, PLANS } from '../auth/access-table.ts'
import { accountEnv } from '../auth/environment.ts'
import { planFeatures } from '../auth/organizations/plan-features.ts'
import { LastKnown } from '../last-known.ts'
import { log } from '../log/log.ts'
import { currentTrialPlan } from '../trials/current-trial.ts'

/*
 * Whether the plan of an organization includes the API. A key has no session that says so: a plan that is tried is with the
 * database, and one that was agreed on with Clerk, which is asked now and then.
 *
 * While Clerk does not answer, what was known last holds, and where nothing is known yet, keys work: they were made under a
 * plan that included them, and an outage is to stop nobody.
 */

/** What making a key asks for. */
const FEATURE = featureOf(AREAS.keys.permission)

/** Milliseconds that a request waits for the answer. */
const PATIENCE = 1_000

/** Whether the plan that an organization has agreed on includes the API. */
const agreedPlans = new LastKnown(
  'api-plans',
  async (organizationId) => (await planFeatures(organizationId)).includes(FEATURE),
  (err) => log.warn({ err }, 'What a plan includes could not be asked of Clerk'),
)

/** Whether the keys of an organization open anything now: by a plan that it tries, or by one that it has agreed on. */
export async function hasApi(organizationId: string): Promise<boolean> {
  const tried = await currentTrialPlan(organizationId)
  const features: readonly string[] = tried ? PLANS[tried].features : []
  if (features.includes(FEATURE)) return true
  return accountEnv() === undefined || ((await agreedPlans.of(organizationId, PATIENCE)) ?? true)
}
