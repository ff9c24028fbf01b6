import type { QueryParams } from 'next-sanity'
import type { TypeName } from './content-types.ts'
import { queryReads } from './query-reads.ts'

/** Dependencies of a query. `npm run generate` derives them from its GROQ. */
export type QueryReads = {
  ids: string[]
  documents: { types: string[]; param: string }[]
  /** Fields read from all other documents, by type. `*` is any field. An empty list covers only existence. */
  fields: Record<string, string[]>
}

export type ContentChange = {
  id: string
  type: TypeName
  operation: 'create' | 'update' | 'delete'
  /** Current and previous paths and slugs of the document. */
  addresses: string[]
  unchanged: string[]
}

/**
 * Maximum address length, because Next.js rejects longer tags. Truncated addresses may share a tag, which only causes
 * extra renders.
 */
const MAX_ADDRESS_LENGTH = 200

/*
 * Cache tags by dependency of a response:
 *   id:siteSettings   the document with this id
 *   city:chicago      the city with this slug or path, even if it does not exist
 *   city              creation and deletion of cities
 *   city.name         the field `name` of any city
 *   city.*            any field of any city
 */
const buildDocumentTag = (id: string) => `id:${id}`
const buildAddressTag = (type: string, address: string) =>
  `${type}:${encodeURIComponent(address).slice(0, MAX_ADDRESS_LENGTH)}`
const buildFieldTag = (type: string, field: string) => `${type}.${field}`

/** Fields whose changes the webhook reports. */
export const webhookFields: string[] = [
  ...new Set([...queryReads.values()].flatMap(({ fields }) => Object.values(fields).flat())),
]
  .filter((field) => field !== '*')
  .toSorted()

/**
 * Returns the cache tags of a query.
 * @throws {Error} if `npm run generate` did not process the query
 */
export function getQueryTags(query: string, params: QueryParams): string[] {
  const reads = queryReads.get(query)
  if (!reads) throw new Error(`Run \`npm run generate\`: its output lacks the query ${query}`)
  return [
    ...reads.ids.map(buildDocumentTag),
    ...reads.documents.flatMap(({ types, param }) => types.map((type) => buildAddressTag(type, String(params[param])))),
    ...Object.entries(reads.fields).flatMap(([type, fields]) => [
      type,
      ...fields.map((field) => buildFieldTag(type, field)),
    ]),
  ]
}

export function getChangeTags({ id, type, operation, addresses, unchanged }: ContentChange): string[] {
  const changedFields = webhookFields.filter((field) => !unchanged.includes(field))
  const sharedTags =
    operation === 'update' ? ['*', ...changedFields].map((field) => buildFieldTag(type, field)) : [type]
  return [
    ...new Set([buildDocumentTag(id), ...addresses.map((address) => buildAddressTag(type, address)), ...sharedTags]),
  ]
}
