import { stegaClean } from 'next-sanity'
import { extractHtmlLines } from './html-text.ts'

export type Fields = Record<string, unknown>

/** C0 control characters except tab and line feed. HTML cannot contain them. */
// oxlint-disable-next-line no-control-regex -- the code removes these characters
const CONTROL_CHARACTER_PATTERN = /[\u0000-\u0008\u000B-\u001F\u007F]/g

/** Windows and classic Mac line breaks, and line separators pasted from word processors. */
const LINE_BREAK_PATTERN = /\r\n?|[\u2028\u2029]/g

/** Returns text with normalized line breaks and no control characters. Returns an empty string for other types. */
export function toText(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.replace(LINE_BREAK_PATTERN, '\n').replace(CONTROL_CHARACTER_PATTERN, '') : ''
}

/** Returns a string with stega characters removed, for comparisons. Returns an empty string for other types. */
export const toToken = (value: unknown): string => (typeof value === 'string' ? stegaClean(value).trim() : '')

const INVISIBLE_PATTERN = /^[\s\p{Cf}\p{Cc}]*$/u

export const isBlank = (text: string): boolean => INVISIBLE_PATTERN.test(text)

export function assignUniqueKeys<Item extends Fields>(items: Item[]): (Item & { _key: string })[] {
  const reservedKeys = new Set(items.map(({ _key }) => _key))
  const usedKeys = new Set<string>()
  let count = 0
  const createKey = () => {
    do count++
    while (reservedKeys.has(`key-${count}`))
    return `key-${count}`
  }
  return items.map((item) => {
    const hasUsableKey = typeof item._key === 'string' && item._key !== '' && !usedKeys.has(item._key)
    const _key = hasUsableKey ? (item._key as string) : createKey()
    usedKeys.add(_key)
    return { ...item, _key }
  })
}

/** Lowercase field names that contain settings instead of text if the value is a single word, like `size: "large"`. */
// cspell:ignore colour
const SETTING_FIELDS = new Set(
  'align alignment anchor animation aspectratio background backgroundcolor classname color colour current display format icon id key kind lang language layout level listitem mode orientation platform position provider rel size slug spacing style target theme tone type variant version videoid width'.split(
    ' ',
  ),
)

const ALT_FIELD = 'alt'

const isWord = (text: string) => /^[\w.:#@%-]*$/.test(text)

const ADDRESS_PATTERN = /^(?:[a-z][a-z0-9+.-]*:\/\/|mailto:|tel:|data:|\/|#|www\.)\S*$/i

export const canContainText = (field: string, value: unknown): boolean => {
  if (field.startsWith('_') || field === ALT_FIELD) return false
  return !(typeof value === 'string' && SETTING_FIELDS.has(field.toLowerCase()) && isWord(toToken(value)))
}

export function splitParagraphs(value: string): string[] {
  if (ADDRESS_PATTERN.test(toToken(value))) return []
  const text = toText(value)
  return extractHtmlLines(text) ?? text.split(/\n{2,}/)
}
