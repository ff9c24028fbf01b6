import { z } from 'zod'
import { isContentPath } from '../lib/routes.ts'
import { apiVersion } from './api-version.ts'
import { groqList, typeNames } from './content-types.ts'
import { tagsOfChange, watchedFields, type ContentChange } from './tags.ts'

const ADDRESS = '"path": path, "slug": slug.current'

/**
 * The webhook of the site as it is entered at sanity.io/manage (or given to the local Content Lake); its URL is
 * `path` on the site, its secret `SANITY_WEBHOOK_SECRET`.
 * Reference: https://www.sanity.io/docs/content-lake/webhooks
 */
export const webhook = {
  name: 'Revalidate the site',
  path: '/api/revalidate',
  on: ['create', 'update', 'delete'] as ('create' | 'update' | 'delete')[],
  includeDrafts: false,
  httpMethod: 'POST' as const,
  apiVersion: `v${apiVersion}`,
  filter: `_type in ${groqList(typeNames)}`,
  projection: `{
  _id, _type, _updatedAt, ${ADDRESS},
  "before": before(){ ${ADDRESS} },
  "operation": delta::operation(),
  "changed": {
    ${watchedFields.map((field) => `"${field}": delta::changedAny(${field})`).join(',\n    ')}
  }
}`,
}

const text = z.string().max(512).nullish()
const address = { path: text, slug: text }

/** What the site takes from the webhook. */
export const payload = z.object({
  _id: z.string().min(1).max(256),
  _type: z.enum(typeNames),
  _updatedAt: z.iso.datetime({ offset: true }),
  ...address,
  before: z.object(address).nullish(),
  operation: z.enum(['create', 'update', 'delete']),
  changed: z.record(z.string().max(128), z.boolean().nullish()).nullish(),
})

type Address = { path?: string | null | undefined; slug?: string | null | undefined }

/** A path that no page of this site could have comes from an editor's mistake, or is meant to lead elsewhere. */
const addressesOf = ({ path, slug }: Address): string[] => [
  ...(path && isContentPath(path) ? [path] : []),
  ...(slug ? [slug] : []),
]

/** A verified webhook body: what changed, since when the Content Lake must show it, and the cache tags it touches. */
export type WebhookEvent = { change: ContentChange; updatedAt: string; tags: string[] }

/**
 * Reads the body of a webhook request whose signature has been verified.
 * @throws {SyntaxError | z.ZodError} when it is not a body of {@link webhook}
 */
export function parseWebhook(body: string): WebhookEvent {
  const document = payload.parse(JSON.parse(body))
  const { before, changed } = document
  const change: ContentChange = {
    id: document._id,
    type: document._type,
    operation: document.operation,
    addresses: [...addressesOf(document), ...addressesOf(before ?? {})],
    unchanged: Object.keys(changed ?? {}).filter((field) => changed?.[field] === false),
  }
  return { change, updatedAt: document._updatedAt, tags: tagsOfChange(change) }
}
