import type { z } from 'zod'
import { getApiUrl } from './authorization-servers.ts'
import { fetchWithLimits } from './bounded-fetch.ts'
import type { IntegrationSettings } from './environment.ts'
import { type FailureCode, ProviderError } from './failure.ts'
import type { ProviderName } from './providers.ts'
import type { Secret } from './repository.ts'

export type Api = {
  /** Values that requests need, such as a company id. They come from the sign-in and have the provider's names. */
  details: Readonly<Record<string, string>>
  /**
   * Sends a GET request and validates the JSON response.
   * @throws {ProviderError}
   */
  get: <Answer>(path: string, form: z.ZodType<Answer>, query?: Record<string, string>) => Promise<Answer>
  /**
   * Sends a POST request, which some providers also use for searches.
   * @throws {ProviderError}
   */
  post: <Answer>(path: string, form: z.ZodType<Answer>, body: unknown) => Promise<Answer>
}

/** Error response of a provider. Callers handle certain statuses, such as 409. */
export class StatusError extends ProviderError {
  readonly status: number
  /** Delay from the `Retry-After` header; undefined if the response has none. */
  readonly retryAfterMs: number | undefined
  constructor(status: number, code: FailureCode, retryAfterMs?: number) {
    super(code)
    this.name = 'StatusError'
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

const FAILURE_CODES_BY_STATUS: Record<number, FailureCode> = {
  401: 'invalid_grant',
  403: 'insufficient_scope',
  429: 'rate_limited',
}

export const hasStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof StatusError && statuses.includes(error.status)

/** Parses the seconds of a `Retry-After` header. Returns undefined for a missing header or a date. */
function parseRetryAfterMs(header: string | null): number | undefined {
  const seconds = Number(header)
  return header && Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
}

async function parseResponse<Answer>(response: Response, form: z.ZodType<Answer>): Promise<Answer> {
  const { status } = response
  if (!response.ok)
    throw new StatusError(
      status,
      FAILURE_CODES_BY_STATUS[status] ?? (status >= 500 ? 'no_answer' : 'unexpected_answer'),
      parseRetryAfterMs(response.headers.get('retry-after')),
    )
  let body: unknown
  try {
    body = await response.json()
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError(error instanceof SyntaxError ? 'unexpected_answer' : 'no_answer', { cause: error })
  }
  const parsed = form.safeParse(body)
  // Do not attach Zod's error as the cause, because it quotes the response.
  if (!parsed.success) throw new ProviderError('unexpected_answer')
  return parsed.data
}

/** Returns the base URL of the API. For Salesforce, the token response contains the URL of the organization. */
function getBaseUrl(settings: IntegrationSettings, provider: ProviderName, { details }: Secret): string {
  const instanceUrl = provider === 'salesforce' ? details.instance_url : undefined
  const hasCustomApi = settings.providers[provider].api !== undefined
  return instanceUrl && !hasCustomApi && /^https:\/\/[\w.-]+\.(salesforce|force)\.com$/.test(instanceUrl)
    ? instanceUrl
    : getApiUrl(settings, provider)
}

export function createApi(settings: IntegrationSettings, provider: ProviderName, secret: Secret): Api {
  const baseUrl = getBaseUrl(settings, provider, secret)
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
      const address = new URL(baseUrl + path)
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
      return parseResponse(await fetchWithLimits(address, { headers }), form)
    },
    post: async (path, form, body) =>
      parseResponse(
        await fetchWithLimits(baseUrl + path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        form,
      ),
  }
}
