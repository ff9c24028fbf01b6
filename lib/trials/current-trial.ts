import 'server-only'
import { LRUCache } from 'lru-cache'
import type { OfferedPlan } from '../auth/access-table.ts'
import { withDeadline } from '../deadline.ts'
import { withOrganization } from '../db/organization.ts'
import { env } from '../env.ts'
import { log } from '../log/log.ts'
import { sharedState } from '../shared-state.ts'
import { findTrial } from './store.ts'
import { isTrialRunning, type TrialRecord } from './trial.ts'

/*
 * Which plan an organization tries now. It is asked for with each request of one that has agreed on none, so the answer is
 * kept for a short time. While the database does not answer, nobody has a trial: what a plan includes is then closed, and
 * what everybody has stays open.
 */

/** Milliseconds for which an answer holds, and in which a change has reached every process. */
const FRESH = 30_000

/** Milliseconds after which a failed question is asked again. */
const ASK_AGAIN = 5_000

/** Milliseconds that a request waits for the answer. */
const PATIENCE = 1_000

type Known = { trial: TrialRecord | null; until: number; asking?: Promise<void> }

const known = sharedState('trials', () => new LRUCache<string, Known>({ max: 10_000 }))

/** Fills its entry when the answer has come, which one that was forgotten meanwhile no longer counts. */
async function fill(entry: Known, organizationId: string): Promise<void> {
  try {
    entry.trial = await withOrganization(env().databaseUrl, organizationId, findTrial)
    entry.until = Date.now() + FRESH
  } catch (error) {
    log.warn({ err: error }, 'Which plan is tried could not be read')
    entry.until = Date.now() + ASK_AGAIN
  }
  delete entry.asking
}

function ask(organizationId: string): Known {
  const entry: Known = { trial: null, until: 0 }
  entry.asking = fill(entry, organizationId)
  known.set(organizationId, entry)
  return entry
}

/** The plan that an organization tries now; undefined when it tries none, and while that is not known. */
export async function currentTrialPlan(organizationId: string): Promise<OfferedPlan | undefined> {
  const before = known.get(organizationId)
  const entry = before && (before.asking || before.until > Date.now()) ? before : ask(organizationId)
  if (entry.asking) await withDeadline(entry.asking, PATIENCE, () => undefined)
  return entry.trial && isTrialRunning(entry.trial, new Date()) ? entry.trial.plan : undefined
}

/** Has this process ask the database again: for who changes it. */
export const forgetTrial = (organizationId: string): void => void known.delete(organizationId)
