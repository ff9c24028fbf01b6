import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const RECORDINGS_FILE = join(import.meta.dirname, 'recordings.json')

/** Output of `npm run recordings`: transcript hash, asset id, length and word timings (lib/site/word-times.ts). */
export type Recording = { lines: string; asset: string; seconds: number; timings: string }

export const readRecordings = (): Record<string, Recording> =>
  JSON.parse(readFileSync(RECORDINGS_FILE, 'utf8')) as Record<string, Recording>

export function measuredOf(file: string): { seconds?: number; timings?: string; timedFor?: string } {
  const found = readRecordings()[file]
  return found ? { seconds: found.seconds, timings: found.timings, timedFor: found.asset } : {}
}

export type WrittenLine = { speaker: string; text: string }

/** Hashes the speakers and texts of a transcript. */
export const markOf = (lines: readonly WrittenLine[]): string =>
  createHash('sha256')
    .update(JSON.stringify(lines.map(({ speaker, text }) => [speaker, text])))
    .digest('hex')
    .slice(0, 16)

/** Returns the asset id that the Content Lake derives from the file content. */
export const assetIdOf = (content: Buffer): string => `file-${createHash('sha1').update(content).digest('hex')}-mp3`
