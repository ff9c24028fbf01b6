import { stegaClean } from 'next-sanity'

export type Fields = Record<string, unknown>

/** C0 control characters, which HTML cannot hold, without tab and line feed. */
// oxlint-disable-next-line no-control-regex -- these are the ones to remove
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F]/g

/** Line breaks of other systems: Windows, old Mac, and the separators that word processors paste. */
const LINE_BREAK = /\r\n?|[\u2028\u2029]/g

/** Text of a string or a number, with line feeds as its only line breaks; empty for other values. */
export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.replace(LINE_BREAK, '\n').replace(CONTROL, '') : ''
}

/** A string that code compares, without click-to-edit characters; empty for other values. */
export const tokenOf = (value: unknown): string => (typeof value === 'string' ? stegaClean(value).trim() : '')

/** White space and characters without width, which may be all that an editor left in a paragraph. */
const INVISIBLE = /^[\s\p{Cf}\p{Cc}]*$/u

/** Whether a reader sees nothing of a text. */
export const isBlank = (text: string): boolean => INVISIBLE.test(text)
