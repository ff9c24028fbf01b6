import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import type { HAS_CONTACT_FORM_QUERY_RESULT } from '../types.ts'

export const HAS_CONTACT_FORM_QUERY = defineQuery(
  `count(*[_type == "page" && path == $path && "contactFormBlock" in blocks[]._type]) > 0`,
)

/** Whether the page at a path has a contact form. Asked past every cache: the path may be one that somebody made up. */
export const hasContactFormRead = (path: string): Read<HAS_CONTACT_FORM_QUERY_RESULT> => ({
  query: HAS_CONTACT_FORM_QUERY,
  params: { path },
  shape: z.boolean(),
})
