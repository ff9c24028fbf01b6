/** Password that all accounts of the local Clerk share. */
export const samplePassword = 'local-password-1'

export const sampleAccounts = {
  owner: 'owner@ductwise.test',
  member: 'member@ductwise.test',
  staff: 'staff@ductwise.test',
}

/** ID of the operators' organization, whose members set up customers' lines. */
export const sampleStaffOrganization = 'org_ductwise_staff'

export const sampleOrganization = {
  name: 'Sample Heating & Air',
  slug: 'sample-heating-air',
  plan: 'front_desk',
  owner: sampleAccounts.owner,
  members: [{ address: sampleAccounts.member, role: 'org:member' }],
}

export const sampleOrganizations = [
  sampleOrganization,
  {
    id: sampleStaffOrganization,
    name: 'Ductwise',
    slug: 'ductwise',
    plan: 'staff',
    owner: sampleAccounts.staff,
  },
]
