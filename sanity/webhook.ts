import { z } from 'zod'
import { isContentPath } from '../lib/routes.ts'
import { apiVersion } from './api-version.ts'
import { groqList, typeNames } from './content-types.ts'
import { getChangeTags, webhookFields, type ContentChange } from './tags.ts'

const ADDRESS_PROJECTION = '"path": path, "slug": slug.current'

/**
 * Webhook settings for sanity.io/manage or the local Content Lake.
 * `path` is a path on the site. The secret is in `SANITY_WEBHOOK_SECRET`.
 * https://www.sanity.io/docs/content-lake/webhooks
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
  _id, _type, _updatedAt, ${ADDRESS_PROJECTION},
  "before": before(){ ${ADDRESS_PROJECTION} },
  "operation": delta::operation(),
  "changed": {
    ${webhookFields.map((field) => `"${field}": delta::changedAny(${field})`).join(',\n    ')}
  }
}`,
}

const text = z.string().max(512).nullish()
const address = { path: text, slug: text }

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

/** Returns path and slug of a document. Ignores invalid paths, which no page can have. */
const listAddresses = ({ path, slug }: Address): string[] => [
  ...(path && isContentPath(path) ? [path] : []),
  ...(slug ? [slug] : []),
]

/** Parsed webhook. `updatedAt` is the version that queries must return. `tags` are the cache tags to revalidate. */
export type WebhookEvent = { change: ContentChange; updatedAt: string; tags: string[] }

/**
 * Parses the body of a verified webhook request.
 * @throws {SyntaxError} if the body is not JSON; {z.ZodError} if it does not match the schema
 */
export function parseWebhook(body: string): WebhookEvent {
  const document = payload.parse(JSON.parse(body))
  const { before, changed } = document
  const change: ContentChange = {
    id: document._id,
    type: document._type,
    operation: document.operation,
    addresses: [...listAddresses(document), ...listAddresses(before ?? {})],
    unchanged: Object.keys(changed ?? {}).filter((field) => changed?.[field] === false),
  }
  return { change, updatedAt: document._updatedAt, tags: getChangeTags(change) }
}
