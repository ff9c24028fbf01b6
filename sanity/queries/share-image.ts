import { defineQuery } from 'next-sanity'
import {
  documentAt,
  groqList,
  listEntries,
  pathTypes,
  routedType,
  type RoutedType,
  routedTypes,
} from '../content-types.ts'
import type { Read } from './read.ts'
import type * as results from '../types.ts'

const buildTypeCases = (getGroq: (type: RoutedType) => string | undefined) =>
  routedTypes.flatMap((type) => {
    const groq = getGroq(type)
    return groq ? [`_type == "${type}" => ${groq}`] : []
  })

const headlineCases = buildTypeCases((type) => routedType(type).headline ?? routedType(type).name)
const labelCases = buildTypeCases((type) => routedType(type).label)

export const SHARE_IMAGE_QUERY = defineQuery(`*[
  _type in ${groqList(routedTypes)} &&
  _type in $types && (path == $key || slug.current == $key)
] | order(_id asc)[0]{
  _type,
  "title": select(${[...headlineCases, 'title'].join(', ')}),
  "label": select(${labelCases.join(', ')}),
  "means": climate.monthlyMeanF
}`)

export const SHARE_LISTS_QUERY = defineQuery(`*[_type == "siteSettings" && _id == "siteSettings"][0]{
  ${listEntries.map(([name, { intro }]) => `"${name}": ${intro}.heading`).join(', ')}
}`)

export function buildShareImageRead(path: string): Read<results.SHARE_IMAGE_QUERY_RESULT> {
  const document = documentAt(path)
  return {
    query: SHARE_IMAGE_QUERY,
    params: { types: document ? [document.type] : pathTypes, key: document?.slug ?? path },
  }
}

export const shareListsRead: Read<results.SHARE_LISTS_QUERY_RESULT> = { query: SHARE_LISTS_QUERY }
