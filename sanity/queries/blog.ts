import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import { articleBody } from './article.ts'
import { IMAGE, LINK, OPEN_SLUG, PICTURE, POST_CARD, SEO } from './fragments.ts'
import type {
  AUTHOR_QUERY_RESULT,
  CATEGORIES_QUERY_RESULT,
  CATEGORY_QUERY_RESULT,
  FEED_QUERY_RESULT,
  POSTS_QUERY_RESULT,
  POST_QUERY_RESULT,
} from '../types.ts'

/** Posts in the feed, and categories to choose from. */
const FEED_POSTS = 20
const MAX_CATEGORIES = 24

/** Posts suggested below a post. */
const RELATED_POSTS = 3

/** What can be tried next after reading in a category. */
const NEXT_STEP = `heading, text, actions[]{ ${LINK} }`

/** A post of a list, which sets short news apart; the time to read it follows from its text. */
const LISTED_POST = `${POST_CARD}, "isNews": category->isNews, body[]{ ... }`

export const POSTS_QUERY = defineQuery(`{
  "posts": *[_type == "post" && ${OPEN_SLUG}] | order(publishedAt desc, _id asc)[$from...$to]{ ${LISTED_POST} },
  "total": count(*[_type == "post" && ${OPEN_SLUG}])
}`)

export const CATEGORY_QUERY = defineQuery(`*[_type == "category" && slug.current == $slug] | order(_id asc)[0]{
  _id, title, "slug": slug.current, description, nextStep{ ${NEXT_STEP}, ${PICTURE} },
  "posts": *[_type == "post" && ${OPEN_SLUG} && category._ref == ^._id]
    | order(publishedAt desc, _id asc)[$from...$to]{ ${LISTED_POST} },
  "total": count(*[_type == "post" && ${OPEN_SLUG} && category._ref == ^._id])
}`)

export const AUTHOR_QUERY = defineQuery(`*[_type == "author" && slug.current == $slug] | order(_id asc)[0]{
  _id, name, "slug": slug.current, kind, role, bio, photo{ ${IMAGE} },
  "posts": *[_type == "post" && ${OPEN_SLUG} && author._ref == ^._id]
    | order(publishedAt desc, _id asc)[$from...$to]{ ${LISTED_POST} },
  "total": count(*[_type == "post" && ${OPEN_SLUG} && author._ref == ^._id])
}`)

export const CATEGORIES_QUERY = defineQuery(
  `*[_type == "category" && ${OPEN_SLUG} && count(*[_type == "post" && ${OPEN_SLUG} && category._ref == ^._id]) > 0]
    | order(title asc)[0...$limit]{ _id, title, "slug": slug.current }`,
)

export const POST_QUERY = defineQuery(`*[_type == "post" && slug.current == $slug] | order(_id asc)[0]{
  _id, _type, title, "slug": slug.current, excerpt, publishedAt, _updatedAt,
  cover{ ${IMAGE} },
  category->{ title, "slug": slug.current, nextStep{ ${NEXT_STEP} } },
  author->{ name, "slug": slug.current, kind, role, bio, photo{ ${IMAGE} } },
  body[]{ ${articleBody} },
  seo{ ${SEO} },
  "related": *[_type == "post" && ${OPEN_SLUG} && slug.current != $slug && category._ref == ^.category._ref]
    | order(publishedAt desc, _id asc)[0...$related]{ ${POST_CARD} },
  "latest": *[_type == "post" && ${OPEN_SLUG} && slug.current != $slug && category->isNews != true]
    | order(publishedAt desc, _id asc)[0...$related]{ ${POST_CARD} }
}`)

export const FEED_QUERY = defineQuery(
  `*[_type == "post" && ${OPEN_SLUG}] | order(publishedAt desc, _id asc)[0...$limit]{
    title, "slug": slug.current, excerpt, publishedAt, "category": category->title
  }`,
)

const posts = z.array(z.looseObject({ _id: z.string() }))
const listed = { posts, total: z.number() }

type Range = { from: number; to: number }

/** Posts by date, newest first, and how many there are in all. */
export const postsRead = (range: Range): Read<POSTS_QUERY_RESULT> => ({
  query: POSTS_QUERY,
  params: range,
  shape: z.object(listed),
})

/** The category with a slug and its posts, or null. */
export const categoryRead = (slug: string, range: Range): Read<CATEGORY_QUERY_RESULT> => ({
  query: CATEGORY_QUERY,
  params: { slug, ...range },
  shape: z.looseObject(listed).nullable(),
})

/** The author with a slug and their posts, or null. */
export const authorRead = (slug: string, range: Range): Read<AUTHOR_QUERY_RESULT> => ({
  query: AUTHOR_QUERY,
  params: { slug, ...range },
  shape: z.looseObject(listed).nullable(),
})

/** The categories that have posts. */
export const categoriesRead: Read<CATEGORIES_QUERY_RESULT> = {
  query: CATEGORIES_QUERY,
  params: { limit: MAX_CATEGORIES },
  shape: posts,
}

/** The post with a slug, or null; with others of its category, and the latest to fill up with. */
export const postRead = (slug: string): Read<POST_QUERY_RESULT> => ({
  query: POST_QUERY,
  params: { slug, related: RELATED_POSTS },
  shape: z.looseObject({ _id: z.string(), _type: z.literal('post') }).nullable(),
})

/** The newest posts for the RSS feed. */
export const feedRead: Read<FEED_QUERY_RESULT> = {
  query: FEED_QUERY,
  params: { limit: FEED_POSTS },
  shape: z.array(z.looseObject({ slug: z.string() })),
}
