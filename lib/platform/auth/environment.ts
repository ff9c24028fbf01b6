import { z } from 'zod'
import { env, isLoopback, buildRequiredStringSchema, removeBlanks } from '../env/env.ts'

/** Clerk settings, for the server only because they include secrets. */
export type AccountEnv = {
  publishableKey: string
  /** Host of Clerk's Frontend API, from the publishable key. It issues the session tokens. */
  frontendApi: string
  secretKey: string
  /** PEM public key of the session tokens. If undefined, the key is fetched from Clerk. */
  jwtKey: string | undefined
  /** Path that proxies the Frontend API; undefined if browsers connect directly. */
  proxyPath: string | undefined
  /** If empty, the webhook route rejects every request. */
  acceptedWebhookSecrets: string[]
}

/**
 * State of sign-in. `env` is undefined if sign-in is off. Some problems do not turn sign-in off. Each problem names a
 * variable and its remedy.
 */
export type AccountState = { env: AccountEnv | undefined; problems: string[] }

const API_KEYS_HINT = 'copy it from API keys at dashboard.clerk.com'
const WEBHOOK_REMEDY = 'copy the signing secret of the webhook at dashboard.clerk.com'

const LOCAL_SECRET = 'sk_test_local_only'

const PUBLISHABLE_KEY_PREFIX_PATTERN = /^pk_(live|test)$/

/**
 * Returns a problem as the end of a sentence that starts with the key's name. The format is `pk_live_` or `pk_test_`,
 * then a base64 host ending in `$`.
 */
export function checkPublishableKey(key: string): string | undefined {
  const parts = key.split('_')
  if (!PUBLISHABLE_KEY_PREFIX_PATTERN.test(parts.slice(0, 2).join('_')))
    return 'does not start with pk_live_ or pk_test_'
  if (parts.length !== 3) return 'does not have three parts separated by underscores'
  const host = decodeBase64(parts[2] ?? '')
  if (!host?.endsWith('$')) return 'does not contain a host name followed by a dollar sign'
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+\$$/i.test(host)) return 'contains an invalid host name'
  return undefined
}

export const parseFrontendApi = (key: string): string => decodeBase64(key.split('_')[2] ?? '')?.slice(0, -1) ?? ''

function decodeBase64(text: string): string | undefined {
  try {
    return atob(text)
  } catch {
    // The text is not base64. The caller reports the problem without quoting the key.
    return undefined
  }
}

const keys = z.object({
  NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: buildRequiredStringSchema(API_KEYS_HINT).check(({ value, issues }) => {
    const problem = checkPublishableKey(value)
    if (problem) issues.push({ code: 'custom', input: value, message: `${problem}: ${API_KEYS_HINT}` })
  }),
  CLERK_SECRET_KEY: buildRequiredStringSchema(API_KEYS_HINT).regex(/^sk_/, `does not start with sk_: ${API_KEYS_HINT}`),
  CLERK_JWT_KEY: z
    .string()
    .includes('PUBLIC KEY', { error: 'is not a PEM public key: copy all of it, or leave it unset' })
    // In env files, `\n` stands for a line break.
    .transform((pem) => pem.replaceAll('\\n', '\n'))
    .optional(),
  NEXT_PUBLIC_CLERK_PROXY_URL: z
    .string()
    .regex(/^\/[\w/-]+$/, 'is not a path on this site: leave it unset')
    .optional(),
})

const SIGNING_SECRET_PATTERN = /^whsec_[A-Za-z0-9+/]+=*$/

/** Schema for one secret, or several separated by commas during a rotation (docs/operate/keys.md). */
const webhookSecrets = buildRequiredStringSchema(WEBHOOK_REMEDY).pipe(
  z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine(
      (parts) => parts.every((part) => SIGNING_SECRET_PATTERN.test(part)),
      `does not start with whsec_: ${WEBHOOK_REMEDY}`,
    ),
)

const isLocalSigningSecret = (secret: string): boolean => atob(secret.slice('whsec_'.length)).startsWith('local-')

type Source = Record<string, string | undefined>

/** Returns problems with public default values. Only public sites check them. */
function findLocalValues(source: Source, { frontendApi, secretKey, acceptedWebhookSecrets }: AccountEnv): string[] {
  const localValueMessage = 'has its public default value: set your own'
  const addresses = ['CLERK_FAPI_URL', 'CLERK_API_URL'].filter((name) => {
    const value = source[name]
    return value && URL.canParse(value) && isLoopback(value)
  })
  return [
    ...(frontendApi.endsWith('.localhost') ? [`NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY ${localValueMessage}`] : []),
    ...(secretKey === LOCAL_SECRET ? [`CLERK_SECRET_KEY ${localValueMessage}`] : []),
    ...(acceptedWebhookSecrets.some(isLocalSigningSecret) ? [`CLERK_WEBHOOK_SIGNING_SECRET ${localValueMessage}`] : []),
    ...addresses.map((name) => `${name} points to this machine: unset it to use hosted Clerk`),
  ]
}

const formatProblems = (name: string | undefined, error: z.ZodError): string[] =>
  error.issues.map(({ path, message }) => `${name ?? path.join('.')} ${message}`)

/**
 * Parses Clerk's variables. An invalid variable, or a default value in production, turns off sign-in but never the
 * site. Problems contain no values.
 */
export function parseAccountEnv(rawSource: Source, siteUrl: string): AccountState {
  const source = removeBlanks(rawSource)
  const webhook = webhookSecrets.safeParse(source.CLERK_WEBHOOK_SIGNING_SECRET)
  const webhookProblems = webhook.success ? [] : formatProblems('CLERK_WEBHOOK_SIGNING_SECRET', webhook.error)
  const parsed = keys.safeParse(source)
  if (!parsed.success)
    return { env: undefined, problems: [...formatProblems(undefined, parsed.error), ...webhookProblems] }
  const values = parsed.data
  const env = {
    publishableKey: values.NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY,
    frontendApi: parseFrontendApi(values.NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY),
    secretKey: values.CLERK_SECRET_KEY,
    jwtKey: values.CLERK_JWT_KEY,
    proxyPath: values.NEXT_PUBLIC_CLERK_PROXY_URL,
    acceptedWebhookSecrets: webhook.data ?? [],
  }
  const isPublic = source.NODE_ENV === 'production' && !isLoopback(siteUrl)
  const localProblems = isPublic ? findLocalValues(source, env) : []
  return { env: localProblems.length > 0 ? undefined : env, problems: [...localProblems, ...webhookProblems] }
}

let cachedState: AccountState | undefined

const getState = (): AccountState => (cachedState ??= parseAccountEnv(process.env, env().siteUrl))

/** Returns Clerk's settings, validated at first use; undefined if sign-in is off. */
export const getAccountEnv = (): AccountEnv | undefined => getState().env

/** Returns a text with every problem of Clerk's variables and its effect; empty if there are none. */
export function formatAccountReport({ env, problems }: AccountState = getState()): string {
  if (problems.length === 0) return ''
  const heading = env ? 'Sign-in works, but:' : 'Sign-in is off; the public site still runs:'
  return `${heading}\n${problems.map((problem) => `  ${problem}`).join('\n')}\n`
}
