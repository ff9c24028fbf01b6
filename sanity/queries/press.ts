import { defineQuery } from 'next-sanity'
import type { Read } from './read.ts'
import { ARTICLE_BODY, IMAGE, OPEN_SLUG_FILTER, SEO } from '../fragments.ts'
import type * as results from '../types.ts'

const FILE_FIELDS = 'url, originalFilename, extension, size'

const MAX_OTHER_ITEMS = 2

export const PRESS_KIT_QUERY = defineQuery(`*[_type == "pressKit" && _id == "pressKit"][0]{
  _id, heading, shortBoilerplate, boilerplate, contactEmail,
  facts[]{ _key, title, text },
  downloads[]{ _key, label, description, picture{ ${IMAGE} }, "file": file.asset->{ ${FILE_FIELDS} }, "otherFile": otherFile.asset->{ ${FILE_FIELDS} } }
}`)

export const PRESS_ITEMS_QUERY = defineQuery(`{
  "items": *[_type == "pressItem" && ${OPEN_SLUG_FILTER}] | order(publishedAt desc, _id asc)[$from...$to]{
    _id, title, "slug": slug.current, publishedAt, summary,
    cover{ ${IMAGE} }
  },
  "total": count(*[_type == "pressItem" && ${OPEN_SLUG_FILTER}])
}`)

export const PRESS_ITEM_QUERY = defineQuery(`*[_type == "pressItem" && slug.current == $slug] | order(_id asc)[0]{
  _id, _type, title, "slug": slug.current, publishedAt, _updatedAt, summary,
  cover{ ${IMAGE} },
  body[]{ ${ARTICLE_BODY} },
  seo{ ${SEO} },
  "others": *[_type == "pressItem" && ${OPEN_SLUG_FILTER} && slug.current != $slug]
    | order(publishedAt desc, _id asc)[0...$others]{ _id, title, "slug": slug.current, publishedAt }
}`)

export const pressKitRead: Read<results.PRESS_KIT_QUERY_RESULT> = { query: PRESS_KIT_QUERY }

export const buildPressItemsRead = (range: { from: number; to: number }): Read<results.PRESS_ITEMS_QUERY_RESULT> => ({
  query: PRESS_ITEMS_QUERY,
  params: range,
})

export const buildPressItemRead = (slug: string): Read<results.PRESS_ITEM_QUERY_RESULT> => ({
  query: PRESS_ITEM_QUERY,
  params: { slug, others: MAX_OTHER_ITEMS },
})
