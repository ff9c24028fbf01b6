import { URGENCIES, URGENCY_NAMES, type Urgency } from '../model/lead.ts'
import { formatList } from '../../values/format.ts'

/** Limits of a text field with one entry per line: number of lines, and characters per line. */
export type LineLimits = { most: number; length: number }

const BULLET_PATTERN = /^[-–•*]\s+/

/** Splits a text into lines. Removes bullets and empty lines, and keeps duplicates. */
export const readLines = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim().replace(BULLET_PATTERN, '').replaceAll(/\s+/g, ' '))
    .filter(Boolean)

const normalizeLine = (line: string) => line.toLowerCase()

export const findRepeatedLines = (lines: readonly string[]): string[] =>
  [...Map.groupBy(lines, normalizeLine).values()].flatMap(([first, ...rest]) =>
    first && rest.length > 0 ? [first] : [],
  )

/** Limits of the quotes in an error message: characters per line, and number of lines. */
const PREVIEW_LIMITS = { characters: 30, lines: 4 }

const formatExcerpt = (line: string) =>
  line.length > PREVIEW_LIMITS.characters ? `“${line.slice(0, PREVIEW_LIMITS.characters).trimEnd()} …”` : `“${line}”`

const formatExcerptList = (lines: readonly string[]) =>
  formatList([
    ...lines.slice(0, PREVIEW_LIMITS.lines).map(formatExcerpt),
    ...(lines.length > PREVIEW_LIMITS.lines ? [`${lines.length - PREVIEW_LIMITS.lines} more`] : []),
  ])

export function findLineProblem(text: string, { most, length }: LineLimits): string | undefined {
  const lines = readLines(text)
  const longLines = lines.filter((line) => line.length > length)
  const duplicates = findRepeatedLines(lines)
  const problems = [
    longLines.length > 0 && `Too long: ${formatExcerptList(longLines)}. Use ${length} characters or fewer per line.`,
    duplicates.length > 0 && `Duplicates: ${formatExcerptList(duplicates)}. List each only once.`,
    lines.length > most && `Too many lines: ${lines.length}. Enter up to ${most}.`,
  ].filter((problem) => problem !== false)
  return problems.length > 0 ? problems.join(' ') : undefined
}

/** Finds words that are listed under several urgencies. The most urgent one comes first in `urgencies`. */
export function findSharedWords(words: Record<Urgency, readonly string[]>): { word: string; urgencies: Urgency[] }[] {
  const wordEntries = URGENCY_NAMES.flatMap((urgency) => words[urgency].map((word) => ({ word, urgency })))
  return [...Map.groupBy(wordEntries, ({ word }) => normalizeLine(word)).values()].flatMap((entries) => {
    const urgencies = [...new Set(entries.map(({ urgency }) => urgency))]
    const [first] = entries
    return first && urgencies.length > 1 ? [{ word: first.word, urgencies }] : []
  })
}

export const formatSharedWord = ({ word, urgencies }: { word: string; urgencies: Urgency[] }): string =>
  `${formatExcerpt(word)} is listed under ${formatList(urgencies.map((urgency) => URGENCIES[urgency]))} and counts as ${URGENCIES[urgencies[0] ?? 'now']}.`
