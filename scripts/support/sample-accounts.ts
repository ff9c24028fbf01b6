import { SAMPLE_PASSWORD, SAMPLE_USERS } from '../../packages/clerk/seed/accounts.ts'

/** People whom the local Clerk knows from the start, with one password for all of them. */
export const samplePassword = SAMPLE_PASSWORD

export const sampleAccounts = {
  owner: SAMPLE_USERS.owner.address,
  member: SAMPLE_USERS.member.address,
  staff: SAMPLE_USERS.staff.address,
}
