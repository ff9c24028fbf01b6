import { z } from 'zod'
import { env, isLoopback } from '../../platform/env/env.ts'
import { isProviderName, type ProviderName, PROVIDER_NAMES, PROVIDERS } from './providers.ts'

export type EncryptionKey = { id: string; bytes: Uint8Array }

/** Contains secrets. */
export type ProviderSettings = {
  /** Missing environment variables, without which no one can connect. */
  missing: string[]
  clientId: string
  clientSecret: string
  /** ServiceTitan only: identifies the app. */
  appKey: string
  /** Custom authorization server, such as a sandbox; must publish its metadata. */
  issuer: string | undefined
  /** Custom API base URL. */
  api: string | undefined
}

export type IntegrationSettings = {
  siteUrl: string
  /** The first encrypts, all decrypt; with none, nothing can be connected. */
  keys: EncryptionKey[]
  providers: Record<ProviderName, ProviderSettings>
}

/** Each problem names a variable and its fix; the rest of the site works. */
export type IntegrationState = { settings: IntegrationSettings; problems: string[] }

const KEYS = 'INTEGRATION_KEYS'

const CLIENT = ['CLIENT_ID', 'CLIENT_SECRET'] as const
const ADDRESSES = ['ISSUER', 'API'] as const

/** Such as INTEGRATION_GOOGLE_WORKSPACE_CLIENT_ID. */
const variable = (name: ProviderName, ending: string) =>
  `INTEGRATION_${name.replaceAll('-', '_').toUpperCase()}_${ending}`

type Address = (typeof ADDRESSES)[number]
type Needed = (typeof CLIENT)[number] | 'APP_KEY'

/** Connecting by key still requires our app key. */
const NEEDED = { key: ['APP_KEY'], oauth: CLIENT } as const satisfies Record<string, readonly Needed[]>

const endingsNeeded = (name: ProviderName): readonly Needed[] => NEEDED[PROVIDERS[name].connect.method]

const needed = (name: ProviderName): string[] => endingsNeeded(name).map((ending) => variable(name, ending))

/** Variable names of a provider, by suffix. */
export const variablesOf = (name: ProviderName): Record<Address, string> & Partial<Record<Needed, string>> => {
  const endings = [...endingsNeeded(name), ...ADDRESSES].map((ending) => [ending, variable(name, ending)])
  return Object.fromEntries(endings) as Record<Address, string>
}

/** All environment variables read here. */
export const integrationVariables = [
  KEYS,
  ...PROVIDER_NAMES.flatMap((name) => [...needed(name), ...ADDRESSES.map((ending) => variable(name, ending))]),
]

type Source = Record<string, string | undefined>

const valueOf = (source: Source, name: string): string => source[name]?.trim() ?? ''

/** 32 bytes in base64. */
const keyText = z.string().regex(/^[\w-]{1,32}:[A-Za-z0-9+/]{43}=$/)

const REMEDY =
  'write id:key, the key as base64 of 32 random bytes (openssl rand -base64 32), several with commas between'

/** Local development keys, which are public in the source. */
const isLocal = ({ bytes }: EncryptionKey) => Buffer.from(bytes).toString('latin1').startsWith('local-')

/** @returns the keys, or an error that continues the variable's name */
function readKeys(text: string, isPublic: boolean): EncryptionKey[] | string {
  const keys: EncryptionKey[] = []
  for (const part of text.split(',').map((each) => each.trim())) {
    if (!keyText.safeParse(part).success) return `has something that is no key: ${REMEDY}`
    const [id = '', encoded = ''] = part.split(':')
    if (keys.some((key) => key.id === id)) return 'has two keys of one id: give each its own'
    keys.push({ id, bytes: Buffer.from(encoded, 'base64') })
  }
  if (isPublic && keys.some(isLocal))
    return 'has its local value, which anyone can read in the source: make keys of your own'
  return keys
}

/** Local development values, which are public in the source. */
const LOCAL_VALUE = /^local-/

/** Returns an error that continues the variable's name; http is allowed only on localhost. */
function addressProblem(address: string, isPublic: boolean): string | undefined {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    return 'is not an https address: leave it unset for the provider’s own'
  }
  if (isLoopback(address)) {
    return isPublic ? 'points to this machine: unset it to use the provider’s own' : undefined
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
  // With one invalid URL, the defaults would send users or data to an unintended server.
  if (problems.length > 0) settings.missing.push(...ADDRESSES.map((ending) => variable(name, ending)))
  problems.push(...local.map((each) => `${each} has its local value, which anyone can read in the source: unset it`))
  return { settings, problems }
}

/**
 * Missing or invalid variables disable their provider, never the site; so do local values in production on a public URL.
 * Problems never contain values.
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

/** Systems that cannot be connected, with the variables that the operator must set. */
export const missingVariables = ({ providers }: IntegrationSettings): { label: string; names: string[] }[] =>
  PROVIDER_NAMES.flatMap((name) => {
    const { missing: names } = providers[name]
    return names.length > 0 ? [{ label: PROVIDERS[name].label, names }] : []
  })

let cached: IntegrationState | undefined

const state = (): IntegrationState => (cached ??= parseIntegrations(process.env, env().siteUrl))

export const integrationSettings = (): IntegrationSettings => state().settings

/** Lists problems and their effect; empty if none. Missing variables are not a problem. */
export function integrationReport({ problems }: IntegrationState = state()): string {
  if (problems.length === 0) return ''
  return `Some systems cannot be connected, while the rest works:\n${problems.map((problem) => `  ${problem}`).join('\n')}\n`
}

export const isOffered = (name: string): boolean | undefined =>
  isProviderName(name) ? integrationSettings().providers[name].missing.length === 0 : undefined
