import { z } from 'zod'
import { env, isLoopback } from '../env.ts'

/** What sign-in needs to know. Server only: it holds secrets. */
export type AccountEnv = {
  publishableKey: string
  /** Host inside the publishable key: who issues the session tokens. */
  frontendApi: string
  secretKey: string
  /** Public key of the session tokens as PEM; without one it is asked for. */
  jwtKey: string | undefined
  /** Path of this site under which browsers reach the Frontend API, when they do not go there themselves. */
  proxyPath: string | undefined
  /** All that Clerk may sign its webhooks with; without one they are all refused. */
  acceptedWebhookSecrets: string[]
}

/** `env` is undefined when nobody can sign in. Each problem names a variable and its remedy; some leave sign-in working. */
export type AccountState = { env: AccountEnv | undefined; problems: string[] }

const WHERE = 'copy it from API keys at dashboard.clerk.com'
const WEBHOOK_REMEDY = 'copy the signing secret of the webhook at dashboard.clerk.com'

const LOCAL_SECRET = 'sk_test_local_only'

const PREFIX = /^pk_(live|test)$/

/**
 * What is wrong with a publishable key, as the end of a sentence that begins with its name; undefined for a good one.
 * Its form: `pk_live_` or `pk_test_` and, in base64, a host that ends in a dollar sign.
 */
export function publishableKeyProblem(key: string): string | undefined {
  const parts = key.split('_')
  if (!PREFIX.test(parts.slice(0, 2).join('_'))) return 'does not begin with pk_live_ or pk_test_'
  if (parts.length !== 3) return 'does not have three parts with an underscore between them'
  const host = decoded(parts[2] ?? '')
  if (!host?.endsWith('$')) return 'does not hold a host that ends in a dollar sign'
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+\$$/i.test(host)) return 'holds something that is not a host with a dot in its name'
  return undefined
}

/** Host of the Frontend API that a good publishable key names. */
export const frontendApiOf = (key: string): string => decoded(key.split('_')[2] ?? '')?.slice(0, -1) ?? ''

function decoded(text: string): string | undefined {
  try {
    return atob(text)
  } catch {
    // Not base64: the caller names the problem without quoting the key.
    return undefined
  }
}

const blankIsUnset = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)
const required = (remedy: string) => z.preprocess(blankIsUnset, z.string({ error: `is missing: ${remedy}` }))

const keys = z.object({
  NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: required(WHERE).check(({ value, issues }) => {
    const problem = publishableKeyProblem(value)
    if (problem) issues.push({ code: 'custom', input: value, message: `${problem}: ${WHERE}` })
  }),
  CLERK_SECRET_KEY: required(WHERE).pipe(z.string().regex(/^sk_/, `does not begin with sk_: ${WHERE}`)),
  CLERK_JWT_KEY: z.preprocess(
    blankIsUnset,
    z
      .string()
      .includes('PUBLIC KEY', { error: 'is not a public key as PEM: copy it whole, or leave it unset' })
      // Where variables have one line, the others are written like this.
      .transform((pem) => pem.replaceAll('\\n', '\n'))
      .optional(),
  ),
  NEXT_PUBLIC_CLERK_PROXY_URL: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^\/[\w/-]+$/, 'is not a path of this site: leave it unset')
      .optional(),
  ),
})

const SIGNING_SECRET = /^whsec_[A-Za-z0-9+/]+=*$/

/** One, or several with commas between while one takes the place of another (docs/operate/keys.md). */
const webhookSecrets = required(WEBHOOK_REMEDY).pipe(
  z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine(
      (parts) => parts.every((part) => SIGNING_SECRET.test(part)),
      `does not begin with whsec_: ${WEBHOOK_REMEDY}`,
    ),
)

const isLocalSigningSecret = (secret: string): boolean => atob(secret.slice('whsec_'.length)).startsWith('local-')

type Source = Record<string, string | undefined>

/** Problems with the local values, which anyone can read in the source; asked on a public site only. */
function localValues(source: Source, { frontendApi, secretKey, acceptedWebhookSecrets }: AccountEnv): string[] {
  const isLocal = 'has its local value, which anyone can read in the source: set your own'
  const addresses = ['CLERK_FAPI_URL', 'CLERK_API_URL'].filter((name) => {
    const value = source[name]
    return value && URL.canParse(value) && isLoopback(value)
  })
  return [
    ...(frontendApi.endsWith('.localhost') ? [`NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY ${isLocal}`] : []),
    ...(secretKey === LOCAL_SECRET ? [`CLERK_SECRET_KEY ${isLocal}`] : []),
    ...(acceptedWebhookSecrets.some(isLocalSigningSecret) ? [`CLERK_WEBHOOK_SIGNING_SECRET ${isLocal}`] : []),
    ...addresses.map((name) => `${name} points to this machine: unset it to use hosted Clerk`),
  ]
}

const problemsOf = (name: string | undefined, error: z.ZodError): string[] =>
  error.issues.map(({ path, message }) => `${name ?? path.join('.')} ${message}`)

/**
 * Validates the variables of Clerk. A wrong one switches sign-in off, never the public site; so do the well-known local
 * values in production on a public address. Values are never part of a problem.
 */
export function parseAccountEnv(source: Source, siteUrl: string): AccountState {
  const webhook = webhookSecrets.safeParse(source.CLERK_WEBHOOK_SIGNING_SECRET)
  const webhookProblems = webhook.success ? [] : problemsOf('CLERK_WEBHOOK_SIGNING_SECRET', webhook.error)
  const parsed = keys.safeParse(source)
  if (!parsed.success) return { env: undefined, problems: [...problemsOf(undefined, parsed.error), ...webhookProblems] }
  const values = parsed.data
  const env = {
    publishableKey: values.NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY,
    frontendApi: frontendApiOf(values.NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY),
    secretKey: values.CLERK_SECRET_KEY,
    jwtKey: values.CLERK_JWT_KEY,
    proxyPath: values.NEXT_PUBLIC_CLERK_PROXY_URL,
    acceptedWebhookSecrets: webhook.data ?? [],
  }
  const isPublic = source.NODE_ENV === 'production' && !isLoopback(siteUrl)
  const refused = isPublic ? localValues(source, env) : []
  return { env: refused.length > 0 ? undefined : env, problems: [...refused, ...webhookProblems] }
}

let cached: AccountState | undefined

const state = (): AccountState => (cached ??= parseAccountEnv(process.env, env().siteUrl))

/** Clerk's variables of this process, validated at first use; undefined when nobody can sign in. */
export const accountEnv = (): AccountEnv | undefined => state().env

/** Names every problem with Clerk's variables and what follows from it; an empty text when there is none. */
export function accountReport({ env, problems }: AccountState = state()): string {
  if (problems.length === 0) return ''
  const heading = env ? 'Sign-in works, but:' : 'Nobody can sign in or register, while the public site runs:'
  return `${heading}\n${problems.map((problem) => `  ${problem}`).join('\n')}\n`
}
