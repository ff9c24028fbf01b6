import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import { groqList, routedTypes } from '../content-types.ts'
import type { Read } from '../fetch.ts'
import type { KNOWN_PAGES_QUERY_RESULT } from '../types.ts'

export const KNOWN_PAGES_QUERY = defineQuery(
  `*[_type in ${groqList(routedTypes)} && defined(coalesce(path, slug.current))]{ _id, _type, "key": coalesce(path, slug.current) }`,
)

/** Every document with a page of its own, also those that search engines are not told of. */
export const knownPagesRead: Read<KNOWN_PAGES_QUERY_RESULT> = {
  query: KNOWN_PAGES_QUERY,
  shape: z.array(z.looseObject({ _id: z.string(), _type: z.string(), key: z.string() })),
}
