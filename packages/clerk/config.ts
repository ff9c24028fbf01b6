import { ConfigurationError } from '../local-server/index.ts'
import { z } from 'zod'

/** Clerk's own permissions, which every instance has. */
export const SYSTEM_PERMISSIONS = [
  'org:sys_profile:manage',
  'org:sys_profile:delete',
  'org:sys_memberships:read',
  'org:sys_memberships:manage',
  'org:sys_domains:read',
  'org:sys_domains:manage',
  'org:sys_billing:read',
  'org:sys_billing:manage',
] as const

const roleKey = z.string().regex(/^org:[a-z0-9_]+$/, 'must be org:<name>')
const planKey = z.string().regex(/^[a-z0-9_]+$/, 'must be letters, digits and _')
const path = z.string().startsWith('/')

const roleSchema = z.strictObject({
  key: roleKey,
  name: z.string().min(1),
  description: z.string().default(''),
  /** The instance's own permissions, `org:<feature>:<action>`. */
  permissions: z.array(z.string().regex(/^org:[a-z0-9_]+:[a-z0-9_]+$/, 'must be org:<feature>:<action>')).default([]),
  /** Default: all of Clerk's for the creator's role, reading members for the others. */
  systemPermissions: z.array(z.enum(SYSTEM_PERMISSIONS)).optional(),
})

/** By key; the first is that of new organizations or users. */
const plansSchema = z
  .record(planKey, z.strictObject({ name: z.string().min(1), features: z.array(z.string()).default([]) }))
  .refine((plans) => Object.keys(plans).length > 0, 'must have at least one plan')

const accountsSchema = z.strictObject({
  /** Of all these users. */
  password: z.string().min(8).max(72),
  users: z.array(
    z.strictObject({
      address: z.email().toLowerCase(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
    }),
  ),
  organizations: z
    .array(
      z.strictObject({
        /** For who has to know it before; without one it is made up, as for every other organization. */
        id: z
          .string()
          .regex(/^org_\w{1,64}$/, 'must be org_<letters, digits and _>')
          .optional(),
        name: z.string().min(1),
        slug: z.string().regex(/^[a-z0-9_-]+$/),
        plan: planKey.optional(),
        /** Address of the user who creates it. */
        owner: z.string(),
        members: z.array(z.strictObject({ address: z.string(), role: roleKey })).default([]),
      }),
    )
    .default([]),
})

const configSchema = z
  .strictObject({
    applicationName: z.string().min(1).default('Local application'),
    /** Sender of the mails. */
    mailFrom: z.email().default('accounts@example.test'),
    /** The site's pages that links in mails lead to. */
    pages: z
      .strictObject({ signIn: path.default('/sign-in'), signUp: path.default('/sign-up'), home: path.default('/') })
      .prefault({}),
    roles: z.array(roleSchema).default([
      { key: 'org:admin', name: 'Admin', description: '', permissions: [] },
      { key: 'org:member', name: 'Member', description: '', permissions: [] },
    ]),
    /** Role of whoever creates an organization. */
    creatorRole: roleKey.default('org:admin'),
    organizationPlans: plansSchema.default({ free_org: { name: 'Free', features: [] } }),
    userPlans: plansSchema.default({ free_user: { name: 'Free', features: [] } }),
    /** Created once, in a new data folder. */
    accounts: accountsSchema.optional(),
  })
  .superRefine(({ roles, creatorRole, organizationPlans, accounts }, { addIssue }) => {
    const require = (known: readonly string[], key: string, place: PropertyKey[]) => {
      if (!known.includes(key)) addIssue({ code: 'custom', path: place, message: `there is no ${key}` })
    }
    const roleKeys = roles.map(({ key }) => key)
    const addresses = accounts?.users.map(({ address }) => address) ?? []
    const ids = (accounts?.organizations ?? []).flatMap(({ id }) => id ?? [])
    if (new Set(ids).size < ids.length) {
      addIssue({ code: 'custom', path: ['accounts', 'organizations'], message: 'two have the same id' })
    }
    require(roleKeys, creatorRole, ['creatorRole'])
    for (const [index, { plan, owner, members }] of (accounts?.organizations ?? []).entries()) {
      const place = ['accounts', 'organizations', index]
      if (plan !== undefined) require(Object.keys(organizationPlans), plan, [...place, 'plan'])
      require(addresses, owner, [...place, 'owner'])
      for (const { address, role } of members) {
        require(addresses, address, [...place, 'members'])
        require(roleKeys, role, [...place, 'members'])
      }
    }
  })

/** What Clerk's dashboard holds for an instance, as the file of `--config` gives it; everything has a default. */
export type ClerkConfig = z.input<typeof configSchema>

/** The same, complete. */
export type CompleteConfig = z.output<typeof configSchema>

/** Completes a configuration. Throws a ConfigurationError that lists each wrong field. */
export function readConfig(value: unknown): CompleteConfig {
  const { success, data, error } = configSchema.safeParse(value)
  if (success) return data
  throw new ConfigurationError(`The configuration is not valid:\n${z.prettifyError(error)}`)
}
