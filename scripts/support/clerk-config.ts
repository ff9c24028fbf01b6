import type { ClerkConfig } from '@ductwise/clerk'
import { PLANS, ROLES } from '../../lib/platform/auth/access-table.ts'
import { sampleAccounts, sampleOrganizations, samplePassword } from './sample-accounts.ts'

/** Settings of the local Clerk, equal to the product's settings in Clerk's dashboard. */
export const clerkConfig: ClerkConfig = {
  applicationName: 'Ductwise',
  mailFrom: 'accounts@ductwise.test',
  pages: { signIn: '/login', signUp: '/register', home: '/dashboard' },
  roles: Object.entries(ROLES).map(([key, { label, summary, permissions }]) => ({
    key,
    name: label,
    description: summary,
    permissions: [...permissions],
  })),
  organizationPlans: Object.fromEntries(
    Object.entries(PLANS).map(([key, { label, features }]) => [key, { name: label, features: [...features] }]),
  ),
  accounts: {
    password: samplePassword,
    users: [
      { address: sampleAccounts.owner, firstName: 'Sam', lastName: 'Owner' },
      { address: sampleAccounts.member, firstName: 'Robin', lastName: 'Member' },
      { address: sampleAccounts.staff, firstName: 'Kim', lastName: 'Staff' },
    ],
    organizations: sampleOrganizations,
  },
}
