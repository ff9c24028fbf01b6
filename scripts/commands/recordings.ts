import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { RECORDED } from '../../lib/dashboard/demo/calls.ts'
import { CONVERSATIONS } from '../../lib/dashboard/demo/conversations.ts'
import { RECORDING } from '../../lib/dashboard/demo/recording.ts'
import { type LineTimes, packWordTimes, writeTimings } from '../../lib/site/word-times.ts'
import { assetIdOf, markOf, type Recording, RECORDINGS_FILE, type WrittenLine } from '../../sanity/seed/recordings.ts'
import { main } from '../support/progress.ts'
import { levelled, mixed, ringing } from '../support/recordings/sound.ts'
import { spokenWords } from '../support/recordings/spoken.ts'
import { writeRecording } from '../support/recordings/telephone.ts'
import { sayAsAssistant, sayAsCaller, type Spoken } from '../support/recordings/voices.ts'
import { root } from '../support/settings.ts'

type Call = { recording?: { file?: string }; lines: WrittenLine[] }
type Page = { blocks?: ({ _type: 'conversationBlock'; call?: Call; calls?: Call[] } | { _type: 'other' })[] }

const RING_SECONDS = 1.2

const PICKED_UP = 0.5
const HUNG_UP = 0.6

/** Seconds between speakers, varied as in real calls. With the pause at the end of each line, gaps are 0.3 to 0.7 s. */
const GAPS = [0.3, 0.4, 0.25, 0.35, 0.45, 0.3]

/** Duration factor of the caller's voice. 1 is its natural pace. */
const CALLER_STRETCH = 1.08

function recordedCalls(): Map<string, WrittenLine[]> {
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

type Recorded = { content: Buffer; seconds: number; times: LineTimes[] }

function record(file: string, lines: readonly WrittenLine[], folder: string): Recorded {
  const say = ({ speaker, text }: WrittenLine): Spoken =>
    speaker === 'caller'
      ? sayAsCaller(spokenWords(text), folder, CALLER_STRETCH)
      : sayAsAssistant(spokenWords(text), folder)
  let end = RING_SECONDS + PICKED_UP
  const said = lines.map((line, index) => {
    const { sound, words } = say(line)
    // Rounds to tenths of a second, like the page.
    const at = Math.round((end + (index === 0 ? 0 : (GAPS[index % GAPS.length] ?? 0))) * 10) / 10
    end = at + sound.samples.length / sound.rate
    return {
      at,
      sound: levelled(sound),
      words: packWordTimes(
        words.map((start) => at + start),
        at,
      ),
    }
  })
  const seconds = Math.ceil((end + HUNG_UP) * 10) / 10
  const target = resolve(root, file)
  const sound = mixed([{ at: 0, sound: ringing(RING_SECONDS) }, ...said], seconds)
  const loudness = writeRecording(sound, target, folder)
  const content = readFileSync(target)
  console.log(`✓ ${file}: ${seconds} s, ${Math.round(content.length / 1024)} KB, ${loudness} LUFS`)
  return { content, seconds, times: said.map(({ at, words }) => ({ starts: at, words })) }
}

function recordContent(file: string, lines: WrittenLine[], folder: string): Recording {
  const { content, seconds, times } = record(join('sanity/seed/files', file), lines, folder)
  return { lines: markOf(lines), asset: assetIdOf(content), seconds, timings: writeTimings(times) }
}

function recordDemo(folder: string): void {
  const lines = CONVERSATIONS[RECORDED]
  const { seconds, times } = record(DEMO_FILE, lines, folder)
  const written = `/** Written by \`npm run recordings\`: the recording of the call without heat, the mark of its lines, and its seconds. */
export const RECORDING = {
  path: '${RECORDING.path}',
  lines: '${markOf(lines)}',
  seconds: ${Math.round(seconds)},
  starts: [${times.map(({ starts }) => starts).join(', ')}],
}
`
  writeFileSync(resolve(root, DEMO_MODULE), written)
}

/** `npm run recordings`: synthesizes the sample calls; run it after changing their lines. */
await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recordings-'))
  try {
    const made = [...recordedCalls()].map(([file, lines]) => [file, recordContent(file, lines, folder)] as const)
    writeFileSync(RECORDINGS_FILE, `${JSON.stringify(Object.fromEntries(made), null, 2)}\n`)
    recordDemo(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
