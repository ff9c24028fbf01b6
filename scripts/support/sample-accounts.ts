/** People whom the local Clerk knows from the start, with one password for all of them. */
export const samplePassword = 'local-password-1'

export const sampleAccounts = {
  owner: 'owner@ductwise.test',
  member: 'member@ductwise.test',
  staff: 'staff@ductwise.test',
}

/** The site's own organization, whose people set up the lines of others. */
export const sampleStaffOrganization = 'org_ductwise_staff'

/** Where they belong. */
export const sampleOrganizations = [
  {
    name: 'Sample Heating & Air',
    slug: 'sample-heating-air',
    plan: 'front_desk',
    owner: sampleAccounts.owner,
    members: [{ address: sampleAccounts.member, role: 'org:member' }],
  },
  {
    id: sampleStaffOrganization,
    name: 'Ductwise',
    slug: 'ductwise',
    plan: 'staff',
    owner: sampleAccounts.staff,
  },
]
