import { defineQuery } from 'next-sanity'
import { z } from 'zod'

/** Types with pages of their own, as `RoutedType` of sanity/paths.ts has them. */
const ROUTED = ['page', 'legalPage', 'city', 'post', 'author', 'category', 'pressItem', 'docPage'] as const

/** Public paths of documents that refer to one document. */
export const REFERRERS_QUERY = defineQuery(
  `*[_type in ["page", "legalPage", "city", "post", "author", "category", "pressItem", "docPage"] && references($id)]
    | order(_updatedAt desc)[0...$limit]{ _type, path, "slug": slug.current }`,
)

/** Authors and categories by id, and how many posts and announcements there are. */
export const LISTS_QUERY = defineQuery(`{
  "groups": *[_type in ["author", "category"] && _id in $groups]{ _type, "slug": slug.current },
  "posts": count(*[_type == "post" && defined(slug.current)]),
  "pressItems": count(*[_type == "pressItem" && defined(slug.current)])
}`)

export const UPDATED_AT_QUERY = defineQuery(`*[_id == $id][0]{ _updatedAt }`)

/** Where a change of a document shows, besides on its own page; at most `limit` documents, last edited first. */
export const referrersRead = (id: string, limit: number) => ({
  query: REFERRERS_QUERY,
  params: { id, limit },
  shape: z.array(z.looseObject({ _type: z.enum(ROUTED) })),
})

/** What else lists posts and announcements: the pages of authors and categories, and how long the lists are. */
export const listsRead = (groups: string[]) => ({
  query: LISTS_QUERY,
  params: { groups },
  shape: z.object({
    groups: z.array(z.looseObject({ _type: z.enum(['author', 'category']) })),
    posts: z.number(),
    pressItems: z.number(),
  }),
})

/** When a document was last published; null when it is not. */
export const updatedAtRead = (id: string) => ({
  query: UPDATED_AT_QUERY,
  params: { id },
  shape: z.looseObject({ _updatedAt: z.string() }).nullable(),
})
