import { z } from 'zod'
import { touched, type ContentChange, type Touched } from './tags.ts'

/** Document types whose changes the site wants to hear of. */
const TYPES = ['siteSettings', 'page', 'city', 'faqItem', 'trustBadge', 'integration'] as const

/** Fields shown in menus, grids and the sitemap. */
const LISTED_FIELDS = 'name, state, slug, summary, orderRank, title, path, seo'

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
  filter: `_type in ${JSON.stringify(TYPES)}`,
  projection: `{
  _id, _type, _updatedAt, path, "slug": slug.current,
  "before": before(){path, "slug": slug.current},
  "operation": delta::operation(),
  "listed": delta::changedAny((${LISTED_FIELDS}))
}`,
}

const text = z.string().max(512).nullish()

const payload = z
  .object({
    _id: z.string().min(1).max(256),
    _type: z.enum(TYPES),
    _updatedAt: z.iso.datetime({ offset: true }),
    path: text,
    slug: text,
    before: z.object({ path: text, slug: text }).nullish(),
    operation: z.enum(['create', 'update', 'delete']),
    listed: z.boolean().nullish(),
  })
  .refine((document) => document._type !== 'page' || document.path || document.before?.path, {
    error: 'a page without a path',
  })
  .refine((document) => document._type !== 'city' || document.slug || document.before?.slug, {
    error: 'a city without a slug',
  })

/** A verified webhook body: what changed, and since when the Content Lake must show it. */
export type WebhookEvent = { change: ContentChange; updatedAt: string; touched: Touched }

/**
 * Reads the body of a webhook request whose signature has been verified.
 * @throws {SyntaxError | z.ZodError} when it is not a body of {@link webhook}
 */
export function parseWebhook(body: string): WebhookEvent {
  const document = payload.parse(JSON.parse(body))
  const change: ContentChange = {
    id: document._id,
    type: document._type,
    operation: document.operation,
    path: document.path ?? undefined,
    previousPath: document.before?.path ?? undefined,
    slug: document.slug ?? undefined,
    previousSlug: document.before?.slug ?? undefined,
    listed: document.listed ?? false,
  }
  return { change, updatedAt: document._updatedAt, touched: touched(change) }
}
