import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { RECORDED_CALL } from '../../lib/dashboard/demo/calls.ts'
import { CONVERSATIONS } from '../../lib/dashboard/demo/conversations.ts'
import { RECORDING } from '../../lib/dashboard/demo/recording.ts'
import { type LineTimes, packWordTimes, formatTimings } from '../../lib/site/word-times.ts'
import {
  buildAssetId,
  hashTranscript,
  type Recording,
  RECORDINGS_FILE,
  type TranscriptLine,
} from '../../sanity/seed/recordings.ts'
import { main } from '../support/progress.ts'
import { normalizeVolume, mixSounds, createRingback } from '../support/recordings/sound.ts'
import { splitSpokenWords } from '../support/recordings/spoken-words.ts'
import { writeRecording } from '../support/recordings/telephone.ts'
import { synthesizeAssistant, synthesizeCaller, type Speech } from '../support/recordings/voices.ts'
import { root } from '../support/settings.ts'

type Call = { recording?: { file?: string }; lines: TranscriptLine[] }
type Page = { blocks?: ({ _type: 'conversationBlock'; call?: Call; calls?: Call[] } | { _type: 'other' })[] }

const RING_SECONDS = 1.2

const PICKUP_SECONDS = 0.5
const HANGUP_SECONDS = 0.6

/** Seconds between speakers, varied as in real calls. With the pause at the end of each line, gaps are 0.3 to 0.7 s. */
const GAPS_SECONDS = [0.3, 0.4, 0.25, 0.35, 0.45, 0.3]

/** Duration factor of the caller's voice. 1 is its natural pace. */
const CALLER_STRETCH_FACTOR = 1.08

function loadRecordedCalls(): Map<string, TranscriptLine[]> {
  const pages = globSync('sanity/seed/content/page/*.yaml', { cwd: root }).map(
    (path) => parse(readFileSync(resolve(root, path), 'utf8')) as Page,
  )
  const blocks = pages.flatMap(({ blocks = [] }) => blocks)
  const calls = blocks.flatMap((block) =>
    block._type === 'conversationBlock' ? [block.call, ...(block.calls ?? [])] : [],
  )
  return new Map(calls.flatMap((call) => (call?.recording?.file ? [[call.recording.file, call.lines] as const] : [])))
}

const DEMO_FILE = join('public', RECORDING.path)
const DEMO_MODULE = 'lib/dashboard/demo/recording.ts'

type RecordingResult = { content: Buffer; seconds: number; times: LineTimes[] }

function record(file: string, lines: readonly TranscriptLine[], folder: string): RecordingResult {
  const synthesizeLine = ({ speaker, text }: TranscriptLine): Speech =>
    speaker === 'caller'
      ? synthesizeCaller(splitSpokenWords(text), folder, CALLER_STRETCH_FACTOR)
      : synthesizeAssistant(splitSpokenWords(text), folder)
  let end = RING_SECONDS + PICKUP_SECONDS
  const spokenLines = lines.map((line, index) => {
    const { sound, wordStarts } = synthesizeLine(line)
    // Rounds to tenths of a second, like the page.
    const startSeconds =
      Math.round((end + (index === 0 ? 0 : (GAPS_SECONDS[index % GAPS_SECONDS.length] ?? 0))) * 10) / 10
    end = startSeconds + sound.samples.length / sound.rate
    return {
      at: startSeconds,
      sound: normalizeVolume(sound),
      words: packWordTimes(
        wordStarts.map((start) => startSeconds + start),
        startSeconds,
      ),
    }
  })
  const seconds = Math.ceil((end + HANGUP_SECONDS) * 10) / 10
  const target = resolve(root, file)
  const sound = mixSounds([{ at: 0, sound: createRingback(RING_SECONDS) }, ...spokenLines], seconds)
  const loudness = writeRecording(sound, target, folder)
  const content = readFileSync(target)
  console.log(`✓ ${file}: ${seconds} s, ${Math.round(content.length / 1024)} KB, ${loudness} LUFS`)
  return { content, seconds, times: spokenLines.map(({ at, words }) => ({ starts: at, words })) }
}

function recordContent(file: string, lines: TranscriptLine[], folder: string): Recording {
  const { content, seconds, times } = record(join('sanity/seed/files', file), lines, folder)
  return { lines: hashTranscript(lines), asset: buildAssetId(content), seconds, timings: formatTimings(times) }
}

function recordDemo(folder: string): void {
  const lines = CONVERSATIONS[RECORDED_CALL]
  const { seconds, times } = record(DEMO_FILE, lines, folder)
  const moduleText = `/** Written by \`npm run recordings\`: path, transcript hash, length and line start times of the recorded sample call. */
export const RECORDING = {
  path: '${RECORDING.path}',
  lines: '${hashTranscript(lines)}',
  seconds: ${Math.round(seconds)},
  starts: [${times.map(({ starts }) => starts).join(', ')}],
}
`
  writeFileSync(resolve(root, DEMO_MODULE), moduleText)
}

/** `npm run recordings`: synthesizes the sample calls; run it after changing their lines. */
await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recordings-'))
  try {
    const recordings = [...loadRecordedCalls()].map(
      ([file, lines]) => [file, recordContent(file, lines, folder)] as const,
    )
    writeFileSync(RECORDINGS_FILE, `${JSON.stringify(Object.fromEntries(recordings), null, 2)}\n`)
    recordDemo(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
