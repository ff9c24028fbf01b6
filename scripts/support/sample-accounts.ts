/** People whom the local Clerk knows from the start, with one password for all of them (local/clerk/seed makes them). */
export const samplePassword = 'local-password-1'

export const sampleAccounts = {
  owner: 'owner@ductwise.test',
  member: 'member@ductwise.test',
  staff: 'staff@ductwise.test',
}
