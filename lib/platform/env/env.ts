import { z } from 'zod'
import { buildEmailSchema, isEmail } from '../../values/email.ts'
import { VOICE_AGENT_SCRIPT, type VoiceAgent } from './voice-agent.ts'

const LOCAL_VALUE_PATTERN = /^local(-|$)/
const LOOPBACK_PATTERN = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

export const removeBlanks = (source: Record<string, string | undefined>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))

export const buildRequiredStringSchema = (remedy: string) => z.string({ error: `is missing: ${remedy}` })

const buildUrlSchema = (protocol: RegExp, error: string) => z.url({ protocol, error })

const buildPatternSchema = (pattern: RegExp, error: string) => z.string().regex(pattern, error)

const removeTrailingSlash = (url: string): string => url.replace(/\/+$/, '')

const buildOriginSchema = (remedy: string) =>
  buildUrlSchema(/^https?$/, `is not an http(s) URL: ${remedy}`).transform(removeTrailingSlash)

export const DEFAULT_VOICE_API_URL = 'https://api.elevenlabs.io'
const DEFAULT_FASTLY_API_URL = 'https://api.fastly.com'
const DEFAULT_CLOUDFLARE_API_URL = 'https://api.cloudflare.com/client/v4'

const MIN_SECRET_LENGTH = 24
const TOO_SHORT_MESSAGE = 'is too short: use at least 24 random characters'

const secret = z.string().min(MIN_SECRET_LENGTH, TOO_SHORT_MESSAGE)

const splitList = (value: string): string[] => value.split(',').map((part) => part.trim())

/**
 * Schema for secrets, separated by commas during a rotation: the first is used, all are accepted
 * (docs/operate/keys.md).
 */
const secrets = z
  .string()
  .refine((value) => splitList(value).every((part) => part.length >= MIN_SECRET_LENGTH), TOO_SHORT_MESSAGE)
  .transform(splitList)

/** Matches domains without public DNS. Sources: RFC 6761, 6762, 7686, 8375 */
const PRIVATE_DOMAIN_PATTERN =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|invalid|lan|home|corp|onion|arpa)$/i

const isPublicDomain = (domain: string): boolean =>
  /\.(?:[a-z]{2,}|xn--[a-z\d-]+)$/i.test(domain) && !PRIVATE_DOMAIN_PATTERN.test(domain)

/** Checks the operator contact for push services. Apple responds 403 to a private domain or a space. */
function isPushSubject(subject: string): boolean {
  const [, email] = subject.match(/^mailto:(.*)$/i) ?? []
  if (email !== undefined) return isEmail(email) && isPublicDomain(email.split('@')[1] ?? '')
  if (!/^https:\/\/\S+$/i.test(subject) || !URL.canParse(subject)) return false
  return isPublicDomain(new URL(subject).hostname)
}

const envSchema = z.object({
  NODE_ENV: z.string().optional(),
  SANITY_PROJECT_ID: buildRequiredStringSchema(
    'copy the project ID from sanity.io/manage, or run `npm start` to use the local one',
  ).regex(/^[a-z0-9-]+$/, 'may contain only a-z, 0-9 and dashes: copy it from sanity.io/manage'),
  SANITY_DATASET: buildPatternSchema(
    /^[a-z0-9][a-z0-9_-]{0,63}$/,
    'is not a valid dataset name: use lowercase letters, digits, - and _',
  ).default('production'),
  SANITY_API_READ_TOKEN: buildRequiredStringSchema(
    'create a token with the Viewer role under API > Tokens at sanity.io/manage',
  ),
  SANITY_WEBHOOK_SECRET: buildRequiredStringSchema(
    'choose a long random string and enter it in the webhook at sanity.io/manage',
  ).pipe(secrets),
  SANITY_API_HOST: buildOriginSchema('leave it unset for hosted Sanity').optional(),
  SITE_URL: buildRequiredStringSchema('set it to the public URL of the site, for example https://www.example.com').pipe(
    buildOriginSchema('for example https://www.example.com'),
  ),
  VOICE_AGENT_ID: buildPatternSchema(
    /^[\w-]{1,128}$/,
    'is not a voice agent ID: copy it from the voice vendor, or leave it unset',
  ).optional(),
  VOICE_AGENT_SCRIPT_URL: buildUrlSchema(
    /^https?$/,
    'is not an http(s) URL: leave it unset to use the vendor’s script',
  ).optional(),
  VOICE_AGENT_SCRIPT_INTEGRITY: buildPatternSchema(
    /^sha(256|384|512)-[A-Za-z0-9+/]{43,86}={0,2}$/,
    'is not a hash such as sha384-…: see "Voice agent" in docs/going-live.md',
  ).optional(),
  VOICE_WEBHOOK_SECRET: secrets.optional(),
  VOICE_START_SECRET: secrets.optional(),
  VOICE_API_KEY: z.string().optional(),
  STAFF_ORGANIZATION_ID: buildPatternSchema(
    /^org_\w{1,64}$/,
    'is not an organization ID: copy it from dashboard.clerk.com',
  ).optional(),
  VOICE_API_URL: buildOriginSchema('leave it unset to use the vendor’s API').default(DEFAULT_VOICE_API_URL),
  DATABASE_URL: buildRequiredStringSchema(
    'set it to the URL of your Postgres database, for example postgres://user:password@host:5432/name',
  ).pipe(buildUrlSchema(/^postgres(ql)?$/, 'is not a Postgres URL: use postgres://user:password@host:5432/name')),
  DATABASE_POOLER_URL: buildUrlSchema(
    /^postgres(ql)?$/,
    'is not a pooler URL: use postgres://ductwise_site:password@host:6432/name',
  ).optional(),
  DATABASE_POOL_SIZE: z.coerce
    .number('is not a number: set the maximum Postgres connections per process')
    .int('is not a whole number: use 3 to 100')
    .min(3, 'is below 3: use 3 to 100')
    .max(100, 'is above 100: use 3 to 100')
    .default(5),
  JOBS: z
    .enum(['in-process', 'worker'], 'must be in-process or worker: see docs/operate/upgrading.md')
    .default('in-process'),
  CONTACT_SECRET: buildRequiredStringSchema('choose a long random string; it signs the contact form').pipe(secrets),
  CONTACT_TO: buildEmailSchema('is not an email address: set the recipient of contact form messages').optional(),
  MAIL_FROM: buildEmailSchema('is not an email address: set the sender of the site’s emails').optional(),
  SMTP_URL: buildUrlSchema(/^smtps?$/, 'is not a mail server URL: use smtps://user:password@host:465').optional(),
  CONTACT_WEBHOOK_URL: buildUrlSchema(/^https?$/, 'is not an http(s) URL').optional(),
  CONTACT_WEBHOOK_SECRET: secret.optional(),
  PUSH_VAPID_PUBLIC_KEY: buildPatternSchema(
    /^[\w-]{87}$/,
    'is not a Web Push public key: generate a pair with `npx web-push generate-vapid-keys`',
  ).optional(),
  PUSH_VAPID_PRIVATE_KEY: buildPatternSchema(
    /^[\w-]{43}$/,
    'is not a Web Push private key: generate a pair with `npx web-push generate-vapid-keys`',
  ).optional(),
  PUSH_VAPID_SUBJECT: z
    .string()
    .refine(
      isPushSubject,
      'is not a public contact, so Apple rejects notifications: use an address such as mailto:office@example.com',
    )
    .optional(),
  EDGE_CACHE: z
    .enum(
      ['varnish', 'fastly', 'cloudflare'],
      'is not a supported edge cache: use varnish, fastly or cloudflare, or leave it unset',
    )
    .optional(),
  VARNISH_URLS: z
    .string()
    .transform((value) => splitList(value).map(removeTrailingSlash))
    .pipe(
      z.array(
        buildUrlSchema(
          /^http$/,
          'must be a comma-separated list of URLs such as http://127.0.0.1:6085, one per Varnish server',
        ),
      ),
    )
    .optional(),
  FASTLY_SERVICE_ID: z.string().optional(),
  FASTLY_API_TOKEN: z.string().optional(),
  FASTLY_API_URL: buildOriginSchema('leave it unset to use Fastly’s API').default(DEFAULT_FASTLY_API_URL),
  CLOUDFLARE_ZONE_ID: z.string().optional(),
  CLOUDFLARE_API_TOKEN: z.string().optional(),
  CLOUDFLARE_API_URL: buildOriginSchema('leave it unset to use Cloudflare’s API').default(DEFAULT_CLOUDFLARE_API_URL),
  TRUSTED_PROXIES: z.coerce
    .number('is not a number: set the number of proxies in front of the site')
    .int()
    .min(0)
    .max(10)
    .default(0),
  SHUTDOWN_DELAY_SECONDS: z.coerce
    .number('is not a number: set the seconds to keep serving after a stop signal')
    .min(0, 'is below 0: use 0 to 60 seconds')
    .max(60, 'is above 60: use 0 to 60 seconds')
    .default(0),
  OPERATOR_TOKEN: secret.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: buildUrlSchema(
    /^https?$/,
    'is not an http(s) URL: set your collector, such as http://collector:4318',
  ).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('is not a number: set the share of traces to keep, 0 to 1')
    .min(0, 'is below 0: use 0 to 1')
    .max(1, 'is above 1: use 0 to 1')
    .default(1),
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce
    .number('is not a number: set the export interval in milliseconds')
    .int()
    .min(100, 'is below 100: the unit is milliseconds')
    .default(60_000),
  SENTRY_DSN: buildPatternSchema(
    /^https?:\/\/[\w-]+@[\w.-]+(:\d+)?(\/[\w.-]+)*\/\d+$/,
    'is not a DSN: copy it from Client Keys in your Sentry project, such as https://key@host/1',
  ).optional(),
  SENTRY_ENVIRONMENT: buildPatternSchema(/^[\w.-]{1,64}$/, 'may contain only letters, digits, dots, - and _').default(
    'production',
  ),
})

/** Names of the site's environment variables, excluding Clerk's. */
export const variableNames = Object.keys(envSchema.shape)

export type EdgeCacheEnv =
  | { kind: 'varnish'; urls: string[] }
  | { kind: 'fastly'; apiUrl: string; serviceId: string; token: string }
  | { kind: 'cloudflare'; apiUrl: string; zoneId: string; token: string }

export class EnvError extends Error {
  constructor(problems: string[]) {
    super(`Missing or invalid environment variables:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'EnvError'
  }
}

export const isLoopback = (address: string) => LOOPBACK_PATTERN.test(new URL(address).hostname)

const SECRET_NAMES = [
  'SANITY_PROJECT_ID',
  'SANITY_API_READ_TOKEN',
  'SANITY_WEBHOOK_SECRET',
  'CONTACT_SECRET',
  'VOICE_WEBHOOK_SECRET',
  'PUSH_VAPID_PRIVATE_KEY',
  'VOICE_START_SECRET',
  'VOICE_API_KEY',
  'OPERATOR_TOKEN',
] as const

/** Returns the keys that still have their public default value. */
export const findDefaultSecrets = (source: Record<string, unknown>): string[] =>
  SECRET_NAMES.filter((key) => splitList(String(source[key])).some((part) => LOCAL_VALUE_PATTERN.test(part)))

type Values = z.infer<typeof envSchema>

function findDefaultValues(values: Values): string[] {
  const problems = findDefaultSecrets(values).map((key) => `${key} has its public default value: set your own`)
  if (values.SANITY_API_HOST && isLoopback(values.SANITY_API_HOST)) {
    problems.push('SANITY_API_HOST points to this machine: unset it to use hosted Sanity')
  }
  if (isLoopback(values.VOICE_API_URL)) {
    problems.push('VOICE_API_URL points to this machine: unset it to use the voice vendor')
  } else if (!values.VOICE_API_URL.startsWith('https:')) {
    problems.push('VOICE_API_URL is not an https URL: the key would be sent unencrypted')
  }
  if (LOCAL_VALUE_PATTERN.test(new URL(values.DATABASE_URL).password)) {
    problems.push('DATABASE_URL has its default value: set the URL of your Postgres database')
  }
  if (values.VOICE_AGENT_ID && values.VOICE_AGENT_SCRIPT_URL && !values.VOICE_AGENT_SCRIPT_INTEGRITY) {
    problems.push(
      'VOICE_AGENT_SCRIPT_INTEGRITY is missing: set VOICE_AGENT_SCRIPT_URL to a fixed version of the script, and this to its hash',
    )
  }
  if (values.PUSH_VAPID_SUBJECT && /\.test\/?$/i.test(values.PUSH_VAPID_SUBJECT)) {
    problems.push('PUSH_VAPID_SUBJECT has its default value, which Apple rejects: set your own address')
  }
  if (values.CONTACT_TO?.endsWith('.test')) {
    problems.push('CONTACT_TO has its default value, which receives no mail: set your own address')
  }
  if (values.SMTP_URL && LOCAL_VALUE_PATTERN.test(new URL(values.SMTP_URL).password)) {
    problems.push('SMTP_URL points to the local inbox: set the URL of your mail server')
  }
  if (!values.SMTP_URL && !values.CONTACT_WEBHOOK_URL) {
    problems.push('SMTP_URL is missing: without it or CONTACT_WEBHOOK_URL, contact messages are not delivered')
  }
  return problems
}

const EDGE_CACHE_VARIABLES = {
  varnish: ['VARNISH_URLS'],
  fastly: ['FASTLY_SERVICE_ID', 'FASTLY_API_TOKEN'],
  cloudflare: ['CLOUDFLARE_ZONE_ID', 'CLOUDFLARE_API_TOKEN'],
} as const

const PUSH_KEYS = ['PUSH_VAPID_PUBLIC_KEY', 'PUSH_VAPID_PRIVATE_KEY', 'PUSH_VAPID_SUBJECT'] as const

function findMissingVariables(values: Values): string[] {
  const hasPush = PUSH_KEYS.some((key) => values[key])
  return [
    ...PUSH_KEYS.filter((key) => hasPush && !values[key]).map(
      (key) => `${key} is missing: notifications need all three of ${PUSH_KEYS.join(', ')}`,
    ),
    ...(values.EDGE_CACHE ? EDGE_CACHE_VARIABLES[values.EDGE_CACHE] : [])
      .filter((name) => !values[name])
      .map((name) => `${name} is missing: EDGE_CACHE=${values.EDGE_CACHE} requires it, see docs/operate/cache.md`),
    ...(values.SMTP_URL && !values.CONTACT_TO ? ['CONTACT_TO is missing: set the recipient of contact emails'] : []),
    ...(values.VOICE_AGENT_SCRIPT_INTEGRITY && !values.VOICE_AGENT_SCRIPT_URL
      ? ['VOICE_AGENT_SCRIPT_URL is missing: set the URL of the script that matches VOICE_AGENT_SCRIPT_INTEGRITY']
      : []),
    ...(values.CONTACT_WEBHOOK_URL && !values.CONTACT_WEBHOOK_SECRET
      ? ['CONTACT_WEBHOOK_SECRET is missing: choose a long random string; the receiver verifies signatures with it']
      : []),
  ]
}

function buildVoiceAgent(values: Values): VoiceAgent | undefined {
  const { VOICE_AGENT_ID: agentId, VOICE_AGENT_SCRIPT_URL: customScriptUrl, VOICE_AGENT_SCRIPT_INTEGRITY } = values
  if (!agentId) return undefined
  const script = customScriptUrl
    ? { url: customScriptUrl, integrity: VOICE_AGENT_SCRIPT_INTEGRITY }
    : VOICE_AGENT_SCRIPT
  return { agentId, scriptUrl: script.url, integrity: script.integrity }
}

const getFirst = (secrets: string[]): string => secrets[0] ?? ''

/** Returns the settings of the contact form. Messages stay in the database while a channel is not configured. */
function buildContactEnv(values: Values) {
  const { SMTP_URL: smtpUrl, CONTACT_TO: to, CONTACT_WEBHOOK_URL: url } = values
  return {
    /** Secret that signs form tickets and image URLs, and hashes client addresses. */
    secret: getFirst(values.CONTACT_SECRET),
    acceptedSecrets: values.CONTACT_SECRET,
    mail: to && smtpUrl ? { to, from: values.MAIL_FROM ?? to, smtpUrl } : undefined,
    webhook: url && values.CONTACT_WEBHOOK_SECRET ? { url, secret: values.CONTACT_WEBHOOK_SECRET } : undefined,
  }
}

/** Returns the VAPID keys (RFC 8292) and the operator's contact. */
function buildPushEnv(values: Values) {
  const { PUSH_VAPID_PUBLIC_KEY: publicKey, PUSH_VAPID_PRIVATE_KEY: privateKey, PUSH_VAPID_SUBJECT: subject } = values
  return publicKey && privateKey && subject ? { publicKey, privateKey, subject } : undefined
}

function buildEdgeCacheEnv(values: Values): EdgeCacheEnv | undefined {
  const { EDGE_CACHE: kind, VARNISH_URLS: urls } = values
  const { FASTLY_API_URL, FASTLY_SERVICE_ID: serviceId, FASTLY_API_TOKEN } = values
  const { CLOUDFLARE_API_URL, CLOUDFLARE_ZONE_ID: zoneId, CLOUDFLARE_API_TOKEN } = values
  if (kind === 'varnish' && urls) return { kind, urls }
  if (kind === 'fastly' && serviceId && FASTLY_API_TOKEN)
    return { kind, apiUrl: FASTLY_API_URL, serviceId, token: FASTLY_API_TOKEN }
  if (kind === 'cloudflare' && zoneId && CLOUDFLARE_API_TOKEN)
    return { kind, apiUrl: CLOUDFLARE_API_URL, zoneId, token: CLOUDFLARE_API_TOKEN }
  return undefined
}

/** Parsed environment, for the server only because it contains secrets. URLs have no trailing slash. */
export type Env = ReturnType<typeof parseEnv>

export type ContactEnv = Env['contact']
export type PushEnv = NonNullable<Env['push']>

/**
 * Parses the environment. Rejects default secrets in production at a public URL.
 * @throws {EnvError} with names and remedies, never values
 */
export function parseEnv(source: Record<string, string | undefined>) {
  const parsed = envSchema.safeParse(removeBlanks(source))
  if (!parsed.success) {
    throw new EnvError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  }
  const values = parsed.data
  const isPublic = values.NODE_ENV === 'production' && !isLoopback(values.SITE_URL)
  const problems = [...findMissingVariables(values), ...(isPublic ? findDefaultValues(values) : [])]
  if (problems.length > 0) throw new EnvError(problems)
  return {
    projectId: values.SANITY_PROJECT_ID,
    dataset: values.SANITY_DATASET,
    readToken: values.SANITY_API_READ_TOKEN,
    webhookSecret: getFirst(values.SANITY_WEBHOOK_SECRET),
    acceptedWebhookSecrets: values.SANITY_WEBHOOK_SECRET,
    apiHost: values.SANITY_API_HOST,
    siteUrl: values.SITE_URL,
    /** Settings of the voice agent. If undefined, visitors can only call or book. */
    voiceAgent: buildVoiceAgent(values),
    voice: {
      webhookSecret: values.VOICE_WEBHOOK_SECRET?.[0],
      /** If empty, the webhook route rejects all vendor events. */
      acceptedWebhookSecrets: values.VOICE_WEBHOOK_SECRET ?? [],
      startSecret: values.VOICE_START_SECRET?.[0],
      /** If empty, the vendor gets no data at the start of a call. */
      acceptedStartSecrets: values.VOICE_START_SECRET ?? [],
      /** API key for recordings and the agent config. If undefined, both are off. */
      apiKey: values.VOICE_API_KEY,
      apiUrl: values.VOICE_API_URL,
    },
    /** Clerk id of the staff organization, whose members set up phone lines. */
    staffOrganizationId: values.STAFF_ORGANIZATION_ID,
    databaseUrl: values.DATABASE_URL,
    databasePoolerUrl: values.DATABASE_POOLER_URL,
    /** Number of connections per process. Tags and notifications use separate connections. */
    databasePoolSize: values.DATABASE_POOL_SIZE,
    jobs: values.JOBS,
    contact: buildContactEnv(values),
    /** Web push settings; undefined turns web push off. */
    push: buildPushEnv(values),
    /** CDN that the site purges. If undefined, no shared cache stores pages. */
    edgeCache: buildEdgeCacheEnv(values),
    /** Number of trusted proxies that append to X-Forwarded-For. If 0, the header is ignored. */
    trustedProxies: values.TRUSTED_PROXIES,
    /** Seconds after SIGTERM during which the site reports that it is not ready but still serves requests. */
    shutdownDelay: values.SHUTDOWN_DELAY_SECONDS,
    /** Token for metrics and health details. If undefined, both are closed. */
    operatorToken: values.OPERATOR_TOKEN,
    telemetry: {
      /** Whether an OpenTelemetry collector is configured. The library itself reads the standard variables. */
      isSent: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
      /** Interval of metric exports in milliseconds. */
      exportInterval: values.OTEL_METRIC_EXPORT_INTERVAL,
      /** Sampling ratio of traces, 0 to 1. */
      traceShare: values.OTEL_TRACES_SAMPLER_ARG,
      sentryDsn: values.SENTRY_DSN,
      environment: values.SENTRY_ENVIRONMENT,
    },
  }
}

let cachedEnv: Env | undefined

export const env = (): Env => (cachedEnv ??= parseEnv(process.env))
