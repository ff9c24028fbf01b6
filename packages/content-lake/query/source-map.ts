import type { ContentSourceMap } from '@sanity/client'
import { type Source, type Value, child, elements, isRecord } from './evaluate/value.ts'
import type { LakeDocument } from '../store/document.ts'
import type { AnswerSize } from './answer-size.ts'

type Origin = { document: LakeDocument; path: Segment[] }
/** Of a mapping besides its path. */
const MAPPING_CHARACTERS = 80

type Leaf = { path: string; data: unknown; source: Source }

/**
 * The Content Source Map of a traced result: which field of which document each string, number and boolean was copied
 * from. Values that the query computed have no mapping. Documents are named by the id they are stored under
 * (`drafts.…`, `versions.…`). Format: https://github.com/sanity-io/content-source-maps
 * @param keyed address list members by `_key`, where they have one, instead of by position
 * @param size what the answer has without it; each of its fields is added
 */
export function sourceMapOf(result: Value, keyed: boolean, size: AnswerSize): ContentSourceMap {
  const documents = new Map<LakeDocument, number>()
  const paths = new Map<string, number>()
  const mappings: ContentSourceMap['mappings'] = {}
  for (const { path, data, source } of leaves(result, '$')) {
    size.add(path.length + MAPPING_CHARACTERS)
    const origin = originOf(source)
    if (!origin || !isStored(origin, data)) continue
    mappings[path] = {
      source: {
        document: numberOf(documents, origin.document),
        path: numberOf(paths, sourcePath(origin.document, origin.path, keyed)),
        type: 'documentValue',
      },
      type: 'value',
    }
  }
  return { documents: [...documents.keys()].map(toStored), paths: [...paths.keys()], mappings }
}

const toStored = ({ _id, _type, _originalId }: LakeDocument) => ({ _id: String(_originalId ?? _id), _type })

function numberOf<Key>(numbers: Map<Key, number>, key: Key): number {
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, numbers.size)
  return numbers.size - 1
}

function* leaves(value: Value, path: string): Generator<Leaf> {
  const { data, source } = value
  if (!source || data === null) return
  const items = elements(value)
  if (items) {
    for (const [index, item] of items.entries()) yield* leaves(item, path + segment(index))
  } else if (isRecord(value)) {
    for (const key of Object.keys(value.data)) yield* leaves(child(value, key), path + segment(key))
  } else {
    yield { path, data, source }
  }
}

function originOf(source: Source): Origin | undefined {
  if (source.kind === 'document') return { document: source.document, path: [] }
  if (source.kind !== 'field') return undefined
  const origin = originOf(source.of)
  return origin && { document: origin.document, path: [...origin.path, source.key] }
}

/** `_originalId` and what `score()` adds to a document have no source. */
function isStored({ document, path }: Origin, data: unknown): boolean {
  if (path[0] === '_originalId') return false
  return path.reduce<unknown>((value, key) => (value as Record<Segment, unknown> | undefined)?.[key], document) === data
}

export type Segment = string | number

/** The escapes that @sanity/client's `parseJsonPath` undoes. */
const ESCAPES: Record<string, string> = {
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  "'": "\\'",
  '\\': '\\\\',
}

/** `['name']` or `[0]`: a step of a normalized JSONPath, as source maps spell it. */
export const segment = (key: Segment): string => (typeof key === 'number' ? `[${key}]` : `['${escape(key)}']`)

/** `$['blocks'][?(@._key=='a')]['heading']`; without `keyed`, or for members without a key, `[0]`. */
export function sourcePath(document: LakeDocument, path: Segment[], keyed: boolean): string {
  let current: unknown = document
  let text = '$'
  for (const key of path) {
    current = (current as Record<Segment, unknown>)[key]
    const memberKey = keyed && typeof key === 'number' ? keyOf(current) : undefined
    text += memberKey === undefined ? segment(key) : `[?(@._key=='${escape(memberKey)}')]`
  }
  return text
}

function keyOf(member: unknown): string | undefined {
  const key = typeof member === 'object' && member !== null && '_key' in member ? member._key : undefined
  return typeof key === 'string' && key !== '' ? key : undefined
}

const escape = (text: string): string => text.replace(/[\f\n\r\t'\\]/g, (character) => ESCAPES[character] ?? character)
