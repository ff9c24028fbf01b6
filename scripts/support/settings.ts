import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Env, isLoopback, localKeys, parseEnv, variableNames } from '../../lib/env.ts'
import { integrationVariables } from '../../lib/integrations/environment.ts'
import { localSystemVariables, systemsUrl } from './local-systems.ts'
import { UserError } from './progress.ts'
import { sampleStaffOrganization } from './sample-accounts.ts'

/** Where and how a set of site, Studio and (unless hosted) Content Lake runs. */
export type Settings = {
  sitePort: number
  lakePort: number
  studioPort: number
  postgresPort: number
  clerkPort: number
  voicePort: number
  systemsPort: number
  /** Folder of everything that is kept between runs. */
  dataDir: string
  /** True when the content is in hosted Sanity, so that no local Content Lake is started. */
  hosted: boolean
  /** True when DATABASE_URL names a Postgres, so that no local one is started. */
  hostedDatabase: boolean
  /** True when a local Clerk is started: no key of a hosted one is set, and nobody else reaches the site. */
  localClerk: boolean
  /** True when a local voice vendor is started: the sample company is here, and no key or address of a hosted one is set. */
  localVoice: boolean
  /** True when local systems are started, which an owner can connect: there is one at least that no variable is about. */
  localSystems: boolean
  /** True while keys or passwords of the site are those in the source, which anyone can read. */
  sampleKeys: boolean
  /** Name or address that the site listens on; undefined for every interface of the machine. */
  host: string | undefined
  /** Environment of the site. */
  site: Record<string, string>
  /** Environment of the Studio's build and dev server. */
  studio: Record<string, string>
  env: Env
}

export const root = resolve(import.meta.dirname, '../..')

/** Well-known values of the local services; lib/env.ts refuses them on a public address. */
const localEnvironment = (lakePort: number) => ({
  SANITY_PROJECT_ID: 'local',
  SANITY_DATASET: 'production',
  SANITY_API_READ_TOKEN: 'local-viewer-token-0000000000000000000000',
  SANITY_WEBHOOK_SECRET: 'local-webhook-secret-000000000000000000',
  SANITY_API_HOST: `http://localhost:${lakePort}`,
})

/** Values of the contact form as long as nobody sets others: mails become files in a folder. */
const localContact = (dataDir: string) => ({
  CONTACT_SECRET: 'local-contact-secret-000000000000000000',
  CONTACT_TO: 'office@ductwise.test',
  MAIL_OUTBOX: resolve(dataDir, 'outbox'),
})

/** Where the local voice vendor is. */
export const voiceUrl = ({ voicePort }: Pick<Settings, 'voicePort'>): string => `http://127.0.0.1:${voicePort}`

/** Sign the calls of `npm run simulate`, and what they begin with, where the sample company is. */
const localVoiceSecrets = {
  VOICE_WEBHOOK_SECRET: 'local-voice-secret-00000000000000000000',
  VOICE_START_SECRET: 'local-voice-start-secret-00000000000000',
}

const localVoiceApi = (voicePort: number) => ({
  VOICE_API_URL: voiceUrl({ voicePort }),
  VOICE_API_KEY: 'local-voice-key',
})

/** What of the environment says that calls are taken by a hosted vendor. */
const VOICE_VARIABLES = ['VOICE_API_URL', 'VOICE_API_KEY']

/** Who sets up the lines of companies. */
const localStaff = { STAFF_ORGANIZATION_ID: sampleStaffOrganization }

/** Signs notifications to browsers; the public key follows from the private one. */
const localPush = {
  PUSH_VAPID_PUBLIC_KEY: 'BMV66S8Qo2Zi088GfGI4Q8y6DS5VxnX-oRO0FOq5AoKxPjivdUw9Nl9XLFlqQ6z3msUcJzpunT_ftCBGYN2LDIA',
  PUSH_VAPID_PRIVATE_KEY: 'local-push-key-0000000000000000000000000000',
  PUSH_VAPID_SUBJECT: 'mailto:office@ductwise.test',
}

/** With it the tokens of connected systems are encrypted; lib/integrations refuses it on a public address. */
const LOCAL_INTEGRATION_KEYS = `local-1:${btoa('local-integration-key-0000000000')}`

/** Where the local server speaks Clerk's Backend API. */
export const clerkUrl = ({ clerkPort }: Pick<Settings, 'clerkPort'>): string => `http://127.0.0.1:${clerkPort}`

/** Well-known values of the local Clerk; lib/account refuses them on a public address. */
const localClerkEnvironment = (clerkPort: number) => ({
  NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: `pk_live_${btoa('clerk.stand-in.localhost$')}`,
  CLERK_SECRET_KEY: 'sk_test_local_only',
  CLERK_WEBHOOK_SIGNING_SECRET: `whsec_${btoa('local-webhook-secret-0000')}`,
  // A path, not an address: Clerk turns an http address into an https one.
  NEXT_PUBLIC_CLERK_PROXY_URL: '/__clerk',
  NEXT_PUBLIC_CLERK_TELEMETRY_DISABLED: '1',
  CLERK_FAPI_URL: `${clerkUrl({ clerkPort })}/fapi`,
  CLERK_API_URL: `${clerkUrl({ clerkPort })}/bapi`,
})

const CLERK_KEYS = ['NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY', 'CLERK_SECRET_KEY']

const CLERK_VARIABLES = [
  ...CLERK_KEYS,
  'CLERK_JWT_KEY',
  'CLERK_WEBHOOK_SIGNING_SECRET',
  'NEXT_PUBLIC_CLERK_PROXY_URL',
  'CLERK_FAPI_URL',
  'CLERK_API_URL',
]

const isOfSanity = (name: string) => name.startsWith('SANITY_')

/** Set below for every start. */
const ALWAYS_SET = new Set(['NODE_ENV', 'SITE_URL', 'DATABASE_URL'])

export const localAdminToken = 'local-admin-token-00000000000000000000000'

function port(name: string, fallback: number): number {
  const value = Number(process.env[name] || fallback)
  if (!Number.isInteger(value) || value < 1 || value > 65_535)
    throw new UserError(`${name} must be a port number from 1 to 65535.`)
  return value
}

/** Reads .env.local and .env into the environment of this process, whose own values win. */
export function readEnvironmentFiles(): void {
  for (const file of ['.env.local', '.env']) {
    const path = resolve(root, file)
    if (existsSync(path)) process.loadEnvFile(path)
  }
}

/** Reads .env.local and .env (the process's own environment wins) and completes them with the local services' addresses. */
export function loadSettings(): Settings {
  readEnvironmentFiles()
  return settings(process.env, {
    sitePort: port('PORT', 3000),
    lakePort: port('LAKE_PORT', 3900),
    studioPort: port('STUDIO_PORT', 3333),
    postgresPort: port('POSTGRES_PORT', 5499),
    clerkPort: port('CLERK_PORT', 3800),
    voicePort: port('VOICE_PORT', 3700),
    systemsPort: port('SYSTEMS_PORT', 3810),
    dataDir: resolve(root, '.data'),
  })
}

/** @throws {EnvError} naming what is missing when a hosted project is only half configured. */
export function settings(
  source: Record<string, string | undefined>,
  places: Pick<
    Settings,
    'sitePort' | 'lakePort' | 'studioPort' | 'postgresPort' | 'clerkPort' | 'voicePort' | 'systemsPort' | 'dataDir'
  >,
): Settings {
  const hosted = Boolean(source.SANITY_PROJECT_ID)
  const siteUrl = source.SITE_URL || `http://localhost:${places.sitePort}`
  const localClerk = CLERK_KEYS.every((name) => !source[name]) && URL.canParse(siteUrl) && isLoopback(siteUrl)
  const localVoice = localClerk && VOICE_VARIABLES.every((name) => !source[name])
  // Where the sample company is: others would be sent to this machine.
  const systems = localClerk ? localSystemVariables(systemsUrl(places), source) : {}
  const variables = {
    ...(hosted ? pick(source, variableNames.filter(isOfSanity)) : localEnvironment(places.lakePort)),
    SITE_URL: siteUrl,
    DATABASE_URL: source.DATABASE_URL || `postgres://local:local-password@127.0.0.1:${places.postgresPort}/postgres`,
    ...localContact(places.dataDir),
    ...(localClerk ? { ...localVoiceSecrets, ...localStaff, ...localPush } : {}),
    ...(localVoice ? localVoiceApi(places.voicePort) : {}),
    INTEGRATION_KEYS: LOCAL_INTEGRATION_KEYS,
    ...systems,
    ...pick(source, integrationVariables),
    ...pick(
      source,
      variableNames.filter((name) => !isOfSanity(name) && !ALWAYS_SET.has(name)),
    ),
    ...(localClerk ? localClerkEnvironment(places.clerkPort) : pick(source, CLERK_VARIABLES)),
  }
  const env = parseEnv({ ...variables, NODE_ENV: 'production' })
  const sampleKeys = localClerk || localKeys(variables).length > 0
  return {
    ...places,
    sampleKeys,
    host: source.HOST || (sampleKeys ? 'localhost' : undefined),
    hosted,
    hostedDatabase: Boolean(source.DATABASE_URL),
    localClerk,
    localVoice,
    localSystems: Object.keys(systems).length > 0,
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

function pick(source: Record<string, string | undefined>, names: string[]): Record<string, string> {
  const present = names.filter((name) => source[name])
  return Object.fromEntries(present.map((name) => [name, source[name] ?? '']))
}
