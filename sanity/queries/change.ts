import { defineQuery } from 'next-sanity'
import { z } from 'zod'

/** Public paths of documents that refer to one document. */
export const REFERRERS_QUERY = defineQuery(
  `*[_type in ["page", "city"] && references($id)] | order(_updatedAt desc)[0...$limit]{ _type, path, "slug": slug.current }`,
)

export const UPDATED_AT_QUERY = defineQuery(`*[_id == $id][0]{ _updatedAt }`)

/** Where a change of a document shows, besides on its own page; at most `limit` documents, last edited first. */
export const referrersRead = (id: string, limit: number) => ({
  query: REFERRERS_QUERY,
  params: { id, limit },
  shape: z.array(z.looseObject({ _type: z.enum(['page', 'city']) })),
})

/** When a document was last published; null when it is not. */
export const updatedAtRead = (id: string) => ({
  query: UPDATED_AT_QUERY,
  params: { id },
  shape: z.looseObject({ _updatedAt: z.string() }).nullable(),
})
