import { removeInvisibleCharacters } from './invisible.ts'

/** Parsed phone number. `dialed` has keypad digits, with a plus before a known country code. */
export type DialedPhone = { dialed: string; extension: string | undefined }

const TOLL_FREE_PATTERN = /^8(?:00|33|44|55|66|77|88)/

const KEYPAD_LETTERS = ['', '', 'ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']

const LEADING_LABEL_PATTERN = /^(?:tel(?:ephone)?|phone|ph|cell|mobile|office|home|work|main|sms|callto)\b[\s.:/]*/i
const TRAILING_LABEL_PATTERN = /\((?:tel|phone|cell|mobile|office|home|work|main)\)$/i

/** Matches a parameter of a `tel:` URI. Source: RFC 3966, section 3 */
const PARAMETER_PATTERN = /;\s*([a-z][a-z-]*)=([^;]*)/gi

const EXTENSION_PATTERN = /^(.*?)[\s,;(]*(?:\bext(?:n|ensi[oó]n)?\b|ext|x|#|[,;])[\s.:#=]*(\d{1,10})\s*[#)]?$/i

/** Maximum length of input, above any number with an extension. The patterns take quadratic time. */
const MAX_INPUT_LENGTH = 200

const SEPARATOR_PATTERN = /[\s()[\]./·•_~-]/g

/** Converts all digits, dashes and spaces to ASCII, and removes invisible characters. */
const normalizeCharacters = (input: string): string =>
  removeInvisibleCharacters(input.normalize('NFKC'))
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16))
    .replaceAll(/[\p{Pd}\u{2D7}\u{2043}\u{2212}\u{2500}\u{30FC}]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()

const removeSeparators = (text: string): string => text.replaceAll(SEPARATOR_PATTERN, '').toUpperCase()

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // The percent-encoding is malformed. The text is not a URI and stays as typed.
    return text
  }
}

export const toKeypad = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => String(KEYPAD_LETTERS.findIndex((letters) => letters.includes(letter))))

/**
 * Returns the digits of a vanity number, such as 1-800-FLOWERS. Networks ignore digits after the tenth of a toll-free
 * number.
 */
function parseVanityNumber(text: string): string | undefined {
  const [, area = '', local = ''] = text.match(/^\+?1?([2-9]\d{2})([2-9A-Z][\dA-Z]{6,})$/) ?? []
  const letterCount = local.replaceAll(/\d/g, '').length
  if (letterCount < 3 || (local.length > 7 && !TOLL_FREE_PATTERN.test(area))) return undefined
  return `+1${toKeypad(area + local).slice(0, 10)}`
}

function parseDialString(text: string): string | undefined {
  const compactText = removeSeparators(text)
  return /^\+?\d+$/.test(compactText) ? compactText : parseVanityNumber(compactText)
}

/**
 * Parses a phone number, such as (212) 555-0142 ext. 5, tel:+1-212-555-0142 or 1-800-FLOWERS. Does not check that the
 * number exists.
 */
export function parseDialedPhone(input: string): DialedPhone | undefined {
  if (input.length > MAX_INPUT_LENGTH) return undefined
  const isUri = /^\s*(?:tel|callto|sms):/i.test(input)
  const text = normalizeCharacters(isUri ? decodeUri(input) : input)
  const parameters = Object.fromEntries(
    [...text.matchAll(PARAMETER_PATTERN)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
  )
  const unlabeledText = text
    .replaceAll(PARAMETER_PATTERN, '')
    .replace(LEADING_LABEL_PATTERN, '')
    .replace(TRAILING_LABEL_PATTERN, '')
  const context = parameters['phone-context'] ?? ''
  const fullNumber = context.startsWith('+') && !unlabeledText.startsWith('+') ? context + unlabeledText : unlabeledText
  const [, beforeExtension = '', typedExtension] = fullNumber.match(EXTENSION_PATTERN) ?? []
  const withoutExtension = parseDialString(beforeExtension)
  const dialed = withoutExtension ?? parseDialString(fullNumber)
  const extension = withoutExtension ? typedExtension : parameters.ext?.replaceAll(/\D/g, '') || undefined
  return dialed ? { dialed, extension } : undefined
}

/** Returns the digits of a partial number; undefined for other text. */
export function parsePhoneDigits(search: string): string | undefined {
  const text = removeSeparators(normalizeCharacters(search))
  return /^\+?\d+$/.test(text) ? text.replace('+', '') : undefined
}
