import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import type { Read } from '../fetch.ts'
import type { UPDATED_AT_QUERY_RESULT } from '../types.ts'

export const UPDATED_AT_QUERY = defineQuery(`*[_id == $id][0]{ _updatedAt }`)

/** When a document was last published; null when it is not. */
export const updatedAtRead = (id: string): Read<UPDATED_AT_QUERY_RESULT> => ({
  query: UPDATED_AT_QUERY,
  params: { id },
  shape: z.looseObject({ _updatedAt: z.string() }).nullable(),
})
