import { defineQuery } from 'next-sanity'
import { z } from 'zod'

export const UPDATED_AT_QUERY = defineQuery(`*[_id == $id][0]{ _updatedAt }`)

/** When a document was last published; null when it is not. */
export const updatedAtRead = (id: string) => ({
  query: UPDATED_AT_QUERY,
  params: { id },
  shape: z.looseObject({ _updatedAt: z.string() }).nullable(),
})
