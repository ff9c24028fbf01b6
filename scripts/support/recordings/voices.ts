import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../progress.ts'
import { type Sound, readWave } from './sound.ts'
import { type SpokenWord, joinSpokenWords } from './spoken-words.ts'

/** Trimmed speech. `wordStarts` are start times in seconds. */
export type Speech = { sound: Sound; wordStarts: number[] }

const PACKAGES = ['festival', 'festvox-us-slt-hts', 'flite', 'ffmpeg']

/** Runs a program. @throws {UserError} if it is missing or fails, with the packages to install */
export function run(program: string, ...args: string[]): { stdout: string; stderr: string } {
  const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (error) throw new UserError(`${program} is missing. On Debian or Ubuntu: apt-get install ${PACKAGES.join(' ')}`)
  if (status !== 0) throw new UserError(`${program} failed: ${stderr.trim().split('\n').at(-1)}`)
  return { stdout, stderr }
}

const MARGIN_SECONDS = 0.04

const cutSound = ({ rate, samples }: Sound, from: number, to: number): Sound => ({
  rate,
  samples: samples.slice(
    Math.max(0, Math.round((from - MARGIN_SECONDS) * rate)),
    Math.round((to + MARGIN_SECONDS) * rate),
  ),
})

const trimSpeech = (sound: Sound, wordStarts: number[], from: number, to: number): Speech => ({
  sound: cutSound(sound, from, to),
  wordStarts: wordStarts.map((start) => Math.max(0, start - from + MARGIN_SECONDS)),
})

/** Pace of the assistant's voice. 1 is its natural pace, about 200 words a minute. */
const ASSISTANT_PACE = 0.89

/** Speaks with Festival's US female voice, the clearest one in Debian that reports word times. */
export function synthesizeAssistant(words: readonly SpokenWord[], folder: string): Speech {
  const wavePath = join(folder, 'line.wav')
  const script = join(folder, 'line.scm')
  writeFileSync(
    script,
    `(voice_cmu_us_slt_arctic_hts)
    (set! hts_engine_params (append hts_engine_params '(("-r" ${ASSISTANT_PACE}))))
    (set! line (utt.synth (Utterance Text ${JSON.stringify(joinSpokenWords(words))})))
    (utt.save.wave line ${JSON.stringify(wavePath)} 'riff)
    (mapcar
      (lambda (word) (format t "%s %f %f\\n" (item.name word) (item.feat word "word_start") (item.feat word "word_end")))
      (utt.relation.items line 'Word))`,
  )
  const timings = run('festival', '-b', script)
    .stdout.trim()
    .split('\n')
    .map((line) => line.split(' '))
    // Skips a trailing 's, which Festival counts as a word.
    .filter(([name = '']) => !name.startsWith("'"))
    .map(([, start, end]) => ({ start: Number(start), end: Number(end) }))
  const count = words.reduce((sum, { spoken }) => sum + spoken.length, 0)
  if (timings.length !== count)
    throw new UserError(`Festival spoke ${timings.length} of ${count} words in “${joinSpokenWords(words)}”`)
  let next = 0
  const starts = words.map(({ spoken }) => {
    const start = timings[next]?.start ?? 0
    next += spoken.length
    return start
  })
  return trimSpeech(readWave(readFileSync(wavePath)), starts, timings[0]?.start ?? 0, timings.at(-1)?.end ?? 0)
}

type Phone = { name: string; start: number; end: number }

/** Parses flite's phone list, such as `hh:0.210`. The end times are relative to the sentence. */
function parsePhones(stdout: string): Phone[] {
  let sentence = 0
  let end = 0
  return [...stdout.matchAll(/(\S+?):([\d.]+)/g)].map(([, name = '', seconds]) => {
    const start = end
    if (sentence + Number(seconds) < start) sentence = start
    end = sentence + Number(seconds)
    return { name, start, end }
  })
}

const PAUSE_PHONE = 'pau'

const phonesByWord = new Map<string, string[]>()

function getPhones(word: string, voice: string): string[] {
  const cached = phonesByWord.get(word)
  if (cached) return cached
  const phones = run('flite', '-voice', voice, '-t', word, '-ps', 'none')
    .stdout.trim()
    .split(/\s+/)
    .filter((phone) => phone !== PAUSE_PHONE)
  phonesByWord.set(word, phones)
  return phones
}

/**
 * Maps each expected phone to the spoken one by minimum edit distance, because voices shorten words like "and" in
 * sentences.
 */
function alignPhones(expected: readonly string[], actual: readonly string[]): (number | undefined)[] {
  const costs = Array.from({ length: expected.length + 1 }, (_, row) =>
    Array.from({ length: actual.length + 1 }, (_, column) => (row === 0 ? column : row)),
  )
  const getCost = (row: number, column: number) => costs[row]?.[column] ?? 0
  const getSubstitutionCost = (row: number, column: number) => (expected[row - 1] === actual[column - 1] ? 0 : 1)
  for (let row = 1; row <= expected.length; row += 1)
    for (let column = 1; column <= actual.length; column += 1)
      (costs[row] as number[])[column] = Math.min(
        getCost(row - 1, column - 1) + getSubstitutionCost(row, column),
        getCost(row - 1, column) + 1,
        getCost(row, column - 1) + 1,
      )
  const result: (number | undefined)[] = expected.map(() => undefined)
  let [row, column] = [expected.length, actual.length]
  while (row > 0 && column > 0) {
    if (getCost(row, column) === getCost(row - 1, column - 1) + getSubstitutionCost(row, column)) {
      row -= 1
      column -= 1
      result[row] = column
    } else if (getCost(row, column) === getCost(row - 1, column) + 1) row -= 1
    else column -= 1
  }
  return result
}

const CALLER_VOICE = 'rms'

/** Speaks with flite's US male voice, the most expressive one in Debian. */
export function synthesizeCaller(words: readonly SpokenWord[], folder: string, stretch: number): Speech {
  const wavePath = join(folder, 'line.wav')
  const text = joinSpokenWords(words)
  const { stdout } = run(
    'flite',
    '-voice',
    CALLER_VOICE,
    '--setf',
    `duration_stretch=${stretch}`,
    '-t',
    text,
    '-o',
    wavePath,
    '-psdur',
  )
  const actual = parsePhones(stdout).filter(({ name }) => name !== PAUSE_PHONE)
  const expected = words.map(({ spoken }) => spoken.flatMap((word) => getPhones(word, CALLER_VOICE)))
  const alignedIndexes = alignPhones(
    expected.flat(),
    actual.map(({ name }) => name),
  )
  let first = 0
  let start = actual[0]?.start ?? 0
  const starts = expected.map((phones) => {
    const phoneIndex = alignedIndexes.slice(first, first + phones.length).find((index) => index !== undefined)
    first += phones.length
    if (phoneIndex !== undefined) start = actual[phoneIndex]?.start ?? start
    return start
  })
  return trimSpeech(readWave(readFileSync(wavePath)), starts, actual[0]?.start ?? 0, actual.at(-1)?.end ?? 0)
}
