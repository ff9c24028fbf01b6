import type { z } from 'zod'
import { apiOf } from './authorization-servers.ts'
import { boundedFetch } from './bounded-fetch.ts'
import type { IntegrationSettings } from './environment.ts'
import { type FailureCode, ProviderError } from './failure.ts'
import type { ProviderName } from './providers.ts'
import type { Secret } from './store.ts'

/** How what a connection is used for asks the provider. */
export type Api = {
  /** What requests need beside the token, such as the number of a company, by the provider's names. */
  details: Readonly<Record<string, string>>
  /**
   * Reads something, as JSON of a form.
   * @throws {ProviderError} for any other answer, or none
   */
  get: <Answer>(path: string, form: z.ZodType<Answer>, query?: Record<string, string>) => Promise<Answer>
  /** Sends something; a provider's search is one, too. @throws {ProviderError} */
  post: <Answer>(path: string, form: z.ZodType<Answer>, body: unknown) => Promise<Answer>
}

/** Thrown instead of a `ProviderError` for statuses that the caller knows a meaning of, such as 409. */
export class StatusError extends ProviderError {
  readonly status: number
  constructor(status: number, code: FailureCode) {
    super(code)
    this.name = 'StatusError'
    this.status = status
  }
}

const UNAUTHORIZED = 401

const CODES: Record<number, FailureCode> = {
  [UNAUTHORIZED]: 'invalid_grant',
  403: 'insufficient_scope',
  429: 'rate_limited',
}

/** Whether the token was not taken: another one may be. */
export const isUnauthorized = (error: unknown): boolean => error instanceof StatusError && error.status === UNAUTHORIZED

async function jsonOf<Answer>(response: Response, form: z.ZodType<Answer>): Promise<Answer> {
  const { status } = response
  if (!response.ok) throw new StatusError(status, CODES[status] ?? (status >= 500 ? 'no_answer' : 'unexpected_answer'))
  let body: unknown
  try {
    body = await response.json()
  } catch (error) {
    if (error instanceof ProviderError) throw error
    // Cut off by the deadline, or no JSON.
    throw new ProviderError(error instanceof SyntaxError ? 'unexpected_answer' : 'no_answer', { cause: error })
  }
  const parsed = form.safeParse(body)
  // The complaint would quote what was read.
  if (!parsed.success) throw new ProviderError('unexpected_answer')
  return parsed.data
}

/** An organization of Salesforce has an address of its own, which came with the token. */
function baseOf(settings: IntegrationSettings, provider: ProviderName, { details }: Secret): string {
  const own = provider === 'salesforce' ? details.instance_url : undefined
  const isElsewhere = settings.providers[provider].api !== undefined
  return own && !isElsewhere && /^https:\/\/[\w.-]+\.(salesforce|force)\.com$/.test(own)
    ? own
    : apiOf(settings, provider)
}

/** The API of a provider with the token of one connection. */
export function apiFor(settings: IntegrationSettings, provider: ProviderName, secret: Secret): Api {
  const base = baseOf(settings, provider, secret)
  const { appKey } = settings.providers[provider]
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${secret.accessToken}`,
    ...(appKey && { 'ST-App-Key': appKey }),
  }
  const { tenant } = secret.key ?? {}
  return {
    details: tenant ? { ...secret.details, tenant } : secret.details,
    get: async (path, form, query = {}) => {
      const address = new URL(base + path)
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
      return jsonOf(await boundedFetch(address, { headers }), form)
    },
    post: async (path, form, body) =>
      jsonOf(
        await boundedFetch(base + path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        form,
      ),
  }
}
