import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClerkConfig } from '../config.ts'

/** The password of the example's users. */
export const EXAMPLE_PASSWORD = 'local-password-1'

/** An instance with a role, permissions and plans of its own, and three users in two organizations. */
export const EXAMPLE_CONFIG = {
  applicationName: 'Example',
  mailFrom: 'accounts@example.test',
  pages: { signIn: '/login', signUp: '/register', home: '/dashboard' },
  roles: [
    {
      key: 'org:admin',
      name: 'Admin',
      permissions: [
        'org:leads:read',
        'org:leads:manage',
        'org:appointments:read',
        'org:appointments:manage',
        'org:integrations:read',
        'org:integrations:manage',
        'org:settings:read',
        'org:settings:manage',
      ],
    },
    {
      key: 'org:member',
      name: 'Member',
      permissions: ['org:leads:read', 'org:appointments:read', 'org:appointments:manage', 'org:settings:read'],
    },
    {
      key: 'org:dispatcher',
      name: 'Dispatcher',
      permissions: [
        'org:leads:read',
        'org:leads:manage',
        'org:appointments:read',
        'org:appointments:manage',
        'org:settings:read',
      ],
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

/** The same without any user. */
export const EMPTY_CONFIG: ClerkConfig = { ...EXAMPLE_CONFIG, accounts: undefined }

/** Writes the example for `--config` and returns the file's path. */
export function exampleConfigFile(folder: string): string {
  const file = join(folder, 'config.json')
  writeFileSync(file, JSON.stringify(EXAMPLE_CONFIG))
  return file
}
