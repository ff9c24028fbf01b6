import { createHash } from 'node:crypto'
import type { LakeDocument } from '../store/document.ts'
import { publishedId } from '../store/ids.ts'

/** Next keeps at most 128 tags of a fetch, so queries that depend on more documents than this get coarser ones. */
const MAX_ID_TAGS = 100

/** Fired by every change; carried by queries that neither a type nor an id narrows. */
const DATASET_TAG = tag('dataset')

const typeTag = (type: string): string => tag(`type ${type}`)

const idTag = (id: string): string => tag(`id ${publishedId(id)}`)

/**
 * The tags that a change of this document fires; its drafts and versions fire the same. A change of `_type` fires those
 * of the document before and after.
 */
export function syncTagsOf(document: Pick<LakeDocument, '_id' | '_type'>): string[] {
  return [DATASET_TAG, typeTag(document._type), idTag(document._id)]
}

/** Collects what an evaluation depends on. */
export class TagRecorder {
  /** The type of each document, where it is known. */
  readonly #ids = new Map<string, string | undefined>()
  readonly #types = new Set<string>()
  #dataset = false

  id(id: string, type?: string): void {
    const published = publishedId(id)
    this.#ids.set(published, type ?? this.#ids.get(published))
  }

  type(type: string): void {
    this.#types.add(type)
  }

  dataset(): void {
    this.#dataset = true
  }

  list(): string[] {
    if (this.#dataset) return [DATASET_TAG]
    const types = [...this.#types]
    if (this.#ids.size <= MAX_ID_TAGS) return [...types.map(typeTag), ...[...this.#ids.keys()].map(idTag)]
    const known = [...this.#ids.values()].filter((type) => type !== undefined)
    return known.length < this.#ids.size ? [DATASET_TAG] : [...new Set([...types, ...known])].map(typeTag)
  }
}

function tag(subject: string): string {
  return `s1:${createHash('sha256').update(subject).digest('base64url').slice(0, 8)}`
}
