import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import { articleBody } from './article.ts'
import { IMAGE, OPEN_SLUG, SEO } from './fragments.ts'
import type { PRESS_ITEMS_QUERY_RESULT, PRESS_ITEM_QUERY_RESULT, PRESS_KIT_QUERY_RESULT } from '../types.ts'

const FILE = 'url, originalFilename, extension, size'

/** Announcements below one: the latest others. */
const OTHERS = 2

export const PRESS_KIT_QUERY = defineQuery(`*[_type == "pressKit" && _id == "pressKit"][0]{
  _id, heading, shortBoilerplate, boilerplate, contactEmail,
  facts[]{ _key, title, text },
  downloads[]{ _key, label, description, picture{ ${IMAGE} }, "file": file.asset->{ ${FILE} }, "otherFile": otherFile.asset->{ ${FILE} } }
}`)

export const PRESS_ITEMS_QUERY = defineQuery(`{
  "items": *[_type == "pressItem" && ${OPEN_SLUG}] | order(publishedAt desc, _id asc)[$from...$to]{
    _id, title, "slug": slug.current, publishedAt, summary,
    cover{ ${IMAGE} }
  },
  "total": count(*[_type == "pressItem" && ${OPEN_SLUG}])
}`)

export const PRESS_ITEM_QUERY = defineQuery(`*[_type == "pressItem" && slug.current == $slug] | order(_id asc)[0]{
  _id, _type, title, "slug": slug.current, publishedAt, _updatedAt, summary,
  cover{ ${IMAGE} },
  body[]{ ${articleBody} },
  seo{ ${SEO} },
  "others": *[_type == "pressItem" && ${OPEN_SLUG} && slug.current != $slug]
    | order(publishedAt desc, _id asc)[0...$others]{ _id, title, "slug": slug.current, publishedAt }
}`)

/** The press kit, or null. */
export const pressKitRead: Read<PRESS_KIT_QUERY_RESULT> = {
  query: PRESS_KIT_QUERY,
  shape: z.looseObject({ _id: z.string() }).nullable(),
}

/** Press items by date, newest first, and how many there are in all. */
export const pressItemsRead = (range: { from: number; to: number }): Read<PRESS_ITEMS_QUERY_RESULT> => ({
  query: PRESS_ITEMS_QUERY,
  params: range,
  shape: z.object({ items: z.array(z.looseObject({ _id: z.string() })), total: z.number() }),
})

/** The press item with a slug, or null; with the latest others. */
export const pressItemRead = (slug: string): Read<PRESS_ITEM_QUERY_RESULT> => ({
  query: PRESS_ITEM_QUERY,
  params: { slug, others: OTHERS },
  shape: z.looseObject({ _id: z.string(), _type: z.literal('pressItem') }).nullable(),
})
