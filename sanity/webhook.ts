import { z } from 'zod'
import { hasPath, touched, type ContentChange, type Touched } from './tags.ts'

/** Document types whose changes the site wants to hear of. */
const TYPES = [
  'siteSettings',
  'page',
  'city',
  'post',
  'author',
  'category',
  'pressKit',
  'pressItem',
  'docSection',
  'docPage',
  'legalPage',
  'pricingPlan',
  'testimonial',
  'faqItem',
  'trustBadge',
  'integration',
  'redirect',
] as const

/** Types without an address: neither a path nor a slug says where they are. */
const WITHOUT_ADDRESS = new Set<string>([
  'siteSettings',
  'pressKit',
  'docSection',
  'pricingPlan',
  'testimonial',
  'faqItem',
  'trustBadge',
  'integration',
])

/** Fields shown in menus, cards, lists, feeds and the sitemap. */
const LISTED_FIELDS = [
  'name',
  'state',
  'slug',
  'summary',
  'orderRank',
  'title',
  'path',
  'seo',
  'excerpt',
  'publishedAt',
  'cover',
  'author',
  'category',
  'section',
]

/** Where a document is: a redirect is at the path it starts from. */
const ADDRESS = '"path": coalesce(path, source), "slug": slug.current, "groups": [author._ref, category._ref]'

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
  filter: `_type in [${TYPES.map((type) => `"${type}"`).join(', ')}]`,
  projection: `{
  _id, _type, _updatedAt,
  ${ADDRESS},
  "before": before(){ ${ADDRESS} },
  "operation": delta::operation(),
  "listed": delta::changedAny((${LISTED_FIELDS.join(', ')}))
}`,
}

const text = z.string().max(512).nullish()

const address = { path: text, slug: text, groups: z.array(text).max(8).nullish() }

const payload = z
  .object({
    _id: z.string().min(1).max(256),
    _type: z.enum(TYPES),
    _updatedAt: z.iso.datetime({ offset: true }),
    ...address,
    before: z.object(address).nullish(),
    operation: z.enum(['create', 'update', 'delete']),
    listed: z.boolean().nullish(),
  })
  .refine(({ _type, path, before }) => !hasPath(_type) || path || before?.path, { error: 'a page without a path' })
  .refine(({ _type, slug, before }) => hasPath(_type) || WITHOUT_ADDRESS.has(_type) || slug || before?.slug, {
    error: 'a document without a slug',
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
    groups: [...(document.groups ?? []), ...(document.before?.groups ?? [])].filter((id) => id != null),
  }
  return { change, updatedAt: document._updatedAt, touched: touched(change) }
}
