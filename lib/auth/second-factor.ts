import 'server-only'
import { withOrganization } from '../db/organization.ts'
import { env } from '../env.ts'
import { LastKnown } from '../last-known.ts'
import { log } from '../log/log.ts'
import { getSettings } from '../settings/store.ts'
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

/** Milliseconds that a page waits for the answer: it reads what it shows after that. */
const PATIENCE = 1_000

/** Whether an organization asks for a second factor. */
const policies = new LastKnown(
  'second-factor-policies',
  async (organizationId) =>
    (await withOrganization(env().databaseUrl, organizationId, getSettings)).secondFactorRequired,
  (err) => log.warn({ err }, 'Whether a second factor is asked for could not be read'),
)

/** Has this process ask the database again: for who changes it. */
export const forgetSecondFactorPolicy = (organizationId: string): void => policies.forget(organizationId)

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
  return policies.of(member.organization.id, patience)
}
