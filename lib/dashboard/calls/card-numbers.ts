export const CARD_NUMBER_REMOVED = '•••• (card number removed)'

/** Minimum and maximum number of digits of a card number (ISO/IEC 7812). */
const LENGTH = { min: 13, max: 19 }

const SPOKEN = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

const DIGIT = String.raw`(?:\d|\b(?:${SPOKEN.join('|')}|oh)\b)`

const RUN = new RegExp(String.raw`${DIGIT}(?:[\s,.–—-]*${DIGIT}){${LENGTH.min - 1},}`, 'giu')

const GROUP = new RegExp(String.raw`\d+|${DIGIT}`, 'giu')

const digitsOf = (group: string): string => {
  const word = group.toLowerCase()
  if (word === 'oh') return '0'
  const spoken = SPOKEN.indexOf(word)
  return spoken === -1 ? group : String(spoken)
}

/** Verifies the Luhn check digit (ISO/IEC 7812). */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, position) => {
    const value = Number(digit) * (position % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const isCardNumber = (digits: string) =>
  digits.length >= LENGTH.min && digits.length <= LENGTH.max && hasCheckDigit(digits)

/**
 * Prefixes of card numbers. Within a longer run of digits, the check digit alone would give false matches, such as for
 * a phone number.
 */
const KNOWN_BEGINNING = /^(2[2-7]|[3-6])/

type Group = { digits: string; start: number; end: number }

/** Finds the longest card number that starts at the first group. The longest match leaves no digit behind. */
function numberAt(groups: Group[]): Group | undefined {
  const [first] = groups
  if (!first || !KNOWN_BEGINNING.test(first.digits + (groups[1]?.digits ?? ''))) return undefined
  let digits = ''
  let found: Group | undefined
  for (const group of groups) {
    digits += group.digits
    if (digits.length > LENGTH.max) break
    if (isCardNumber(digits)) found = { digits, start: first.start, end: group.end }
  }
  return found
}

function redactIn(run: string): string {
  const groups = [...run.matchAll(GROUP)].map(({ 0: text, index }): Group => ({
    digits: digitsOf(text),
    start: index,
    end: index + text.length,
  }))
  if (isCardNumber(groups.map(({ digits }) => digits).join(''))) return CARD_NUMBER_REMOVED
  let redacted = ''
  let kept = 0
  for (let at = 0; at < groups.length; at += 1) {
    const found = (groups[at]?.start ?? 0) >= kept ? numberAt(groups.slice(at)) : undefined
    if (!found) continue
    redacted += run.slice(kept, found.start) + CARD_NUMBER_REMOVED
    kept = found.end
  }
  return redacted + run.slice(kept)
}

/** Replaces card numbers with a placeholder, because they must not be stored. */
export const redactCardNumbers = (text: string): string => text.replaceAll(RUN, redactIn)
