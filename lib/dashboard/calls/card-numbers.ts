export const CARD_NUMBER_PLACEHOLDER = '•••• (card number removed)'

/** Minimum and maximum number of digits of a card number (ISO/IEC 7812). */
const CARD_LENGTH = { min: 13, max: 19 }

const DIGIT_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

const DIGIT_PATTERN = String.raw`(?:\d|\b(?:${DIGIT_WORDS.join('|')}|oh)\b)`

const DIGIT_RUN_PATTERN = new RegExp(
  String.raw`${DIGIT_PATTERN}(?:[\s,.–—-]*${DIGIT_PATTERN}){${CARD_LENGTH.min - 1},}`,
  'giu',
)

const DIGIT_GROUP_PATTERN = new RegExp(String.raw`\d+|${DIGIT_PATTERN}`, 'giu')

const parseDigits = (group: string): string => {
  const word = group.toLowerCase()
  if (word === 'oh') return '0'
  const digitIndex = DIGIT_WORDS.indexOf(word)
  return digitIndex === -1 ? group : String(digitIndex)
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
  digits.length >= CARD_LENGTH.min && digits.length <= CARD_LENGTH.max && hasCheckDigit(digits)

/**
 * Prefixes of card numbers. Within a longer run of digits, the check digit alone would give false matches, such as for
 * a phone number.
 */
const ISSUER_PREFIX_PATTERN = /^(2[2-7]|[3-6])/

type DigitGroup = { digits: string; start: number; end: number }

/**
 * Finds the longest card number that starts at the first group. A shorter match would leave digits of the card number
 * in the text.
 */
function findCardNumber(groups: DigitGroup[]): DigitGroup | undefined {
  const [first] = groups
  if (!first || !ISSUER_PREFIX_PATTERN.test(first.digits + (groups[1]?.digits ?? ''))) return undefined
  let digits = ''
  let cardNumber: DigitGroup | undefined
  for (const group of groups) {
    digits += group.digits
    if (digits.length > CARD_LENGTH.max) break
    if (isCardNumber(digits)) cardNumber = { digits, start: first.start, end: group.end }
  }
  return cardNumber
}

function redactRun(run: string): string {
  const groups = [...run.matchAll(DIGIT_GROUP_PATTERN)].map(({ 0: text, index }): DigitGroup => ({
    digits: parseDigits(text),
    start: index,
    end: index + text.length,
  }))
  if (isCardNumber(groups.map(({ digits }) => digits).join(''))) return CARD_NUMBER_PLACEHOLDER
  let output = ''
  let consumed = 0
  for (let index = 0; index < groups.length; index += 1) {
    const cardNumber = (groups[index]?.start ?? 0) >= consumed ? findCardNumber(groups.slice(index)) : undefined
    if (!cardNumber) continue
    output += run.slice(consumed, cardNumber.start) + CARD_NUMBER_PLACEHOLDER
    consumed = cardNumber.end
  }
  return output + run.slice(consumed)
}

/** Replaces card numbers with a placeholder, because they must not be stored. */
export const redactCardNumbers = (text: string): string => text.replaceAll(DIGIT_RUN_PATTERN, redactRun)
