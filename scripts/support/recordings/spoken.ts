import { wordsOf } from '../../../lib/site/word-times.ts'

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

function numberWords(number: number): string {
  if (number < ONES.length) return ONES[number] ?? ''
  const [tens, ones] = [TENS[Math.floor(number / 10) - 2] ?? '', number % 10]
  return ones ? `${tens} ${ONES[ones]}` : tens
}

/** Spells out a number: 911 is nine one one, 6:30 six thirty, 8:00 eight o'clock, 18 eighteen. */
function saidOf(written: string): string {
  const [, hours, minutes] = /^(\d{1,2}):(\d\d)$/.exec(written) ?? []
  if (hours && minutes)
    return `${numberWords(Number(hours))} ${minutes === '00' ? "o'clock" : numberWords(Number(minutes))}`
  if (/^\d{1,2}$/.test(written)) return numberWords(Number(written))
  return [...written].map((digit) => ONES[Number(digit)]).join(' ')
}

/** A word as written and spoken. `pause` is the punctuation after it. */
export type SpokenWord = { written: string; said: string[]; pause: string }

/** Splits a text into words. Spells out numbers, removes dashes and normalizes apostrophes. */
export const spokenWords = (text: string): SpokenWord[] =>
  wordsOf(text).map((written) => {
    const plain = written.replaceAll('’', "'").replaceAll(/[“”"()]/g, '')
    const pause = /[.,:;?!]$/.exec(plain)?.[0] ?? ''
    const bare = plain.slice(0, plain.length - pause.length)
    const said = bare.replaceAll(/\d{1,2}:\d\d|\d+/g, saidOf).replaceAll(/[-‐‑–]/g, ' ')
    // Replaces a colon, which is a short pause for a voice, by a comma.
    return { written, said: said.split(' ').filter(Boolean), pause: pause.replace(/[:;]/, ',') }
  })

export const spokenText = (words: readonly SpokenWord[]): string =>
  words.map(({ said, pause }) => said.join(' ') + pause).join(' ')
