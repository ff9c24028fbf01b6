import type { QueryParams } from 'next-sanity'
import type { TypeName } from './content-types.ts'
import { queryReads } from './query-reads.ts'

/** What can change a query's result; generated from its GROQ by `npm run generate`. */
export type QueryReads = {
  ids: string[]
  documents: { types: string[]; param: string }[]
  /** Fields read of all other documents, by type. `*` is any field; an empty list means only existence counts. */
  fields: Record<string, string[]>
}

export type ContentChange = {
  id: string
  type: TypeName
  operation: 'create' | 'update' | 'delete'
  /** Current and previous paths and slugs. */
  addresses: string[]
  unchanged: string[]
}

/** Next.js rejects longer tags. Truncated addresses may share a tag, which only costs a rendering. */
const MAX_ADDRESS_LENGTH = 200

/*
 * A cache tag names something that a response depends on:
 *   id:siteSettings   the document with this id
 *   city:chicago      the city with this slug or path, whether it exists or not
 *   city              which cities there are
 *   city.name         the field of any city
 *   city.*            any field of any city
 */
const documentTag = (id: string) => `id:${id}`
const addressTag = (type: string, address: string) =>
  `${type}:${encodeURIComponent(address).slice(0, MAX_ADDRESS_LENGTH)}`
const fieldTag = (type: string, field: string) => `${type}.${field}`

/** Fields for which the webhook reports whether they changed. */
export const watchedFields: string[] = [
  ...new Set([...queryReads.values()].flatMap(({ fields }) => Object.values(fields).flat())),
]
  .filter((field) => field !== '*')
  .toSorted()

/** @throws {Error} for a query that `npm run generate` has not seen */
export function tagsOfQuery(query: string, params: QueryParams): string[] {
  const reads = queryReads.get(query)
  if (!reads) throw new Error(`Run \`npm run generate\`: it has not seen the query ${query}`)
  return [
    ...reads.ids.map(documentTag),
    ...reads.documents.flatMap(({ types, param }) => types.map((type) => addressTag(type, String(params[param])))),
    ...Object.entries(reads.fields).flatMap(([type, fields]) => [
      type,
      ...fields.map((field) => fieldTag(type, field)),
    ]),
  ]
}

export function tagsOfChange({ id, type, operation, addresses, unchanged }: ContentChange): string[] {
  const changed = watchedFields.filter((field) => !unchanged.includes(field))
  const shared = operation === 'update' ? ['*', ...changed].map((field) => fieldTag(type, field)) : [type]
  return [...new Set([documentTag(id), ...addresses.map((address) => addressTag(type, address)), ...shared])]
}
