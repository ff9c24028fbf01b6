import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import { API_ROOT, BLOG_ROOT, CITY_ROOT, DOCUMENTATION_ROOT, PRESS_ROOT } from '../../lib/routes.ts'
import { type RoutedType } from '../schema/routes.ts'

export const SHARE_IMAGE_QUERY = defineQuery(`*[
  _type in ["page", "legalPage", "city", "post", "author", "category", "pressItem", "docPage"] &&
  _type in $types && (path == $key || slug.current == $key)
] | order(_id asc)[0]{
  "title": select(_type == "page" => coalesce(blocks[0].heading, title), _type == "city" => headline, _type == "author" => name, title),
  "label": select(
    _type == "city" => name + ", " + state,
    _type == "post" => category->title,
    _type == "docPage" => section->title,
    _type == "author" => role
  ),
  "means": climate.monthlyMeanF
}`)

export const SHARE_LISTS_QUERY = defineQuery(`*[_id == "siteSettings"][0]{
  "blog": blogIntro.heading, "press": pressIntro.heading, "documentation": documentationIntro.heading, "api": apiIntro.heading
}`)

type Route = { below: string; types: RoutedType[] }

/** Which documents live below which path; the more specific path first. */
const ROUTES: Route[] = [
  { below: `${BLOG_ROOT}/author/`, types: ['author'] },
  { below: `${BLOG_ROOT}/category/`, types: ['category'] },
  { below: `${BLOG_ROOT}/`, types: ['post'] },
  { below: `${PRESS_ROOT}/`, types: ['pressItem'] },
  { below: `${DOCUMENTATION_ROOT}/`, types: ['docPage'] },
  { below: `${CITY_ROOT}/`, types: ['city'] },
]

/** Lists of documents, which are none themselves, by the field that introduces them. */
const LISTS = new Map([
  [BLOG_ROOT, 'blog'],
  [PRESS_ROOT, 'press'],
  [DOCUMENTATION_ROOT, 'documentation'],
  [API_ROOT, 'api'],
] as const)

/** The field of {@link shareListsRead} that names the list at a path; undefined when no list is there. */
export const listAt = (path: string) => LISTS.get(path as typeof BLOG_ROOT)

/** What the document at a path is called, or null. */
export function shareImageRead(path: string) {
  const route = ROUTES.find(({ below }) => path.startsWith(below))
  const key = route ? path.slice(route.below.length) : path
  return {
    query: SHARE_IMAGE_QUERY,
    params: { types: route?.types ?? ['page', 'legalPage'], key },
    shape: z.looseObject({ title: z.string().nullable() }).nullable(),
  } satisfies Read<string>
}

/** What the lists are called; null in a dataset without settings. */
export const shareListsRead = {
  query: SHARE_LISTS_QUERY,
  shape: z.looseObject({}).nullable(),
} satisfies Read<string>
