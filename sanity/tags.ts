import type { QueryParams } from 'next-sanity'
import type { TypeName } from './content-types.ts'
import { queryReads } from './query-reads.ts'

/** What of the dataset can change the answer to a query; derived from its GROQ by `npm run generate`. */
export type QueryReads = {
  /** Documents that are looked up by an id written in the query. */
  ids: string[]
  /** Documents that are looked up by their address: one of some types whose slug or path is the value of a parameter. */
  documents: { types: string[]; param: string }[]
  /** All other documents: the fields that are read, by type. `*` is any field; none means that only their number counts. */
  fields: Record<string, string[]>
}

/** A published document was created, changed or deleted. */
export type ContentChange = {
  id: string
  type: TypeName
  operation: 'create' | 'update' | 'delete'
  /** Its paths and slugs, now (or last, when it was deleted) and before the change. */
  addresses: string[]
  /** Fields known to be as they were; all others may have changed. */
  unchanged: string[]
}

/** Next refuses longer tags; two addresses that agree this far would share theirs, which costs a rendering and no more. */
const MAX_ADDRESS_LENGTH = 200

/*
 * A cache tag names something that an answer was made from:
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

/** Fields that some query reads of documents which it does not look up one by one: the webhook says whether they changed. */
export const watchedFields: string[] = [
  ...new Set([...queryReads.values()].flatMap(({ fields }) => Object.values(fields).flat())),
]
  .filter((field) => field !== '*')
  .toSorted()

/**
 * Cache tags of a query with its parameters.
 * @throws {Error} for a query that `npm run generate` has not seen
 */
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

/** Cache tags of everything that one change of a document can change. */
export function tagsOfChange({ id, type, operation, addresses, unchanged }: ContentChange): string[] {
  const changed = watchedFields.filter((field) => !unchanged.includes(field))
  const shared = operation === 'update' ? ['*', ...changed].map((field) => fieldTag(type, field)) : [type]
  return [...new Set([documentTag(id), ...addresses.map((address) => addressTag(type, address)), ...shared])]
}
