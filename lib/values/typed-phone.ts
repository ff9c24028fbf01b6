import { removeInvisible } from './invisible.ts'

/** Parsed phone number. `dialed` has keypad digits, with a plus before a known country code. */
export type DialedPhone = { dialed: string; extension: string | undefined }

const TOLL_FREE = /^8(?:00|33|44|55|66|77|88)/

const KEYPAD = ['', '', 'ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']

const LABEL_BEFORE = /^(?:tel(?:ephone)?|phone|ph|cell|mobile|office|home|work|main|sms|callto)\b[\s.:/]*/i
const LABEL_AFTER = /\((?:tel|phone|cell|mobile|office|home|work|main)\)$/i

/** Matches a parameter of a `tel:` URI. Source: RFC 3966, section 3 */
const PARAMETER = /;\s*([a-z][a-z-]*)=([^;]*)/gi

const EXTENSION = /^(.*?)[\s,;(]*(?:\bext(?:n|ensi[oó]n)?\b|ext|x|#|[,;])[\s.:#=]*(\d{1,10})\s*[#)]?$/i

/** Maximum length of input, above any number with an extension. The patterns take quadratic time. */
const MAX_LENGTH = 200

const SEPARATORS = /[\s()[\]./·•_~-]/g

/** Converts all digits, dashes and spaces to ASCII, and removes invisible characters. */
const simplify = (written: string): string =>
  removeInvisible(written.normalize('NFKC'))
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16))
    .replaceAll(/[\p{Pd}\u{2D7}\u{2043}\u{2212}\u{2500}\u{30FC}]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()

const compact = (text: string): string => text.replaceAll(SEPARATORS, '').toUpperCase()

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // The percent-encoding is malformed. The text is not a URI and stays as typed.
    return text
  }
}

export const toKeypad = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => String(KEYPAD.findIndex((letters) => letters.includes(letter))))

/**
 * Returns the digits of a vanity number, such as 1-800-FLOWERS. Networks ignore digits after the tenth of a toll-free
 * number.
 */
function dialWord(text: string): string | undefined {
  const [, area = '', local = ''] = text.match(/^\+?1?([2-9]\d{2})([2-9A-Z][\dA-Z]{6,})$/) ?? []
  const letters = local.replaceAll(/\d/g, '').length
  if (letters < 3 || (local.length > 7 && !TOLL_FREE.test(area))) return undefined
  return `+1${toKeypad(area + local).slice(0, 10)}`
}

function dial(text: string): string | undefined {
  const plain = compact(text)
  return /^\+?\d+$/.test(plain) ? plain : dialWord(plain)
}

/**
 * Parses a phone number, such as (212) 555-0142 ext. 5, tel:+1-212-555-0142 or 1-800-FLOWERS. Does not check that the
 * number exists.
 */
export function dialPhone(written: string): DialedPhone | undefined {
  if (written.length > MAX_LENGTH) return undefined
  const isUri = /^\s*(?:tel|callto|sms):/i.test(written)
  const text = simplify(isUri ? decodeUri(written) : written)
  const parameters = Object.fromEntries(
    [...text.matchAll(PARAMETER)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
  )
  const plain = text.replaceAll(PARAMETER, '').replace(LABEL_BEFORE, '').replace(LABEL_AFTER, '')
  const context = parameters['phone-context'] ?? ''
  const full = context.startsWith('+') && !plain.startsWith('+') ? context + plain : plain
  const [, beforeExtension = '', typedExtension] = full.match(EXTENSION) ?? []
  const withoutExtension = dial(beforeExtension)
  const dialed = withoutExtension ?? dial(full)
  const extension = withoutExtension ? typedExtension : parameters.ext?.replaceAll(/\D/g, '') || undefined
  return dialed ? { dialed, extension } : undefined
}

/** Returns the digits of a partial number; undefined for other text. */
export function phoneDigits(search: string): string | undefined {
  const text = compact(simplify(search))
  return /^\+?\d+$/.test(text) ? text.replace('+', '') : undefined
}
