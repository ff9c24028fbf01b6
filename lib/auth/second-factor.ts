import 'server-only'
import { LRUCache } from 'lru-cache'
import { withDeadline } from '../deadline.ts'
import { withOrganization } from '../db/organization.ts'
import { env } from '../env.ts'
import { log } from '../log/log.ts'
import { getSettings } from '../settings/store.ts'
import { sharedState } from '../shared-state.ts'
import type { Feature } from './access-table.ts'
import type { Member } from './session-claims.ts'

/*
 * Whether an organization asks everybody for a second factor. Only somebody who has none is looked at, in an organization
 * whose plan can ask for it.
 *
 * While the database does not answer, what was known last holds, so that nobody is let in by an outage who was not
 * before. Where nothing is known yet, pages are shown, which have nothing to show then, and operations are refused like all
 * others without the database: nobody is locked out by an outage whose organization asks for nothing.
 */

/** Milliseconds for which an answer holds, and in which a change has reached every process. */
const FRESH = 30_000

/** Milliseconds after which a failed question is asked again. */
const ASK_AGAIN = 5_000

/** Milliseconds that a page waits for the answer: it reads what it shows after that. */
const PATIENCE = 1_000

/** `isRequired` is undefined where the database has not answered yet. */
type Known = { isRequired: boolean | undefined; until: number; asking?: Promise<void> | undefined }

const known = sharedState('second-factor-policies', () => new LRUCache<string, Known>({ max: 10_000 }))

async function ask(organizationId: string, before: Known | undefined): Promise<void> {
  try {
    const { secondFactorRequired } = await withOrganization(env().databaseUrl, organizationId, getSettings)
    known.set(organizationId, { isRequired: secondFactorRequired, until: Date.now() + FRESH })
  } catch (error) {
    log.warn({ err: error }, 'Whether a second factor is asked for could not be read')
    known.set(organizationId, { isRequired: before?.isRequired, until: Date.now() + ASK_AGAIN })
  }
}

/** Whether an organization asks for a second factor; undefined when that is not known. */
async function isRequiredBy(organizationId: string, patience: number): Promise<boolean | undefined> {
  const entry = known.get(organizationId)
  if (entry && entry.until > Date.now()) return entry.isRequired
  const asking = entry?.asking ?? ask(organizationId, entry)
  known.set(organizationId, { isRequired: entry?.isRequired, until: 0, asking })
  await withDeadline(asking, patience, () => undefined)
  return known.get(organizationId)?.isRequired
}

/** Has this process ask the database again: for who changes it. */
export const forgetSecondFactorPolicy = (organizationId: string): void => void known.delete(organizationId)

/** Whether somebody has given a second factor in this session. */
export const hasSecondFactor = ({ factorAges }: Pick<Member, 'factorAges'>): boolean =>
  factorAges !== null && factorAges[1] !== -1

const FEATURE: Feature = 'second_factor_policy'

/**
 * Whether somebody has to add a second factor before anything else, because their organization asks everybody for one.
 * @param patience milliseconds to wait for the database
 * @returns undefined when that is not known, because the database has not answered since the process began
 */
export async function lacksSecondFactor(member: Member, patience = PATIENCE): Promise<boolean | undefined> {
  if (hasSecondFactor(member) || !member.features.includes(FEATURE)) return false
  return isRequiredBy(member.organization.id, patience)
}
