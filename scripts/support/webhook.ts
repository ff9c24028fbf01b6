import { z } from 'zod'
import type { Env } from '../../lib/platform/env/env.ts'
import { webhook } from '../../sanity/webhook.ts'
import { UserError } from './progress.ts'

/** API version; see https://www.sanity.io/docs/http-webhooks. */
const API_VERSION = 'v2021-10-04'
const HOSTED_API = 'https://api.sanity.io'

const REQUEST_TIMEOUT_MS = 15_000

type Project = Pick<Env, 'projectId' | 'dataset' | 'siteUrl' | 'webhookSecret' | 'apiHost'>

const webhookSchema = z.looseObject({
  id: z.string(),
  type: z.string().optional(),
  name: z.string(),
  url: z.string(),
  dataset: z.string(),
  secret: z.string().nullish(),
})

/** Returns the webhook in the format of Sanity's API, without the secret. */
export const buildHostedWebhook = ({ dataset, siteUrl }: Pick<Project, 'dataset' | 'siteUrl'>) => ({
  type: 'document',
  name: webhook.name,
  url: `${siteUrl}${webhook.path}`,
  dataset,
  apiVersion: webhook.apiVersion,
  httpMethod: webhook.httpMethod,
  includeDrafts: webhook.includeDrafts,
  isDisabledByUser: false,
  rule: { on: webhook.on, filter: webhook.filter, projection: webhook.projection },
})

export function formatWebhook(project: Project): string {
  const { name, url, dataset, apiVersion, httpMethod, rule } = buildHostedWebhook(project)
  const rows = [
    ['Name', name],
    ['URL', url],
    ['Dataset', dataset],
    ['Trigger on', rule.on.join(', ')],
    ['HTTP method', httpMethod],
    ['API version', apiVersion],
    ['Drafts', 'off'],
    ['Secret', 'the value of SANITY_WEBHOOK_SECRET'],
  ].map(([label = '', value]) => `  ${label.padEnd(12)} ${value}`)
  return `${rows.join('\n')}\n\n  Filter\n\n${rule.filter}\n\n  Projection\n\n${rule.projection}\n`
}

const REMEDIES: Record<number, string> = {
  401: 'SANITY_MANAGE_TOKEN is not a valid token of this project.',
  403: 'SANITY_MANAGE_TOKEN cannot manage webhooks: use an administrator token (API > Tokens at sanity.io/manage).',
  404: 'Project not found: check SANITY_PROJECT_ID.',
}

async function sendRequest(project: Project, token: string, path: string, init: RequestInit = {}): Promise<unknown> {
  const url = `${project.apiHost ?? HOSTED_API}/${API_VERSION}/hooks/projects/${project.projectId}${path}`
  let response: Response
  try {
    response = await fetch(url, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
  } catch (error) {
    throw new UserError(`Cannot reach Sanity at ${new URL(url).host}: ${String((error as Error).cause ?? error)}`)
  }
  if (response.ok) return response.json()
  const remedy = REMEDIES[response.status] ?? `Response: ${(await response.text()).slice(0, 300)}`
  throw new UserError(
    `Sanity returned ${response.status} for ${init.method ?? 'GET'} ${new URL(url).pathname}. ${remedy}`,
  )
}

/** Returns whether `actual` contains all of `expected`. Ignores the order of lists. */
function matchesExpected(expected: unknown, actual: unknown): boolean {
  if (Array.isArray(expected)) {
    return Array.isArray(actual) && JSON.stringify(expected.toSorted()) === JSON.stringify(actual.toSorted())
  }
  if (typeof expected !== 'object' || expected === null) return expected === actual
  const members = (actual ?? {}) as Record<string, unknown>
  return Object.entries(expected).every(([key, value]) => matchesExpected(value, members[key]))
}

/**
 * Creates or updates the site's webhook, found by URL or name. Idempotent.
 * @throws {UserError} when the API rejects it or is unreachable
 */
export async function applyWebhook(project: Project, token: string): Promise<'created' | 'updated' | 'unchanged'> {
  const expected = buildHostedWebhook(project)
  const hooks = z.array(webhookSchema).parse(await sendRequest(project, token, ''))
  const documentHooks = hooks.filter(({ type }) => type !== 'transaction')
  const existingHook =
    documentHooks.find(({ url }) => url === expected.url) ?? documentHooks.find(({ name }) => name === expected.name)
  const body = JSON.stringify({ ...expected, secret: project.webhookSecret })
  if (!existingHook) {
    await sendRequest(project, token, '', { method: 'POST', body })
    return 'created'
  }
  // If the API hides the secret, assumes that it is correct.
  const hasSecret = typeof existingHook.secret !== 'string' || existingHook.secret === project.webhookSecret
  if (matchesExpected(expected, existingHook) && hasSecret) return 'unchanged'
  await sendRequest(project, token, `/${existingHook.id}`, { method: 'PATCH', body })
  return 'updated'
}
