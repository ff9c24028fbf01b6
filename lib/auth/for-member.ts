import 'server-only'
import { type OrganizationTransaction, withOrganization } from '../db/organization.ts'
import { env } from '../env.ts'
import type { Member } from './session-claims.ts'

/** Does in one transaction what a member asks of the organization's data; the log has it as done by that person. */
export const forMember = <Result>(
  { organization, userId }: Member,
  work: (tx: OrganizationTransaction, actor: { kind: 'person'; id: string }) => Promise<Result>,
): Promise<Result> =>
  withOrganization(env().databaseUrl, organization.id, (tx) => work(tx, { kind: 'person', id: userId }))
