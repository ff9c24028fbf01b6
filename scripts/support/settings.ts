import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Env, isLoopback, findDefaultSecrets, parseEnv, variableNames } from '../../lib/platform/env/env.ts'
import { INTEGRATION_VARIABLES } from '../../lib/dashboard/integrations/environment.ts'
import { buildLocalSystemVariables, getSystemsUrl } from './local-systems.ts'
import { UserError } from './progress.ts'
import { sampleStaffOrganization } from './sample-accounts.ts'

type Port =
  | 'sitePort'
  | 'lakePort'
  | 'studioPort'
  | 'postgresPort'
  | 'clerkPort'
  | 'voicePort'
  | 'systemsPort'
  | 'mailPort'
  | 'smtpPort'

type Locations = Record<Port, number> & {
  dataDir: string
}

export type Settings = Locations & {
  /** Whether hosted Sanity is used instead of the local Content Lake. */
  hosted: boolean
  /** Whether DATABASE_URL is set, so that no local Postgres starts. */
  hostedDatabase: boolean
  /** Whether the local Clerk starts: no hosted keys are set, and the site is only reachable locally. */
  localClerk: boolean
  /** Whether the local voice vendor starts: the sample company exists, and no hosted vendor is configured. */
  localVoice: boolean
  /** Whether the local systems start: at least one system has no variables set. */
  localSystems: boolean
  /** Whether the local inbox starts: no mail server is configured, and the site is only reachable locally. */
  localMail: boolean
  /** Whether any key or password is a well-known default from the source. */
  sampleKeys: boolean
  /** Host to listen on. Undefined listens on every interface. */
  host: string | undefined
  site: Record<string, string>
  studio: Record<string, string>
  env: Env
}

export const root = resolve(import.meta.dirname, '../..')

/** Well-known Sanity values, which lib/platform/env/env.ts rejects on a public address. */
const buildLocalEnvironment = (lakePort: number) => ({
  SANITY_PROJECT_ID: 'local',
  SANITY_DATASET: 'production',
  SANITY_API_READ_TOKEN: 'local-viewer-token-0000000000000000000000',
  SANITY_WEBHOOK_SECRET: 'local-webhook-secret-000000000000000000',
  SANITY_API_HOST: `http://localhost:${lakePort}`,
})

const localContact = {
  CONTACT_SECRET: 'local-contact-secret-000000000000000000',
  CONTACT_TO: 'office@ductwise.test',
}

/** Address of the local inbox, whose password lib/platform/env/env.ts rejects on a public address. */
const buildLocalSmtpUrl = (smtpPort: number) => `smtp://local:local-password@127.0.0.1:${smtpPort}`

export const getInboxUrl = ({ mailPort }: Pick<Settings, 'mailPort'>): string => `http://localhost:${mailPort}`

export const getVoiceUrl = ({ voicePort }: Pick<Settings, 'voicePort'>): string => `http://127.0.0.1:${voicePort}`

/** Well-known secrets for `npm run simulate` and the local voice vendor. */
const localVoiceSecrets = {
  VOICE_WEBHOOK_SECRET: 'local-voice-secret-00000000000000000000',
  VOICE_START_SECRET: 'local-voice-start-secret-00000000000000',
}

const VOICE_VARIABLES = ['VOICE_API_URL', 'VOICE_API_KEY']

/** Well-known VAPID keys for push messages. The public key is derived from the private key. */
const localPush = {
  PUSH_VAPID_PUBLIC_KEY: 'BMV66S8Qo2Zi088GfGI4Q8y6DS5VxnX-oRO0FOq5AoKxPjivdUw9Nl9XLFlqQ6z3msUcJzpunT_ftCBGYN2LDIA',
  PUSH_VAPID_PRIVATE_KEY: 'local-push-key-0000000000000000000000000000',
  PUSH_VAPID_SUBJECT: 'mailto:office@ductwise.test',
}

/** Well-known key for integration tokens, which lib/dashboard/integrations rejects on a public address. */
const LOCAL_INTEGRATION_KEYS = `local-1:${btoa('local-integration-key-0000000000')}`

export const getClerkUrl = ({ clerkPort }: Pick<Settings, 'clerkPort'>): string => `http://127.0.0.1:${clerkPort}`

/** Well-known Clerk values, which lib/platform/auth rejects on a public address. */
const buildLocalClerkEnvironment = (clerkPort: number) => ({
  NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: `pk_live_${btoa('clerk.stand-in.localhost$')}`,
  CLERK_SECRET_KEY: 'sk_test_local_only',
  CLERK_WEBHOOK_SIGNING_SECRET: `whsec_${btoa('local-webhook-secret-0000')}`,
  // Uses a path, because Clerk rewrites http URLs to https.
  NEXT_PUBLIC_CLERK_PROXY_URL: '/__clerk',
  NEXT_PUBLIC_CLERK_TELEMETRY_DISABLED: '1',
  CLERK_FAPI_URL: `${getClerkUrl({ clerkPort })}/fapi`,
  CLERK_API_URL: `${getClerkUrl({ clerkPort })}/bapi`,
})

const CLERK_KEYS = ['NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY', 'CLERK_SECRET_KEY']

export const CLERK_VARIABLES = [
  ...CLERK_KEYS,
  'CLERK_JWT_KEY',
  'CLERK_WEBHOOK_SIGNING_SECRET',
  'NEXT_PUBLIC_CLERK_PROXY_URL',
  'CLERK_FAPI_URL',
  'CLERK_API_URL',
]

const isSanityVariable = (name: string) => name.startsWith('SANITY_')

const ALWAYS_SET = new Set(['NODE_ENV', 'SITE_URL', 'DATABASE_URL'])

export const localAdminToken = 'local-admin-token-00000000000000000000000'

function readPort(name: string, fallback: number): number {
  const value = Number(process.env[name] || fallback)
  if (!Number.isInteger(value) || value < 1 || value > 65_535)
    throw new UserError(`${name} must be a port number from 1 to 65535.`)
  return value
}

/** Reads .env.local and .env. Existing variables of the process take precedence. */
export function readEnvironmentFiles(): void {
  for (const file of ['.env.local', '.env']) {
    const path = resolve(root, file)
    if (existsSync(path)) process.loadEnvFile(path)
  }
}

/** Reads the environment files and adds the URLs of local services. */
export function loadSettings(): Settings {
  readEnvironmentFiles()
  return deriveSettings(process.env, {
    sitePort: readPort('PORT', 3000),
    lakePort: readPort('LAKE_PORT', 3900),
    studioPort: readPort('STUDIO_PORT', 3333),
    postgresPort: readPort('POSTGRES_PORT', 5499),
    clerkPort: readPort('CLERK_PORT', 3800),
    voicePort: readPort('VOICE_PORT', 3700),
    systemsPort: readPort('SYSTEMS_PORT', 3810),
    mailPort: readPort('MAIL_PORT', 3820),
    smtpPort: readPort('MAIL_SMTP_PORT', 3825),
    dataDir: resolve(root, '.data'),
  })
}

/** Derives all settings from the variables. @throws {EnvError} if a hosted project is only partly configured */
export function deriveSettings(source: Record<string, string | undefined>, locations: Locations): Settings {
  const hosted = Boolean(source.SANITY_PROJECT_ID)
  const siteUrl = source.SITE_URL || `http://localhost:${locations.sitePort}`
  const isLocal = URL.canParse(siteUrl) && isLoopback(siteUrl)
  const localClerk = isLocal && CLERK_KEYS.every((name) => !source[name])
  const localVoice = localClerk && VOICE_VARIABLES.every((name) => !source[name])
  const localMail = isLocal && !source.SMTP_URL
  // Requires the sample company: users of other sites would be redirected to this machine.
  const systems = localClerk ? buildLocalSystemVariables(getSystemsUrl(locations), source) : {}
  const variables = {
    ...(hosted
      ? pickVariables(source, variableNames.filter(isSanityVariable))
      : buildLocalEnvironment(locations.lakePort)),
    SITE_URL: siteUrl,
    DATABASE_URL: source.DATABASE_URL || `postgres://local:local-password@127.0.0.1:${locations.postgresPort}/postgres`,
    ...localContact,
    ...(localMail ? { SMTP_URL: buildLocalSmtpUrl(locations.smtpPort) } : {}),
    ...(localClerk ? { ...localVoiceSecrets, STAFF_ORGANIZATION_ID: sampleStaffOrganization, ...localPush } : {}),
    ...(localVoice ? { VOICE_API_URL: getVoiceUrl(locations), VOICE_API_KEY: 'local-voice-key' } : {}),
    INTEGRATION_KEYS: LOCAL_INTEGRATION_KEYS,
    ...systems,
    ...pickVariables(source, INTEGRATION_VARIABLES),
    ...pickVariables(
      source,
      variableNames.filter((name) => !isSanityVariable(name) && !ALWAYS_SET.has(name)),
    ),
    ...(localClerk ? buildLocalClerkEnvironment(locations.clerkPort) : pickVariables(source, CLERK_VARIABLES)),
  }
  const env = parseEnv({ ...variables, NODE_ENV: 'production' })
  const sampleKeys = localClerk || findDefaultSecrets(variables).length > 0
  return {
    ...locations,
    sampleKeys,
    host: source.HOST || (sampleKeys ? 'localhost' : undefined),
    hosted,
    hostedDatabase: Boolean(source.DATABASE_URL),
    localClerk,
    localVoice,
    localSystems: Object.keys(systems).length > 0,
    localMail,
    env,
    site: { ...variables, SANITY_DATASET: env.dataset, SITE_URL: env.siteUrl },
    studio: {
      SANITY_STUDIO_PROJECT_ID: env.projectId,
      SANITY_STUDIO_DATASET: env.dataset,
      SANITY_STUDIO_SITE_URL: env.siteUrl,
      ...(env.apiHost ? { SANITY_STUDIO_API_HOST: env.apiHost } : {}),
    },
  }
}

function pickVariables(source: Record<string, string | undefined>, names: string[]): Record<string, string> {
  const definedNames = names.filter((name) => source[name])
  return Object.fromEntries(definedNames.map((name) => [name, source[name] ?? '']))
}
