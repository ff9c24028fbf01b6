import { splitWords } from '../../../lib/site/word-times.ts'

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

function spellNumber(number: number): string {
  if (number < ONES.length) return ONES[number] ?? ''
  const [tens, ones] = [TENS[Math.floor(number / 10) - 2] ?? '', number % 10]
  return ones ? `${tens} ${ONES[ones]}` : tens
}

/** Spells out a number: 911 is nine one one, 6:30 six thirty, 8:00 eight o'clock, 18 eighteen. */
function spellOut(written: string): string {
  const [, hours, minutes] = /^(\d{1,2}):(\d\d)$/.exec(written) ?? []
  if (hours && minutes)
    return `${spellNumber(Number(hours))} ${minutes === '00' ? "o'clock" : spellNumber(Number(minutes))}`
  if (/^\d{1,2}$/.test(written)) return spellNumber(Number(written))
  return [...written].map((digit) => ONES[Number(digit)]).join(' ')
}

/** A word as written and spoken. `pause` is the punctuation after it. */
export type SpokenWord = { written: string; spoken: string[]; pause: string }

/** Splits a text into words. Spells out numbers, removes dashes and normalizes apostrophes. */
export const splitSpokenWords = (text: string): SpokenWord[] =>
  splitWords(text).map((written) => {
    const normalized = written.replaceAll('’', "'").replaceAll(/[“”"()]/g, '')
    const pause = /[.,:;?!]$/.exec(normalized)?.[0] ?? ''
    const word = normalized.slice(0, normalized.length - pause.length)
    const spoken = word.replaceAll(/\d{1,2}:\d\d|\d+/g, spellOut).replaceAll(/[-‐‑–]/g, ' ')
    // Replaces a colon, which is a short pause for a voice, by a comma.
    return { written, spoken: spoken.split(' ').filter(Boolean), pause: pause.replace(/[:;]/, ',') }
  })

export const joinSpokenWords = (words: readonly SpokenWord[]): string =>
  words.map(({ spoken, pause }) => spoken.join(' ') + pause).join(' ')
