import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const RECORDINGS_FILE = join(import.meta.dirname, 'recordings.json')

/** Output of `npm run recordings`: transcript hash, asset id, length and word timings (lib/site/word-times.ts). */
export type Recording = { lines: string; asset: string; seconds: number; timings: string }

export const readRecordings = (): Record<string, Recording> =>
  JSON.parse(readFileSync(RECORDINGS_FILE, 'utf8')) as Record<string, Recording>

export function findRecordingFields(file: string): { seconds?: number; timings?: string; timedFor?: string } {
  const recording = readRecordings()[file]
  return recording ? { seconds: recording.seconds, timings: recording.timings, timedFor: recording.asset } : {}
}

export type TranscriptLine = { speaker: string; text: string }

/** Hashes the speakers and texts of a transcript. */
export const hashTranscript = (lines: readonly TranscriptLine[]): string =>
  createHash('sha256')
    .update(JSON.stringify(lines.map(({ speaker, text }) => [speaker, text])))
    .digest('hex')
    .slice(0, 16)

/** Returns the asset id that the Content Lake derives from the file content. */
export const buildAssetId = (content: Buffer): string => `file-${createHash('sha1').update(content).digest('hex')}-mp3`
