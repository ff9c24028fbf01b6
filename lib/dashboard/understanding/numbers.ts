/*
 * Converts spoken numbers to digits. "six oh six one four" and "sesenta mil seiscientos catorce" both become 60614.
 * Digits are joined as spoken: "five fifty five" is 555, "oh one forty two" is 0142.
 */

const buildEntries = (first: number, step: number, words: string) =>
  words.split(' ').map((word, index) => [word, first + index * step] as const)

/** Values of single digits. `oh`, `o` and `un` only count within a longer number. */
const UNITS = new Map([
  ...buildEntries(0, 1, 'zero one two three four five six seven eight nine'),
  ...buildEntries(0, 1, 'cero uno dos tres cuatro cinco seis siete ocho nueve'),
  ...buildEntries(0, 1, 'oh un'),
  ...buildEntries(0, 9, 'o niner'),
])
const TEENS = new Map([
  ...buildEntries(10, 1, 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'),
  ...buildEntries(
    10,
    1,
    'diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno',
  ),
  ...buildEntries(22, 1, 'veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'),
])
const TENS = new Map([
  ...buildEntries(20, 10, 'twenty thirty forty fifty sixty seventy eighty ninety'),
  ...buildEntries(30, 10, 'treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
  ...buildEntries(20, 0, 'veinti'),
])
const SPANISH_TENS = new Set('treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' '))
const HUNDREDS = new Map([
  ...buildEntries(100, 0, 'cien ciento'),
  ...buildEntries(
    200,
    100,
    'doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
  ),
])
const REPEATS = new Map([...buildEntries(2, 1, 'double triple'), ...buildEntries(2, 1, 'doble triple')])
const HUNDRED = new Set(['hundred', 'cientos', 'ientos', 'sientos'])
const SCALES = new Set([...HUNDRED, 'thousand', 'mil'])
/** Common transcription errors in Spanish. */
const MISHEARD_WORDS = new Map(
  Object.entries({
    sinco: 'cinco',
    sero: 'cero',
    serro: 'cero',
    nuebe: 'nueve',
    quatro: 'cuatro',
    dies: 'diez',
    dose: 'doce',
    trese: 'trece',
    catorse: 'catorce',
    quinse: 'quince',
    beinte: 'veinte',
    sincuenta: 'cincuenta',
  }),
)
/** Plurals of digits: "three fives" is 555. */
const PLURALS = new Map([
  ...buildEntries(0, 1, 'zeros ones twos threes fours fives sixes sevens eights nines'),
  ...buildEntries(0, 1, 'ceros unos doses treses cuatros cincos seises sietes ochos nueves'),
  ...buildEntries(0, 0, 'zeroes ohs oes'),
])
/** Numbers written as one word, such as "cincuentaicinco". `TENS_WITH_Y` has the tens of "diez y seis". */
const MERGED_NUMBER_PATTERN = /^(treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)[iy](\p{L}+)$/u
const TENS_WITH_Y = new Set(['diez', 'veinte'])
/** Homophones of digits. They only count if they complete a ZIP code or phone number. */
const HOMOPHONES = new Map([
  ...buildEntries(2, 0, 'to too'),
  ...buildEntries(4, 0, 'for fore'),
  ...buildEntries(1, 0, 'won'),
  ...buildEntries(8, 0, 'ate'),
])
const JOINERS = new Set(['and', 'y'])
const FILLERS = new Set('uh um er eh dash hyphen guion este pues'.split(' '))

type Word = { text: string; from: number; to: number }

function parseValue(word: string): number | undefined {
  const [, ten = '', unit = ''] = MERGED_NUMBER_PATTERN.exec(word) ?? []
  const mergedValue = UNITS.has(unit) ? (TENS.get(ten) ?? 0) + (UNITS.get(unit) ?? 0) : undefined
  return UNITS.get(word) ?? TEENS.get(word) ?? TENS.get(word) ?? HUNDREDS.get(word) ?? mergedValue
}

const isNumeric = ({ text }: Word): boolean =>
  /^\d+$/.test(text) || parseValue(text) !== undefined || SCALES.has(text) || REPEATS.has(text)

const isDigitWord = (text: string) => HOMOPHONES.has(text) || PLURALS.has(text)

/** Part of a number. If the following value is less than `open`, it is added; otherwise its digits follow. */
type NumberPart = { digits: string; open: number; isThousand?: boolean }

function shouldAdd(value: number, openValue: number, words: readonly Word[], index: number): boolean {
  const previousText = words[index - 1]?.text ?? ''
  // In Spanish, "noventa y dos" is 92, but "noventa dos" is 90 2.
  if (value === 0 || value >= openValue || SPANISH_TENS.has(previousText)) return false
  // "Eight hundred five five five" is 800 555. A single digit is only added to a hundred if it is the last word.
  return (
    openValue === 10 ||
    value > 9 ||
    index === words.length - 1 ||
    JOINERS.has(previousText) ||
    previousText === 'ciento'
  )
}

/**
 * Joins spoken numbers.
 * @param flippedIndexes indexes of words to read the other way: appended instead of added, or vice versa
 */
function joinDigits(words: readonly Word[], flippedIndexes: ReadonlySet<number> = new Set()): string {
  const pieces: NumberPart[] = []
  let repeatCount = 1
  words.forEach(({ text }, index) => {
    const last = pieces.at(-1)
    const value = parseValue(text) ?? HOMOPHONES.get(text)
    const isUnit = value !== undefined && value < 10
    const isAfterJoiner = JOINERS.has(words[index - 1]?.text ?? '')
    if (JOINERS.has(text)) return
    if (PLURALS.has(text)) {
      pieces.splice(-1, 1, { digits: String(PLURALS.get(text)).repeat(Number(last?.digits ?? 1)), open: 0 })
      return
    }
    if (REPEATS.has(text)) repeatCount = REPEATS.get(text) ?? 1
    else if (HUNDRED.has(text) && last?.digits.length === 1)
      pieces.splice(-1, 1, { digits: `${last.digits}00`, open: 100 })
    else if (HUNDRED.has(text)) pieces.push({ digits: '100', open: 100 })
    else if (SCALES.has(text))
      pieces.splice(last ? -1 : 0, 1, { digits: last?.digits ?? '1', open: 0, isThousand: true })
    else if (value === undefined) pieces.push({ digits: text, open: 0 })
    else if (last && shouldAdd(value, last.open, words, index) !== flippedIndexes.has(index) && value < last.open)
      pieces.splice(-1, 1, { digits: String(Number(last.digits) + value), open: TENS.has(text) ? 10 : 0 })
    else if (last && isUnit && isAfterJoiner && TENS_WITH_Y.has(words[index - 2]?.text ?? ''))
      pieces.splice(-1, 1, { digits: String(Number(last.digits) + value), open: 0 })
    else {
      pieces.push({
        digits: String(value).repeat(isUnit ? repeatCount : 1),
        open: TENS.has(text) ? 10 : HUNDREDS.has(text) ? 100 : 0,
      })
      repeatCount = 1
    }
  })
  return pieces.reduce((digits, piece, index) => {
    if (!piece.isThousand) return digits + piece.digits
    const rest = pieces.slice(index + 1)
    // Three digits after "thousand" are appended. Fewer are padded with zeros: "ten thousand one" is 10001.
    const isSpelled = rest.map((part) => part.digits).join('').length >= 3
    const padding = isSpelled ? '' : '000'.slice(rest.reduce((length, part) => length + part.digits.length, 0))
    return digits + piece.digits + padding
  }, '')
}

const PHONE_PATTERN = /^1?[2-9]\d\d[2-9]\d{6}$/

/** Limits of the search for other readings: words, digits, and simultaneous changes. */
const MAX_WORDS = 16
const MAX_DIGITS = 13
const MAX_CHANGES = 3

function* generateReadings(words: readonly Word[]): Generator<string> {
  let sets: number[][] = [[]]
  for (let size = 1; size <= MAX_CHANGES; size += 1) {
    sets = sets.flatMap((set) => words.flatMap((_, index) => (index > (set.at(-1) ?? 0) ? [[...set, index]] : [])))
    for (const set of sets) yield joinDigits(words, new Set(set))
  }
}

/**
 * Returns the digits of a spoken number. Tries other readings if the plain one is not a phone number: "four eighty five
 * five five oh one double six" is only a phone number if "eighty five" is read as 80 5.
 * @param isZip whether to expect a ZIP code, so that "sixty six fourteen" is 60614
 */
function parseDigits(words: readonly Word[], isZip: boolean): string {
  const plainDigits = joinDigits(words)
  const isResolved = plainDigits.length < (isZip ? 3 : 6) || plainDigits.length === 5 || PHONE_PATTERN.test(plainDigits)
  if (isResolved || plainDigits.length > MAX_DIGITS || words.length > MAX_WORDS) return plainDigits
  let zip: string | undefined
  for (const digits of generateReadings(words)) {
    if (PHONE_PATTERN.test(digits)) return digits
    if (plainDigits.length <= 6 && digits.length === 5) zip ??= digits
  }
  return zip ?? plainDigits
}

/** Returns whether "un" is an article: "un cero y un cuatro" is 0 4. */
function isArticle(words: readonly Word[], index: number): boolean {
  const [previousWord, word, nextWord] = [words[index - 1], words[index], words[index + 1]]
  return word?.text === 'un' && UNITS.has(nextWord?.text ?? '') && !(previousWord && isNumeric(previousWord))
}

/** Finds runs of words that form a number. A single "oh", "un" or homophone is not a number. */
function findRuns(text: string, words: readonly Word[]): Word[][] {
  const runs: Word[][] = []
  let run: Word[] = []
  const end = () => {
    while (run.length > 0 && !isNumeric(run.at(-1) as Word) && !isDigitWord(run.at(-1)?.text ?? '')) run.pop()
    if (run.some((word) => !['oh', 'o', 'un'].includes(word.text)) && run.some(isNumeric)) runs.push(run)
    run = []
  }
  words.forEach((word, index) => {
    const previous = run.at(-1)
    const separator = previous ? text.slice(previous.to, word.from) : ''
    // Keep adjacent groups of digits apart, and parts that are separated by a comma.
    if (previous && (!/^[\s-]*$/.test(separator) || (/^\d+$/.test(previous.text) && /^\d+$/.test(word.text)))) end()
    const next = words[index + 1]
    const length = run.length <= MAX_WORDS ? joinDigits(run).length : Infinity
    const isEnd = length === 4 || length === 9
    const isHomophone =
      HOMOPHONES.has(word.text) &&
      length > 1 &&
      (next ? isNumeric(next) || (HOMOPHONES.has(next.text) && length > 6) : isEnd)
    const isAnd = JOINERS.has(word.text) && next !== undefined && parseValue(next.text) !== undefined
    const isJoined =
      isAnd &&
      (SCALES.has(previous?.text ?? '') ||
        HUNDREDS.has(previous?.text ?? '') ||
        (word.text === 'y' && (TENS.has(previous?.text ?? '') || TENS_WITH_Y.has(previous?.text ?? ''))))
    const isPlural =
      PLURALS.has(word.text) &&
      ['two', 'three', 'four', 'five', 'dos', 'tres', 'cuatro', 'cinco'].includes(previous?.text ?? '')
    const isLoneO = word.text === 'o' && (next === undefined || !isNumeric(next))
    if ((isNumeric(word) && !isLoneO) || isHomophone || isPlural || (run.length > 0 && isJoined)) run.push(word)
    else end()
  })
  end()
  return runs
}

/** Text with digits. `original` maps a range back to the original text. */
export type DigitizedText = { text: string; original: (from: number, to: number) => { from: number; to: number } }

export function digitize(text: string, isZip = false): DigitizedText {
  // In NFC, an accented letter is one character, so its position stays the same when the accent is removed.
  const plainText = [...text.normalize('NFC')]
    .map((letter) => letter.normalize('NFD')[0] ?? letter)
    .join('')
    .toLowerCase()
  const words = [...plainText.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    text: MISHEARD_WORDS.get(word) ?? word,
    from: index,
    to: index + word.length,
  }))
  const replacements: { at: number; to: number; from: number; end: number }[] = []
  let output = ''
  let consumed = 0
  for (const run of findRuns(
    plainText,
    words.filter((word, index) => !FILLERS.has(word.text) && !isArticle(words, index)),
  )) {
    const [start, end] = [run[0]?.from ?? 0, run.at(-1)?.to ?? 0]
    output += text.slice(consumed, start)
    const outputStart = output.length
    output += parseDigits(run, isZip)
    replacements.push({ at: outputStart, to: output.length, from: start, end })
    consumed = end
  }
  const mapPosition = (position: number, isEnd: boolean): number => {
    const replacement = replacements.findLast(({ at }) => at < position || (!isEnd && at === position))
    if (!replacement) return position
    if (position < replacement.to || (isEnd && position === replacement.to))
      return isEnd ? replacement.end : replacement.from
    return position - replacement.to + replacement.end
  }
  return {
    text: output + text.slice(consumed),
    original: (start, end) => ({ from: mapPosition(start, false), to: mapPosition(end, true) }),
  }
}
