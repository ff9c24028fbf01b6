import { URGENCIES, URGENCY_NAMES, type Urgency } from '../leads/lead.ts'

/** A list that is typed one entry a line: how many it may have, and how many characters each. */
export type LineLimits = { most: number; length: number }

/** As pasted lists begin their lines. */
const BULLET = /^[-–•*]\s+/

/** The entries of a text, one a line: without empty lines and the marks of a list, and as often as they stand there. */
export const readLines = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim().replace(BULLET, '').replaceAll(/\s+/g, ' '))
    .filter(Boolean)

/** The same whatever the size of the letters. */
const sameAs = (line: string) => line.toLowerCase()

/** Lines that stand more than once, as they stand the first time. */
export const repeatedLines = (lines: readonly string[]): string[] =>
  [...Map.groupBy(lines, sameAs).values()].flatMap(([first, ...more]) => (first && more.length > 0 ? [first] : []))

const list = new Intl.ListFormat('en-US')

/** As much of a line as finds it again, and as many lines as are worth reading. */
const SHOWN = { characters: 30, lines: 4 }

const beginning = (line: string) =>
  line.length > SHOWN.characters ? `“${line.slice(0, SHOWN.characters).trimEnd()} …”` : `“${line}”`

const named = (lines: readonly string[]) =>
  list.format([
    ...lines.slice(0, SHOWN.lines).map(beginning),
    ...(lines.length > SHOWN.lines ? [`${lines.length - SHOWN.lines} more`] : []),
  ])

/** What is wrong with the lines of a text, in a sentence or two; undefined when nothing is. */
export function lineProblem(text: string, { most, length }: LineLimits): string | undefined {
  const lines = readLines(text)
  const long = lines.filter((line) => line.length > length)
  const repeated = repeatedLines(lines)
  const found = [
    long.length > 0 && `Too long: ${named(long)}. A line has at most ${length} characters.`,
    repeated.length > 0 && `More than once: ${named(repeated)}. Leave each once.`,
    lines.length > most && `These are ${lines.length} lines. At most ${most} fit in.`,
  ].filter((problem) => problem !== false)
  return found.length > 0 ? found.join(' ') : undefined
}

/** Words that stand under more than one urgency, each with those that it stands under, most urgent first. */
export function sharedWords(words: Record<Urgency, readonly string[]>): { word: string; under: Urgency[] }[] {
  const all = URGENCY_NAMES.flatMap((urgency) => words[urgency].map((word) => ({ word, urgency })))
  return [...Map.groupBy(all, ({ word }) => sameAs(word)).values()].flatMap((entries) => {
    const under = [...new Set(entries.map(({ urgency }) => urgency))]
    const [first] = entries
    return first && under.length > 1 ? [{ word: first.word, under }] : []
  })
}

/** "“no heat” stands under Now and Today, and counts as Now." */
export const sharedWordSentence = ({ word, under }: { word: string; under: Urgency[] }): string =>
  `${beginning(word)} stands under ${list.format(under.map((urgency) => URGENCIES[urgency]))}, and counts as ${URGENCIES[under[0] ?? 'now']}.`
