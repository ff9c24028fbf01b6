import { stegaClean } from 'next-sanity'
import { htmlLines } from './html-text.ts'

export type Fields = Record<string, unknown>

/** C0 control characters except tab and line feed. HTML cannot contain them. */
// oxlint-disable-next-line no-control-regex -- the code removes these characters
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F]/g

/** Windows and classic Mac line breaks, and line separators pasted from word processors. */
const LINE_BREAK = /\r\n?|[\u2028\u2029]/g

/** Returns text with normalized line breaks and without control characters. Returns an empty string for other types. */
export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.replace(LINE_BREAK, '\n').replace(CONTROL, '') : ''
}

/** Returns a string without stega characters, for comparisons. Returns an empty string for other types. */
export const tokenOf = (value: unknown): string => (typeof value === 'string' ? stegaClean(value).trim() : '')

const INVISIBLE = /^[\s\p{Cf}\p{Cc}]*$/u

export const isBlank = (text: string): boolean => INVISIBLE.test(text)

export function withUniqueKeys<Item extends Fields>(items: Item[]): (Item & { _key: string })[] {
  const reserved = new Set(items.map(({ _key }) => _key))
  const used = new Set<string>()
  let count = 0
  const nextKey = () => {
    do count++
    while (reserved.has(`key-${count}`))
    return `key-${count}`
  }
  return items.map((item) => {
    const isOwn = typeof item._key === 'string' && item._key !== '' && !used.has(item._key)
    const _key = isOwn ? (item._key as string) : nextKey()
    used.add(_key)
    return { ...item, _key }
  })
}

/** Lowercase field names that contain settings instead of text if the value is a single word, like `size: "large"`. */
const SETTINGS = new Set(
  'align alignment anchor animation aspectratio background backgroundcolor classname color colour current display format icon id key kind lang language layout level listitem mode orientation platform position provider rel size slug spacing style target theme tone type variant version videoid width'.split(
    ' ',
  ),
)

const ALT = 'alt'

const isWord = (text: string) => /^[\w.:#@%-]*$/.test(text)

const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|mailto:|tel:|data:|\/|#|www\.)\S*$/i

export const mayHoldText = (field: string, value: unknown): boolean => {
  if (field.startsWith('_') || field === ALT) return false
  return !(typeof value === 'string' && SETTINGS.has(field.toLowerCase()) && isWord(tokenOf(value)))
}

export function paragraphsIn(value: string): string[] {
  if (ADDRESS.test(tokenOf(value))) return []
  const text = textOf(value)
  return htmlLines(text) ?? text.split(/\n{2,}/)
}
