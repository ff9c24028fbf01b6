import { defineQuery } from 'next-sanity'
import { z } from 'zod'

export const HAS_CONTACT_FORM_QUERY = defineQuery(
  `count(*[_type == "page" && path == $path && "contactFormBlock" in blocks[]._type]) > 0`,
)

/** Whether the page at a path has a contact form. Asked past every cache: the path may be one that somebody made up. */
export const hasContactFormRead = (path: string) => ({
  query: HAS_CONTACT_FORM_QUERY,
  params: { path },
  shape: z.boolean(),
})
