import type { OrganizationPlan } from '../instance.ts'

/** Of all sample accounts. */
export const SAMPLE_PASSWORD = 'local-password-1'

type SampleUser = { address: string; firstName: string; lastName: string }

export const SAMPLE_USERS = {
  owner: { address: 'owner@ductwise.test', firstName: 'Sam', lastName: 'Owner' },
  member: { address: 'member@ductwise.test', firstName: 'Robin', lastName: 'Member' },
  staff: { address: 'staff@ductwise.test', firstName: 'Kim', lastName: 'Staff' },
} satisfies Record<string, SampleUser>

type SampleOrganization = {
  name: string
  slug: string
  plan: OrganizationPlan
  /** Its first admin. */
  owner: keyof typeof SAMPLE_USERS
  members: { user: keyof typeof SAMPLE_USERS; role: string }[]
}

export const SAMPLE_ORGANIZATIONS: SampleOrganization[] = [
  {
    name: 'Sample Heating & Air',
    slug: 'sample-heating-air',
    plan: 'front_desk',
    owner: 'owner',
    members: [{ user: 'member', role: 'org:member' }],
  },
  { name: 'Ductwise', slug: 'ductwise', plan: 'several_crews', owner: 'staff', members: [] },
]
