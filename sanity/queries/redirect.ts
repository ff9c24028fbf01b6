import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import type { REDIRECTS_QUERY_RESULT } from '../types.ts'

/** Redirects the site knows at most; the whole list is one cached answer of well under 2 MB. */
const LIMIT = 5000

export const REDIRECTS_QUERY = defineQuery(
  `*[_type == "redirect" && defined(source) && defined(destination)] | order(_id asc)[0...$limit]{ source, destination, permanent }`,
)

/**
 * All redirects in one answer: a thousand unknown paths then cost one read and one cache entry, and a loop can be seen.
 */
export const redirectsRead: Read<REDIRECTS_QUERY_RESULT> = {
  query: REDIRECTS_QUERY,
  params: { limit: LIMIT },
  shape: z.array(z.looseObject({ source: z.string(), destination: z.string() })),
}
