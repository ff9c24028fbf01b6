import { htmlLines } from './html-text.ts'
import { textOf, tokenOf } from './values.ts'

/** Fields of other schemas, in lower case, of which a single word is a setting and no text: `size: "large"`. */
const SETTINGS = new Set(
  'align alignment anchor animation aspectratio background backgroundcolor classname color colour current display format icon id key kind lang language layout level listitem mode orientation platform position provider rel size slug spacing style target theme tone type variant version videoid width'.split(
    ' ',
  ),
)

/** A field whose text stands for a picture that is not there. */
const ALT = 'alt'

const isWord = (text: string) => /^[\w.:#@%-]*$/.test(text)

const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|mailto:|tel:|data:|\/|#|www\.)\S*$/i

/** Whether a field of an unknown member may hold text for readers. */
export const mayHoldText = (field: string, value: unknown): boolean => {
  if (field.startsWith('_') || field === ALT) return false
  return !(typeof value === 'string' && SETTINGS.has(field.toLowerCase()) && isWord(tokenOf(value)))
}

/** The paragraphs of a string of an unknown member: none for an address. */
export function paragraphsIn(value: string): string[] {
  if (ADDRESS.test(tokenOf(value))) return []
  const text = textOf(value)
  return htmlLines(text) ?? text.split(/\n{2,}/)
}
