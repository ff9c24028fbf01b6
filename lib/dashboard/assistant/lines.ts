import { URGENCIES, URGENCY_NAMES, type Urgency } from '../model/lead.ts'
import { formatList } from '../../values/format.ts'

/** Limits of a text field with one entry per line: number of lines, and characters per line. */
export type LineLimits = { most: number; length: number }

const BULLET = /^[-–•*]\s+/

/** Splits a text into lines. Removes bullets and empty lines, and keeps duplicates. */
export const readLines = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim().replace(BULLET, '').replaceAll(/\s+/g, ' '))
    .filter(Boolean)

const sameAs = (line: string) => line.toLowerCase()

export const repeatedLines = (lines: readonly string[]): string[] =>
  [...Map.groupBy(lines, sameAs).values()].flatMap(([first, ...more]) => (first && more.length > 0 ? [first] : []))

/** Limits of the quotes in an error message: characters per line, and number of lines. */
const SHOWN = { characters: 30, lines: 4 }

const beginning = (line: string) =>
  line.length > SHOWN.characters ? `“${line.slice(0, SHOWN.characters).trimEnd()} …”` : `“${line}”`

const named = (lines: readonly string[]) =>
  formatList([
    ...lines.slice(0, SHOWN.lines).map(beginning),
    ...(lines.length > SHOWN.lines ? [`${lines.length - SHOWN.lines} more`] : []),
  ])

export function lineProblem(text: string, { most, length }: LineLimits): string | undefined {
  const lines = readLines(text)
  const long = lines.filter((line) => line.length > length)
  const repeated = repeatedLines(lines)
  const found = [
    long.length > 0 && `Too long: ${named(long)}. Use ${length} characters or fewer per line.`,
    repeated.length > 0 && `Duplicates: ${named(repeated)}. List each only once.`,
    lines.length > most && `Too many lines: ${lines.length}. Enter up to ${most}.`,
  ].filter((problem) => problem !== false)
  return found.length > 0 ? found.join(' ') : undefined
}

/** Finds words that are listed under several urgencies. The most urgent one comes first in `under`. */
export function sharedWords(words: Record<Urgency, readonly string[]>): { word: string; under: Urgency[] }[] {
  const all = URGENCY_NAMES.flatMap((urgency) => words[urgency].map((word) => ({ word, urgency })))
  return [...Map.groupBy(all, ({ word }) => sameAs(word)).values()].flatMap((entries) => {
    const under = [...new Set(entries.map(({ urgency }) => urgency))]
    const [first] = entries
    return first && under.length > 1 ? [{ word: first.word, under }] : []
  })
}

export const sharedWordSentence = ({ word, under }: { word: string; under: Urgency[] }): string =>
  `${beginning(word)} is listed under ${formatList(under.map((urgency) => URGENCIES[urgency]))} and counts as ${URGENCIES[under[0] ?? 'now']}.`
