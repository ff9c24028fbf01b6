import type { LakeDocument } from '../store/document.ts'

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
