import 'server-only'
import { LRUCache } from 'lru-cache'
import { AREAS, featureOf, PLANS } from '../auth/access-table.ts'
import { accountEnv } from '../auth/environment.ts'
import { planFeatures } from '../auth/organizations/plan-features.ts'
import { withDeadline } from '../deadline.ts'
import { log } from '../log/log.ts'
import { sharedState } from '../shared-state.ts'
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

/** Milliseconds for which an answer holds, and in which a change has reached every process. */
const FRESH = 30_000

/** Milliseconds after which a failed question is asked again. */
const ASK_AGAIN = 5_000

/** Milliseconds that a request waits for the answer. */
const PATIENCE = 1_000

/** `isIncluded` is undefined where Clerk has not answered yet. */
type Known = { isIncluded: boolean | undefined; until: number; asking?: Promise<void> | undefined }

const known = sharedState('api-plans', () => new LRUCache<string, Known>({ max: 10_000 }))

async function ask(organizationId: string, before: Known | undefined): Promise<void> {
  try {
    const features = await planFeatures(organizationId)
    known.set(organizationId, { isIncluded: features.includes(FEATURE), until: Date.now() + FRESH })
  } catch (error) {
    log.warn({ err: error }, 'What a plan includes could not be asked of Clerk')
    known.set(organizationId, { isIncluded: before?.isIncluded, until: Date.now() + ASK_AGAIN })
  }
}

async function isInAgreedPlan(organizationId: string): Promise<boolean> {
  const entry = known.get(organizationId)
  if (entry && entry.until > Date.now()) return entry.isIncluded ?? true
  const asking = entry?.asking ?? ask(organizationId, entry)
  known.set(organizationId, { isIncluded: entry?.isIncluded, until: 0, asking })
  await withDeadline(asking, PATIENCE, () => undefined)
  return known.get(organizationId)?.isIncluded ?? true
}

/** Whether the keys of an organization open anything now: by a plan that it tries, or by one that it has agreed on. */
export async function hasApi(organizationId: string): Promise<boolean> {
  const tried = await currentTrialPlan(organizationId)
  const features: readonly string[] = tried ? PLANS[tried].features : []
  if (features.includes(FEATURE)) return true
  return accountEnv() === undefined || isInAgreedPlan(organizationId)
}
