import { defineQuery } from 'next-sanity'
import type { Read } from './read.ts'
import { ARTICLE_BODY, IMAGE, LINK, OPEN_SLUG_FILTER, PICTURE, POST_CARD, SEO } from '../fragments.ts'
import type * as results from '../types.ts'

const MAX_FEED_POSTS = 20
const MAX_CATEGORIES = 24

const MAX_RELATED_POSTS = 3

const NEXT_STEP = `heading, text, actions[]{ ${LINK} }`

/** GROQ projection of a post in a list. `isNews` separates short news. The reading time is computed from `body`. */
const LISTED_POST = `${POST_CARD}, "isNews": category->isNews, body[]{ ... }`

export const POSTS_QUERY = defineQuery(`{
  "posts": *[_type == "post" && ${OPEN_SLUG_FILTER}] | order(publishedAt desc, _id asc)[$from...$to]{ ${LISTED_POST} },
  "total": count(*[_type == "post" && ${OPEN_SLUG_FILTER}])
}`)

export const CATEGORY_QUERY = defineQuery(`*[_type == "category" && slug.current == $slug] | order(_id asc)[0]{
  _id, title, "slug": slug.current, description, nextStep{ ${NEXT_STEP}, ${PICTURE} },
  "posts": *[_type == "post" && ${OPEN_SLUG_FILTER} && category._ref == ^._id]
    | order(publishedAt desc, _id asc)[$from...$to]{ ${LISTED_POST} },
  "total": count(*[_type == "post" && ${OPEN_SLUG_FILTER} && category._ref == ^._id])
}`)

export const AUTHOR_QUERY = defineQuery(`*[_type == "author" && slug.current == $slug] | order(_id asc)[0]{
  _id, name, "slug": slug.current, kind, role, bio, photo{ ${IMAGE} },
  "posts": *[_type == "post" && ${OPEN_SLUG_FILTER} && author._ref == ^._id]
    | order(publishedAt desc, _id asc)[$from...$to]{ ${LISTED_POST} },
  "total": count(*[_type == "post" && ${OPEN_SLUG_FILTER} && author._ref == ^._id])
}`)

export const CATEGORIES_QUERY = defineQuery(
  `*[_type == "category" && ${OPEN_SLUG_FILTER} && count(*[_type == "post" && ${OPEN_SLUG_FILTER} && category._ref == ^._id]) > 0]
    | order(title asc)[0...$limit]{ _id, title, "slug": slug.current }`,
)

export const POST_QUERY = defineQuery(`*[_type == "post" && slug.current == $slug] | order(_id asc)[0]{
  _id, _type, title, "slug": slug.current, excerpt, publishedAt, _updatedAt,
  cover{ ${IMAGE} },
  category->{ title, "slug": slug.current, nextStep{ ${NEXT_STEP} } },
  author->{ name, "slug": slug.current, kind, role, bio, photo{ ${IMAGE} } },
  body[]{ ${ARTICLE_BODY} },
  seo{ ${SEO} },
  "related": *[_type == "post" && ${OPEN_SLUG_FILTER} && slug.current != $slug && category._ref == ^.category._ref]
    | order(publishedAt desc, _id asc)[0...$related]{ ${POST_CARD} },
  "latest": *[_type == "post" && ${OPEN_SLUG_FILTER} && slug.current != $slug && category->isNews != true]
    | order(publishedAt desc, _id asc)[0...$related]{ ${POST_CARD} }
}`)

export const FEED_QUERY = defineQuery(
  `*[_type == "post" && ${OPEN_SLUG_FILTER}] | order(publishedAt desc, _id asc)[0...$limit]{
    title, "slug": slug.current, excerpt, publishedAt, "category": category->title
  }`,
)

type Range = { from: number; to: number }

export const buildPostsRead = (range: Range): Read<results.POSTS_QUERY_RESULT> => ({
  query: POSTS_QUERY,
  params: range,
})

export const buildCategoryRead = (slug: string, range: Range): Read<results.CATEGORY_QUERY_RESULT> => ({
  query: CATEGORY_QUERY,
  params: { slug, ...range },
})

export const buildAuthorRead = (slug: string, range: Range): Read<results.AUTHOR_QUERY_RESULT> => ({
  query: AUTHOR_QUERY,
  params: { slug, ...range },
})

export const categoriesRead: Read<results.CATEGORIES_QUERY_RESULT> = {
  query: CATEGORIES_QUERY,
  params: { limit: MAX_CATEGORIES },
}

export const buildPostRead = (slug: string): Read<results.POST_QUERY_RESULT> => ({
  query: POST_QUERY,
  params: { slug, related: MAX_RELATED_POSTS },
})

export const feedRead: Read<results.FEED_QUERY_RESULT> = { query: FEED_QUERY, params: { limit: MAX_FEED_POSTS } }
