import { z } from 'zod'
import { VOICE_AGENT_SCRIPT, type VoiceAgent } from './voice-agent.ts'

const LOCAL_VALUE = /^local(-|$)/
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const blankIsUnset = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)

const required = (remedy: string) => z.preprocess(blankIsUnset, z.string({ error: `is missing: ${remedy}` }))

const origin = (remedy: string) =>
  z
    .url({ protocol: /^https?$/, error: `is not an http(s) address: ${remedy}` })
    .transform((value) => value.replace(/\/+$/, ''))

const variables = z.object({
  NODE_ENV: z.string().optional(),
  SANITY_PROJECT_ID: required(
    'copy the project id from sanity.io/manage, or start with `npm start` to use the local one',
  ).pipe(z.string().regex(/^[a-z0-9-]+$/, 'may hold only a-z, 0-9 and dashes: copy it from sanity.io/manage')),
  SANITY_DATASET: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'is not a dataset name: use lower-case letters, digits, - and _')
      .default('production'),
  ),
  SANITY_API_READ_TOKEN: required('create a token with the Viewer role under API > Tokens at sanity.io/manage'),
  SANITY_WEBHOOK_SECRET: required(
    'choose a long random text and enter the same one in the webhook at sanity.io/manage',
  ).pipe(z.string().min(24, 'is too short: use at least 24 random characters')),
  SANITY_API_HOST: z.preprocess(blankIsUnset, origin('leave it unset for hosted Sanity').optional()),
  SITE_URL: required('set it to the public address of the site, for example https://www.example.com').pipe(
    origin('for example https://www.example.com'),
  ),
  VOICE_AGENT_ID: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^[\w-]{1,128}$/, 'is not the id of a voice agent: copy it from the vendor, or leave it unset')
      .optional(),
  ),
  VOICE_AGENT_SCRIPT_URL: z.preprocess(
    blankIsUnset,
    z
      .url({ protocol: /^https?$/, error: 'is not an http(s) address: leave it unset for the vendor’s own' })
      .default(VOICE_AGENT_SCRIPT),
  ),
})

/** The validated environment of the site. Server only: it holds secrets. */
export type Env = {
  projectId: string
  dataset: string
  readToken: string
  webhookSecret: string
  /** Base URL of a Content Lake other than the hosted one, without a trailing slash. */
  apiHost: string | undefined
  /** Public origin of the site, without a trailing slash. */
  siteUrl: string
  /** The voice agent that visitors can talk to; without one they can call or book. */
  voiceAgent: VoiceAgent | undefined
}

/** Thrown when the environment cannot run the site; the message has one line a variable, each with its remedy. */
export class EnvError extends Error {
  constructor(problems: string[]) {
    super(`The environment is not complete:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'EnvError'
  }
}

const isLoopback = (address: string) => LOOPBACK.test(new URL(address).hostname)

function localValues(values: z.infer<typeof variables>): string[] {
  const keys = ['SANITY_PROJECT_ID', 'SANITY_API_READ_TOKEN', 'SANITY_WEBHOOK_SECRET'] as const
  const problems = keys
    .filter((key) => LOCAL_VALUE.test(values[key]))
    .map((key) => `${key} has its local value, which anyone can read in the source: set the one of your Sanity project`)
  if (values.SANITY_API_HOST && isLoopback(values.SANITY_API_HOST)) {
    problems.push('SANITY_API_HOST points to this machine: unset it to use hosted Sanity')
  }
  return problems
}

/**
 * Validates a set of environment variables.
 * In production on a public address the well-known local values are refused.
 * @throws {EnvError} naming each variable that is wrong and what to do; values are never part of the message.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const parsed = variables.safeParse(source)
  if (!parsed.success) {
    throw new EnvError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  }
  const values = parsed.data
  if (values.NODE_ENV === 'production' && !isLoopback(values.SITE_URL)) {
    const problems = localValues(values)
    if (problems.length > 0) throw new EnvError(problems)
  }
  return {
    projectId: values.SANITY_PROJECT_ID,
    dataset: values.SANITY_DATASET,
    readToken: values.SANITY_API_READ_TOKEN,
    webhookSecret: values.SANITY_WEBHOOK_SECRET,
    apiHost: values.SANITY_API_HOST,
    siteUrl: values.SITE_URL,
    voiceAgent: values.VOICE_AGENT_ID
      ? { agentId: values.VOICE_AGENT_ID, scriptUrl: values.VOICE_AGENT_SCRIPT_URL }
      : undefined,
  }
}

let cached: Env | undefined

/** The environment of this process, validated at first use. */
export function env(): Env {
  cached ??= parseEnv(process.env)
  return cached
}
