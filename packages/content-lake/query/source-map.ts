import type { ContentSourceMap } from '@sanity/client'
import type { LakeDocument } from '../store/document.ts'
import { countStep, type Execution } from './evaluate/scope.ts'
import { getChild, getElements, isRecord, type Source, type Value } from './evaluate/value.ts'

type Origin = { document: LakeDocument; path: Segment[] }
const MAPPING_CHARACTERS = 80

type Leaf = { path: string; data: unknown; source: Source }

/**
 * Builds the Content Source Map of a traced result. Computed values have no mapping. The map contains stored ids
 * (`drafts.…`, `versions.…`). https://github.com/sanity-io/content-source-maps
 * @param keyed addresses items by `_key` if present
 * @param size response size so far, to which the fields of the map are added
 */
export function buildSourceMap(result: Value, keyed: boolean, size: ResponseSize): ContentSourceMap {
  const documents = new Map<LakeDocument, number>()
  const paths = new Map<string, number>()
  const mappings: ContentSourceMap['mappings'] = {}
  for (const { path, data, source } of listLeaves(result, '$')) {
    size.add(path.length + MAPPING_CHARACTERS)
    const origin = findOrigin(source)
    if (!origin || !isStored(origin, data)) continue
    mappings[path] = {
      source: {
        document: assignNumber(documents, origin.document),
        path: assignNumber(paths, formatSourcePath(origin.document, origin.path, keyed)),
        type: 'documentValue',
      },
      type: 'value',
    }
  }
  return { documents: [...documents.keys()].map(toStoredReference), paths: [...paths.keys()], mappings }
}

const toStoredReference = ({ _id, _type, _originalId }: LakeDocument) => ({ _id: String(_originalId ?? _id), _type })

function assignNumber<Key>(numbers: Map<Key, number>, key: Key): number {
  const existing = numbers.get(key)
  if (existing !== undefined) return existing
  numbers.set(key, numbers.size)
  return numbers.size - 1
}

function* listLeaves(value: Value, path: string): Generator<Leaf> {
  const { data, source } = value
  if (!source || data === null) return
  const items = getElements(value)
  if (items) {
    for (const [index, item] of items.entries()) yield* listLeaves(item, path + formatSegment(index))
  } else if (isRecord(value)) {
    for (const key of Object.keys(value.data)) yield* listLeaves(getChild(value, key), path + formatSegment(key))
  } else {
    yield { path, data, source }
  }
}

function findOrigin(source: Source): Origin | undefined {
  if (source.kind === 'document') return { document: source.document, path: [] }
  if (source.kind !== 'field') return undefined
  const origin = findOrigin(source.of)
  return origin && { document: origin.document, path: [...origin.path, source.key] }
}

function isStored({ document, path }: Origin, data: unknown): boolean {
  if (path[0] === '_originalId') return false
  return path.reduce<unknown>((value, key) => (value as Record<Segment, unknown> | undefined)?.[key], document) === data
}

type Segment = string | number

/** Escape sequences that `parseJsonPath` of @sanity/client decodes. */
const ESCAPES: Record<string, string> = {
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  "'": "\\'",
  '\\': '\\\\',
}

const formatSegment = (key: Segment): string => (typeof key === 'number' ? `[${key}]` : `['${escapeText(key)}']`)

/**
 * Formats a path such as `$['blocks'][?(@._key=='a')]['heading']`. Uses an index such as `[0]` without `keyed` or
 * `_key`.
 */
function formatSourcePath(document: LakeDocument, path: Segment[], keyed: boolean): string {
  let current: unknown = document
  let text = '$'
  for (const key of path) {
    current = (current as Record<Segment, unknown>)[key]
    const memberKey = keyed && typeof key === 'number' ? getKey(current) : undefined
    text += memberKey === undefined ? formatSegment(key) : `[?(@._key=='${escapeText(memberKey)}')]`
  }
  return text
}

function getKey(member: unknown): string | undefined {
  const key = typeof member === 'object' && member !== null && '_key' in member ? member._key : undefined
  return typeof key === 'string' && key !== '' ? key : undefined
}

const escapeText = (text: string): string =>
  text.replace(/[\f\n\r\t'\\]/g, (character) => ESCAPES[character] ?? character)

const MAX_RESPONSE_CHARACTERS = 32 * 1024 * 1024

const CHARACTERS_PER_NUMBER = 8

/**
 * Tracks the JSON length of the response before serialization. A short query can nest the whole dataset in every
 * document.
 */
export class ResponseSize {
  readonly #run: Execution
  #characters = 0

  constructor(run: Execution) {
    this.#run = run
  }

  add(characters: number): void {
    countStep(this.#run)
    this.#characters += characters
    if (this.#characters <= MAX_RESPONSE_CHARACTERS) return
    throw new Error(`the response is larger than ${MAX_RESPONSE_CHARACTERS / 1024 / 1024} MB`)
  }

  addValue(value: unknown): void {
    if (typeof value === 'string') this.add(value.length)
    else if (Array.isArray(value)) {
      this.add(value.length)
      for (const item of value) this.addValue(item)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        this.add(key.length)
        this.addValue(item)
      }
    } else this.add(CHARACTERS_PER_NUMBER)
  }
}
