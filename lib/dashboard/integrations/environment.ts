import { z } from 'zod'
import { env, isLoopback } from '../../platform/env/env.ts'
import { isProviderName, type ProviderName, PROVIDER_NAMES, PROVIDERS } from './providers.ts'

export type EncryptionKey = { id: string; bytes: Uint8Array }

/** Settings of a provider. They contain secrets. */
export type ProviderSettings = {
  /** Names of missing environment variables. If any is missing, the provider cannot be connected. */
  missing: string[]
  clientId: string
  clientSecret: string
  /** App key that identifies the site to ServiceTitan. Other providers have none. */
  appKey: string
  /** Custom authorization server, such as a sandbox. It must publish its metadata. */
  issuer: string | undefined
  /** Custom base URL of the API. */
  api: string | undefined
}

export type IntegrationSettings = {
  siteUrl: string
  /** Encryption keys. The first one encrypts; all of them decrypt. Without keys, no provider can be connected. */
  keys: EncryptionKey[]
  providers: Record<ProviderName, ProviderSettings>
}

/** Settings and configuration problems. Each problem names a variable and the fix. The site works despite problems. */
export type IntegrationState = { settings: IntegrationSettings; problems: string[] }

const KEYS = 'INTEGRATION_KEYS'

const CLIENT = ['CLIENT_ID', 'CLIENT_SECRET'] as const
const ADDRESSES = ['ISSUER', 'API'] as const

/** Returns the name of an environment variable, such as INTEGRATION_GOOGLE_WORKSPACE_CLIENT_ID. */
const variable = (name: ProviderName, ending: string) =>
  `INTEGRATION_${name.replaceAll('-', '_').toUpperCase()}_${ending}`

type Address = (typeof ADDRESSES)[number]
type Needed = (typeof CLIENT)[number] | 'APP_KEY'

/** Required variables by connection method. A connection by key also needs the site's app key. */
const NEEDED = { key: ['APP_KEY'], oauth: CLIENT } as const satisfies Record<string, readonly Needed[]>

const endingsNeeded = (name: ProviderName): readonly Needed[] => NEEDED[PROVIDERS[name].connect.method]

const needed = (name: ProviderName): string[] => endingsNeeded(name).map((ending) => variable(name, ending))

/** Returns the variable names of a provider, by suffix. */
export const variablesOf = (name: ProviderName): Record<Address, string> & Partial<Record<Needed, string>> => {
  const endings = [...endingsNeeded(name), ...ADDRESSES].map((ending) => [ending, variable(name, ending)])
  return Object.fromEntries(endings) as Record<Address, string>
}

/** Names of all environment variables that this module reads. */
export const integrationVariables = [
  KEYS,
  ...PROVIDER_NAMES.flatMap((name) => [...needed(name), ...ADDRESSES.map((ending) => variable(name, ending))]),
]

type Source = Record<string, string | undefined>

const valueOf = (source: Source, name: string): string => source[name]?.trim() ?? ''

/** Key id, a colon, and 32 bytes in base64. */
const keyText = z.string().regex(/^[\w-]{1,32}:[A-Za-z0-9+/]{43}=$/)

const REMEDY = 'use id:key with 32 random bytes in base64 (openssl rand -base64 32), separated by commas'

/** Detects keys for local development, which are public in the source code. */
const isLocal = ({ bytes }: EncryptionKey) => Buffer.from(bytes).toString('latin1').startsWith('local-')

/**
 * Parses the encryption keys.
 * @returns the keys, or an error message that follows the variable's name
 */
function readKeys(text: string, isPublic: boolean): EncryptionKey[] | string {
  const keys: EncryptionKey[] = []
  for (const part of text.split(',').map((each) => each.trim())) {
    if (!keyText.safeParse(part).success) return `has an invalid key: ${REMEDY}`
    const [id = '', encoded = ''] = part.split(':')
    if (keys.some((key) => key.id === id)) return 'has two keys with the same id: give each its own'
    keys.push({ id, bytes: Buffer.from(encoded, 'base64') })
  }
  if (isPublic && keys.some(isLocal)) return 'has its public default value: generate your own keys'
  return keys
}

/** Prefix of values for local development, which are public in the source code. */
const LOCAL_VALUE = /^local-/

/** Validates a URL; http is allowed only on localhost. Returns an error message that follows the variable's name. */
function addressProblem(address: string, isPublic: boolean): string | undefined {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    return 'is not an https URL: leave it unset to use the provider’s'
  }
  if (isLoopback(address)) {
    return isPublic ? 'points to this machine: unset it to use the provider’s' : undefined
  }
  return address.startsWith('https:') ? undefined : 'is not encrypted: use https'
}

function readProvider(source: Source, name: ProviderName, isPublic: boolean) {
  const problems: string[] = []
  const address = (ending: string) => {
    const text = valueOf(source, variable(name, ending)).replace(/\/+$/, '')
    const problem = text ? addressProblem(text, isPublic) : undefined
    if (problem) problems.push(`${variable(name, ending)} ${problem}`)
    return text && !problem ? text : undefined
  }
  const local = needed(name).filter((each) => isPublic && LOCAL_VALUE.test(valueOf(source, each)))
  const settings: ProviderSettings = {
    missing: needed(name).filter((each) => !valueOf(source, each) || local.includes(each)),
    clientId: valueOf(source, variable(name, 'CLIENT_ID')),
    clientSecret: valueOf(source, variable(name, 'CLIENT_SECRET')),
    appKey: valueOf(source, variable(name, 'APP_KEY')),
    issuer: address('ISSUER'),
    api: address('API'),
  }
  // Disable the provider. Falling back to its default URLs would send users or data to an unintended server.
  if (problems.length > 0) settings.missing.push(...ADDRESSES.map((ending) => variable(name, ending)))
  problems.push(...local.map((each) => `${each} has its public default value: unset it`))
  return { settings, problems }
}

/**
 * Parses the configuration. Missing or invalid variables disable only their provider. Values for local development are
 * also invalid in production on a public URL. Problem messages never contain values.
 */
export function parseIntegrations(source: Source, siteUrl: string): IntegrationState {
  const isPublic = source.NODE_ENV === 'production' && !isLoopback(siteUrl)
  const text = valueOf(source, KEYS)
  const keys = text ? readKeys(text, isPublic) : []
  const read = PROVIDER_NAMES.map((name) => ({ name, ...readProvider(source, name, isPublic) }))
  if (keys.length === 0 || typeof keys === 'string') for (const { settings } of read) settings.missing.unshift(KEYS)
  return {
    settings: {
      siteUrl,
      keys: typeof keys === 'string' ? [] : keys,
      providers: Object.fromEntries(read.map(({ name, settings }) => [name, settings])) as Record<
        ProviderName,
        ProviderSettings
      >,
    },
    problems: [...(typeof keys === 'string' ? [`${KEYS} ${keys}`] : []), ...read.flatMap(({ problems }) => problems)],
  }
}

/** Lists the providers that cannot be connected, with the variables that the operator must set. */
export const missingVariables = ({ providers }: IntegrationSettings): { label: string; names: string[] }[] =>
  PROVIDER_NAMES.flatMap((name) => {
    const { missing: names } = providers[name]
    return names.length > 0 ? [{ label: PROVIDERS[name].label, names }] : []
  })

let cached: IntegrationState | undefined

const state = (): IntegrationState => (cached ??= parseIntegrations(process.env, env().siteUrl))

export const integrationSettings = (): IntegrationSettings => state().settings

/** Formats the problems for the startup output; empty if there are none. Missing variables are not problems. */
export function integrationReport({ problems }: IntegrationState = state()): string {
  if (problems.length === 0) return ''
  return `Some integrations are off; the rest work:\n${problems.map((problem) => `  ${problem}`).join('\n')}\n`
}

export const isOffered = (name: string): boolean | undefined =>
  isProviderName(name) ? integrationSettings().providers[name].missing.length === 0 : undefined
