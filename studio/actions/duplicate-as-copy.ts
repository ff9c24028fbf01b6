import type { DuplicateDocumentActionComponent } from 'sanity'

/** Fields that say where a document is; two documents cannot have the same. */
const ADDRESSES: ReadonlySet<string> = new Set(['path', 'slug', 'source'])

/** Fields that name a document in lists. */
const NAMES: ReadonlySet<string> = new Set(['title', 'name', 'question'])

const copied = ([field, value]: [string, unknown]): [string, unknown] =>
  NAMES.has(field) && typeof value === 'string' ? [field, `Copy of ${value}`] : [field, value]

/** A document as its copy starts: told apart in lists, and without the address of the other. */
export const asCopy = <Document extends object>(document: Document): Document =>
  Object.fromEntries(
    Object.entries(document)
      .filter(([field]) => !ADDRESSES.has(field))
      .map(copied),
  ) as Document

/** Sanity's action for duplicates, whose copy starts as {@link asCopy} says. */
export const duplicateAsCopy = (useDuplicate: DuplicateDocumentActionComponent): DuplicateDocumentActionComponent => {
  const DuplicateAsCopy: DuplicateDocumentActionComponent = (props) => useDuplicate({ ...props, mapDocument: asCopy })
  DuplicateAsCopy.action = useDuplicate.action
  DuplicateAsCopy.displayName = 'DuplicateAsCopy'
  return DuplicateAsCopy
}
