import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClerkConfig } from '../services/config.ts'

export const EXAMPLE_PASSWORD = 'local-password-1'

const buildPermissions = (feature: string) => [`org:${feature}:read`, `org:${feature}:manage`]

export const EXAMPLE_CONFIG = {
  applicationName: 'Example',
  mailFrom: 'accounts@example.test',
  pages: { signIn: '/login', signUp: '/register', home: '/dashboard' },
  roles: [
    {
      key: 'org:admin',
      name: 'Admin',
      permissions: ['leads', 'appointments', 'integrations', 'settings'].flatMap(buildPermissions),
    },
    {
      key: 'org:member',
      name: 'Member',
      permissions: ['org:leads:read', ...buildPermissions('appointments'), 'org:settings:read'],
    },
    {
      key: 'org:dispatcher',
      name: 'Dispatcher',
      permissions: [...buildPermissions('leads'), ...buildPermissions('appointments'), 'org:settings:read'],
    },
  ],
  organizationPlans: {
    free_org: { name: 'No plan yet', features: ['leads', 'appointments', 'settings'] },
    front_desk: { name: 'Front desk', features: ['leads', 'appointments', 'settings', 'integrations'] },
    several_crews: {
      name: 'Several crews',
      features: ['leads', 'appointments', 'settings', 'integrations', 'second_factor_policy'],
    },
  },
  accounts: {
    password: EXAMPLE_PASSWORD,
    users: [
      { address: 'owner@example.test', firstName: 'Sam', lastName: 'Owner' },
      { address: 'member@example.test', firstName: 'Robin', lastName: 'Member' },
      { address: 'staff@example.test', firstName: 'Kim', lastName: 'Staff' },
    ],
    organizations: [
      {
        name: 'Sample Heating & Air',
        slug: 'sample-heating-air',
        plan: 'front_desk',
        owner: 'owner@example.test',
        members: [{ address: 'member@example.test', role: 'org:member' }],
      },
      { name: 'Example', slug: 'example', plan: 'several_crews', owner: 'staff@example.test' },
    ],
  },
} satisfies ClerkConfig

export const EMPTY_CONFIG: ClerkConfig = { ...EXAMPLE_CONFIG, accounts: undefined }

export function writeExampleConfig(folder: string): string {
  const file = join(folder, 'config.json')
  writeFileSync(file, JSON.stringify(EXAMPLE_CONFIG))
  return file
}
