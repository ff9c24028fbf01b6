import { defineQuery } from 'next-sanity'
import { z } from 'zod'
import {
  documentAt,
  groqList,
  listEntries,
  pathTypes,
  routedType,
  type RoutedType,
  routedTypes,
} from '../content-types.ts'
import type { Read } from '../fetch.ts'
import type { SHARE_IMAGE_QUERY_RESULT, SHARE_LISTS_QUERY_RESULT } from '../types.ts'

/** GROQ that selects by type what the registry says of it, as far as it does. */
const byType = (groqOf: (type: RoutedType) => string | undefined) =>
  routedTypes.flatMap((type) => {
    const groq = groqOf(type)
    return groq ? [`_type == "${type}" => ${groq}`] : []
  })

const headlines = byType((type) => routedType(type).headline ?? routedType(type).name)
const labels = byType((type) => routedType(type).label)

export const SHARE_IMAGE_QUERY = defineQuery(`*[
  _type in ${groqList(routedTypes)} &&
  _type in $types && (path == $key || slug.current == $key)
] | order(_id asc)[0]{
  _type,
  "title": select(${[...headlines, 'title'].join(', ')}),
  "label": select(${labels.join(', ')}),
  "means": climate.monthlyMeanF
}`)

export const SHARE_LISTS_QUERY = defineQuery(`*[_type == "siteSettings" && _id == "siteSettings"][0]{
  ${listEntries.map(([name, { intro }]) => `"${name}": ${intro}.heading`).join(', ')}
}`)

/** What the document at a path is called, or null. */
export function shareImageRead(path: string): Read<SHARE_IMAGE_QUERY_RESULT> {
  const document = documentAt(path)
  return {
    query: SHARE_IMAGE_QUERY,
    params: { types: document ? [document.type] : pathTypes, key: document?.slug ?? path },
    shape: z.looseObject({ _type: z.enum(routedTypes), title: z.string().nullable() }).nullable(),
  }
}

/** What the lists are called; null in a dataset without settings. */
export const shareListsRead: Read<SHARE_LISTS_QUERY_RESULT> = {
  query: SHARE_LISTS_QUERY,
  shape: z.looseObject({}).nullable(),
}
