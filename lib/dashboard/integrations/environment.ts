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
  /**
   * Encryption keys. The first one encrypts; all of them decrypt. If there are no keys, no provider can be connected.
   */
  keys: EncryptionKey[]
  providers: Record<ProviderName, ProviderSettings>
}

/** Settings and configuration problems. Each problem names a variable and the fix. The site works despite problems. */
export type IntegrationState = { settings: IntegrationSettings; problems: string[] }

const KEYS_VARIABLE = 'INTEGRATION_KEYS'

const CLIENT_SUFFIXES = ['CLIENT_ID', 'CLIENT_SECRET'] as const
const URL_SUFFIXES = ['ISSUER', 'API'] as const

/** Returns the name of an environment variable, such as INTEGRATION_GOOGLE_WORKSPACE_CLIENT_ID. */
const buildVariableName = (name: ProviderName, suffix: string) =>
  `INTEGRATION_${name.replaceAll('-', '_').toUpperCase()}_${suffix}`

type UrlSuffix = (typeof URL_SUFFIXES)[number]
type RequiredSuffix = (typeof CLIENT_SUFFIXES)[number] | 'APP_KEY'

/** Required variables by connection method. A connection by key also needs the site's app key. */
const REQUIRED_SUFFIXES = { key: ['APP_KEY'], oauth: CLIENT_SUFFIXES } as const satisfies Record<
  string,
  readonly RequiredSuffix[]
>

const listRequiredSuffixes = (name: ProviderName): readonly RequiredSuffix[] =>
  REQUIRED_SUFFIXES[PROVIDERS[name].connect.method]

const listRequiredVariables = (name: ProviderName): string[] =>
  listRequiredSuffixes(name).map((suffix) => buildVariableName(name, suffix))

/** Returns the variable names of a provider, by suffix. */
export const mapVariables = (
  name: ProviderName,
): Record<UrlSuffix, string> & Partial<Record<RequiredSuffix, string>> => {
  const variables = [...listRequiredSuffixes(name), ...URL_SUFFIXES].map((suffix) => [
    suffix,
    buildVariableName(name, suffix),
  ])
  return Object.fromEntries(variables) as Record<UrlSuffix, string>
}

/** Names of all environment variables that this module reads. */
export const INTEGRATION_VARIABLES = [
  KEYS_VARIABLE,
  ...PROVIDER_NAMES.flatMap((name) => [
    ...listRequiredVariables(name),
    ...URL_SUFFIXES.map((suffix) => buildVariableName(name, suffix)),
  ]),
]

type EnvironmentSource = Record<string, string | undefined>

const readValue = (source: EnvironmentSource, name: string): string => source[name]?.trim() ?? ''

/** Key id, a colon, and 32 bytes in base64. */
const keyText = z.string().regex(/^[\w-]{1,32}:[A-Za-z0-9+/]{43}=$/)

const REMEDY = 'use id:key with 32 random bytes in base64 (openssl rand -base64 32), separated by commas'

/** Detects keys for local development, which are public in the source code. */
const isLocalKey = ({ bytes }: EncryptionKey) => Buffer.from(bytes).toString('latin1').startsWith('local-')

/**
 * Parses the encryption keys.
 * @returns the keys, or an error message that follows the variable's name
 */
function readKeys(text: string, isPublic: boolean): EncryptionKey[] | string {
  const keys: EncryptionKey[] = []
  for (const part of text.split(',').map((segment) => segment.trim())) {
    if (!keyText.safeParse(part).success) return `has an invalid key: ${REMEDY}`
    const [id = '', encodedBytes = ''] = part.split(':')
    if (keys.some((key) => key.id === id)) return 'has two keys with the same id: give each key a unique id'
    keys.push({ id, bytes: Buffer.from(encodedBytes, 'base64') })
  }
  if (isPublic && keys.some(isLocalKey)) return 'has its public default value: generate your own keys'
  return keys
}

/** Prefix of values for local development, which are public in the source code. */
const LOCAL_VALUE_PATTERN = /^local-/

/** Validates a URL; http is allowed only on localhost. Returns an error message that follows the variable's name. */
function findAddressProblem(address: string, isPublic: boolean): string | undefined {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    return 'is not an https URL: leave it unset to use the provider’s URL'
  }
  if (isLoopback(address)) {
    return isPublic ? 'points to this machine: unset it to use the provider’s URL' : undefined
  }
  return address.startsWith('https:') ? undefined : 'is not encrypted: use https'
}

function readProvider(source: EnvironmentSource, name: ProviderName, isPublic: boolean) {
  const problems: string[] = []
  const readAddress = (suffix: string) => {
    const text = readValue(source, buildVariableName(name, suffix)).replace(/\/+$/, '')
    const problem = text ? findAddressProblem(text, isPublic) : undefined
    if (problem) problems.push(`${buildVariableName(name, suffix)} ${problem}`)
    return text && !problem ? text : undefined
  }
  const localVariables = listRequiredVariables(name).filter(
    (variableName) => isPublic && LOCAL_VALUE_PATTERN.test(readValue(source, variableName)),
  )
  const settings: ProviderSettings = {
    missing: listRequiredVariables(name).filter(
      (variableName) => !readValue(source, variableName) || localVariables.includes(variableName),
    ),
    clientId: readValue(source, buildVariableName(name, 'CLIENT_ID')),
    clientSecret: readValue(source, buildVariableName(name, 'CLIENT_SECRET')),
    appKey: readValue(source, buildVariableName(name, 'APP_KEY')),
    issuer: readAddress('ISSUER'),
    api: readAddress('API'),
  }
  // Disable the provider. Falling back to its default URLs would send users or data to an unintended server.
  if (problems.length > 0) settings.missing.push(...URL_SUFFIXES.map((suffix) => buildVariableName(name, suffix)))
  problems.push(...localVariables.map((variableName) => `${variableName} has its public default value: unset it`))
  return { settings, problems }
}

/**
 * Parses the configuration. Missing or invalid variables disable only their provider. Values for local development are
 * also invalid in production on a public URL. Problem messages never contain values.
 */
export function parseIntegrations(source: EnvironmentSource, siteUrl: string): IntegrationState {
  const isPublic = source.NODE_ENV === 'production' && !isLoopback(siteUrl)
  const text = readValue(source, KEYS_VARIABLE)
  const keys = text ? readKeys(text, isPublic) : []
  const providers = PROVIDER_NAMES.map((name) => ({ name, ...readProvider(source, name, isPublic) }))
  if (keys.length === 0 || typeof keys === 'string')
    for (const { settings } of providers) settings.missing.unshift(KEYS_VARIABLE)
  return {
    settings: {
      siteUrl,
      keys: typeof keys === 'string' ? [] : keys,
      providers: Object.fromEntries(providers.map(({ name, settings }) => [name, settings])) as Record<
        ProviderName,
        ProviderSettings
      >,
    },
    problems: [
      ...(typeof keys === 'string' ? [`${KEYS_VARIABLE} ${keys}`] : []),
      ...providers.flatMap(({ problems }) => problems),
    ],
  }
}

/** Lists the providers that cannot be connected, with the variables that the operator must set. */
export const listMissingVariables = ({ providers }: IntegrationSettings): { label: string; names: string[] }[] =>
  PROVIDER_NAMES.flatMap((name) => {
    const { missing: names } = providers[name]
    return names.length > 0 ? [{ label: PROVIDERS[name].label, names }] : []
  })

let cachedState: IntegrationState | undefined

const getState = (): IntegrationState => (cachedState ??= parseIntegrations(process.env, env().siteUrl))

export const getIntegrationSettings = (): IntegrationSettings => getState().settings

/** Formats the problems for the startup output; empty if there are none. Missing variables are not problems. */
export function formatIntegrationReport({ problems }: IntegrationState = getState()): string {
  if (problems.length === 0) return ''
  return `Some integrations are off; the rest work:\n${problems.map((problem) => `  ${problem}`).join('\n')}\n`
}

export const isProviderOffered = (name: string): boolean | undefined =>
  isProviderName(name) ? getIntegrationSettings().providers[name].missing.length === 0 : undefined
