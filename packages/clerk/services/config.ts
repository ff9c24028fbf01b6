import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ConfigurationError } from '../../local-server/index.ts'

const SYSTEM_PERMISSIONS = [
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
  permissions: z.array(z.string().regex(/^org:[a-z0-9_]+:[a-z0-9_]+$/, 'must be org:<feature>:<action>')).default([]),
  /** Defaults to all permissions for the creator's role, and to reading members for other roles. */
  systemPermissions: z.array(z.enum(SYSTEM_PERMISSIONS)).optional(),
})

/** Plans by key. The first plan is the default. */
const plansSchema = z
  .record(planKey, z.strictObject({ name: z.string().min(1), features: z.array(z.string()).default([]) }))
  .refine((plans) => Object.keys(plans).length > 0, 'must have at least one plan')

const accountsSchema = z.strictObject({
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
        /** Fixed id, for clients that need to configure it in advance. The default is a random id. */
        id: z
          .string()
          .regex(/^org_\w{1,64}$/, 'must be org_<letters, digits and _>')
          .optional(),
        name: z.string().min(1),
        slug: z.string().regex(/^[a-z0-9_-]+$/),
        plan: planKey.optional(),
        owner: z.string(),
        members: z.array(z.strictObject({ address: z.string(), role: roleKey })).default([]),
      }),
    )
    .default([]),
})

const configSchema = z
  .strictObject({
    applicationName: z.string().min(1).default('Local application'),
    mailFrom: z.email().default('accounts@example.test'),
    pages: z
      .strictObject({ signIn: path.default('/sign-in'), signUp: path.default('/sign-up'), home: path.default('/') })
      .prefault({}),
    roles: z.array(roleSchema).default([
      { key: 'org:admin', name: 'Admin', description: '', permissions: [] },
      { key: 'org:member', name: 'Member', description: '', permissions: [] },
    ]),
    creatorRole: roleKey.default('org:admin'),
    organizationPlans: plansSchema.default({ free_org: { name: 'Free', features: [] } }),
    userPlans: plansSchema.default({ free_user: { name: 'Free', features: [] } }),
    accounts: accountsSchema.optional(),
  })
  .superRefine(({ roles, creatorRole, organizationPlans, accounts }, { addIssue }) => {
    const requireKnownKey = (knownKeys: readonly string[], key: string, path: PropertyKey[]) => {
      if (!knownKeys.includes(key)) addIssue({ code: 'custom', path, message: `${key} does not exist` })
    }
    const roleKeys = roles.map(({ key }) => key)
    const addresses = accounts?.users.map(({ address }) => address) ?? []
    const ids = (accounts?.organizations ?? []).flatMap(({ id }) => id ?? [])
    if (new Set(ids).size < ids.length) {
      addIssue({ code: 'custom', path: ['accounts', 'organizations'], message: 'duplicate id' })
    }
    requireKnownKey(roleKeys, creatorRole, ['creatorRole'])
    for (const [index, { plan, owner, members }] of (accounts?.organizations ?? []).entries()) {
      const path = ['accounts', 'organizations', index]
      if (plan !== undefined) requireKnownKey(Object.keys(organizationPlans), plan, [...path, 'plan'])
      requireKnownKey(addresses, owner, [...path, 'owner'])
      for (const { address, role } of members) {
        requireKnownKey(addresses, address, [...path, 'members'])
        requireKnownKey(roleKeys, role, [...path, 'members'])
      }
    }
  })

/** Settings of Clerk's dashboard, read from the `--config` file. All settings have defaults. */
export type ClerkConfig = z.input<typeof configSchema>

export type CompleteConfig = z.output<typeof configSchema>

export function readConfig(value: unknown): CompleteConfig {
  const { success, data, error } = configSchema.safeParse(value)
  if (success) return data
  throw new ConfigurationError(`Invalid configuration:\n${z.prettifyError(error)}`)
}

export type Role = { key: string; name: string; description: string; permissions: readonly string[] }

type Plan = { name: string; features: readonly string[] }

export type Instance = ReturnType<typeof createInstance>

/** Default system permissions for roles other than the creator's role. */
const MEMBER_PERMISSIONS = ['org:sys_memberships:read']

const isSystemPermission = (permission: string): boolean => permission.startsWith('org:sys_')

/** Creates the instance. Unconfigured roles and plans have no permissions or features. */
export function createInstance({ roles: configuredRoles, organizationPlans, userPlans, ...config }: CompleteConfig) {
  const roles = configuredRoles.map(({ key, name, description, permissions, systemPermissions }): Role => {
    const system = key === config.creatorRole ? SYSTEM_PERMISSIONS : MEMBER_PERMISSIONS
    return { key, name, description, permissions: [...(systemPermissions ?? system), ...permissions] }
  })
  const findRole = (key: string): Role | undefined => roles.find((role) => role.key === key)
  const getPermissions = (role: string): readonly string[] => findRole(role)?.permissions ?? []
  const getOrganizationFeatures = (plan: string): readonly string[] => organizationPlans[plan]?.features ?? []

  return {
    ...config,
    roles,
    organizationPlans: organizationPlans as Record<string, Plan>,
    defaultOrganizationPlan: Object.keys(organizationPlans)[0]!,
    defaultUserPlan: Object.keys(userPlans)[0]!,
    roleOf: findRole,
    permissionsOf: getPermissions,
    organizationFeatures: getOrganizationFeatures,
    userFeatures: (plan: string): readonly string[] => userPlans[plan]?.features ?? [],
    /**
     * Returns the permissions on a plan. As with Clerk Billing, a permission requires the plan's feature. System
     * permissions do not.
     */
    effectivePermissions(role: string, plan: string): string[] {
      const features = getOrganizationFeatures(plan)
      return getPermissions(role).filter((key) => isSystemPermission(key) || features.includes(key.split(':')[1]!))
    },
  }
}

/** Returns the permissions for session tokens, which contain no system permissions. */
export const filterCustomPermissions = (permissions: readonly string[]): string[] =>
  permissions.filter((key) => !isSystemPermission(key))

export type Settings = {
  /** Only origin allowed by the Frontend API, and `azp` of tokens. Example: `http://localhost:3000`. */
  siteOrigin: string
  /** Public URL of the Frontend API, which is the proxy path of the site. */
  publicUrl: string
  secure: boolean
  publishableKey: string
  secretKey: string
  instanceType: 'production' | 'development'
  /** `iss` of tokens: the host encoded in the publishable key. */
  issuer: string
  /** Suffix that lets several instances share a host. */
  cookieSuffix: string
  tokenSeconds: number
  smtpUrl: string | undefined
}

export type SettingsInput = {
  siteUrl: string
  publishableKey: string
  secretKey: string
  /** Token lifetime in seconds. Defaults to 60. */
  tokenSeconds?: number
  /** SMTP server that receives the emails. Without it, they are only listed. */
  smtpUrl?: string | undefined
  /** Path of the site's proxy to the Frontend API. Defaults to `/__clerk`. */
  proxyPath?: string
}

export function readSettings(input: SettingsInput): Settings {
  const { siteUrl, publishableKey, secretKey, tokenSeconds = 60, smtpUrl, proxyPath = '/__clerk' } = input
  const site = URL.parse(siteUrl)
  if (!site || !/^https?:$/.test(site.protocol)) throw new ConfigurationError("The site's URL must be http or https.")
  if (!/^(\/[\w-]+)+$/.test(proxyPath)) throw new ConfigurationError('The proxy path must be a path such as /__clerk.')
  if (!publishableKey) throw new ConfigurationError('The publishable key is missing.')
  const [, kind, encoded] = /^pk_(live|test)_([\w+/=-]+)$/.exec(publishableKey) ?? []
  const host = Buffer.from(encoded ?? '', 'base64').toString()
  if (!/^[\w-]+(\.[\w-]+)+\$$/.test(host)) {
    throw new ConfigurationError(
      'The publishable key must be pk_live_ or pk_test_, followed by the base64 of a host and "$".',
    )
  }
  if (smtpUrl !== undefined && !/^smtps?:$/.test(URL.parse(smtpUrl)?.protocol ?? '')) {
    throw new ConfigurationError('The SMTP URL must be smtp:// or smtps://, such as smtp://127.0.0.1:3825.')
  }
  if (!secretKey) throw new ConfigurationError('The secret key is missing.')
  return {
    siteOrigin: site.origin,
    publicUrl: `${site.origin}${proxyPath}`,
    secure: site.protocol === 'https:',
    publishableKey,
    secretKey,
    instanceType: kind === 'live' ? 'production' : 'development',
    issuer: `https://${host.slice(0, -1)}`,
    cookieSuffix: createHash('sha1').update(publishableKey).digest('base64url').slice(0, 8),
    tokenSeconds,
    smtpUrl,
  }
}
