import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the script writes what it measured: by the name of the file in sanity/seed/files. */
export const RECORDINGS_FILE = join(import.meta.dirname, 'recordings.json')

/**
 * A recording that `npm run recordings` made: the mark of the lines that it says, its id in a Content Lake, its length, and
 * when its lines and words begin (lib/word-times.ts).
 */
export type Recording = { lines: string; asset: string; seconds: number; timings: string }

export const readRecordings = (): Record<string, Recording> =>
  JSON.parse(readFileSync(RECORDINGS_FILE, 'utf8')) as Record<string, Recording>

/** What is measured of a file, as fields of a recording; none for a file that the script did not make. */
export function measuredOf(file: string): { seconds?: number; timings?: string; timedFor?: string } {
  const found = readRecordings()[file]
  return found ? { seconds: found.seconds, timings: found.timings, timedFor: found.asset } : {}
}

/** A line of a sample call, as its file has it. */
export type WrittenLine = { speaker: string; text: string }

/** The mark of a transcript: another one when a word or a speaker changes. */
export const markOf = (lines: readonly WrittenLine[]): string =>
  createHash('sha256')
    .update(JSON.stringify(lines.map(({ speaker, text }) => [speaker, text])))
    .digest('hex')
    .slice(0, 16)

/** The id that a Content Lake gives to a file. */
export const assetIdOf = (content: Buffer): string => `file-${createHash('sha1').update(content).digest('hex')}-mp3`
